let typed = ''
let stop: (() => void) | undefined

/**
 * Keeps what is typed while something that will be typed into still loads: the first Ctrl+K fetches the palette, and people type at once. Without
 * it those keys would be lost, or be heard as keys of the screen below ('n' opens a form).
 * @returns ends it
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

/** What was typed meanwhile; from now on keys go where the focus is. */
export function takeTyping(): string {
  stop?.()
  stop = undefined
  const text = typed
  typed = ''
  return text
}
