import { expect, type Page } from '@playwright/test'
import { leg, type Outside, test } from '../journey.ts'
import { choose, enter, expectAccessible, originOf, people, signIn, visit } from '../people.ts'
import { words } from '../words.ts'

const card = (page: Page, name: string) => page.getByRole('region', { name })

test('operators connect the store and Google, and move a connection', async ({ page, outside }) => {
  await leg(page, 'an operator connects the store, tests it, sees the output, and disconnects', () =>
    connectStore(page, outside),
  )
  await leg(page, 'an operator of the firm gives consent at Google, comes back connected, and moves the calendar', () =>
    connectGoogle(page, outside),
  )
})

async function connectStore(page: Page, { shop }: Outside) {
  const { clientId, clientSecret, shop: domain } = shop.credentials
  // Not North: a store of its own takes the place of the sample data, which other journeys read.
  await signIn(page, people.southOperator)
  await page.getByRole('link', { name: 'Integrations', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Integrations', level: 1 })).toBeVisible()
  const shopify = card(page, 'Shopify')
  await shopify.getByRole('button', { name: 'Configure' }).click()
  await shopify.getByRole('textbox', { name: 'Store URL', exact: true }).fill('localhost')
  await shopify.getByLabel('Client ID').fill(clientId)
  await shopify.getByLabel('Client Secret').fill('shpss_something_wrong')
  await shopify.getByRole('button', { name: 'Save' }).click()
  await expect(shopify.getByText('Must be like your-store.myshopify.com')).toBeVisible()
  await expectAccessible(page)
  const address = shopify.getByRole('textbox', { name: 'Store URL', exact: true })
  await address.fill(`https://${domain.toUpperCase()}/admin`)
  await address.blur()
  await expect(address).toHaveValue(domain)
  await shopify.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(words.integrations.saved)).toBeVisible()
  await expect(shopify.getByText('Not tested yet')).toBeVisible()
  await page.route('**/integrations/shopify/*', (route) => route.fulfill({ status: 500, json: { message: 'Broken' } }))
  await shopify.getByRole('button', { name: 'Test Connection' }).click()
  await expect(page.getByText(words.integrations.testFailed)).toBeVisible()
  await expect(page.getByText(words.integrations.tryAgain)).toBeVisible()
  await page.route('**/integrations/shopify/test', (route) => route.fulfill({ json: { success: false, message: '' } }))
  await shopify.getByRole('button', { name: 'Test Connection' }).click()
  await expect(page.getByText(words.integrations.checkCredentials)).toBeVisible()
  await page.unroute('**/integrations/shopify/test')
  await shopify.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByText(words.integrations.notDisconnected)).toBeVisible()
  await page.unroute('**/integrations/shopify/*')
  await shopify.getByRole('button', { name: 'Test Connection' }).click()
  await expect(page.getByText(words.integrations.bad)).toBeVisible()
  await expect(shopify.getByText('Reconnect needed')).toBeVisible()

  await shopify.getByRole('button', { name: 'Configure' }).click()
  await expect(shopify.getByLabel('Client Secret')).toBeDisabled()
  await shopify.getByRole('button', { name: 'Cancel' }).click()
  await shopify.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(shopify.getByRole('button', { name: 'Test Connection' })).toHaveCount(0)
  await shopify.getByRole('button', { name: 'Configure' }).click()
  await shopify.getByLabel('Client ID').fill(clientId)
  await shopify.getByLabel('Client Secret').fill(clientSecret)
  await shopify.getByRole('button', { name: 'Save' }).click()
  await shopify.getByRole('button', { name: 'Test Connection' }).click()
  await expect(page.getByText(words.integrations.good)).toBeVisible()
  await expect(shopify.getByText('North Supply', { exact: true })).toBeVisible()
  await expect(shopify.getByText(`••••••••${clientSecret.slice(-4)}`)).toBeVisible()
  expect(await page.content()).not.toContain(clientSecret)

  await page.getByRole('link', { name: 'Output' }).click()
  await expect(page.getByRole('heading', { name: 'Integration Output' })).toBeVisible()
  await choose(page, 'Status', 'Error')
  await page.getByText('Get access token failed: status 400').first().click()
  await expect(page.getByText(/invalid_client/).first()).toBeVisible()
  await expectAccessible(page)
  expect(await page.content()).not.toContain(clientSecret)

  await page.getByRole('link', { name: 'Main' }).click()
  await shopify.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(shopify.getByText('Disconnected', { exact: true })).toBeVisible()
}

