import { expect } from '@playwright/test'
import { findFirefox } from '../../scripts/chromium.mjs'
import { withFirefox } from '../firefox.ts'
import { test } from '../journey.ts'
import { people } from '../people.ts'
import { words } from '../words.ts'

const screens = ['inventory/summary', 'tasks', 'sops', 'time-clock', 'settings/design', 'inventory/parts']

/** Presses the button with this text, once it is there. */
const press = (text: string) =>
  `((button) => button && (button.click(), true))([...document.querySelectorAll('button')].find((each) => each.textContent.includes(${JSON.stringify(text)})))`
const isLoaded = `document.querySelector('main h1') && !document.querySelector('main [aria-busy="true"]')`

const firefox = findFirefox()

// A machine without Firefox has no such journey; `npm test` installs it where it may.
if (firefox)
  test('in Firefox too the screens, a record and the palette open without an error', async ({
    product: { address },
  }) => {
    await withFirefox(firefox, async (page) => {
      await page.goto(`${address}/auth`)
      await page.until(press(words.signIn.button))
      await page.until(press(people.northOperator))
      await page.until(`location.pathname === '/dashboard' && ${isLoaded}`)
      for (const screen of screens) {
        // As a link does: Firefox needs seconds to load the page anew.
        await page.until(`(__TSR_ROUTER__.navigate({ href: '/${screen}' }), true)`)
        await page.until(`location.pathname === '/${screen}' && ${isLoaded}`)
      }
      await page.pressWithControl('k')
      await page.until(`document.activeElement?.closest('[role="dialog"]')?.querySelector('[role="combobox"]')`)
      await page.goto(`${address}/inventory/parts`)
      await page.until(`(document.querySelector('tbody tr a')?.click(), document.querySelector('[role="dialog"]'))`)
      expect(page.errors).toEqual([])
    })
  })
