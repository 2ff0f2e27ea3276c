import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { resultsWanted, settled, where } from './axe-rules.ts'

export type Violation = { rule: string; targets: string[] }

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * The findings of axe on the current page, which reads axe once: a run leaves nothing behind.
 * @returns the rules that are broken, and the elements that break them as selectors
 */
export async function violationsOn(page: Page, runOnly: axe.RunOptions['runOnly']): Promise<Violation[]> {
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(source)
  await page.evaluate(settled)
  const options: axe.RunOptions = { ...(runOnly && { runOnly }), ...resultsWanted }
  return page.evaluate<Violation[]>(`axe.run(${where}, ${JSON.stringify(options)}).then(({ violations }) =>
    violations.map(({ id, nodes }) => ({ rule: id, targets: nodes.map(({ target }) => target.join(' ')) })))`)
}
