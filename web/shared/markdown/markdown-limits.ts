/**
 * Beyond these limits, parsing the Markdown could block the screen for seconds (emphasis and brackets cost quadratic time within a
 * block, nested quotes more): such a text is shown as it was typed (T61). `marks` are characters that may begin
 * a Markdown element.
 */
const limits = { characters: 30_000, lines: 1_200, marks: 2_500, blockCharacters: 8_000, blockMarks: 200, nesting: 6 }

const mark = /[*_[\]`<~!&@]|www\.|:\/\//gi
const container = /(?:>|[-+*][ \t]|\d{1,9}[.)][ \t])/g
const leadingContainers = /^[ \t]*(?:(?:>|[-+*][ \t]|\d{1,9}[.)][ \t])[ \t]*)*/

/** Whether a text can be shown formatted without blocking the screen. */
export function isReadableMarkdown(text: string): boolean {
  if (text.length > limits.characters || countOf(mark, text) > limits.marks) return false
  const lines = text.split('\n')
  if (lines.length > limits.lines || lines.some((line) => depthOf(line) > limits.nesting)) return false
  return text
    .split(/\n[ \t]*\n/)
    .every((block) => block.length <= limits.blockCharacters && countOf(mark, block) <= limits.blockMarks)
}

/** How many quotes and lists a line opens. */
const depthOf = (line: string) => countOf(container, leadingContainers.exec(line)?.[0] ?? '')

const countOf = (pattern: RegExp, text: string) => text.match(pattern)?.length ?? 0
