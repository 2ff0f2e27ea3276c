/** The fields that somebody has typed into on this page; their text may be unsaved. */
const typed = new Set<Element>()

if (typeof document !== 'undefined')
  document.addEventListener('input', ({ target }) => target instanceof Element && typed.add(target), { capture: true })

/** Whether leaving the page now could lose something: a form is open, or a field still has typed text. */
export function hasUnsavedWork(): boolean {
  for (const field of typed) if (!field.isConnected) typed.delete(field)
  return document.querySelector('[role="dialog"] form') !== null || [...typed].some(isFilled)
}

const isFilled = (field: Element) => ('value' in field ? field.value !== '' : field.textContent !== '')
