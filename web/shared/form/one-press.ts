// One press, one effect. The second click of a double click comes before the button can show that the first is being handled.

/** For buttons that act at once, such as Delete: the second click of a double click does nothing. */
export const onePress = (act: () => void) => (event: { detail: number }) => {
  if (event.detail < 2) act()
}

/** Does the same for every button that submits a form. */
export function ignoreSecondSubmits(): void {
  const ignore = (event: MouseEvent) => {
    if (event.detail > 1 && (event.target as Element).closest('button[type=submit]')) event.preventDefault()
  }
  window.addEventListener('click', ignore, { capture: true })
}
