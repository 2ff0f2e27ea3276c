import type axe from 'axe-core'

/** No violation of WCAG A and AA. */
export const wcag: axe.RunOptions['runOnly'] = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] }

/** Only the contrast of WCAG AA, in half of the time: for what another theme or scheme can change. */
export const contrast: axe.RunOptions['runOnly'] = { type: 'rule', values: ['color-contrast'] }

/**
 * Where axe looks: with an open dialog at what lies over the page (the dialog, menus, toasts), and in a list of records at its first eight
 * rows, as the others are like them. That takes a third to a half less time. Rows of other tables differ, so all of them are checked.
 */
export const where = `(() => {
  const over = document.querySelector('[data-portal] [role="dialog"]') ? [...document.querySelectorAll('[data-portal]')] : [document]
  const rows = [...document.querySelectorAll('tr[data-row-id]:nth-child(n + 9)')]
  return { include: over, ...(rows.length > 0 && { exclude: rows }) }
})()`

/**
 * Resolves when colours stand as they will stay: a change made just now is painted, no animation runs that ends by itself, and no list is pale
 * because its next rows are on their way. On a busy machine each of these takes longer than the step before.
 */
export const settled = `(async () => {
  const paint = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const isRunning = ({ playState, timeline, effect }) =>
    playState === 'running' && timeline === document.timeline && effect.getComputedTiming().endTime < Infinity
  do {
    await paint()
    await Promise.allSettled(document.getAnimations().filter(isRunning).map(({ finished }) => finished))
  } while (document.querySelector('[data-stale]'))
})()`

/** Describing the hundreds of elements that pass would take half of the time. */
export const resultsWanted: axe.RunOptions = { resultTypes: ['violations'] }
