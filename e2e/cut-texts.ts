import type { Locator } from '@playwright/test'

type Rect = { left: number; right: number; top: number; bottom: number; width: number; height: number }

/** What the measuring needs of an element; journeys are checked without the types of a browser. */
type Box = {
  tagName: string
  textContent: string | null
  children: Iterable<Box>
  scrollWidth: number
  clientWidth: number
  scrollHeight: number
  clientHeight: number
  getBoundingClientRect: () => Rect
  querySelectorAll: (selector: string) => Iterable<Box>
  querySelector: (selector: string) => Box | null
  closest: (selector: string) => Box | null
  matches: (selector: string) => boolean
  checkVisibility: () => boolean
  ownerDocument: {
    createRange: () => { selectNodeContents: (box: Box) => void; getClientRects: () => Iterable<Rect> }
    defaultView: {
      getComputedStyle: (box: Box) => Record<string, string>
      requestAnimationFrame: (act: () => void) => void
    }
  }
}

/**
 * The texts on the screen that are cut although they need not be: names that lead a row, a card or a panel and have less than 10rem, and
 * any text that is cut beside free space.
 */
export const cutTexts = (main: Locator): Promise<string[]> => main.evaluate(findCutTexts)

/** Runs in the browser, so it stands alone. Waits for the frame in which columns have been laid out after a change of size. Widths in px. */
async function findCutTexts(main: Box): Promise<string[]> {
  await new Promise((done) =>
    main.ownerDocument.defaultView.requestAnimationFrame(() => setTimeout(() => setTimeout(done))),
  )
  const leastName = 160
  const freeSpace = 64
  const named = (box: Box) => (box.textContent ?? '').trim().slice(0, 40)
  const style = (box: Box) => box.ownerDocument.defaultView.getComputedStyle(box)
  const isDrawn = (box: Box) => box.checkVisibility() && box.getBoundingClientRect().width > 1
  const clips = (box: Box) => {
    const { overflowX = '', textOverflow = '', webkitLineClamp = 'none' } = style(box)
    if (overflowX !== 'hidden' && overflowX !== 'clip') return false
    return textOverflow === 'ellipsis' || webkitLineClamp !== 'none'
  }
  // Sizes first: asking for the style of every element takes a hundred times as long.
  const isCut = (box: Box) =>
    (box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 2) && clips(box)
  const within = (box: Box) => [box, ...box.querySelectorAll('*')]
  const inkOf = (box: Box): Rect[] => {
    const range = box.ownerDocument.createRange()
    range.selectNodeContents(box)
    return [...range.getClientRects()].filter(({ width }) => width > 1)
  }
  const inkWidth = (box: Box) => {
    const ink = inkOf(box)
    return ink.length === 0 ? 0 : Math.max(...ink.map((r) => r.right)) - Math.min(...ink.map((r) => r.left))
  }
  const faults: string[] = []

  for (const name of main.querySelectorAll('[data-lead], h1, h2, h3')) {
    if (!isDrawn(name) || name.closest('thead')) continue
    if (within(name).some(isCut) && name.getBoundingClientRect().width < leastName)
      faults.push(`name '${named(name)}' has ${Math.round(name.getBoundingClientRect().width)} px`)
  }

  for (const table of main.querySelectorAll('table')) {
    const rows = [...table.querySelectorAll('tr')]
      .filter((row) => isDrawn(row) && !row.matches('[data-skeleton]'))
      .slice(0, 16)
    if (rows.some((row) => style(row)['display'] === 'flex')) continue
    const spare: number[] = []
    const cut = new Map<number, string>()
    for (const row of rows)
      for (const [column, cell] of [...row.children].entries()) {
        const isOpenRow = [...row.children].length < (spare.length || 1)
        if (isOpenRow) continue
        const { paddingLeft = '0', paddingRight = '0' } = style(cell)
        const room = cell.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
        spare[column] = Math.min(spare[column] ?? Number.POSITIVE_INFINITY, room - inkWidth(cell))
        if (within(cell).some(isCut)) cut.set(column, named(cell))
      }
    const free = spare.reduce((sum, each, column) => (cut.has(column) ? sum : sum + Math.max(each, 0)), 0)
    if (free > freeSpace) for (const text of cut.values()) faults.push(`'${text}' is cut beside ${Math.round(free)} px`)
  }

  for (const row of main.querySelectorAll('li, header, dl > div')) {
    if (!isDrawn(row) || row.closest('table') || row.querySelector('li, table')) continue
    for (const text of within(row).filter(isCut)) {
      const { top, bottom } = text.getBoundingClientRect()
      const middle = (top + bottom) / 2
      const { left, right } = row.getBoundingClientRect()
      const beside = [...inkOf(row)]
        .filter((ink) => ink.top < middle && ink.bottom > middle)
        .sort((a, b) => a.left - b.left)
      let [at, gap] = [left, 0]
      for (const ink of beside) {
        gap = Math.max(gap, ink.left - at)
        at = Math.max(at, ink.right)
      }
      gap = Math.max(gap, right - at)
      if (gap > freeSpace + 16) faults.push(`'${named(text)}' is cut beside ${Math.round(gap)} px`)
    }
  }
  return [...new Set(faults)]
}
