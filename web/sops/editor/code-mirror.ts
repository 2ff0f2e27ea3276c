import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { markdown, markdownLanguage } from '@codemirror/lang-markdown'
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { Compartment, EditorState, type Extension, Prec } from '@codemirror/state'
import { EditorView, type KeyBinding, keymap } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { insideOf } from '../text/addresses.ts'
import { insert, insertAt, leaveQuote, toggleHeading, toggleLines, wrap } from './marks.ts'

const keys: KeyBinding[] = [
  { key: 'Mod-b', run: (view) => wrap(view, '**'), stopPropagation: true },
  { key: 'Mod-i', run: (view) => wrap(view, '_'), stopPropagation: true },
  { key: 'Mod-e', run: (view) => wrap(view, '`'), stopPropagation: true },
  { key: 'Mod-Alt-1', run: toggleHeading, stopPropagation: true },
  { key: 'Mod-Shift-7', run: (view) => toggleLines(view, '1. '), stopPropagation: true },
  { key: 'Mod-Shift-8', run: (view) => toggleLines(view, '- '), stopPropagation: true },
  { key: 'Mod-Shift-9', run: (view) => toggleLines(view, '- [ ] '), stopPropagation: true },
  { key: 'Enter', run: leaveQuote },
  { key: 'Mod-Enter', run: () => true }, // saves the form, and must not begin a line
]

const look = EditorView.theme({
  '&': {
    height: '100%',
    fontSize: 'var(--mantine-font-size-sm)',
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)', lineHeight: '1.55' },
  '.cm-content': { padding: '0.625rem 0', caretColor: 'var(--text)' },
  '.cm-line': { padding: '0 0.75rem' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
})

const colours = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '700' },
  { tag: tags.strong, fontWeight: '700' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: [tags.link, tags.url], color: 'var(--accent-text)' },
  { tag: tags.monospace, color: 'var(--text-muted)' },
  { tag: [tags.processingInstruction, tags.contentSeparator], color: 'var(--text-faint)' },
])

type Options = {
  label: string
  text: string
  onChange: (text: string) => void
  /** @param place the position in the text where they were dropped or pasted */
  onFiles: (files: File[], view: EditorView, place: number) => void
}

/** The attributes that announce the text field; they change with the error below it. */
const announced = new Compartment()
const announcement = (label: string, error: string | undefined) =>
  EditorView.contentAttributes.of({
    'aria-label': label,
    'aria-multiline': 'true',
    spellcheck: 'true',
    tabindex: '0', // it scrolls: a text that can be edited is not enough for every program that reads screens
    ...(error && { 'aria-invalid': 'true', 'aria-description': error }),
  })

export const announce = (view: EditorView, label: string, error: string | undefined): void =>
  view.dispatch({ effects: announced.reconfigure(announcement(label, error)) })

/**
 * Begins an editor in a shadow root. There CodeMirror keeps its styles in a constructed sheet. Elsewhere it adds a style element, which the policy of
 * the screens refuses (security.md 5.4).
 */
export function openEditor(host: HTMLElement, { label, text, onChange, onFiles }: Options): EditorView {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const extensions: Extension[] = [
    Prec.high(keymap.of(keys)),
    history(),
    typedOnce,
    markdown({ base: markdownLanguage, completeHTMLTags: false, pasteURLAsLink: true }),
    keymap.of([...defaultKeymap, ...historyKeymap]),
    syntaxHighlighting(colours),
    EditorView.lineWrapping,
    EditorView.perLineTextDirection.of(true),
    announced.of(announcement(label, undefined)),
    look,
    EditorView.updateListener.of((update) => update.docChanged && onChange(update.state.doc.toString())),
    Prec.high(EditorView.domEventHandlers(given(onFiles))),
  ]
  const parent = document.createElement('div')
  root.replaceChildren(parent)
  parent.style.height = '100%'
  return new EditorView({ state: EditorState.create({ doc: text, extensions }), parent, root })
}

/** Enter goes on with a list or a quote: who types its mark again gets it once. */
const typedOnce = EditorView.inputHandler.of((view, from, to, typed) => {
  const line = view.state.doc.lineAt(from)
  const kept = typed === ' ' && to === line.to ? markTwice.exec(`${line.text.slice(0, from - line.from)} `) : null
  if (!kept) return false
  const end = line.from + (kept.slice(1).find(Boolean) ?? '').length
  view.dispatch({ changes: { from: end, to }, selection: { anchor: end }, userEvent: 'input.type' })
  return true
})

const markTwice = /^(\s*[-*+] \[[ xX]\] )(?:[-*+]|\[[ xX]?\]) $|^(\s*[-*+] )[-*+] $|^(\s*\d+[.)] )\d+[.)] $|^(\s*> )> $/

/**
 * Takes pictures and files that are pasted or dropped. Tables, lists and what else HTML says of a text become Markdown. A pasted link to a record of the
 * product loses the name of the server.
 */
const given = (onFiles: Options['onFiles']) => ({
  paste(event: ClipboardEvent, view: EditorView) {
    const { from, to, empty } = view.state.selection.main
    const files = [...(event.clipboardData?.files ?? [])]
    const text = event.clipboardData?.getData('text/plain') ?? ''
    const path = insideOf(text, window.location.origin)
    const html = event.clipboardData?.getData('text/html') ?? ''
    const isFormatted =
      (text.trim() || files.length === 0) && !/^\s*https?:\/\/\S+\s*$/.test(text) && formatted.test(html)
    // Excel and Word copy a picture of the text beside it.
    if (files.length > 0 && !isFormatted) onFiles(files, view, from)
    else if (path) insert(view, `[${empty ? 'link' : view.state.sliceDoc(from, to)}](${path})`)
    else if (isFormatted) insertFormatted(view, text, html)
    else return false
    event.preventDefault()
    return true
  },
  drop(event: DragEvent, view: EditorView) {
    const files = [...(event.dataTransfer?.files ?? [])]
    if (files.length === 0) return false
    event.preventDefault()
    onFiles(files, view, view.posAtCoords({ x: event.clientX, y: event.clientY }) ?? view.state.doc.length)
    return true
  },
})

const formatted = /<(?:a|b|code|del|em|h[1-6]|i|img|ol|pre|s|strike|strong|su[bp]|table|ul)[\s>]|style=|heading|mso/i

/** The reader of HTML is loaded with the first such text. Without it, and for HTML that says no more, the plain text is inserted. */
async function insertFormatted(view: EditorView, text: string, html: string) {
  view.dispatch(view.state.replaceSelection(''))
  const place = view.state.selection.main.from
  const markdown = await import('./pasted-markdown.ts').then(
    ({ markdownOf }) => markdownOf(html),
    () => undefined,
  )
  insertAt(view, place, markdown ?? text)
}
