/** A name that leads a row, a card or a panel has at least this width. px */
const leastName = 160
/** Text must not be cut beside as much free space as this. px */
const freeSpace = 80

const labelOf = (element: Element) => (element.textContent ?? '').trim().slice(0, 40)
const isDrawn = (element: Element) => element.checkVisibility() && element.getBoundingClientRect().width > 1
const within = (element: Element) => [element, ...element.querySelectorAll('*')]

function clips(element: Element) {
  const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(element)
  if (overflowX !== 'hidden' && overflowX !== 'clip') return false
  return textOverflow === 'ellipsis' || webkitLineClamp !== 'none'
}

/** Sizes first: asking for the style of every element takes a hundred times as long. */
const isCut = (element: Element) =>
  (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 2) && clips(element)

/** Where the text of an element is drawn. */
function inkOf(element: Element): DOMRect[] {
  const range = document.createRange()
  range.selectNodeContents(element)
  return [...range.getClientRects()].filter(({ width }) => width > 1)
}

function inkWidth(element: Element) {
  const ink = inkOf(element)
  return ink.length === 0 ? 0 : Math.max(...ink.map((r) => r.right)) - Math.min(...ink.map((r) => r.left))
}

/**
 * The texts on the screen that are cut although they need not be: names that lead a row, a card or a panel and have less than 10rem, and
 * any text that is cut beside free space. Waits for the frame in which columns have been laid out after a change of size.
 */
export async function cutTexts(main: Element = document.body): Promise<string[]> {
  await new Promise((done) => requestAnimationFrame(() => setTimeout(() => setTimeout(done))))
  const tables = [...main.querySelectorAll('table')].flatMap(cutInTable)
  const rows = [...main.querySelectorAll('li, header, dl > div')].flatMap(cutInRow)
  return [...new Set([...cutNames(main), ...tables, ...rows])]
}

function cutNames(main: Element): string[] {
  return [...main.querySelectorAll('[data-lead], h1, h2, h3')]
    .filter((name) => isDrawn(name) && !name.closest('thead'))
    .filter((name) => within(name).some(isCut) && name.getBoundingClientRect().width < leastName)
    .map((name) => `name '${labelOf(name)}' has ${Math.round(name.getBoundingClientRect().width)} px`)
}

function cutInTable(table: HTMLTableElement): string[] {
  const rows = [...table.querySelectorAll('tr')]
    .filter((row) => isDrawn(row) && !row.matches('[data-skeleton]'))
    .slice(0, 16)
  if (rows.some((row) => getComputedStyle(row).display === 'flex')) return []
  const spare: number[] = []
  const cut = new Map<number, string>()
  for (const row of rows)
    for (const [column, cell] of [...row.children].entries()) {
      const isOpenRow = row.children.length < (spare.length || 1)
      if (isOpenRow) continue
      const { paddingLeft, paddingRight } = getComputedStyle(cell)
      const width = cell.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
      spare[column] = Math.min(spare[column] ?? Number.POSITIVE_INFINITY, width - inkWidth(cell))
      if (within(cell).some(isCut)) cut.set(column, labelOf(cell))
    }
  const free = spare.reduce((sum, each, column) => (cut.has(column) ? sum : sum + Math.max(each, 0)), 0)
  return free > freeSpace ? [...cut.values()].map((text) => `'${text}' is cut beside ${Math.round(free)} px`) : []
}

function cutInRow(row: Element): string[] {
  if (!isDrawn(row) || row.closest('table') || row.querySelector('li, table')) return []
  return within(row)
    .filter(isCut)
    .map((text) => ({ text, gap: widestGap(row, text) }))
    .filter(({ gap }) => gap > freeSpace)
    .map(({ text, gap }) => `'${labelOf(text)}' is cut beside ${Math.round(gap)} px`)
}

/** The widest space without ink in a row, at the height of one of its texts. */
function widestGap(row: Element, text: Element) {
  const { top, bottom } = text.getBoundingClientRect()
  const middle = (top + bottom) / 2
  const { left, right } = row.getBoundingClientRect()
  const beside = inkOf(row).filter((ink) => ink.top < middle && ink.bottom > middle)
  let [at, gap] = [left, 0]
  for (const ink of beside.toSorted((a, b) => a.left - b.left)) {
    gap = Math.max(gap, ink.left - at)
    at = Math.max(at, ink.right)
  }
  return Math.max(gap, right - at)
}
