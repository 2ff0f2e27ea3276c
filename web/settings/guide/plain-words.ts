/** A text of the guide without the marks of Markdown, on one line. Code is left out: it says nothing in a list of what was found. */
export const plainWords = (markdown: string): string =>
  markdown
    .split(/^```.*$/m)
    .filter((_, index) => index % 2 === 0)
    .join('\n')
    .replace(/!\[[^\][]{0,200}\]\([^()]{0,200}\)/g, '')
    .replace(/\[([^\][]{0,200})\]\([^()]{0,200}\)/g, '$1')
    .split('\n')
    .filter((line, index, lines) => !isFrame(line) && !isFrame(lines[index + 1] ?? ''))
    .map((line) => withoutMarks(line.startsWith('|') ? sentenceOf(line) : line))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()

/** The beginning of a text, to the end of a word. */
export function beginningOf(text: string, length: number): string {
  if (text.length <= length) return text
  return `${text.slice(0, text.lastIndexOf(' ', length)).replace(/[,.:;]$/, '')}…`
}

/** '| --- | --- |': the line between the head of a table and its rows. */
const isFrame = (line: string) => /^\|[-: |]+$/.test(line)

/** A row of a table: 'Employee: their own tasks.' */
function sentenceOf(row: string): string {
  const [first = '', ...rest] = row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
  return `${[first, rest.filter(Boolean).join(', ')].filter(Boolean).join(': ')}.`
}

const withoutMarks = (line: string) => line.replace(/^ *(?:#+|>|[-*]|\d{1,3}\.) /, '').replace(/\*\*|`/g, '')
