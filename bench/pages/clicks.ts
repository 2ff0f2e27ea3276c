/**
 * `npm run bench -- --clicks`: opens every screen by a click of an operator, on a connection with 150 ms of round trip and a processor four times
 * slower. The code of the screen is there, its data is not. Data of the demo; the screens and the server must be built. A word behind it: only the addresses
 * with it.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CDPSession, chromium, type Page } from '@playwright/test'
import { findChromium } from '../../scripts/chromium.mjs'
import { signIn } from '../../scripts/screens/demo-server.ts'
import { addressesOn, addressFor } from '../../scripts/screens/screens-to-visit.ts'
import { waitForAnswers } from '../../scripts/screens/wait-for-answers.ts'
import { median } from '../load.ts'
import { startMain } from '../servers.ts'

/** `requests`: to the API. In ms, medians: until the address has changed and the next picture is there; until nothing waits any more. */
export type Click = { screen: string; requests: number; paint: number; whole: number }

const rounds = 3
const elsewhere = '/settings/design'

export async function measureClicks(): Promise<Click[]> {
  const word = process.argv[process.argv.indexOf('--clicks') + 1] ?? ''
  const dataDir = await mkdtemp(join(tmpdir(), 'sbr-clicks-'))
  const server = await startMain({ DATA_DIR: dataDir, DATABASE_URL: '', DEMO: '1', RATE_LIMIT: '0' })
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const page = await browser.newPage({ baseURL: server.origin, viewport: { width: 1440, height: 900 } })
    await signIn(page, 'company-operator@north.example')
    const { companyId } = await (await page.request.get('/api/session')).json()
    const addresses = (await addressesOn(page)).filter((address) => address.includes(word))
    const devtools = await page.context().newCDPSession(page)
    await page.goto(elsewhere)
    await page.locator('#main h1').first().waitFor()
    await page.evaluate(findQueries)
    const clicks: Click[] = []
    for (const screen of addresses) {
      const path = await addressFor(page, companyId, screen)
      const click = path && (await clickOn(page, devtools, path))
      if (!click) continue
      console.log(screen, click) // at once, since a visit of all screens takes many minutes
      clicks.push({ screen, ...click })
    }
    return clicks
  } finally {
    await browser.close()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** @returns undefined when the address leads elsewhere */
async function clickOn(page: Page, devtools: CDPSession, path: string): Promise<Omit<Click, 'screen'> | undefined> {
  const seen: Omit<Click, 'screen'>[] = []
  for (let round = 0; round <= rounds; round++) {
    await slow(devtools, false)
    await page.evaluate(go(elsewhere))
    await waitForAnswers(page)
    await page.evaluate('window.queries.removeQueries({ type: "inactive" })')
    if (round > 0) await slow(devtools, true) // the first one loads the code
    let requests = 0
    const count = (request: { url(): string }) => {
      if (/\/api\/(?!live)/.test(request.url())) requests += 1
    }
    page.on('request', count)
    const times = await page.evaluate<{ paint: number; whole: number } | null>(`(${measure})(${JSON.stringify(path)})`)
    page.off('request', count)
    if (!times) return undefined
    if (round > 0) seen.push({ requests, ...times })
  }
  const middle = (key: keyof Omit<Click, 'screen'>) => Math.round(median(seen.map((click) => click[key])))
  return { requests: middle('requests'), paint: middle('paint'), whole: middle('whole') }
}

async function slow(devtools: CDPSession, isSlow: boolean) {
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: isSlow ? 4 : 1 })
  const speed = { downloadThroughput: -1, uploadThroughput: -1 }
  await devtools.send('Network.emulateNetworkConditions', { offline: false, latency: isSlow ? 150 : 0, ...speed })
}

// Texts, because these run in the page.
const go = (path: string) => `__TSR_ROUTER__.navigate({ href: ${JSON.stringify(path)} })`

const measure = `async (path) => {
  const begin = performance.now()
  const picture = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
  const isWaiting = () => document.querySelector('.mantine-Skeleton-root, .mantine-Loader-root, [aria-busy=true], [data-held]') || window.queries.isFetching()
  __TSR_ROUTER__.navigate({ href: path })
  const isThere = () => location.pathname === path.replace(/[?].*/, '')
  while (!isThere() && performance.now() < begin + 8000) await picture()
  if (!isThere()) return null
  await picture()
  const paint = performance.now() - begin
  while (isWaiting() && performance.now() < begin + 15000) await picture()
  return { paint, whole: performance.now() - begin }
}`

/** The client of TanStack Query, from the tree of React. */
const findQueries = `(() => {
  const root = [...document.querySelectorAll('body *')].find((each) => Object.keys(each).some((key) => key.startsWith('__reactContainer')))
  const open = [root[Object.keys(root).find((key) => key.startsWith('__reactContainer'))]]
  for (let node = open.pop(); node; node = open.pop()) {
    const client = node.memoizedProps?.client
    if (client?.getQueryCache) return void (window.queries = client)
    open.push(...[node.sibling, node.child].filter(Boolean))
  }
  throw new Error('no client of TanStack Query')
})()`
