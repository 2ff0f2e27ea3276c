import { fromDom } from 'hast-util-from-dom'
import { toMdast } from 'hast-util-to-mdast'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { type Handle, type Options, toMarkdown } from 'mdast-util-to-markdown'
import { tidyPage } from './pasted-page.ts'

/**
 * The Markdown of what another program copies as HTML: tables, lists, headings, links and what it prints bold, crossed out, raised or lowered.
 * @returns undefined for HTML that says no more than the plain text
 */
export function markdownOf(html: string): string | undefined {
  const page = new DOMParser().parseFromString(html, 'text/html')
  // What an editor of code copies is the text itself.
  if (page.body.matches(':has(> :only-child:is(pre, [style*="white-space: pre;"]))')) return undefined
  if (!tidyPage(page)) return undefined
  const tree = toMdast(fromDom(page.body), { nodeHandlers: { comment: () => undefined } })
  return toMarkdown(tree, options).trim()
}

/** A mark beside a letter is no mark for readers: '(a)' printed bold in 'Pin(a)' stays as it is, and so does 'P*2*a', where the mark would end too early. */
const enclose =
  (sign: string): Handle =>
  (node, _, state, info) => {
    const words = state.containerPhrasing(node, info)
    const mark = listMark.exec(words)?.[0] ?? ''
    const text = words.slice(mark.length)
    const isLetter = sign === '_' ? /[\p{L}\p{N}]/u : /[\p{L}\p{N}](?=[^\p{L}\p{N}])/u
    const isInWord = isLetter.test(info.before + text.charAt(0)) && isWord(info.before)
    const isBeforeWord = isLetter.test(info.after + text.slice(-1)) && isWord(info.after)
    const isSign = sign !== '~~' && (isInWord || isBeforeWord || textOf(node).includes(sign.charAt(0)))
    return isSign ? words : mark + sign + text + sign
  }

const listMark = /^(?:\d{1,4}[.)]|[-•]) /
const isWord = (sign: string) => /[\p{L}\p{N}]/u.test(sign)

/** The text, with a backslash before what readers would take for a mark. Signs within words and between blanks are none for them. */
const text: Handle = (node, _, state, info) => {
  const isInCell = state.stack.includes('tableCell')
  const escaped = String(node.value)
    .replace(
      /(?<![\p{L}\p{N})\]\\*_`])([*_`]{1,3})(?=[^\s*_`])|(?<=[^\s\\*_`])([*_`]{1,3})(?![\p{L}\p{N}([*_`])/gu,
      (signs) => signs.replace(/./g, '\\$&'),
    )
    .replace(/~~|\[(?=[^[\]]*\]\()|&(?=#?\w+;)/g, '\\$&')
  const safe = isInCell ? escaped.replaceAll('|', '\\|') : escaped
  return info.before === '\n' && !isInCell ? safe.replace(/^(?:#{1,6} |>|[-+](?= ?\d)|[-=]{3}|~{3})/, '\\$&') : safe
}

/** A cell is one line: what stood on several is divided by '; ', unless the words go on. */
const lineBreak: Handle = (node, parent, state) => {
  if (!state.stack.includes('tableCell')) return '\n'
  const siblings = parent?.children ?? []
  const at = siblings.indexOf(node)
  const before = siblings.slice(0, at).map(textOf).join('').trim()
  const after = siblings
    .slice(at + 1)
    .map(textOf)
    .join('')
    .trim()
  if (!before || !after || siblings[at + 1]?.type === 'break') return ''
  return /[.,:;!?]$/.test(before) || /^[(\p{Ll}]/u.test(after) ? ' ' : '; '
}

type Nodes = Parameters<typeof toMarkdown>[0]

const textOf = (node: Nodes): string =>
  'children' in node ? node.children.map(textOf).join('') : 'value' in node ? node.value : ''

const options: Options = {
  extensions: [gfmToMarkdown({ tablePipeAlign: false })],
  handlers: { text, break: lineBreak, strong: enclose('**'), emphasis: enclose('_'), delete: enclose('~~') },
  // Words right below a list would belong to its last item.
  join: [
    (left, _right, parent) =>
      left.type === 'list' ? 1 : parent.type === 'list' || parent.type === 'listItem' ? 0 : undefined,
  ],
  bullet: '-',
  rule: '-',
  resourceLink: true,
  listItemIndent: 'one',
}
