import axe from 'axe-core'
import { expect } from 'vitest'
import { resultsWanted, wcag, where } from '../../scripts/axe-rules.ts'

/** Expects no violation of WCAG A and AA on the current screen. */
export async function expectAccessible(): Promise<void> {
  // A change made just now must be painted first.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  // biome-ignore lint/security/noGlobalEval: the same text runs in the page of a journey
  const context: axe.ElementContext = globalThis.eval(where)
  const { violations } = await axe.run(context, { runOnly: wcag, ...resultsWanted })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target}`)).toEqual([])
}
