import type { Node } from './as-typed.ts'

const begins = /^\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\][ \t]*\n?/i

/** Marks the quotes that begin with [!NOTE], [!WARNING] and so on, as GitHub writes them. A plugin of remark. */
export const callouts = () => (tree: Node) => {
  for (const quote of tree.children ?? []) {
    const first = quote.type === 'blockquote' ? quote.children?.[0]?.children?.[0] : undefined
    const [marker, kind] = begins.exec(first?.type === 'text' ? (first.value ?? '') : '') ?? []
    if (!first || !marker || !kind) continue
    first.value = first.value?.slice(marker.length) ?? ''
    quote.data = { hProperties: { 'data-callout': kind.toLowerCase() } }
  }
}
