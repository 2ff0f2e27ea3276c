const placeholder = '.mantine-Skeleton-root'

/**
 * For `ref` of a column: what stands below a child that still loads is not shown yet, so that nothing is pushed down under a finger (decision 0160).
 * Before the next paint, by an observer: the same as a rule with `:has()` left pieces hidden for good in Chromium.
 */
export function steady(column: HTMLElement | null): (() => void) | undefined {
  if (!column) return undefined
  const arrange = () => {
    let isHeld = false
    for (const child of column.children) {
      child.toggleAttribute('data-held', isHeld)
      isHeld ||= child.matches(placeholder) || child.querySelector(placeholder) !== null
    }
  }
  arrange()
  const observer = new MutationObserver(arrange)
  observer.observe(column, { childList: true, subtree: true })
  return () => observer.disconnect()
}
