type Open = { list: HTMLElement; level: number; next: number }

/** Word copies the items of a list as paragraphs that begin with their sign: they become lists. */
export function makeWordLists(body: HTMLElement): void {
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
