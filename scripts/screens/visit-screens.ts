/**
 * `npm run screens`: visits every screen, dialog and page of the guide in every role, dark and light, from 1440 px to a phone. Saves
 * pictures in .cache/screens. Prints the findings of axe (each screen once in all colour schemes too), whatever moves while a screen loads
 * (layout shift), scrolls sideways or shows too much at once (what-is-shown.ts), and elements out of reach at 200 %. `-- employee task` visits only screens with one of these words in
 * role or name; `-- --quick` takes pictures without axe. `-- --brief` runs axe once dark and once light, without colour schemes, and visits
 * the guide only when it is named. `-- --phone` checks the colour schemes on a phone instead of at 1440 px.
 */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { colorSchemes } from 'contract/settings/appearance.ts'
import { findChromium } from '../chromium.mjs'
import { violationsOn } from './axe.ts'
import { contrast, wcag } from './axe-rules.ts'
import { root, signIn, withDemoServer } from './demo-server.ts'
import { addressesOn, addressFor, type Screen, screensOf } from './screens-to-visit.ts'
import { waitForAnswers } from './wait-for-answers.ts'
import { controlsOf, cutNumbersOf, mostControls, tallestDashboard } from './what-is-shown.ts'

const folder = join(root, '.cache/screens')
const people = ['company-operator@north', 'operator@sbr', 'manager@north', 'employee@north']

const widths = {
  wide: { width: 1440, height: 900 },
  laptop: { width: 1366, height: 768 },
  middle: { width: 1024, height: 768 },
  tablet: { width: 768, height: 1024 },
  phone: { width: 390, height: 844 },
}
/** A window of 1440 px at 200 %. */
const zoomed = { width: 720, height: 450 }

/** ms: a busy machine is slow, and that is not a finding */
const patience = 120_000

/** Runs in each page before its own code. A text, because these are no types of Node. */
const watchPaint = `
  window.paint = { shift: 0, largest: 0, moved: [] }
  const nameOf = (node) => node?.closest?.('[class]')?.className?.toString().slice(0, 60) ?? ''
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry.hadRecentInput) continue
      window.paint.shift += entry.value
      window.paint.moved.push(...entry.sources.map(({ node }) => nameOf(node)))
    }
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => {
    window.paint.largest = list.getEntries().at(-1)?.startTime ?? 0
  }).observe({ type: 'largest-contentful-paint', buffered: true })`

const problems: string[] = []
const inSchemes = new Set<string>()
const isQuick = process.argv.includes('--quick')
const isBrief = process.argv.includes('--brief')
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const wantedPeople = people.filter((person) => words.includes(person.replace(/@.*/, '')))
const wantedNames = words.filter((word) => !wantedPeople.some((person) => person.startsWith(`${word}@`)))

await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
await withDemoServer(async (origin) => {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    for (const person of wantedPeople.length > 0 ? wantedPeople : people) await visitAs(browser, origin, person)
  } finally {
    await browser.close()
  }
})
console.log(problems.length === 0 ? 'Nothing to mend' : `\n${problems.length} to mend:\n${problems.join('\n')}`)
process.exitCode = problems.length === 0 ? 0 : 1

/** A full visit takes long: each finding is printed at once, and again at the end. */
function note(what: string) {
  problems.push(what)
  console.log(`  to mend: ${what}`)
}

async function visitAs(browser: Browser, origin: string, person: string) {
  const context = await browser.newContext({ baseURL: origin, viewport: widths.wide })
  context.setDefaultTimeout(patience)
  await context.addInitScript({ content: watchPaint })
  const page = await context.newPage()
  page.on('pageerror', (error) => note(`${person} ${page.url()}: ${error.message}`))
  await signIn(page, `${person}.example`)
  const companyId = await northOf(page)
  const screens = screensOf(await addressesOn(page))
  const unknown = wantedNames.find((word) => !screens.some(({ name }) => name.includes(word)))
  if (unknown) throw new Error(`Neither a role nor a screen: ${unknown}`)
  for (const screen of screens) {
    if (wantedNames.length > 0 && !wantedNames.some((word) => screen.name.includes(word))) continue
    if (isBrief && wantedNames.length === 0 && screen.name.startsWith('guide-')) continue
    const path = await addressFor(page, companyId, screen.path)
    const where = `${person} ${screen.name}`
    // A failure on one screen must not end the visit.
    if (path)
      await visit(page, where, { ...screen, path: inCompany(path, companyId) }).catch((error) =>
        note(`${where}: ${error}`),
      )
  }
  await context.close()
}

