/** Menus, the lists of selects and other small panels that hang on a button or a field. */
const panels = '[data-position][class*="-dropdown"]'

/** What opened a panel, with the buttons in its field: a tap there is for that panel. */
const openers = '[aria-expanded="true"], .mantine-Input-wrapper:has([aria-expanded="true"])'

/** A tap outside an open panel only closes it: what lies below the finger is not pressed, since the panel was in front of it. */
export function closeByTapOutside(): void {
  let isOutside = false
  const capture = { capture: true }
  const onDown = ({ pointerType, target }: PointerEvent) => {
    isOutside = pointerType !== 'mouse' && target instanceof Element && isBeside(target)
  }
  const onCancel = () => {
    isOutside = false
  }
  const onClick = (event: MouseEvent) => {
    if (!isOutside || event.detail === 0) return // a key, or code
    isOutside = false
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('pointerdown', onDown, capture)
  window.addEventListener('pointercancel', onCancel, capture)
  window.addEventListener('keydown', onCancel, capture)
  window.addEventListener('click', onClick, capture)
}

/** Whether a panel is open, and neither the panel nor its opener holds the element. */
function isBeside(element: Element) {
  const isOpen = [...document.querySelectorAll(panels)].some((panel) => panel.getClientRects().length > 0)
  return isOpen && !element.closest(`${panels}, ${openers}`)
}
