/**
 * `npm run screens`: visits every screen as every role, dark and light, at three widths, and some in all colour schemes. Puts pictures into
 * .cache/screens, and prints what axe finds, what moves while a screen loads (layout shift), what scrolls sideways, also at 200 %, and when
 * the largest piece was painted. `-- employee tasks` visits only the screens and roles whose names contain these words.
 */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, chromium, type Page } from '@playwright/test'
import { colorSchemes } from 'contract/settings/appearance.ts'
import { findChromium } from './chromium.mjs'
import { root, withDemoServer } from './demo-server.ts'
import { waitForAnswers } from './wait-for-answers.ts'

const folder = join(root, '.cache/screens')
const people = ['operator@sbr', 'company-operator@north', 'manager@north', 'employee@north']

const screens: Record<string, string> = {
  portfolio: '/portfolio',
  dashboard: '/dashboard',
  summary: '/inventory/summary',
  transfer: '/inventory/summary?tab=transfer',
  parts: '/inventory/parts',
  'parts-none': '/inventory/parts?q=nothing-has-this-name',
  'part-new': '/inventory/parts/new',
  assemblies: '/inventory/assemblies',
  products: '/inventory/products',
  vendors: '/inventory/vendors',
  deleted: '/inventory/deleted',
  tasks: '/tasks',
  'time-clock': '/time-clock',
  sops: '/sops',
  integrations: '/integrations',
  output: '/integrations/logs',
  account: '/settings/account',
  design: '/settings/design',
  utilities: '/settings/utilities',
  users: '/admin/users',
  companies: '/admin/companies',
  guide: '/guide',
  'not-found': '/nowhere',
}
const inAllSchemes = ['dashboard', 'parts', 'tasks', 'design']

const widths = {
  wide: { width: 1440, height: 900 },
  middle: { width: 1024, height: 768 },
  phone: { width: 390, height: 844 },
}
/** A window of 1440 px at 200 %. */
const zoomed = { width: 720, height: 450 }

/** Runs in each page before its own code. A text, because these are no types of Node. */
const watchPaint = `
  window.paint = { shift: 0, largest: 0 }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.paint.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => {
    window.paint.largest = list.getEntries().at(-1)?.startTime ?? 0
  }).observe({ type: 'largest-contentful-paint', buffered: true })`

const found: string[] = []
const words = process.argv.slice(2)
const isWanted = (name: string) => words.length === 0 || words.some((word) => name.includes(word))

await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
await withDemoServer(async (origin) => {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    for (const person of people) await visitAs(browser, origin, person)
  } finally {
    await browser.close()
  }
})
console.log(found.length === 0 ? 'Nothing to mend' : `\n${found.length} to mend:\n${found.join('\n')}`)
process.exitCode = found.length === 0 ? 0 : 1

async function visitAs(browser: Browser, origin: string, person: string) {
  const context = await browser.newContext({ baseURL: origin, viewport: widths.wide })
  await context.addInitScript({ content: watchPaint })
  const page = await context.newPage()
  page.on('pageerror', (error) => found.push(`${person} ${page.url()}: ${error.message}`))
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Sign in with Google' }).click()
  await page.getByRole('button', { name: `${person}.example`, exact: true }).click()
  await page.waitForURL(/\/(dashboard|portfolio)/)
  for (const [name, path] of Object.entries(screens)) {
    if (isWanted(`${person} ${name}`)) await visit(page, person, name, path)
  }
  await context.close()
}

async function visit(page: Page, person: string, name: string, path: string) {
  const where = `${person} ${name}`
  await page.setViewportSize(widths.wide)
  await page.goto(path)
  await settle(page)
  // A person who may not see it is led elsewhere, and that screen was visited already.
  const isHere = new URL(page.url()).pathname.startsWith(path.replace(/\?.*/, ''))
  if (!isHere && !(name === 'dashboard' && page.url().includes('/company/'))) return
  const { shift, largest } = await page.evaluate<Paint>('window.paint')
  console.log(`${where}: layout shift ${shift.toFixed(3)}, largest paint after ${Math.round(largest)} ms`)
  if (shift > 0.01) found.push(`${where}: layout shift ${shift.toFixed(3)}`)
  for (const scheme of ['dark', 'light']) {
    await paintIn(page, { mantineColorScheme: scheme })
    for (const [size, viewport] of Object.entries(widths)) {
      await page.setViewportSize(viewport)
      await settle(page)
      await page.screenshot({ path: join(folder, `${name}.${person.split('@')[0]}.${scheme}.${size}.png`) })
      if (scheme === 'dark') await expectNoSideways(page, `${where} ${size}`)
      if (size !== 'middle') await expectAccessible(page, `${where} ${scheme} ${size}`)
    }
  }
  await paintIn(page, { mantineColorScheme: 'dark' })
  await page.setViewportSize(zoomed)
  await settle(page)
  await expectNoSideways(page, `${where} at 200 %`)
  await page.setViewportSize(widths.wide)
  if (person === people[1] && inAllSchemes.includes(name)) await visitSchemes(page, name)
}

async function visitSchemes(page: Page, name: string) {
  for (const accent of colorSchemes) {
    for (const scheme of ['dark', 'light']) {
      await paintIn(page, { accent, mantineColorScheme: scheme })
      await page.screenshot({ path: join(folder, `${name}.${accent}.${scheme}.png`) })
      await expectAccessible(page, `${name} ${accent} ${scheme}`)
    }
  }
  await paintIn(page, { accent: 'default', mantineColorScheme: 'dark' })
}

/** Themes and schemes are attributes of the document: no need to save them for the person. */
async function paintIn(page: Page, look: Record<string, string>) {
  await page.evaluate(`void Object.assign(document.documentElement.dataset, ${JSON.stringify(look)})`)
}

async function settle(page: Page) {
  await waitForAnswers(page)
  await page.evaluate('document.fonts.ready.then(() => undefined)')
  // What glides into its place would be taken half-way; skeletons move for ever.
  await page.waitForTimeout(250)
}

async function expectAccessible(page: Page, where: string) {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'])
    .analyze()
  found.push(
    ...violations.map(({ id, nodes }) => `${where}: ${id} ${nodes.map(({ target }) => target.join(' ')).slice(0, 3)}`),
  )
}

/** The page itself must not scroll sideways; a wide table may, within itself. */
async function expectNoSideways(page: Page, where: string) {
  const over = await page.evaluate<number>(`Math.max(
    ...[document.querySelector('#main') ?? document.documentElement, document.documentElement].map((each) => each.scrollWidth - each.clientWidth))`)
  if (over > 0) found.push(`${where}: scrolls ${over} px sideways`)
}

type Paint = { shift: number; largest: number }
