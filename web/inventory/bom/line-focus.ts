export type LineField = 'type' | 'component' | 'quantity'

/** Focuses an input of a line once it is drawn. @param key the key of the row */
export function focusLine(key: number | undefined, field: LineField): void {
  if (key === undefined) return
  const focus = () => {
    const input = document.querySelector<HTMLElement>(`[data-line="${key}"] [data-field="${field}"]`)
    input?.focus()
    if (input instanceof HTMLInputElement) input.select()
    return input !== null
  }
  // Focus at once if possible: the next key may come before the next frame.
  if (!focus()) requestAnimationFrame(focus)
}

/** Moves to the same input of the line above or below. */
export function focusBeside(from: HTMLElement, step: 1 | -1): void {
  const line = from.closest('[data-line]')
  const beside = step === 1 ? line?.nextElementSibling : line?.previousElementSibling
  beside?.querySelector<HTMLElement>(`[data-field="${from.dataset.field}"]`)?.focus()
}
