import { Modal } from '@mantine/core'
import { Link, useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { useDialog } from '../../shared/form/dialog.ts'
import styles from '../../shared/markdown/markdown.module.css'
import FormattedMarkdown from '../../shared/markdown/markdown.tsx'
import { at } from '../../shared/page/at.ts'
import { anchorOf } from './contents.ts'
import classes from './guide.module.css'
import { pictureOf } from './texts.ts'

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

/** A picture of a screen. A press opens it large, because a phone shows a desk too small to read. Back closes it, so it is in the address. */
function GuidePicture({ name, alt }: { name: string; alt: string }) {
  const { picture } = useSearch({ strict: false }) as { picture?: string }
  const navigate = useNavigate()
  const show = () => {
    const search = (before: object) => ({ ...before, picture: name })
    void navigate({ ...at('.', search), hash: true, resetScroll: false })
  }
  return (
    <>
      <button
        type="button"
        className={`block w-full m-0 ${classes.picture}`}
        aria-label={`Show larger: ${alt}`}
        onClick={show}
      >
        <img src={pictureOf(name)} alt={alt} loading="lazy" width={1440} height={900} />
      </button>
      {picture === name && <LargePicture name={name} alt={alt} />}
    </>
  )
}

/** What the text is about stands right of the navigation, a quarter from the left. */
function skipNavigation(box: HTMLElement | null) {
  if (box) box.scrollLeft = box.scrollWidth / 4
}

function LargePicture({ name, alt }: { name: string; alt: string }) {
  const navigate = useNavigate()
  const { history } = useRouter()
  const close = () => {
    if (history.canGoBack()) return history.back()
    const search = (before: object) => ({ ...before, picture: undefined })
    void navigate({ ...at('.', search), hash: true, replace: true, resetScroll: false })
  }
  return (
    <Modal opened onClose={close} title={alt} fullScreen classNames={{ body: `p-0 ${classes.large}` }} {...useDialog()}>
      <div className="h-full overflow-auto" ref={skipNavigation}>
        <button
          type="button"
          className={`block w-full m-0 ${classes.picture}`}
          aria-label="Close the picture"
          onClick={close}
        >
          <img src={pictureOf(name)} alt={alt} width={1440} height={900} />
        </button>
      </div>
    </Modal>
  )
}