/** The company whose records are shown: North has most. */
async function northOf(page: Page): Promise<string> {
  const { companies } = await (await page.request.get('/api/session')).json()
  return companies.find(({ name }: { name: string }) => name.startsWith('North'))?.id ?? companies[0].id
}

function inCompany(path: string, companyId: string) {
  return `${path}${path.includes('?') ? '&' : '?'}company=${companyId}`
}

async function visit(page: Page, where: string, screen: Screen) {
  const [person, name] = where.split(' ') as [string, string]
  await paintIn(page, { mantineColorScheme: 'dark' })
  await page.setViewportSize(widths.wide)
  await page.goto(screen.path)
  await settle(page)
  // A person who may not see the screen is led to another one, which was visited already. The firm's dashboard has another address.
  const path = screen.path.replace(/\?.*/, '')
  const isHere = [path, path === '/dashboard' ? '/company/' : path].some((each) =>
    new URL(page.url()).pathname.startsWith(each),
  )
  if (!isHere) return
  await tellPaint(page, where)
  await expectCalm(page, where, name)
  if (screen.open) {
    page.setDefaultTimeout(20_000) // the screen has settled: what is not there now is not there for this role
    const isOpen = await screen.open(page).then(
      () => true,
      () => false,
    )
    page.setDefaultTimeout(patience)
    if (!isOpen) return console.log(`${where}: not there for this role`)
    await settle(page)
  }
  for (const scheme of ['dark', 'light']) {
    await paintIn(page, { mantineColorScheme: scheme })
    for (const [size, viewport] of Object.entries(widths)) {
      await page.setViewportSize(viewport)
      await page.waitForTimeout(250)
      await page.screenshot({ path: join(folder, `${name}.${person.split('@')[0]}.${scheme}.${size}.png`) })
      if (scheme === 'dark') {
        await expectNoSideways(page, `${where} ${size}`)
        await expectWholeCells(page, `${where} ${size}`)
        await expectWholeNumbers(page, `${where} ${size}`)
      }
      if (isBrief ? isOnceEach(scheme, size) : scheme === 'dark' && !['laptop', 'middle'].includes(size))
        await expectAccessible(page, `${where} ${scheme} ${size}`)
      else if (scheme === 'light' && ['wide', 'phone'].includes(size) && !isBrief)
        await expectContrast(page, `${where} light ${size}`)
    }
  }
  await paintIn(page, { mantineColorScheme: 'dark' })
  await page.setViewportSize(zoomed)
  await page.waitForTimeout(250)
  await expectNoSideways(page, `${where} at 200 %`)
  await expectReachable(page, `${where} at 200 %`)
  await page.setViewportSize(widths.wide)
  if (!inSchemes.has(name) && !isBrief) await visitSchemes(page, name)
  inSchemes.add(name)
}

/** Whether to check this pair of scheme and size: to check each theme and each width once takes half the time. */
function isOnceEach(scheme: string, size: string) {
  return `${scheme} ${size}` === 'dark wide' || `${scheme} ${size}` === 'light phone'
}

async function tellPaint(page: Page, where: string) {
  const { shift, largest, moved } = await page.evaluate<Paint>('window.paint')
  console.log(`${where}: layout shift ${shift.toFixed(3)}, largest paint after ${Math.round(largest)} ms`)
  if (shift > 0.001) note(`${where}: layout shift ${shift.toFixed(3)} of ${[...new Set(moved)].join(', ')}`)
}

