import type { Page } from '@playwright/test'

/**
 * Waits until nothing was loaded for a moment and no placeholder is left, at most some seconds. The stream of news keeps the network busy for
 * ever, so an idle network is no sign.
 */
export async function waitForAnswers(page: Page): Promise<void> {
  let [loaded, quietSince] = [-1, Date.now()]
  for (const end = Date.now() + 8_000; Date.now() < end; await page.waitForTimeout(100)) {
    const now = await page.evaluate<number>(answers).catch(() => -1) // it is just going to another page
    if (now !== loaded) [loaded, quietSince] = [now, Date.now()]
    if (loaded >= 0 && Date.now() - quietSince > 350) return
  }
}

/** How much the page has loaded; -1 while something on it waits. A text, because these are no types of Node. */
const answers = `document.querySelector('.mantine-Skeleton-root, .mantine-Loader-root')
  ? -1 : performance.getEntriesByType('resource').length`
