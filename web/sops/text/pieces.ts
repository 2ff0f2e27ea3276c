import { typedLines } from 'contract/sops/typed-lines.ts'

/** A part of a SOP that is parsed by itself. `line`: the line of the SOP before it; `asTyped`: the words that its placeholder stands for. */
export type Piece = { text: string; line: number; asTyped?: string }

/** Stands for words that are shown as they were typed: no Markdown, and in no keyboard's reach. */
export const placeholder = '\uE000'

/**
 * Within these limits a piece takes some milliseconds: emphasis and brackets cost quadratic time within a paragraph, lists and tables in
 * their length. `marks` are characters that may begin a Markdown element. A single line beyond them is shown as typed (T61).
 */
const limits = { lines: 80, characters: 12_000, marks: 800, nesting: 6 }

const mark = /[*_[\]`<~!&@]|www\.|:\/\//gi
const container = /(?:>|[-+*][ \t]|\d{1,9}[.)][ \t])/g
const leadingContainers = /^[ \t]*(?:(?:>|[-+*][ \t]|\d{1,9}[.)][ \t])[ \t]*)*/
const stepMark = /^[ \t]*(?:[-+*]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/

/** The numbers of the lines that are shown as they were typed. */
export const linesAsTyped = (content: string): number[] =>
  typedLines(content).flatMap(({ text }, index) => (isTooMuch(text) ? [index + 1] : []))

/** The pieces of a SOP, in order. Each begins where a block or an item begins, unless a block is longer than a piece may be. */
export function piecesOf(content: string): Piece[] {
  const cut = { pieces: [] as Piece[], lines: [] as string[], start: 0, marks: 0, characters: 0, head: [] as string[] }
  const lines = typedLines(content)
  lines.forEach(({ text, isCode }, index) => {
    if (!isCode && isTooMuch(text)) {
      close(cut, index)
      const [start = ''] = depthOf(text) > limits.nesting ? [] : (stepMark.exec(text) ?? [])
      cut.pieces.push({ text: start + placeholder, line: index, asTyped: text.slice(start.length) })
      cut.start = index + 1
      return
    }
    const marks = countOf(mark, text)
    const isTable = !isCode && text.includes('|') && cut.head.length > 0
    if (mayCut(cut, { text, isCode, isTable, before: lines[index - 1]?.text ?? '' }, marks)) close(cut, index, isTable)
    if (!isTable) cut.head = []
    if (!isCode && text.includes('|') && isDelimiterRow(text) && cut.lines.length > 0)
      cut.head = [cut.lines.at(-1) ?? '', text]
    cut.lines.push(text)
    cut.marks += marks
    cut.characters += text.length
  })
  close(cut, lines.length)
  return cut.pieces
}

type Cut = { pieces: Piece[]; lines: string[]; start: number; marks: number; characters: number; head: string[] }
type Next = { text: string; isCode: boolean; isTable: boolean; before: string }

/** Whether a piece ends before a line: when it is long enough and a block begins, or when it is as long as it may be. Code stays whole. */
function mayCut({ lines, marks, characters }: Cut, { text, isCode, isTable, before }: Next, more: number): boolean {
  if (isCode) return false
  const count = lines.length
  if (count >= 2 * limits.lines || marks + more > limits.marks || characters + text.length > limits.characters)
    return true
  return (
    count >= limits.lines &&
    (isTable || /^(?:[-+*]|\d{1,9}[.)]|#{1,6})[ \t]/.test(text) || (!before && !/^[ \t]/.test(text)))
  )
}

/** Ends a piece. A table that goes on has its head again. */
function close(cut: Cut, index: number, isTable = false) {
  if (cut.lines.some(Boolean)) cut.pieces.push({ text: cut.lines.join('\n'), line: cut.start })
  cut.lines = isTable ? [...cut.head] : []
  cut.start = index - cut.lines.length
  cut.marks = countOf(mark, cut.lines.join())
  cut.characters = cut.lines.join().length
}

const isTooMuch = (line: string) =>
  line.length > limits.characters || countOf(mark, line) > limits.marks || depthOf(line) > limits.nesting

/** The dashes between the head of a table and its rows. */
const isDelimiterRow = (line: string) =>
  line.split('|').every((cell) => !cell.trim() || /^:?-+:?$/.test(cell.trim())) && line.includes('-')

/** How many quotes and lists a line opens. */
const depthOf = (line: string) => countOf(container, leadingContainers.exec(line)?.[0] ?? '')

const countOf = (pattern: RegExp, text: string) => text.match(pattern)?.length ?? 0
