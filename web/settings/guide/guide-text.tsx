import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import styles from '../../shared/markdown/markdown.module.css'
import FormattedMarkdown from '../../shared/markdown/markdown.tsx'
import { at } from '../../shared/page/at.ts'
import { anchorOf } from './contents.ts'
import classes from './guide.module.css'
import { GuidePicture } from './guide-picture.tsx'

/** A text of the guide: its links lead to other pages, screens and headings, and its pictures are ours. */
export function GuideText({ text }: { text: string }) {
  const { hash } = useLocation()
  useEffect(() => {
    const target = hash ? document.getElementById(hash) : document.getElementById('main')
    target?.scrollIntoView({ block: 'start' })
    if (hash) target?.focus()
  }, [hash])
  return (
    <div className={`text-md break-words ${styles.text} ${classes.text}`}>
      <FormattedMarkdown text={text} own={own} />
    </div>
  )
}

const own = {
  addressOf: (address: string) => address, // the texts are part of the product
  components: {
    h2: ({ children }: { children?: ReactNode }) => (
      <h2 id={anchorOf(wordsIn(children))} tabIndex={-1}>
        <a href={`#${anchorOf(wordsIn(children))}`}>{children}</a>
      </h2>
    ),
    h3: ({ children }: { children?: ReactNode }) => <h3>{children}</h3>,
    a: ({ href = '', children }: { href?: string; children?: ReactNode }) => (
      <GuideLink to={href}>{children}</GuideLink>
    ),
    img: ({ src, alt }: { src?: unknown; alt?: string }) => <GuidePicture name={String(src)} alt={alt ?? ''} />,
  },
}

/** A link to a page (with its ending .md, perhaps with a heading), to a screen, to a heading, or to an address outside. */
function GuideLink({ to, children }: { to: string; children: ReactNode }) {
  const [, slug, anchor] = /^([\w-]+)\.md(?:#([\w-]+))?$/.exec(to) ?? []
  if (slug)
    return (
      <Link {...at(`/guide/${slug}`)} {...(anchor && { hash: anchor })}>
        {children}
      </Link>
    )
  const [path = '', search] = to.split('?')
  if (to.startsWith('/') && !to.startsWith('/api/'))
    return <Link {...at(path, Object.fromEntries(new URLSearchParams(search)))}>{children}</Link>
  return (
    <a href={to} {...(!to.startsWith('#') && { target: '_blank', rel: 'noopener noreferrer' })}>
      {children}
    </a>
  )
}

function wordsIn(node: ReactNode): string {
  if (Array.isArray(node)) return node.map(wordsIn).join('')
  if (node && typeof node === 'object' && 'props' in node)
    return wordsIn((node.props as { children?: ReactNode }).children)
  return typeof node === 'string' || typeof node === 'number' ? String(node) : ''
}
