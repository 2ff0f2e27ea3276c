import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

export type Violation = { rule: string; targets: string[] }

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** No violation of WCAG A and AA. */
export const wcag: axe.RunOptions['runOnly'] = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] }

/** Only the contrast of WCAG AA, in half of the time: for what another theme or scheme can change. */
export const contrast: axe.RunOptions['runOnly'] = { type: 'rule', values: ['color-contrast'] }

/**
 * Where axe looks: with an open dialog at what lies over the page (the dialog, menus, toasts), and in a list of records at its first eight
 * rows, as the others are like them. That takes a third to a half less time. Rows of other tables differ, so all of them are checked.
 */
const where = `(() => {
  const over = document.querySelector('[data-portal] [role="dialog"]') ? [...document.querySelectorAll('[data-portal]')] : [document]
  const rows = [...document.querySelectorAll('tr[data-row-id]:nth-child(n + 9)')]
  return { include: over, ...(rows.length > 0 && { exclude: rows }) }
})()`

/**
 * The findings of axe on the current page. Each check gets a new axe, so that nothing of an earlier check remains.
 * @returns the rules that are broken, and the elements that break them as selectors
 */
export async function violationsOn(page: Page, runOnly: axe.RunOptions['runOnly']): Promise<Violation[]> {
  await page.evaluate(source)
  // A change made just now must be painted first.
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))')
  // Describing the hundreds of elements that pass would take half of the time.
  const options: axe.RunOptions = { ...(runOnly && { runOnly }), resultTypes: ['violations'] }
  return page.evaluate<Violation[]>(`axe.run(${where}, ${JSON.stringify(options)}).then(({ violations }) =>
    violations.map(({ id, nodes }) => ({ rule: id, targets: nodes.map(({ target }) => target.join(' ')) })))`)
}
