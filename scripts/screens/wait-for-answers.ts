import type { Page } from '@playwright/test'

/**
 * Waits until nothing has loaded for a moment and no placeholder is left, at most some seconds. The stream of live messages never ends, so
 * an idle network is not a sign.
 */
export async function waitForAnswers(page: Page): Promise<void> {
  let [loaded, quietSince] = [-1, Date.now()]
  for (const end = Date.now() + 20_000; Date.now() < end; await page.waitForTimeout(100)) {
    const now = await page.evaluate<number>(answers).catch(() => -1) // the page is changing
    if (now !== loaded) [loaded, quietSince] = [now, Date.now()]
    if (loaded >= 0 && Date.now() - quietSince > 350) return
  }
}

/**
 * The number of loaded resources; -1 while something on the page still waits. A string, because the browser's types are not available here.
 */
const answers = `document.querySelector('.mantine-Skeleton-root, .mantine-Loader-root')
  ? -1 : performance.getEntriesByType('resource').length`
