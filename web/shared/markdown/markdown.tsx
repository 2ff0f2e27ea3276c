import Markdown, { type Components, defaultUrlTransform, type Options } from 'react-markdown'
import remarkGfm from 'remark-gfm'

type Node = { type: string; value?: string; children?: Node[]; align?: unknown[] }

/** By itself, Markdown drops the cells of a row beyond the head: they stay in the last cell, as typed. A plugin of remark. */
const wholeRows = () => (tree: Node) => {
  for (const row of tree.children ?? []) {
    wholeRows()(row)
    if (!tree.align) continue
    const beyond = row.children?.splice(tree.align.length) ?? []
    const shown = beyond.flatMap(({ children = [] }) => [{ type: 'text', value: ' | ' }, ...children])
    row.children?.at(-1)?.children?.push(...shown)
  }
}

// A single ~ is a range: '8~10 Nm'.
const plugins: NonNullable<Options['remarkPlugins']> = [[remarkGfm, { singleTilde: false }], wholeRows]

/** Safe addresses; a link to any other address is shown as text (T61). */
export const safeAddress = (address: string): string =>
  /^(https:\/\/|mailto:)/i.test(address) ? defaultUrlTransform(address) : ''

// The headings of a text rank below those of the screen. Only the alt text of pictures is shown: a picture would tell other hosts who reads.
const components: Components = {
  h1: ({ children }) => <h3 data-level="1">{children}</h3>,
  h2: ({ children }) => <h4 data-level="2">{children}</h4>,
  h3: ({ children }) => <h5 data-level="3">{children}</h5>,
  h4: ({ children }) => <h6 data-level="4">{children}</h6>,
  h5: ({ children }) => <h6 data-level="4">{children}</h6>,
  a: ({ href, children }) =>
    href ? (
      <a href={href} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    ) : (
      <span>{children}</span>
    ),
  img: ({ alt }) => <em>{alt || 'Picture'}</em>,
  input: ({ checked }) => (
    <input type="checkbox" checked={checked ?? false} readOnly disabled data-point aria-label="Step" />
  ),
  // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, so they must be reachable by keyboard
  pre: ({ children }) => <pre tabIndex={0}>{children}</pre>,
  table: ({ children }) => (
    // The box scrolls on a phone, so it must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section data-table aria-label="Table" tabIndex={0}>
      <table>{children}</table>
    </section>
  ),
}

type Own = {
  components: Components
  addressOf: (address: string) => string
  plugins?: NonNullable<Options['remarkPlugins']>
}

type FormattedMarkdownProps = {
  text: string
  /** How to show some elements, the addresses they may lead to, and additions to the syntax. */
  own?: Own
}

/** Formatted Markdown. HTML in it is shown as text: there is no plugin that would parse it. */
export default function FormattedMarkdown({ text, own }: FormattedMarkdownProps) {
  return (
    <Markdown
      remarkPlugins={own?.plugins ? [...plugins, ...own.plugins] : plugins}
      urlTransform={own?.addressOf ?? safeAddress}
      components={own ? { ...components, ...own.components } : components}
    >
      {text}
    </Markdown>
  )
}
