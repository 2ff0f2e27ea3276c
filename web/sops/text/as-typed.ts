/** A node of the syntax tree of Markdown (mdast), as far as it is used here. */
export type Node = {
  type: string
  value?: string
  url?: string
  depth?: number
  lang?: string | null
  meta?: string | null
  ordered?: boolean | null
  children?: Node[]
  position?: { start: { line: number; offset: number }; end: { line: number; offset: number } }
  data?: { hName?: string; hProperties?: Record<string, string | number> }
}

type Settings = {
  line: number
  asTyped?: string | undefined
  placeholder: string
  isShown: (address: string) => boolean
}

/**
 * Keeps what Markdown would drop: line breaks, the numbers of lists, links that lead nowhere, rows without a head. Counts lines from the beginning of the SOP. A plugin of remark.
 */
export const asTyped = (settings: Settings) => () => (tree: Node, file: { toString: () => string }) => {
  const source = file.toString()
  change(tree, { ...settings, sourceOf: (node: Node) => sliceOf(source, node) })
}

type Context = Settings & { sourceOf: (node: Node) => string }

function change(node: Node, context: Context) {
  if (node.type === 'list' && node.ordered) numberItems(node, context)
  if (node.children) {
    for (const child of node.children) change(child, context)
    node.children = node.children.flatMap((child) => kept(child, context))
  }
  // A table that goes on in another piece has its head again, before the first line of its piece.
  if (node.position) node.position.start.line += context.line
}

/** What stands for a node, whose children have been changed. */
function kept(node: Node, context: Context): Node[] {
  switch (node.type) {
    case 'text':
      return textLines(node.value === context.placeholder ? (context.asTyped ?? '') : (node.value ?? ''))
    case 'link':
      return context.isShown(node.url ?? '') ? [node] : unlinked(node, context.sourceOf(node))
    case 'code':
      return [...titleOf(node), node]
    case 'heading':
      return underlined(node, context.sourceOf(node))
    case 'paragraph':
      return withTables(node, context.sourceOf(node))
    default:
      return [node]
  }
}

/** The words behind the opening fence of code, unless they are the name of a language. */
function titleOf({ lang, meta, position }: Node): Node[] {
  const title = [lang, meta].filter(Boolean).join(' ')
  if (/^[a-z0-9+#-]*$/.test(title)) return []
  return [{ type: 'paragraph', children: [{ type: 'text', value: title }], ...(position && { position }) }]
}

const sliceOf = (source: string, { position }: Node) => source.slice(position?.start.offset, position?.end.offset)

/** The lines of a text, with the breaks between them. */
const textLines = (text: string): Node[] =>
  text.split('\n').flatMap((value, index): Node[] => [...(index > 0 ? [{ type: 'break' }] : []), ...withNotes(value)])

/** A line with the calls of its notes, '[^1]', as raised figures. The note stands where its author put it: '[^1]: dry'. */
const withNotes = (line: string): Node[] =>
  line.split(/\[\^([^[\]\s]{1,20})\]:?/).flatMap((value, index): Node[] => {
    if (!value) return []
    const text = { type: 'text', value }
    return [index % 2 === 0 ? text : { type: 'note', children: [text], data: { hName: 'sup' } }]
  })

/** '[M8](2x)' is no link, and the address of '[plan](http://plans)' is not lost. */
function unlinked({ children = [], url = '' }: Node, source: string): Node[] {
  if (!source.startsWith('[')) return children
  return url.includes(':') ? [...children, { type: 'text', value: ` (${url})` }] : textLines(source)
}

/** 10., 20., 30. stay what they are. A list in which each item is 1. is counted. */
function numberItems({ children = [] }: Node, { sourceOf }: Context) {
  const numbers = children.map((item) => Number(/^\d+/.exec(sourceOf(item))?.[0] ?? 1))
  let last = -1
  for (const [index, item] of children.entries()) {
    const typed = numbers[index] ?? 1
    last = typed < 2 && numbers[index - 1] === typed ? last + 1 : typed
    item.data = { ...item.data, hProperties: { value: last } }
  }
}

/** A line of dashes below several lines is a rule, and makes no heading of them all. */
function underlined(heading: Node, source: string): Node[] {
  const { children = [], position } = heading
  const isRule = children.some(({ type }) => type === 'break') && /\n[ \t>]*(?:-+|=+)[ \t]*$/.test(source)
  if (!isRule) return [heading]
  const above: Node = { type: 'paragraph', children, ...(position && { position }) }
  return [above, { type: 'thematicBreak' }]
}

/** The paragraph, with a table for two or more rows of cells between | signs or tabs without the dashes that Markdown wants. */
function withTables(paragraph: Node, source: string): Node[] {
  if (!/[|\t]/.test(source)) return [paragraph]
  const rows = source.split('\n')
  const isList = rows.every((line) => signOf(line) !== '\t1' || listMark.test(line))
  const signs = rows.map((line) => (isList && listMark.test(line) ? '' : signOf(line)))
  const lines = linesOf(paragraph)
  if (lines.length !== signs.length) return [paragraph]
  const found: Node[] = []
  for (let start = 0, end = 0; start < lines.length; start = end) {
    const sign = signs[start] ?? ''
    for (end = start + 1; end < lines.length && signs[end] === sign; ) end += 1
    const part = lines.slice(start, end)
    if (sign && part.length > 1)
      found.push({ type: 'table', children: part.map((line) => rowOf(line, sign.charAt(0))) })
    else if (found.at(-1)?.type === 'paragraph') found.at(-1)?.children?.push({ type: 'break' }, ...joined(part))
    else found.push({ type: 'paragraph', children: joined(part) })
  }
  return found
}

/** What divides the cells of a line, and how often; '' if nothing does. */
function signOf(line: string): string {
  const text = line.trim()
  if (/^\|.*\|$/.test(text) && text.length > 2) return '|'
  // The blanks of an empty cell are no-break blanks.
  const tabs = line.replace(/^[ \t]+/, '').split('\t').length - 1
  return tabs > 0 ? `\t${tabs}` : ''
}

/** Word copies the sign of a list before a tab: '•\tGloves', 'a.\tOpen'. */
const listMark = /^[ \t]*(?:[•·▪◦‣●○■□§✓➢–—*-]|o|[a-z][.)]|[ivx]{1,5}[.)])\t[^\t]*$/

/** What stands on each line of a paragraph. */
function linesOf({ children = [] }: Node): Node[][] {
  const lines: Node[][] = [[]]
  for (const child of children) {
    if (child.type === 'break') lines.push([])
    else lines.at(-1)?.push(child)
  }
  return lines
}

const joined = (lines: Node[][]): Node[] =>
  lines.flatMap((line, index): Node[] => (index > 0 ? [{ type: 'break' }, ...line] : line))

/** A row whose cells are divided at a sign. */
function rowOf(line: Node[], sign: string): Node {
  const cells: Node[][] = [[]]
  for (const child of line) {
    if (child.type !== 'text') cells.at(-1)?.push(child)
    else
      for (const [index, value] of (child.value ?? '').split(sign).entries()) {
        if (index > 0) cells.push([])
        if (value.trim()) cells.at(-1)?.push({ type: 'text', value })
      }
  }
  const inner = sign === '|' ? cells.slice(1, -1) : cells
  return {
    type: 'tableRow',
    children: inner.map((children) => ({ type: 'tableCell', children, data: { hName: 'td' } })),
  }
}
