import { insideOf } from '../text/addresses.ts'
import { markStyles } from './pasted-styles.ts'

/**
 * Brings a page that Word, Excel, Google Docs or a mail program has copied into plain HTML: a style becomes the element that it stands for.
 * @returns whether the page says more than its text
 */
export function tidyPage({ body }: Document): boolean {
  for (const table of body.querySelectorAll('table')) repeatTallCells(table)
  for (const hidden of body.querySelectorAll('style, script, meta, link, title, [style*="display:none"]'))
    hidden.remove()
  makeWordLists(body)
  for (const list of body.querySelectorAll(':is(ul, ol) > :is(ul, ol)')) list.previousElementSibling?.append(list)
  for (const item of body.querySelectorAll('li[role="checkbox"]')) addBox(item)
  for (const item of body.querySelectorAll<HTMLLIElement>('ol > li[value]')) keepNumber(item)
  for (const picture of body.querySelectorAll('img')) picture.replaceWith(noteOf(picture))
  for (const link of body.querySelectorAll('a')) tidyLink(link)
  const isShifted = markStyles(body)
  for (const heading of body.querySelectorAll(headings)) tidyHeading(heading)
  for (const table of body.querySelectorAll('table')) tidyTable(table)
  return isShifted || body.querySelector(structure) !== null
}

const headings = 'h1, h2, h3, h4, h5, h6, [role="heading"], [class*="Heading"], [class*="MsoTitle"]'
const structure = 'table, ul, ol, h1, h2, h3, h4, h5, h6, strong, em, del, a, pre, code, output'

/** Google Docs shows the box of an item as a picture. */
function addBox(item: Element) {
  item.querySelector('img')?.remove()
  const box = document.createElement('input')
  box.type = 'checkbox'
  box.toggleAttribute('checked', item.getAttribute('aria-checked') === 'true')
  item.prepend(box)
}

/** An item with another number than the next one begins a list of its own. */
function keepNumber(item: HTMLLIElement) {
  const list = item.parentElement
  if (!(list instanceof HTMLOListElement)) return
  const items = [...list.children]
  const at = items.indexOf(item)
  if (item.value === list.start + at) return
  if (at === 0) list.start = item.value
  else {
    const rest = document.createElement('ol')
    rest.start = item.value
    rest.append(...items.slice(at))
    list.after(rest)
  }
}

/** Says where a picture was, because its file is not on the clipboard. */
function noteOf({ alt }: HTMLImageElement): HTMLElement {
  const note = document.createElement('output')
  const name = alt.replace(/\s+/g, ' ').trim().slice(0, 80)
  note.textContent = `[picture${name && ` ${name}`}: add it by Attach]`
  return note
}

function tidyLink(link: HTMLAnchorElement) {
  const address = link.getAttribute('href') ?? ''
  const inside = insideOf(address, window.location.origin)
  link.removeAttribute('title')
  if (inside) link.setAttribute('href', inside)
  else if (!/^(?:https?:\/\/|mailto:)/i.test(address)) link.replaceWith(...link.childNodes)
}

function tidyHeading(heading: Element) {
  if (heading.closest('td, th')) return
  for (const bold of heading.querySelectorAll('strong')) bold.replaceWith(...bold.childNodes)
  const name = `${heading.tagName} ${heading.getAttribute('aria-level') ?? ''} ${heading.className}`
  const plain = document.createElement(`h${/(?:^H|Heading ?| )([1-6])\b/.exec(name)?.[1] ?? 1}`)
  plain.append(...heading.childNodes)
  heading.replaceWith(plain)
}

/** A cell across several rows stands in each of them, also when the first is hidden. */
function repeatTallCells({ rows }: HTMLTableElement) {
  for (const [at, row] of [...rows].entries())
    for (const cell of [...row.cells]) {
      const column = columnOf(cell)
      const below = [...rows].slice(at + 1, at + cell.rowSpan)
      cell.rowSpan = 1
      for (const other of below)
        other.insertBefore(cell.cloneNode(true), [...other.cells].find((next) => columnOf(next) >= column) ?? null)
    }
}

