import type { Page } from '@playwright/test'

/** Waits until a screen has its answers. The stream of news may keep the network busy for ever, so the waiting ends after some seconds. */
export const waitForAnswers = (page: Page): Promise<void> =>
  page.waitForLoadState('networkidle', { timeout: 4_000 }).catch(() => undefined)
