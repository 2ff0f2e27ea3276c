import { linesAsTyped } from './pieces.ts'

const rules: [pattern: RegExp, warning: string][] = [
  [
    /!\[[^[\]\n]{0,200}\]\((?:https?:|data:|\/\/)/i,
    'Pictures from other addresses are not shown: paste or drop the picture here.',
  ],
  [/\]\(\s{0,3}(?:http:|\/\/)/i, 'Links must begin with https://.'],
  [/\]\(\s{0,3}(?:javascript|data|vbscript|file):/i, 'Links to scripts and data are removed.'],
  [/<\/?[a-z][a-z0-9]{0,20}[\s/>]/i, 'HTML is shown as text.'],
]

/** The parts of a text that will not be shown as the author may expect, in words. */
export const warningsOf = (text: string): string[] => [
  ...rules.filter(([pattern]) => pattern.test(text)).map(([, warning]) => warning),
  ...[slowLinesWarning(text)].filter((warning) => warning !== null),
]

/** Which lines are shown as they were typed because formatting them would take too long, in words; null if there are none. */
export function slowLinesWarning(text: string): string | null {
  const lines = linesAsTyped(text)
  if (lines.length === 0) return null
  const named = lines.slice(0, 5).join(', ') + (lines.length > 5 ? ` and ${lines.length - 5} more` : '')
  const isOne = lines.length === 1
  return `${isOne ? 'Line' : 'Lines'} ${named}: too long, too deeply nested, or too many signs such as * and [. Readers see ${isOne ? 'it' : 'them'} as you type ${isOne ? 'it' : 'them'}; the rest is formatted.`
}
