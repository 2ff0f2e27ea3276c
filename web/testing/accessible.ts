import axe from 'axe-core'
import { expect } from 'vitest'
import { contrast, resultsWanted, wcag, where } from '../../scripts/screens/axe-rules.ts'

/** Expects no violation of WCAG A and AA on the current screen. */
export const expectAccessible = (): Promise<void> => expectNoViolation(wcag)

/** Expects the contrast of WCAG AA; takes a fraction of the time, for a screen in many colours. */
export const expectContrast = (): Promise<void> => expectNoViolation(contrast)

async function expectNoViolation(runOnly: typeof wcag) {
  // A change made just now must be painted first.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  // biome-ignore lint/security/noGlobalEval: the same text runs in the page of a journey
  const context: axe.ElementContext = globalThis.eval(where)
  const { violations } = await axe.run(context, { ...(runOnly && { runOnly }), ...resultsWanted })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target}`)).toEqual([])
}
