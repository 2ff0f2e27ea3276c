let typed = ''
let stop: (() => void) | undefined

/**
 * Keeps typed text while the field for it still loads: the first Ctrl+K fetches the palette, and people type at once. Without this, those
 * keys would be lost, or act on the screen below ('n' opens a form).
 * @returns a function that stops it
 */
export function keepTyping(): () => void {
  stop?.()
  typed = ''
  const keep = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (event.key === 'Backspace') typed = typed.slice(0, -1)
    else if (event.key.length === 1) typed += event.key
    else if (event.key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('keydown', keep, true)
  stop = () => window.removeEventListener('keydown', keep, true)
  return stop
}

/** The text typed meanwhile; from now on keys go to the focus. */
export function takeTyping(): string {
  stop?.()
  stop = undefined
  const text = typed
  typed = ''
  return text
}