async function visitSchemes(page: Page, name: string) {
  if (process.argv.includes('--phone')) await page.setViewportSize(widths.phone)
  for (const accent of colorSchemes) {
    for (const scheme of ['dark', 'light']) {
      await paintIn(page, { accent, mantineColorScheme: scheme })
      await page.waitForTimeout(250) // colours change gradually: half-way they have less contrast
      await expectContrast(page, `${name} ${accent} ${scheme}`)
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
  // A picture of a moving element would show it half-way.
  await page.waitForTimeout(200)
}

// Functions, no constants: the visit begins above, before a constant down here has its value.
function expectAccessible(page: Page, where: string) {
  return expectNoViolation(page, wcag, where)
}

/** Checks what another theme or scheme can change. */
function expectContrast(page: Page, where: string) {
  return expectNoViolation(page, contrast, where)
}

async function expectNoViolation(page: Page, rules: typeof wcag, where: string) {
  if (isQuick) return
  for (const { rule, targets } of await violationsOn(page, rules)) note(`${where}: ${rule} ${targets.slice(0, 3)}`)
}

/** Few things to press, and a dashboard that is soon read. */
async function expectCalm(page: Page, where: string, name: string) {
  const { controls, height } = await controlsOf(page)
  console.log(`${where}: ${controls.length} controls outside rows, ${height} px high`)
  if (controls.length > (mostControls[name] ?? Number.POSITIVE_INFINITY))
    note(`${where}: ${controls.length} controls outside rows: ${controls.join(', ')}`)
  if (name === 'dashboard' && height > tallestDashboard) note(`${where}: ${height} px high`)
}

async function expectWholeNumbers(page: Page, where: string) {
  const cut = await cutNumbersOf(page)
  if (cut.length > 0) note(`${where}: numbers are cut: ${cut.slice(0, 5).join(', ')}`)
}

/** The page itself must not scroll sideways; a wide table may, within itself. */
async function expectNoSideways(page: Page, where: string) {
  const over = await page.evaluate<number>(`Math.max(
    ...[document.querySelector('#main') ?? document.documentElement, document.documentElement].map((each) => each.scrollWidth - each.clientWidth))`)
  if (over > 0) note(`${where}: scrolls ${over} px sideways`)
}

/** No cell is lower than what it says, so that no text lies on another one. */
async function expectWholeCells(page: Page, where: string) {
  const low = await page.evaluate<
    string[]
  >(`[...document.querySelectorAll(':is(td, th, [role="cell"], [role="gridcell"])')]
    .filter((each) => each.checkVisibility() && getComputedStyle(each).overflowY === 'visible' && each.scrollHeight > each.clientHeight + 6 && each.clientHeight > 0)
    .map((each) => each.textContent.slice(0, 30))`)
  if (low.length > 0) note(`${where}: lower than their text: ${low.slice(0, 5).join(', ')}`)
}

/** Every button and input is wholly in the window after scrolling to it. */
async function expectReachable(page: Page, where: string) {
  const lost = await page.evaluate<string[]>(`(() => {
    const dialogs = [...document.querySelectorAll('[role="dialog"]')].filter((each) => each.checkVisibility())
    const scope = dialogs.at(-1) ?? document.querySelector('#main') ?? document.body
    return [...scope.querySelectorAll('button, a[href], input, textarea')].flatMap((each) => {
      if (!each.checkVisibility({ visibilityProperty: true }) || each.type === 'file' || each.closest('[aria-hidden="true"]')) return []
      each.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      const { left, right, top, bottom, width, height } = each.getBoundingClientRect()
      const scrolls = (box) => box.scrollHeight > box.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(box).overflowY)
      let box = each.parentElement
      while (box && !scrolls(box)) box = box.parentElement
      // What is higher than its place is seen piece by piece.
      if (height > Math.min(innerHeight, box?.clientHeight ?? innerHeight)) return []
      const fits = left >= -1 && top >= -1 && (right <= innerWidth + 1 || width > innerWidth) && bottom <= innerHeight + 1
      return fits || width < 2 ? [] : [each.getAttribute('aria-label') ?? each.textContent.slice(0, 40) ?? each.tagName]
    })
  })()`)
  if (lost.length > 0) note(`${where}: cannot be reached: ${lost.slice(0, 5).join(', ')}`)
}

type Paint = { shift: number; largest: number; moved: string[] }