function columnOf(cell: HTMLTableCellElement): number {
  const before = cell.previousElementSibling
  return before instanceof HTMLTableCellElement ? columnOf(before) + before.colSpan : 0
}

/** Markdown has one line a cell, a head above, and no cell across several columns. */
function tidyTable(table: HTMLTableElement) {
  for (const block of table.querySelectorAll('p, div, li, ul, ol, pre, blockquote, h1, h2, h3, h4, h5, h6')) {
    if (!block.closest('td, th')) continue
    const lineBreak = () => document.createElement('br')
    block.replaceWith(lineBreak(), ...block.childNodes, lineBreak())
  }
  for (const cell of table.rows[0]?.cells ?? []) {
    const head = document.createElement('th')
    head.colSpan = cell.colSpan
    head.append(...cell.childNodes)
    cell.replaceWith(head)
  }
}

type Open = { list: HTMLElement; level: number; next: number }

/** Word copies the items of a list as paragraphs that begin with their sign: they become lists. */
function makeWordLists(body: HTMLElement): void {
  let open: Open[] = []
  for (const item of body.querySelectorAll<HTMLElement>('p[style*="mso-list"]')) {
    const sign = item.querySelector('[style*="mso-list:Ignore" i], [style*="mso-list: Ignore" i]')
    const kind = kindOf(sign)
    if (!sign || !kind) continue
    sign.remove()
    const level = Number(/level(\d)/.exec(item.getAttribute('style') ?? '')?.[1] ?? 1)
    if (item.previousElementSibling !== open[0]?.list) open = []
    while ((open.at(-1)?.level ?? 0) > level) open.pop()
    const { list } = listFor(open, { item, level, ...kind })
    const entry = document.createElement('li')
    if (kind.isBox) entry.role = 'checkbox'
    entry.append(...item.childNodes)
    list.append(entry)
    item.remove()
  }
}

type Kind = { tag: 'ul' | 'ol'; number?: number | undefined; isBox?: boolean }

/** Undefined for '1.2': such a number stays in the text. Word draws the boxes of a checklist by letters of Wingdings. */
function kindOf(sign: Element | null): Kind | undefined {
  const text = sign?.textContent.trim() ?? ''
  if (/^[^\p{L}\p{N}]+$|^o$|^[nqv§]$/u.test(text) || isWingdings(sign))
    return { tag: 'ul', isBox: isWingdings(sign) && /^[qo¨]$/.test(text) }
  const [, figures, letters] = /^\(?(?:(\d{1,9})|([a-z]{1,5}))[.)]$/i.exec(text) ?? []
  if (figures) return { tag: 'ol', number: Number(figures) }
  if (!letters) return undefined
  const isLetter = letters.length === 1 && !/[ivx]/i.test(letters)
  return { tag: 'ol', number: isLetter ? letters.toLowerCase().charCodeAt(0) - 96 : undefined }
}

const isWingdings = (sign: Element | null) =>
  sign?.closest('[style*="Wingdings"]') != null || sign?.querySelector('[style*="Wingdings"]') != null

/** The list that goes on with an item, or a new one: behind the others, or within the item above. */
function listFor(open: Open[], { item, level, tag, number }: Kind & { item: Element; level: number }): Open {
  const last = open.at(-1)
  const isSame = last?.level === level && last.list.localName === tag
  if (last && isSame && (tag === 'ul' || (number ?? last.next) === last.next)) {
    last.next += 1
    return last
  }
  if (last?.level === level) open.pop()
  const list = document.createElement(tag)
  if (list instanceof HTMLOListElement) list.start = number ?? 1
  const above = open.at(-1)?.list.lastElementChild
  if (above) above.append(list)
  else item.before(list)
  const opened = { list, level, next: (number ?? 1) + 1 }
  open.push(opened)
  return opened
}
