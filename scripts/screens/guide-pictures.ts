/**
 * `npm run guide:pictures`: takes the pictures of the User Guide from a server with demo data. Needs the built screens (npm run build) and
 * Chromium.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { findChromium } from '../chromium.mjs'
import { openImport, root, signIn, withDemoServer } from './demo-server.ts'
import { waitForAnswers } from './wait-for-answers.ts'

const folder = join(root, 'docs/guide/pictures')
const operator = 'company-operator@north.example'

await mkdir(folder, { recursive: true })
await withDemoServer(takePictures)

async function takePictures(origin: string) {
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, baseURL: origin })
    await page.addInitScript(() => localStorage.setItem('theme', 'light'))
    await picturesOfOperator(page)
    await signIn(page, 'employee@north.example')
    await page.goto('/time-clock')
    await page.getByRole('button', { name: /Clock (In|Out)/ }).waitFor()
    await keep(page, 'time-clock')
    await signIn(page, 'operator@sbr.example')
    await page.goto('/admin/users')
    await page.locator('tbody tr').nth(2).waitFor()
    await keep(page, 'people')
  } finally {
    await browser.close()
  }
}

async function picturesOfOperator(page: Page) {
  await signIn(page, operator)
  for (const [name, address] of [
    ['dashboard', '/dashboard'],
    ['parts', '/inventory/parts'],
    ['tasks', '/tasks'],
    ['build-analysis', '/inventory/summary'],
    ['integrations', '/integrations'],
  ] as const) {
    await page.goto(address)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await keep(page, name)
  }
  await page.goto('/inventory/summary')
  await page.getByRole('tab', { name: 'Import/Export' }).click()
  await page.getByRole('heading', { name: 'Backup Files' }).waitFor()
  await keep(page, 'export')
  await openRecord(page, '/inventory/parts', 'Rod eye, M20 x 1.5')
  await keep(page, 'part')
  await moveToShelf(page, 'B-12')
  await page.getByRole('tab', { name: 'Activity Timeline' }).click()
  await page.getByRole('button', { name: /^Undo/ }).first().waitFor()
  await keep(page, 'timeline')
  await openRecord(page, '/inventory/assemblies', 'Pump and motor unit, 2.2 kW')
  await keep(page, 'assembly')
  await openRecord(page, '/sops', 'Final inspection of machined valve bodies')
  await keep(page, 'sop')
  await openImport(page)
  await keep(page, 'import')
  const { companyId } = await (await page.request.get('/api/session')).json()
  await page.goto(`/company/${companyId}`)
  await page.getByText('Total Revenue').first().waitFor()
  await page.getByText('Total Revenue').first().scrollIntoViewIfNeeded()
  await keep(page, 'revenue')
}

/** A change that can be undone. */
async function moveToShelf(page: Page, shelf: string) {
  await page.getByRole('dialog').getByRole('link', { name: 'Edit' }).click()
  await page.getByRole('dialog', { name: 'Edit Part' }).getByLabel('Location').fill(shelf)
  await page.keyboard.press('Control+Enter')
  await page.getByRole('dialog').getByText(shelf).waitFor()
  await page.reload() // without its toast
  await page.getByRole('dialog').getByText(shelf).waitFor()
}

async function openRecord(page: Page, list: string, name: string) {
  await page.goto(`${list}?q=${encodeURIComponent(name)}`)
  await page.getByText(name).first().click()
  await page.getByRole('dialog').getByText(name).first().waitFor()
}

/** Saves as WebP, which Playwright itself cannot write. */
async function keep(page: Page, name: string) {
  await waitForAnswers(page)
  await page.waitForTimeout(400) // drawers slide in
  const devTools = await page.context().newCDPSession(page)
  const { data } = await devTools.send('Page.captureScreenshot', { format: 'webp', quality: 82 })
  await devTools.detach()
  const bytes = Buffer.from(data, 'base64')
  await writeFile(join(folder, `${name}.webp`), bytes)
  // For the person who ran the command.
  console.log(`docs/guide/pictures/${name}.webp: ${Math.round(bytes.length / 1_000)} kB`)
}
