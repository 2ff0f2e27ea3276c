/** A line of a SOP, rewritten so that Markdown reads it as its author means it. `isCode`: within fenced code, or one of its fences. */
export type TypedLine = { text: string; isCode: boolean }

/** A list item that is open: the blanks before it as typed, and the blanks that Markdown wants before the lines within it. */
type OpenItem = { typed: number; within: number }

const maxDepth = 6
const rule = /^[ \t]*(?:\*[ \t]*){3,}$|^[ \t]*(?:-[ \t]*){3,}$|^[ \t]*(?:_[ \t]*){3,}$/
const item = /^([-*+]|\d{1,9}[.)])[ \t]+(?=\S)/
const box = /^(?:([-*+]|\d{1,9}[.)])[ \t]*)?\[([ xX]?)\][ \t]+(?=\S)/
const openBox = /^[ \t]*\[ ?\][ \t]+\S/m
/** A box as a sign at the beginning of a line. '☐ yes ☐ no' is a choice, '☐ = open' a legend, and '□40' a square tube. */
const signedBox = /^((?:[-*+]|\d{1,9}[.)])[ \t]*)?([☐☑]|□(?!\d|[ \t]*\d+[ \t]?[x×]))[ \t]*(?=[^\s=☐☑□][^☐☑□]*$)/u
const tightHeading = /^(#{1,6})(?=\p{L}[\p{L}\p{P}]*(?:\s|$)|(?<=##)\d{1,2}[.)]\s)/u
const atLeast = /^>(?==?[ \t]?[+-]?\d+(?:[.,]\d+)?(?![\d.)]))/
const looseBold = /^\*\*[ \t]+(\p{L}[^*]{0,200}[^*\s])[ \t]+\*\*(?=\s|$)/u
const plus = /^\+[ \t]*\d/
const minus = /^-[ \t]+\d/
/** What may be below zero, or stands beside what is above it: '- 5 V', '- 3 / + 5 mm'. */
const belowZero = /^-[ \t]+\d+(?:[.,]\d+)?[ \t]*(?:(?:[mk]?V|°[CF])[ \t]*(?:[:=,(]|$)|[^+]{0,12}[/|,;][ \t]*\+[ \t]*\d)/
const legend = /^[-+*][ \t]+=[ \t]+\S/
/** A sign alone, a word between stars or dashes, the size of a screw: '-', '* STOP *', '# 10-32 screw'. */
const lone =
  /^(?:#{1,6}|[-+*=])$|^([-*])[ \t]+[^-*]{1,80}[ \t]\1$|^#[ \t]+\d{1,2}(?:-\d{2}|[ \t]+(?:x\b|screw|bolt|nut|drill|tap|washer|wire|AWG|wrench|spanner|socket|bit|hex|torx|allen|phillips|driver|rivet|punch|grit))/
/** The marks before the words of a line, with the no-break blanks that some keyboards type behind them. */
const marks = /^(?:(?:[-*+]|#{1,6}|\d{1,9}[.)])[ \t\u00a0]+)?(?:\[[ xX\u00a0]?\][ \t\u00a0]+)?/
/** 'Part #': the last sign is a word; '## Parts ##' has none. */
const numberSign = /^#{1,6}[ \t].*[ \t]#[ \t]*$/
const cells = /\S\t+\S/
const fence = /^(`{3,}(?=[^`]*$)|~{3,4}(?!~))/

/**
 * The lines of a SOP. Technicians type lists with two, three or four blanks or a tab, boxes without a dash, headings without a blank, '> 5 mm' and
 * '+ 24 V': Markdown would read another thing or drop a sign. The number of lines stays, so steps and headings are found by their line.
 */
export function typedLines(content: string): TypedLine[] {
  const lines = content.split(/\r\n|\r|\n/)
  const reader = {
    open: [] as OpenItem[],
    fence: '',
    shift: 0,
    isQuote: false,
    isSigned: false,
    isAfterBlank: true,
    mayBeBox: openBox.test(content),
  }
  const closing = closingFences(lines)
  return lines.map((typedLine, index) => {
    if (reader.fence) return codeLine(reader, typedLine, typedLine.trimStart())
    const isBesideRow = cells.test(lines[index - 1] ?? '') || cells.test(lines[index + 1] ?? '')
    const line = isBesideRow ? withEmptyCells(typedLine) : typedLine
    const text = (line === typedLine ? line.trimStart() : line).replace(marks, (start) =>
      start.replaceAll('\u00a0', ' '),
    )
    if (!text) {
      Object.assign(reader, { isAfterBlank: true, isQuote: false, isSigned: false })
      return { text: '', isCode: false }
    }
    const opened = openingFence(text, closing[index] ?? none)
    const typed = line === typedLine ? widthOf(line) : 0
    const words = wordsOf(text, reader, lines[index + 1])
    const blanks =
      item.test(words) && !rule.test(line) ? beginItem(reader.open, typed, words) : continueItem(reader, typed)
    Object.assign(reader, {
      fence: opened,
      shift: blanks - typed,
      isAfterBlank: false,
      isQuote: words.startsWith('>') || (reader.isQuote && words.startsWith('\\>')),
      isSigned: /^\\[+-]|^[+-]\d/.test(words),
    })
    return { text: ' '.repeat(blanks) + (opened ? text : words), isCode: opened !== '' && !item.test(text) }
  })
}

type Reader = {
  open: OpenItem[]
  fence: string
  shift: number
  isQuote: boolean
  isSigned: boolean
  isAfterBlank: boolean
  mayBeBox: boolean
}

function codeLine(reader: Reader, line: string, text: string): TypedLine {
  const end = /^(`{3,}|~{3,})[ \t]*$/.exec(text)?.[1]
  if (end?.startsWith(reader.fence)) reader.fence = ''
  const blanks = Math.max(0, widthOf(line) + reader.shift)
  return { text: text && ' '.repeat(blanks) + text, isCode: true }
}

/** A row as a spreadsheet copies it, with a sign in each empty cell at its edges: Markdown drops the tabs there. */
const withEmptyCells = (line: string) =>
  item.test(line.trimStart())
    ? line
    : line
        .replace(/^\t+(?=[\t\S])/, (tabs) => '\u00a0\t'.repeat(tabs.length))
        .replace(/(?<=\S)\t+$/, (tabs) => '\t\u00a0'.repeat(tabs.length))

/** The blanks that a new item needs. It lies within the items above that were typed further to the left. */
function beginItem(open: OpenItem[], typed: number, words: string): number {
  while (open.length > 0 && typed < (open.at(-1)?.typed ?? 0) + 2) open.pop()
  open.splice(maxDepth - 1)
  const blanks = open.at(-1)?.within ?? 0
  open.push({ typed, within: blanks + (item.exec(words)?.[1]?.length ?? 1) + 1 })
  return blanks
}

/** The blanks of a line that is no item: those of the item that it goes on with, if any. */
function continueItem({ open, isAfterBlank }: Reader, typed: number): number {
  if (typed === 0 && !isAfterBlank) return 0
  while (open.length > 0 && typed <= (open.at(-1)?.typed ?? 0)) open.pop()
  return open.at(-1)?.within ?? 0
}

/** The words of a line, with what Markdown would drop or not see. */
function wordsOf(typed: string, { mayBeBox, isQuote, isSigned }: Reader, after = ''): string {
  const text = typed.replace(signedBox, (_, start = '- ', sign) => `${start}[${sign === '☑' ? 'x' : ' '}] `)
  const [marks, bullet = '-', tick] = box.exec(text) ?? []
  if (marks !== undefined && (/^\[[xX]/.test(marks) ? mayBeBox : true))
    return `${bullet} [${tick || ' '}] ${text.slice(marks.length)}`
  // What a sign stands for: '* = see note'.
  if (legend.test(text) || lone.test(text)) return `\\${text}`
  // A plus or minus before a number is a sign: '+ 24 V'. A list of numbers with dashes is a list.
  const isMinus = minus.test(text) && (isSigned || belowZero.test(text) || plus.test(after.trimStart()))
  if (isMinus || /^\+[ \t]+\d/.test(text)) return `\\${text}`
  // Below a quote '> 5 mm' goes on with it, while '>=3 bar' has no other meaning.
  if ((!isQuote || text.startsWith('>=')) && atLeast.test(text)) return `\\${text}`
  if (/^(?:`{3}|~{3})/.test(text)) return text.replace(/^[`~]+/, (run) => `\\${[...run].join('\\')}`)
  if (numberSign.test(text)) return `${text.trimEnd().slice(0, -1)}\\#`
  // An operation 010 is not 10.
  if (/^0\d{1,8}[.)][ \t]/.test(text)) return text.replace(/[.)]/, '\\$&')
  const [start = ''] = item.exec(text) ?? []
  const rest = text.slice(start.length)
  // Behind the mark of an item a sign is one, too: '- > 5 Nm: reject', '1. + 24 V'.
  const isSign = start !== '' && (atLeast.test(rest) || lone.test(rest) || /^[+-][ \t]+\d/.test(rest))
  return (
    start.replace(/^(\S+)[ \t]+/, '$1 ') +
    (isSign ? `\\${rest}` : rest.replace(tightHeading, '$1 ').replace(looseBold, '**$1**'))
  )
}

type Fences = { '`': number; '~': number }
const none: Fences = { '`': 0, '~': 0 }

/** For each line, the longest fences that close code on a later line. Code without an end would swallow the rest of the SOP. */
function closingFences(lines: string[]): Fences[] {
  const fences: Fences[] = []
  let later = none
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    fences[index] = later
    const run = /^[ \t]*(`{3,}|~{3,})[ \t]*$/.exec(lines[index] ?? '')?.[1]
    const sign = run?.startsWith('`') ? '`' : '~'
    if (run) later = { ...later, [sign]: Math.max(later[sign], run.length) }
  }
  return fences
}

/** The fence that a line opens, also behind the mark of an item; '' if it opens none, or one that nothing closes. */
function openingFence(text: string, closing: Fences): string {
  const run = fence.exec(text.replace(item, ''))?.[1] ?? ''
  return run && closing[run.startsWith('`') ? '`' : '~'] >= run.length ? run : ''
}

/** The blanks before a line, as people type or copy them; a tab reaches to the next multiple of four. */
function widthOf(line: string): number {
  let width = 0
  for (const sign of line) {
    if (sign === ' ' || sign === '\u00a0') width += 1
    else if (sign === '\t') width += 4 - (width % 4)
    else return width
  }
  return width
}
