/** One statement of a file, and the line on which it begins. */
export type Statement = { text: string; line: number }

// Text in which a semicolon ends nothing: comments, dollar quotes, strings, names.
const tokens = /--[^\n]*|\/\*.*?\*\/|\$(\w*)\$.*?\$\1\$|'[^']*'|"[^"]*"|;|[^;'"$/-]+|./gs

/**
 * The statements of an SQL file, one by one: so an error has a line, and each may run in a transaction of its own. The parser covers
 * only the syntax of our files: no backslash in quotes of E'', no comment within a comment, no body between `begin atomic` and `end`.
 */
export function statementsOf(sql: string): Statement[] {
  const statements: Statement[] = []
  let text = ''
  let line = 1
  let start = 1
  const finish = () => {
    if (text.trim()) statements.push({ text: text.trimEnd(), line: start })
    text = ''
  }
  for (const [token] of sql.matchAll(tokens)) {
    const isVoid = token.startsWith('--') || token.startsWith('/*') || !token.trim()
    if (token === ';') finish()
    else if (text) text += token
    else if (!isVoid) {
      text = token.trimStart()
      start = line + newlines(token.slice(0, token.length - text.length))
    }
    line += newlines(token)
  }
  finish()
  return statements
}

/** The line of an error in a statement. @param position from PostgreSQL, in characters from 1; without it the first line */
export const lineOf = ({ text, line }: Statement, position: string | undefined): number =>
  line + newlines(text.slice(0, Math.max(0, Number(position ?? 1) - 1)))

const newlines = (text: string) => text.split('\n').length - 1
