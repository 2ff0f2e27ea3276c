/**
 * `node scripts/run.mjs scripts/screens/screenshots.ts`: takes the pictures of the README from a server with demo data. Needs the built
 * screens (npm run build) and Chromium.
 */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { findChromium } from '../chromium.mjs'
import { openImport, root, signIn, withDemoServer } from './demo-server.ts'
import { waitForAnswers } from './wait-for-answers.ts'

const folder = join(root, 'docs/screenshots')
const person = 'company-operator@north.example'
const largest = 300_000 // bytes of a picture

await withDemoServer(takePictures)

async function takePictures(origin: string) {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, baseURL: origin })
    // Lines on a gradient need much space: a smaller picture shows as much.
    await page.setViewportSize({ width: 1040, height: 680 })
    await page.goto('/auth')
    await page.getByRole('button', { name: 'Sign in with Google' }).waitFor()
    await keep(page, 'sign-in')
    await page.setViewportSize({ width: 1280, height: 800 })
    await signIn(page, person)
    await page.goto('/inventory/parts')
    await page.locator('tbody tr').nth(2).waitFor()
    await keep(page, 'parts')
    await page.locator('tbody tr').nth(2).locator('td').nth(2).click()
    await page.waitForURL(/\/inventory\/parts\/[0-9a-f-]{36}/)
    await page.getByRole('tab').first().waitFor()
    await keep(page, 'part')
    await openImport(page)
    await keep(page, 'import')
  } finally {
    await browser.close()
  }
}

async function keep(page: Page, name: string) {
  await waitForAnswers(page)
  const path = join(folder, `${name}.png`)
  await page.screenshot({ path, animations: 'disabled' })
  const { size } = await stat(path)
  // For the person who ran the command.
  console.log(`docs/screenshots/${name}.png: ${Math.round(size / 1_000)} kB${size > largest ? ', too large' : ''}`)
}
