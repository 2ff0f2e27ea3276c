import { type ChangeSpec, EditorSelection, type TransactionSpec } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'

/** Puts a mark around each selection, or removes it. */
export function wrap(view: EditorView, mark: string): boolean {
  const { state } = view
  const change = state.changeByRange(({ from, to }) => {
    const isMarked = state.sliceDoc(from - mark.length, from) === mark && state.sliceDoc(to, to + mark.length) === mark
    if (isMarked) {
      return {
        changes: [
          { from: from - mark.length, to: from },
          { from: to, to: to + mark.length },
        ],
        range: EditorSelection.range(from - mark.length, to - mark.length),
      }
    }
    return {
      changes: [
        { from, insert: mark },
        { from: to, insert: mark },
      ],
      range: EditorSelection.range(from + mark.length, to + mark.length),
    }
  })
  return put(view, change)
}

/** Puts a mark before each chosen line, or removes it when all lines have it. '1. ' numbers the lines. */
export function toggleLines(view: EditorView, mark: string): boolean {
  const lines = chosenLines(view)
  const has = (text: string) => (mark === '1. ' ? /^\d+\. /.exec(text)?.[0] : text.startsWith(mark) ? mark : undefined)
  const areMarked = lines.every(({ text }) => has(text))
  const changes = lines.map(({ from, text }, index) =>
    areMarked
      ? { from, to: from + (has(text)?.length ?? 0) }
      : { from, insert: mark === '1. ' ? `${index + 1}. ` : mark },
  )
  return putBefore(view, changes)
}

/** Each press: from no heading to a large one, to a smaller one, and so on. */
export function toggleHeading(view: EditorView): boolean {
  const changes = chosenLines(view).map(({ from, text }) => {
    const marks = /^(#{1,6}) /.exec(text)?.[1] ?? ''
    if (!marks) return { from, insert: '## ' }
    return marks.length >= 4 ? { from, to: from + marks.length + 1 } : { from, insert: '#' }
  })
  return putBefore(view, changes)
}

/** Replaces the selection by a text and puts the cursor behind it. @param isBlock puts the text on lines of its own */
export function insert(view: EditorView, text: string, isBlock = false): boolean {
  const { from } = view.state.selection.main
  const begins = from === view.state.doc.lineAt(from).from
  return put(view, view.state.replaceSelection(isBlock ? `${begins ? '' : '\n'}${text}\n` : text))
}

/** Enter on an empty line of a quote ends the quote: the line is left empty, and the next one is text again. */
export function leaveQuote(view: EditorView): boolean {
  const { from, empty } = view.state.selection.main
  const line = view.state.doc.lineAt(from)
  if (!empty || from !== line.to || !/^>[>\s]*$/.test(line.text.trimStart())) return false
  return put(view, { changes: { from: line.from, to: line.to, insert: '\n' }, selection: { anchor: line.from + 1 } })
}

/** Inserts a text at a place, where the cursor may have left it: what was typed there meanwhile stands behind it, and the cursor with it. */
export function insertAt(view: EditorView, place: number, text: string): boolean {
  const { state } = view
  const [from, words, { head }] = [Math.min(place, state.doc.length), state.toText(text), state.selection.main]
  const anchor = head < from ? head : head + words.length
  return put(view, { changes: { from, insert: words }, selection: { anchor } })
}

function chosenLines({ state }: EditorView) {
  const { from, to } = state.selection.main
  const [first, last] = [state.doc.lineAt(from).number, state.doc.lineAt(to).number]
  return Array.from({ length: last - first + 1 }, (_, index) => state.doc.line(first + index))
}

/** The cursor at the beginning of a line stays behind the mark, where the words of an empty line are typed. */
function putBefore(view: EditorView, specs: ChangeSpec[]): boolean {
  const changes = view.state.changes(specs)
  return put(view, { changes, selection: view.state.selection.map(changes, 1) })
}

function put(view: EditorView, change: TransactionSpec): boolean {
  view.dispatch(change, { scrollIntoView: true, userEvent: 'input' })
  view.focus()
  return true
}
