import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useDeferredValue, useId, useMemo } from 'react'
import { api } from '../../shared/api/api.ts'
import { lazy } from '../../shared/page/code.ts'
import { useCompanyId } from '../../shared/session/session.ts'
import { TextWithFiles } from '../text/sop-content.tsx'
import { warningsOf } from '../text/text-warnings.ts'
import classes from './content-editor.module.css'
import type { MarkdownEditorProps } from './markdown-editor.tsx'
import type { FreshFiles } from './pictures.ts'

const LoadedEditor = lazy(() => import('./markdown-editor.tsx'))

type ContentEditorProps = Omit<MarkdownEditorProps, 'value'> & {
  value?: unknown
  /** the stored SOP whose files the text may show */
  sopId?: string | undefined
  fresh: FreshFiles
  /** beside the label */
  children?: ReactNode
}

/** A Markdown editor with a live preview beside it. */
export function ContentEditor({ sopId, fresh, children, ...props }: ContentEditorProps) {
  const text = typeof props.value === 'string' ? props.value : ''
  const heading = useId()
  const companyId = useCompanyId()
  const files = useQuery({
    ...api.files.list.queryOptions({ input: { companyId, entityType: 'sop', entityId: sopId ?? '' } }),
    enabled: sopId !== undefined,
  })
  const items = sopId ? files.data?.items : noFiles
  const place = useMemo(
    () => ({ files: items, fresh: new Map([...fresh].map(([name, { url }]) => [name, url])) }),
    [items, fresh],
  )
  // Typing comes first: the preview follows when there is time.
  const settled = useDeferredValue(text)
  const warnings = useMemo(() => warningsOf(settled), [settled])
  return (
    <div className={`wide grid gap-x-4 gap-y-3 grid-cols-2 ${classes.editor}`}>
      <div className="stack min-w-0">
        <div className={`row justify-between mb-1 text-sm font-medium ${classes.heading}`}>
          {props.label}
          {children}
        </div>
        <Suspense fallback={<Skeleton height="26rem" />}>
          <LoadedEditor {...props} value={text} />
        </Suspense>
        {props.error && <p className="mt-1 text-xs text-danger">{props.error}</p>}
      </div>
      <div className="stack min-w-0">
        <h4 id={heading} className={`row justify-between mb-1 text-sm font-medium ${classes.heading}`}>
          Preview
        </h4>
        {/* The box scrolls, so it must be reachable by keyboard. */}
        <section
          className={`overflow-auto border rounded-sm bg-app py-3 px-3-5 ${classes.page}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
          tabIndex={0}
          aria-labelledby={heading}
        >
          {settled.trim() ? <TextWithFiles text={settled} place={place} isPending={files.isLoading} /> : <Hints />}
        </section>
        {warnings.map((warning) => (
          <p key={warning} className="mt-1 text-xs text-warning">
            {warning}
          </p>
        ))}
      </div>
    </div>
  )
}

const noFiles: [] = []

const examples = [
  ['# Heading', 'a heading'],
  ['1. First step', 'numbered steps'],
  ['- [ ] Done?', 'a checklist to tick while working'],
  ['**important**', 'bold words'],
  ['[Name](https://…)', 'a link; a video is shown at its place'],
  ['> [!WARNING]', 'a warning in a box'],
  ['Ctrl + V', 'a picture from the clipboard'],
] as const

function Hints() {
  return (
    <dl className={`grid gap-1-5 text-sm text-muted ${classes.hints}`}>
      {examples.map(([typed, meaning]) => (
        <div key={typed}>
          <dt>
            <code className="text-plain font-mono text-xs">{typed}</code>
          </dt>
          <dd className="m-0">{meaning}</dd>
        </div>
      ))}
    </dl>
  )
}