async function connectGoogle(page: Page, outside: Outside) {
  const { clientId, clientSecret } = outside.google.credentials
  await signIn(page, people.operator)
  await page.getByRole('link', { name: 'Integrations', exact: true }).click()
  const calendar = card(page, 'Google Calendar')
  await calendar.getByRole('button', { name: 'Configure' }).click()
  await calendar.getByLabel('Client ID').fill(clientId)
  await calendar.getByLabel('Client Secret').fill(clientSecret)
  await calendar.getByRole('button', { name: 'Save' }).click()
  await calendar.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByRole('button', { name: 'Allow' }).click()
  await expect(page.getByText(words.integrations.good)).toBeVisible()
  await expect(calendar.getByText('Connected', { exact: true })).toBeVisible()
  expect(page.url()).not.toContain('outcome')
  await calendar.getByRole('switch').click({ force: true })
  await expect(calendar.getByText(/tasks? compared with the calendar/)).toBeVisible()

  await page.getByRole('link', { name: 'Integration Management' }).click()
  await expect(page.getByRole('heading', { name: 'Integration Management' })).toBeVisible()
  await expectAccessible(page)
  const row = page.getByRole('listitem').filter({ hasText: 'Google Calendar' })
  // Sync Data is for the store alone, and the SBR firm is in no picker of companies.
  await expect(row.getByRole('button', { name: 'Sync Data' })).toHaveCount(0)
  await choose(page, 'Company of Google Calendar, now SBR', 'South Supply')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Move' }).click()
  await expect(page.getByText(words.integrations.moved)).toBeVisible()
  await expect(row.getByText('Disconnected')).toBeVisible()
  await row.getByRole('combobox', { name: /^Company of Google Calendar/ }).click()
  await expect(page.getByRole('option', { name: 'North Manufacturing' })).toBeVisible()
  await expect(page.getByRole('option', { name: 'SBR', exact: true })).toHaveCount(0)
}

async function tryAgain(page: Page, outside: Outside) {
  const { shipping, openai } = outside
  await enter(page, people.southOperator)
  const keys = { shipstation: shipping.credentials.version2ApiKey, openai: openai.credentials.apiKey }
  const failing = { kinds: [500], share: 1, retryAfter: 0 }
  await Promise.all([shipping.control.misbehave(failing), openai.control.misbehave(failing)])
  const { companyId } = await (await page.request.get('/api/session')).json()
  const headers = { origin: await originOf(page), 'if-match': '*' }
  const ask = async (path: string, method: 'PATCH' | 'POST', data: object) =>
    (await page.request.fetch(`/api/companies/${companyId}/integrations/${path}`, { method, headers, data })).status()
  for (const [name, api_key] of Object.entries(keys)) {
    await ask(name, 'PATCH', { isEnabled: true, credentials: { api_key } })
    await ask(`${name}/test`, 'POST', {})
  }
  await Promise.all([shipping.control.behave({}), openai.control.behave({})])
  await visit(page, '/dashboard')
  const needs = page.getByRole('region', { name: 'Needs You' }).getByRole('listitem')
  const parcels = needs.filter({ hasText: 'ShipStation failed' })
  await parcels.getByRole('button', { name: 'Sync Now' }).click()
  await expect(parcels).toHaveCount(0, { timeout: 30_000 })
  const model = needs.filter({ hasText: 'OpenAI failed' })
  await model.getByRole('button', { name: 'Test Connection' }).click()
  await expect(page.getByText(words.integrations.good)).toBeVisible()
  await expect(model).toHaveCount(0)
  // Other journeys connect them themselves.
  for (const name of Object.keys(keys)) {
    expect(await ask(`${name}/disconnect`, 'POST', {})).toBeLessThan(300)
    expect(await ask(name, 'PATCH', { isEnabled: false })).toBeLessThan(300)
  }
}

test('a service is switched on with its credentials, and tried again where it failed', async ({ page, outside }) => {
  await leg(page, 'the switch of a service without credentials asks for them, and saving them switches it on', () =>
    switchOn(page, outside),
  )
  await leg(page, 'a failed connection is tried again where the dashboard names it', () => tryAgain(page, outside))
})

async function switchOn(page: Page, { shipping }: Outside) {
  await signIn(page, people.southOperator, '/integrations')
  const parcels = card(page, 'ShipStation')
  await parcels.getByRole('switch').click({ force: true })
  await expect(parcels.getByText('Fill in the fields with a star. Saving switches ShipStation on.')).toBeVisible()
  await parcels.getByRole('button', { name: 'Save' }).click()
  await expect(parcels.getByText('API Key is required')).toBeVisible()
  await expect(parcels.getByLabel('API Key')).toBeFocused()
  await expect(parcels.getByRole('switch')).not.toBeChecked()
  await parcels.getByLabel('API Key').fill(shipping.credentials.version2ApiKey)
  await parcels.getByRole('button', { name: 'Save' }).click()
  await expect(parcels.getByText('Next: press Test Connection.')).toBeVisible()
  await expect(parcels.getByRole('switch')).toBeChecked()
  await parcels.getByRole('button', { name: 'History of ShipStation' }).click()
  await expect(page.getByRole('dialog').getByText('Saved credentials').first()).toBeVisible()
  await expect(page.getByRole('dialog').getByText('Switched on').first()).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await parcels.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(parcels.getByRole('switch')).not.toBeChecked()
}
