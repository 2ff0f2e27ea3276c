const placeholder = '.mantine-Skeleton-root'
/** After this time all waiting pieces are shown: a missing answer must not hide them. */
const patience = 4000

/**
 * For the `ref` of a column: pieces below a child that still loads are not shown yet, so that nothing is pushed down under a finger
 * (docs/design.md). Pieces that were shown once are never hidden again, whatever loads above them later. All waiting pieces are shown
 * together, at the latest `patience` after the column got its first content: a piece above that loads again and again does not begin a new
 * wait. An observer does this before the next paint: the same as a rule with `:has()` left pieces hidden for good in Chromium.
 */
export function steady(column: HTMLElement | null): (() => void) | undefined {
  if (!column) return undefined
  const shown = new WeakSet<Element>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const arrange = (isOver = false) => {
    let [isLoading, isHolding] = [false, false]
    for (const child of column.children) {
      const isHeld = isLoading && !isOver && !shown.has(child)
      child.toggleAttribute('data-held', isHeld)
      isHolding ||= isHeld
      isLoading ||= child.matches(placeholder) || child.querySelector(placeholder) !== null
    }
    // Only when all pieces are there: a piece often loads a second time.
    if (!isLoading || isOver) for (const child of column.children) shown.add(child)
    if (isHolding) timer ??= setTimeout(letThrough, patience)
  }
  const letThrough = () => {
    timer = undefined
    arrange(true)
  }
  arrange()
  const observer = new MutationObserver(() => arrange())
  observer.observe(column, { childList: true, subtree: true })
  return () => {
    observer.disconnect()
    clearTimeout(timer)
  }
}
