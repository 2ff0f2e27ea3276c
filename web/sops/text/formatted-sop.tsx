import { IconAlertTriangle, IconBulb, IconInfoCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { videoOf } from 'contract/sops/video.ts'
import { Children, isValidElement, memo, type ReactNode, use, useDeferredValue, useMemo } from 'react'
import type { Components } from 'react-markdown'
import { EmbeddedFile, StoredPicture } from '../../files/public.tsx'
import FormattedMarkdown, { safeAddress } from '../../shared/markdown/markdown.tsx'
import { at } from '../../shared/page/at.ts'
import { attachedId, isInside } from './addresses.ts'
import { asTyped, type Node } from './as-typed.ts'
import classes from './formatted-sop.module.css'
import { type Piece, piecesOf, placeholder } from './pieces.ts'
import { plainMarks } from './plain-marks.ts'
import { Place, StepLine } from './sop-place.ts'
import { SopVideo } from './sop-video.tsx'

/**
 * The content of a SOP: its own pictures and files, links to records, videos at their place, callouts and boxes that can be ticked. The first
 * piece is drawn at once, the others when there is time, so that a long text does not block the screen; a piece is drawn again when it changes.
 */
export default function FormattedSop({ text }: { text: string }) {
  const pieces = useMemo(() => piecesOf(text), [text])
  const shown = useDeferredValue(
    pieces,
    useMemo(() => pieces.slice(0, 1), [pieces]),
  )
  // biome-ignore lint/suspicious/noArrayIndexKey: the pieces are the text, in order
  return shown.map((piece, index) => <Formatted key={index} {...piece} />)
}

const Formatted = memo(({ text, line, asTyped }: Piece) => (
  <FormattedMarkdown text={text} own={{ ...own, plugins: pluginsFor({ line, asTyped, placeholder, isShown }) }} />
))

const calloutWords = {
  note: { label: 'Note', Icon: IconInfoCircle },
  tip: { label: 'Tip', Icon: IconBulb },
  important: { label: 'Important', Icon: IconInfoCircle },
  warning: { label: 'Warning', Icon: IconAlertTriangle },
  caution: { label: 'Caution', Icon: IconAlertTriangle },
}

const heading =
  (Tag: 'h3' | 'h4' | 'h5' | 'h6', level: number) =>
  ({ children, node }: { children?: ReactNode; node?: Positioned }) => (
    <Tag data-level={level} id={anchorOf(node?.position?.start.line)} tabIndex={-1}>
      {children}
    </Tag>
  )

type Positioned = { position?: { start: { line: number } } | undefined }

/** The id of the heading on a line. */
export const anchorOf = (line: number | undefined): string => `line-${line}`

const components: Components = {
  h1: heading('h3', 1),
  h2: heading('h4', 2),
  h3: heading('h5', 3),
  h4: heading('h6', 4),
  p: ({ children, node }) => {
    const [only, ...others] = node?.children ?? []
    const href = only?.type === 'element' && only.tagName === 'a' ? String(only.properties.href ?? '') : ''
    const isAlone = others.length === 0 && (attachedId(href) || videoOf(href))
    // A video or a file is a block, which cannot stand in a paragraph.
    return isAlone ? <div className="mb-3">{children}</div> : <p>{children}</p>
  },
  a: ({ href = '', children }) => <SopLink to={href}>{children}</SopLink>,
  img: ({ src, alt = '' }) => <Picture id={attachedId(typeof src === 'string' ? src : undefined)} alt={alt} />,
  li: ({ children, node, className, value }) => {
    const parts = Children.toArray(children)
    const list = parts.findIndex((part) => isValidElement(part) && (part.type === 'ul' || part.type === 'ol'))
    const end = list < 0 ? parts.length : list
    return (
      <li className={className} value={value}>
        <StepLine value={node?.position?.start.line ?? null}>
          <StepWords>{parts.slice(0, end)}</StepWords>
          <BelowStep />
          {parts.slice(end)}
        </StepLine>
      </li>
    )
  },
  input: ({ checked }) => <Box isChecked={checked ?? false} />,
  blockquote: ({ children, node }) => {
    const kind = String(node?.properties['data-callout'] ?? '') as keyof typeof calloutWords
    const { label, Icon } = calloutWords[kind] ?? {}
    if (!label || !Icon) return <blockquote>{children}</blockquote>
    return (
      // Not an aside element, because asides are not printed.
      <div
        className={`mb-3 border rounded-sm bg-app py-2-5 px-3-5 ${classes.callout}`}
        data-kind={kind}
        role="note"
        aria-label={label}
      >
        <p className={classes.kind}>
          <Icon size={16} aria-hidden /> {label}
        </p>
        {children}
      </div>
    )
  },
}

const addressOf = (address: string) => (attachedId(address) || isInside(address) ? address : safeAddress(address))

const isShown = (address: string) => addressOf(address) !== ''

const pluginsFor = (settings: Parameters<typeof asTyped>[0]) => [plainMarks, callouts, asTyped(settings)]

const own = {
  components,
  addressOf,
}

function SopLink({ to, children }: { to: string; children: ReactNode }) {
  const { files } = use(Place)
  const id = attachedId(to)
  if (id) {
    const file = files?.find((each) => each.id === id)
    return file ? <EmbeddedFile file={file} /> : <Missing isGone={files !== undefined}>{children}</Missing>
  }
  if (isInside(to)) return <Link {...at(to.startsWith('/sops/') ? `${to}/read` : to)}>{children}</Link>
  if (!to) return <span>{children}</span>
  if (videoOf(to)) return <SopVideo address={to} title={wordsIn(children)} />
  return (
    <a href={to} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}

const wordsIn = (children: ReactNode) => (typeof children === 'string' ? children : 'Video')

function Picture({ id, alt }: { id: string | undefined; alt: string }) {
  const { files, fresh } = use(Place)
  const url = id && fresh?.get(id)
  if (url) return <img className={`block max-w-full border rounded-sm ${classes.picture}`} src={url} alt={alt} />
  const file = files?.find((each) => each.id === id)
  if (file && !file.isImage) return <EmbeddedFile file={file} />
  // A picture from another host would tell that host who reads it, so only its words are shown.
  return file ? (
    <StoredPicture file={file} alt={alt} />
  ) : (
    <Missing isGone={id !== undefined && files !== undefined}>{alt || 'Picture'}</Missing>
  )
}

const Missing = ({ isGone, children }: { isGone: boolean; children: ReactNode }) => (
  <em>
    {children}
    {isGone && ' (not among the files of this SOP)'}
  </em>
)

/** The number of the step that a list item is, in a text whose steps can be ticked. */
function useStep() {
  const { steps } = use(Place)
  const line = use(StepLine)
  return { steps, number: line === null ? undefined : steps?.numbers.get(line) }
}

/** The words of a step. Where it can be ticked, a press anywhere on them does it, except on links and pictures. */
function StepWords({ children }: { children: ReactNode }) {
  const { steps, number } = useStep()
  if (number === undefined || !steps?.onTick) return children
  // biome-ignore lint/a11y/noLabelWithoutControl: the box of the step is among its children
  return <label className={`block relative rounded-sm cursor-pointer ${classes.step}`}>{children}</label>
}

/** A step's own note and photos, before the steps within it. */
function BelowStep() {
  const { steps, number } = useStep()
  return number === undefined ? null : steps?.below?.(number)
}

function Box({ isChecked }: { isChecked: boolean }) {
  const { steps, number } = useStep()
  const isDone = number === undefined ? isChecked : Boolean(steps?.done.has(number))
  const onTick = number === undefined ? undefined : steps?.onTick
  return (
    <input
      type="checkbox"
      checked={isDone}
      disabled={!onTick}
      readOnly={!onTick}
      data-point={number === undefined || undefined}
      aria-label={number === undefined ? 'Step' : `Step ${number + 1}`}
      onChange={(event) => number !== undefined && onTick?.(number, event.currentTarget.checked)}
    />
  )
}

const begins = /^\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\][ \t]*\n?/i

/** Marks the quotes that begin with [!NOTE], [!WARNING] and so on, as GitHub writes them. A plugin of remark. */
const callouts = () => (tree: Node) => {
  for (const quote of tree.children ?? []) {
    callouts()(quote)
    const first = quote.type === 'blockquote' ? quote.children?.[0]?.children?.[0] : undefined
    const [marker, kind] = begins.exec(first?.type === 'text' ? (first.value ?? '') : '') ?? []
    if (!first || !marker || !kind) continue
    first.value = first.value?.slice(marker.length) ?? ''
    quote.data = { hProperties: { 'data-callout': kind.toLowerCase() } }
  }
}
