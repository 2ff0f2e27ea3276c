import { expect, type Page } from '@playwright/test'
import { leg, type Product, test } from '../journey.ts'
import { enter, people } from '../people.ts'

/** The ways in which planted markup could run. Each would set `window.ran`. */
const planted = {
  'an inline script': `{
    const script = document.createElement('script')
    script.textContent = 'window.ran = true'
    document.body.append(script)
  }`,
  'a handler in an attribute': `document.body.insertAdjacentHTML('beforeend', '<img src="/nowhere" onerror="window.ran = true">')`,
  'a script of another origin': `{
    const script = document.createElement('script')
    script.src = 'https://elsewhere.example/planted.js?secret=1'
    document.body.append(script)
  }`,
}

/** The blocked requests that the product's log lists for a page, in order of arrival. */
const blockedOn = (log: string, address: string) =>
  log
    .split('\n')
    .filter((line) => line.includes('content policy broken'))
    .map((line) => JSON.parse(line).blocked as { directive: string; uri: string; page: string })
    .filter(({ page, directive }) => page === address && directive !== 'require-trusted-types-for')
    .map(({ directive, uri }) => `${directive} ${uri}`)

/** A host that must never be called. Without the policy, its script would run. */
async function serveElsewhere(page: Page): Promise<() => number> {
  let requests = 0
  await page.route('https://elsewhere.example/**', (route) => {
    requests++
    return route.fulfill({ contentType: 'text/javascript', body: 'window.ran = true' })
  })
  return () => requests
}

test('markup planted into a page does not run, and the log shows what was blocked (T65)', async ({ page, product }) => {
  await leg(page, 'markup planted into a page does not run, and the log shows what was blocked (T65)', () =>
    plantMarkup(page, product),
  )
  await leg(page, 'without the policy the same markup runs, so that the test above means something', () =>
    plantWithoutPolicy(page),
  )
})

async function plantMarkup(page: Page, product: Product) {
  const before = product.log().length
  await enter(page, people.northEmployee)
  const requestCount = await serveElsewhere(page)
  await page.goto('/inventory/vendors')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  // The page's own code causes no report, so a report means something.
  expect(product.log().slice(before)).not.toContain('content policy broken')
  for (const plant of Object.values(planted)) await page.evaluate(plant)
  await expect
    .poll(() => blockedOn(product.log(), page.url()).sort())
    .toEqual([
      'script-src-attr inline',
      'script-src-elem https://elsewhere.example/planted.js',
      'script-src-elem inline',
    ])
  expect(await page.evaluate('window.ran')).toBeUndefined()
  expect(requestCount()).toBe(0)
}

async function plantWithoutPolicy(page: Page) {
  await page.route('**/plain', (route) => route.fulfill({ contentType: 'text/html', body: '<body>Plain</body>' }))
  await serveElsewhere(page)
  for (const [name, plant] of Object.entries(planted)) {
    await page.goto('/plain')
    await page.evaluate(plant)
    await expect.poll(() => page.evaluate('window.ran'), name).toBe(true)
  }
}
