const placeholder = '.mantine-Skeleton-root'
/** After so long what still waits is let through: an answer that does not come must hide nothing. */
const patience = 4000

/**
 * For `ref` of a column: what stands below a child that still loads is not shown yet, so that nothing is pushed down under a finger (decision 0160).
 * What was shown once all was there is never hidden again, whatever loads above it later. All that waits is let through together, at the
 * latest `patience` after the column began to hold something: a piece above that asks again and again does not begin a new wait.
 * Before the next paint, by an observer: the same as a rule with `:has()` left pieces hidden for good in Chromium.
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
    // Only when all is there: a piece often asks a second time for what it shows.
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
