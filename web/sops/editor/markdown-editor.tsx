import type { EditorView } from '@codemirror/view'
import { type RefObject, useEffect, useRef } from 'react'
import { announce, openEditor } from './code-mirror.ts'
import classes from './markdown-editor.module.css'
import { EditorToolbar } from './toolbar.tsx'

export type MarkdownEditorProps = {
  label: string
  value: string
  error?: string | undefined
  onChange: (text: string) => void
  /** Files that were pasted, dropped or chosen. @param put inserts the Markdown of a file at its place */
  onFiles: (files: File[], put: PutText) => void
}

/** Inserts a text at the place of a file. A second call replaces the first text. */
export type PutText = (markdown: string) => void

/** The text field of the content, with its tools. */
export default function MarkdownEditor(props: MarkdownEditorProps) {
  const { label, value, error } = props
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const latest = useRef(props)
  /** texts that came from this editor; one may come back as `value` after the person has typed on */
  const emitted = useRef<string[]>([])
  useEffect(() => {
    latest.current = props
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor keeps the text from here on
  useEffect(() => {
    if (!host.current) return
    const opened = openEditor(host.current, {
      label,
      text: value,
      onChange: (text) => {
        emitted.current.push(text)
        latest.current.onChange(text)
      },
      onFiles: (files, editor, place) => latest.current.onFiles(files, putterAt(editor, place)),
    })
    view.current = opened
    return () => opened.destroy()
  }, [])
  useEffect(() => {
    const place = emitted.current.indexOf(value)
    emitted.current.splice(0, place + 1)
    const { current } = view
    // A text from elsewhere, such as a draft of the assistant, replaces what is there.
    if (current && place < 0 && value !== current.state.doc.toString())
      current.dispatch({ changes: { from: 0, to: current.state.doc.length, insert: value } })
  }, [value])
  useEffect(() => {
    if (view.current) announce(view.current, label, error)
  }, [label, error])
  return (
    <div
      className={`flex min-w-0 overflow-hidden border-strong rounded-sm ${classes.editor}`}
      data-invalid={error ? true : undefined}
    >
      {/* Keeps keys typed here from the shortcuts of the screen, which cannot see into the shadow root; nor can the Tab of a dialog. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the text field is within */}
      <div
        ref={host}
        className="flex-1 min-h-0"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the text field is within
        tabIndex={0}
        onFocus={() => host.current?.shadowRoot?.activeElement || view.current?.focus()}
        onKeyDown={keepLetters}
      />
      <EditorToolbar view={view} onFiles={(files) => chosen(view, files, props.onFiles)} />
    </div>
  )
}

function keepLetters(event: React.KeyboardEvent) {
  if (!event.ctrlKey && !event.metaKey && event.key !== 'Escape' && event.key !== 'Tab') {
    event.stopPropagation()
    event.nativeEvent.stopImmediatePropagation()
  }
}

function chosen(view: RefObject<EditorView | null>, files: File[], onFiles: MarkdownEditorProps['onFiles']) {
  const { current } = view
  if (current) onFiles(files, putterAt(current, current.state.selection.main.head))
}

/** Finds its insertion again by the text: the person may have typed on in between. */
function putterAt(view: EditorView, place: number): PutText {
  let before: string | undefined
  return (markdown) => {
    const doc = view.state.doc.toString()
    const from = before === undefined ? Math.min(place, doc.length) : doc.indexOf(before)
    // The person removed the line while the file was uploading.
    if (from < 0) return
    const to = from + (before?.length ?? 0)
    view.dispatch({ changes: { from, to, insert: markdown }, selection: { anchor: from + markdown.length } })
    before = markdown
  }
}
