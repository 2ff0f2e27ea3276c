/**
 * The plain text that another program copies, with the Markdown for what it shows otherwise: crossed out (a step that does not count any more must not
 * come back as one that does), raised or lowered (10³ must not become 103), bold, and headings.
 * @param html the same text as the clipboard has it beside the plain one
 */
export function withMarks(plain: string, html: string): string {
  if (!/<(?:s|strike|del|su[bp]|b|strong|h[1-6])[\s>]|style=|heading|mso/i.test(html)) return plain
  const runs = joinRuns(runsOf(html, plain), plain)
  let [marked, from] = ['', 0]
  for (const run of runs) {
    marked += plain.slice(from, run.start) + textOf(run, plain)
    from = run.end
  }
  return marked + plain.slice(from)
}

/** A stretch of the plain text that looks the same. `heading`: its level where a heading begins, else 0. */
type Run = { start: number; end: number; text: string; isStruck: boolean; isBold: boolean; heading: number }

function runsOf(html: string, plain: string): Run[] {
  const page = new DOMParser().parseFromString(html, 'text/html')
  const texts = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT)
  const runs: Run[] = []
  let from = 0
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement
    const found = placeOf(texts.currentNode.nodeValue ?? '', plain, from)
    if (!element || !found) continue
    const text = plain.slice(found.start, found.end)
    const shift = shiftOf(element)
    // A short exponent may stand somewhere below too.
    if (shift && plain.slice(from, found.start).trim() !== '') continue
    const level = headingOf(element)
    runs.push({
      ...found,
      text: shift ? shifted(text, shift) : text,
      isStruck: element.closest('s, strike, del, [style*="line-through"]') !== null,
      isBold: level === 0 && isBold(element),
      heading: beginsLine(plain, found.start) ? level : 0,
    })
    from = found.end
  }
  return runs
}

/** Neighbours on one line that look the same are one: '**10³**', not '**10****³**'. */
function joinRuns(runs: Run[], plain: string): Run[] {
  const joined: Run[] = []
  for (const run of runs) {
    const last = joined.at(-1)
    const between = plain.slice(last?.end, run.start)
    const isSame = last?.isStruck === run.isStruck && last.isBold === run.isBold && run.heading === 0
    if (last && isSame && !/[^ \u00a0]/.test(between))
      joined.splice(-1, 1, { ...last, end: run.end, text: last.text + between + run.text })
    else joined.push(run)
  }
  return joined
}

function textOf({ start, end, text, isStruck, isBold, heading }: Run, plain: string): string {
  const struck = isStruck ? enclose(text, '~~') : text
  // Signs between a word and its punctuation stay signs, and '**P*2**' ends too early.
  const isClear = /(?:^|[^\p{L}\p{N}])$/u.test(plain.slice(0, start)) && /^(?:$|[^\p{L}\p{N}])/u.test(plain.slice(end))
  const bold = isBold && isClear && !text.includes('*') ? enclose(struck, '**') : struck
  return heading ? `${'#'.repeat(heading)} ${bold}` : bold
}

/** The signs stand close to the words of a line, behind the mark of a list. */
const enclose = (text: string, sign: string): string =>
  text
    .split('\n')
    .map((line) => {
      const words = line.trim()
      const mark = /^(?:\d{1,4}[.)]|[-•])[ \t]{1,4}/.exec(words)?.[0] ?? ''
      return words === '' ? line : line.replace(words, () => `${mark}${sign}${words.slice(mark.length).trim()}${sign}`)
    })
    .join('\n')

const beginsLine = (plain: string, at: number) => /(?:^|\n)[ \t]*$/.test(plain.slice(0, at))

/** The level of the heading that holds an element; 0 for other text, and in cells of tables. */
function headingOf(element: Element): number {
  const found = element.closest(
    'h1, h2, h3, h4, h5, h6, [role="heading"], [class*="Heading"], [class*="MsoTitle"], td, th',
  )
  if (!found || found.matches('td, th')) return 0
  const name = `${found.tagName} ${found.getAttribute('aria-level') ?? ''} ${found.className}`
  return Number(/(?:^H|Heading ?| )([1-6])\b/.exec(name)?.[1] ?? 1)
}

/** The nearest element that decides. Google Docs encloses everything in <b style="font-weight:normal">. */
function isBold(element: Element): boolean {
  const decides = element.closest<HTMLElement>('b, strong, [style*="font-weight"]')
  const weight = decides?.style.fontWeight
  return weight ? weight === 'bold' || Number(weight) >= 600 : decides?.matches('b, strong') === true
}

function shiftOf(element: Element): '^' | '_' | null {
  const found = element.closest<HTMLElement>('sup, sub, [style*="vertical-align"]')
  if (!found) return null
  const align = found.style.verticalAlign || found.tagName.toLowerCase()
  if (align.startsWith('sup')) return '^'
  return align.startsWith('sub') ? '_' : null
}

/** '³' for a raised '3', '^3a' where a character has no raised form. '1st' and 'TM' stay as they are. */
function shifted(text: string, shift: '^' | '_'): string {
  const forms = shift === '^' ? raised : lowered
  const characters = [...text]
  if (characters.every((character) => forms.has(character)))
    return characters.map((character) => forms.get(character)).join('')
  if (shift === '^' && /^(?:st|nd|rd|th|tm|[^\p{L}\p{N}]*)$/iu.test(text.trim())) return text
  return shift + (/^[\p{L}\p{N}]+$/u.test(text) ? text : `(${text})`)
}

const formsOf = (plain: string, shifted: string) =>
  new Map([...plain].map((character, at) => [character, [...shifted][at]]))
const raised = formsOf('0123456789+-−–=()n', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻⁼⁽⁾ⁿ')
const lowered = formsOf('0123456789+-−–=()aeoxhklmnpst', '₀₁₂₃₄₅₆₇₈₉₊₋₋₋₌₍₎ₐₑₒₓₕₖₗₘₙₚₛₜ')

/** Where the words of a text stand in the plain text, whatever blanks are between them. */
function placeOf(text: string, plain: string, from: number): { start: number; end: number } | null {
  let [start, end] = [-1, from]
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const at = plain.indexOf(word, end)
    if (at < 0 || (start >= 0 && plain.slice(end, at).trim() !== '')) return null
    if (start < 0) start = at
    end = at + word.length
  }
  return start < 0 ? null : { start, end }
}
