import axe from 'axe-core'
import { expect } from 'vitest'
import { contrast, resultsWanted, settled, wcag, where } from '../../scripts/screens/axe-rules.ts'

/** Expects no violation of WCAG A and AA on the current screen. */
export const expectAccessible = (): Promise<void> => expectNoViolation(wcag)

/** Expects the contrast of WCAG AA; takes a fraction of the time, for a screen in many colours. */
export const expectContrast = (): Promise<void> => expectNoViolation(contrast)

async function expectNoViolation(runOnly: typeof wcag) {
  // Texts, because they run in the page of a journey too.
  await run(settled)
  const context = run<axe.ElementContext>(where)
  const { violations } = await axe.run(context, { ...(runOnly && { runOnly }), ...resultsWanted })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target}`)).toEqual([])
}

// biome-ignore lint/security/noGlobalEval: see above
const run = <Value>(text: string): Value => globalThis.eval(text)
