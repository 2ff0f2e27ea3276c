import { expect } from '@playwright/test'
import { test } from '../journey.ts'
import { enter, people } from '../people.ts'

/** Keeps the widths of columns that were there when the browser painted. */
const noteColumns = `
  window.widths = []
  const note = () => {
    const tracks = document.querySelector('table:has([data-row-id])')?.style.getPropertyValue('--columns')
    if (tracks && tracks !== window.widths.at(-1)) window.widths.push(tracks)
    requestAnimationFrame(note)
  }
  note()`

test('where scroll bars take room, columns are painted once, beside them', async ({
  playwright,
  launchOptions,
  baseURL,
}) => {
  const browser = await playwright.chromium.launch({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] })
  const page = await browser.newPage({ baseURL: baseURL as string })
  await page.addInitScript({ content: noteColumns })
  await enter(page, people.northOperator)
  await page.goto('/inventory/parts')
  await expect(page.locator('tbody tr[data-row-id]')).toHaveCount(50)
  const bar = await page
    .locator('[data-scrolled]')
    .evaluate((box) => box.getBoundingClientRect().width - box.clientWidth)
  expect(bar).toBeGreaterThan(4)
  expect(await page.evaluate('widths.length')).toBe(1)
  await browser.close()
})
