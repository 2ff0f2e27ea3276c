/**
 * The plain text that another program copies, with what it shows crossed out between the signs that Markdown has for it: a step that does not count any
 * more must not come back as one that does.
 * @param html the same text as the clipboard has it beside the plain one
 */
export function withStruck(plain: string, html: string): string {
  if (!/<(?:s|strike|del)[\s>]|line-through/i.test(html)) return plain
  const page = new DOMParser().parseFromString(html, 'text/html')
  const texts = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT)
  let [marked, from] = ['', 0]
  while (texts.nextNode()) {
    const node = texts.currentNode
    const found = placeOf(node.nodeValue ?? '', plain, from)
    if (!found) continue
    const text = plain.slice(found.start, found.end)
    marked += plain.slice(from, found.start) + (isStruck(node) ? text.split('\n').map(struck).join('\n') : text)
    from = found.end
  }
  return marked + plain.slice(from)
}

const isStruck = (node: Node) => node.parentElement?.closest('s, strike, del, [style*="line-through"]') != null

/** The signs stand close to the words of a line. */
function struck(line: string): string {
  const words = line.trim()
  return words === '' ? line : line.replace(words, () => `~~${words}~~`)
}

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
