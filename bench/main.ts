/** `npm run bench [-- --growth | --screens | --boms | --bulk | --cost [CHECKOUT] | --short | --stock [--movements NUMBER] | --start | --revenue | --time | --tasks | --sops | --finding | --clicks [WORD] | --neighbour [CHECKOUT] [--loads WORDS]]`: the product beside the limit, as ratios. Never asserts; a busy machine moves both. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { openDatabase } from '../server/platform/database/database.ts'
import { runtimeUrl } from '../server/platform/database/schema/database-roles.ts'
import { migrate } from '../server/platform/database/schema/migrations.ts'
import { startEmbeddedPostgres } from '../server/platform/postgres/embedded-postgres.ts'
import { addBoms } from './boms/bom-data.ts'
import { measureBoms } from './boms/boms.ts'
import { measureExport, measureImport } from './bulk.ts'
import { eightOn, measureCosts } from './cost.ts'
import { connect, fill, type Subject, searches, tokenHash } from './data.ts'
import { measureFiles } from './files.ts'
import { measureSearches } from './finding.ts'
import { measureFirstSync } from './first-sync.ts'
import { measureGrowth } from './growth.ts'
import { median, oneByOne, together } from './load.ts'
import { measureRevenue } from './million-orders.ts'
import { measureNeighbour } from './neighbours/neighbour.ts'
import { compare, operationsOn } from './operations.ts'
import { measureClicks } from './pages/clicks.ts'
import { firstPageBytes } from './pages/first-page.ts'
import { measureScreens } from './pages/screens.ts'
import { printBoms, printBulk, printComparisons, printCosts, printGrowth, printNeighbour } from './report.ts'
import { type Server, startMain, startServer, startUpSeconds } from './servers.ts'
import { measureSops } from './sops.ts'
import { stockOperationsOn } from './stock.ts'
import { measureTasks } from './tasks.ts'
import { measureTimeSheets } from './time-sheets.ts'

const only =
  ['growth', 'screens', 'boms', 'bulk', 'cost', 'short', 'stock', 'start'].find((part) =>
    process.argv.includes(`--${part}`),
  ) ?? 'all'

/** Parts in the largest company of the short form. */
const shortParts = 5_000

const neighbour = process.argv.indexOf('--neighbour')
if (neighbour > 0) {
  const loads = process.argv.indexOf('--loads')
  const figures = await measureNeighbour(
    resolve(loads === neighbour + 1 ? '.' : (process.argv[neighbour + 1] ?? '.')),
    10,
    loads > 0 ? process.argv[loads + 1] : undefined,
  )
  printNeighbour(figures)
  keep('neighbour', figures)
  process.exit(0)
}

if (process.argv.includes('--revenue')) {
  const figures = { ...(await measureRevenue()), ...(await measureFirstSync()) }
  console.table(figures)
  keep('revenue', figures)
  process.exit(0)
}

for (const [name, measure] of Object.entries({
  time: measureTimeSheets,
  tasks: measureTasks,
  sops: measureSops,
  finding: measureSearches,
  clicks: measureClicks,
})) {
  if (!process.argv.includes(`--${name}`)) continue
  const figures = await measure()
  console.table(figures)
  keep(name, figures)
  process.exit(0)
}

const folder = mkdtempSync(join(tmpdir(), 'sbr-bench-'))
const startUp = only === 'all' || only === 'start' ? await measureStartUp() : null
if (only === 'start') {
  console.table(startUp) // seconds
  rmSync(folder, { recursive: true, force: true })
  process.exit(0)
}
const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data') })
const open: { stop(): Promise<void> }[] = [postgres]
try {
  await migrate(postgres.url, { name: 'SBR' })
  const admin = await connect(postgres.url)
  open.unshift({ stop: () => admin.end() })
  if (only !== 'short') console.log('Filling the database...')
  const { largest, empty } = await fill(admin, only === 'short' ? shortParts : undefined)
  const product = await startServer('product', await runtimeUrl(postgres.url), join(folder, 'product'), {
    // What is long is done by jobs; beside short requests they would count as their cost.
    ...((only === 'all' || only === 'bulk') && { adminUrl: postgres.url }),
  })
  open.unshift(product)
  if (only === 'growth') {
    const growth = await measureGrowth(product, admin)
    printGrowth(growth)
    keep('growth', growth)
  } else if (only === 'screens') {
    const screens = await measureScreens(product.origin, largest.companyId)
    console.table(screens.paints)
    console.table(screens.interactions)
    keep('screens', screens)
  } else {
    const limit = await startServer('limit', postgres.url, join(folder, 'limit'))
    open.unshift(limit)
    if (only === 'cost' || only === 'stock') await measureCost({ limit, product }, largest)
    else if (only === 'short') await measureShort({ limit, product }, largest)
    else if (only === 'boms') await measureBillsOfMaterials({ limit, product }, largest)
    else if (only === 'bulk') await measureBulk({ limit, product }, largest, empty)
    else await measureAll({ limit, product }, largest, empty)
  }
} finally {
  for (const one of open) await one.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function measureAll(servers: { limit: Server; product: Server }, largest: Subject, empty: string) {
  const comparisons = await compare(servers, largest)
  printComparisons(comparisons)
  const value = await measureValue(servers.limit, largest.companyId)
  const found = await measureFinding(servers.product, largest.companyId)
  const bulk = await measureBulk(servers, largest, empty)
  const boms = await measureBillsOfMaterials(servers, largest)
  const memory = await measureMemory(largest)
  const firstPage = firstPageBytes()
  console.log(
    `\nvalue over 100,000: limit ${value.limit.toFixed(2)} ms, product (kept sums) ${value.product.toFixed(2)} ms`,
  )
  console.log(`search over everything: p50 ${found.p50.toFixed(1)} ms, p99 ${found.p99.toFixed(1)} ms`)
  console.log(`memory of the server: idle ${mb(memory.idle)}, after load ${mb(memory.loaded)}`)
  console.table(startUp) // seconds
  console.log(`first page (brotli): ${firstPage ? JSON.stringify(firstPage) : 'the screens are not built'}`)
  keep('bench', { comparisons, value, found, bulk, boms, memory, startUp, firstPage })
}

async function measureBulk(servers: { limit: Server; product: Server }, largest: Subject, empty: string) {
  const admin = await connect(postgres.url)
  open.unshift({ stop: () => admin.end() })
  const bulk = [
    await measureExport(servers, largest.companyId),
    ...(await measureImport(servers, admin, empty)),
    ...(await measureFiles(servers, largest)),
  ]
  printBulk(bulk)
  return bulk
}

async function measureBillsOfMaterials(servers: { limit: Server; product: Server }, { companyId }: Subject) {
  const admin = await connect(postgres.url)
  open.unshift({ stop: () => admin.end() })
  const boms = await measureBoms(servers, companyId, await addBoms(admin, companyId))
  printBoms(boms)
  return boms
}

/** With another checkout named behind `--cost` or `--stock`, it is measured on the same data. */
async function measureCost(servers: { limit: Server; product: Server }, largest: Subject) {
  const admin = await connect(postgres.url)
  open.unshift({ stop: () => admin.end() })
  const checkout = process.argv[process.argv.indexOf(`--${only}`) + 1]
  const other =
    checkout && !checkout.startsWith('--')
      ? await startServer('product', await runtimeUrl(postgres.url), join(folder, 'other'), {
          checkout: resolve(checkout),
        })
      : undefined
  if (other) open.unshift(other)
  const operations =
    only === 'stock'
      ? await stockOperationsOn(admin, largest)
      : eightOn(largest, await addBoms(admin, largest.companyId))
  const costs = await measureCosts({ ...servers, ...(other && { other }) }, admin, operations)
  printCosts(costs)
  keep(only, costs)
}

/** A twentieth of the data, and one round of as many requests as the hundredths of a second that Linux counts need: for the gate. */
async function measureShort(servers: { limit: Server; product: Server }, largest: Subject) {
  const admin = await connect(postgres.url)
  open.unshift({ stop: () => admin.end() })
  const boms = await addBoms(admin, largest.companyId, shortParts)
  printCosts(await measureCosts(servers, admin, eightOn(largest, boms), { rounds: 1, length: { requests: 400 } }))
}

/** Seconds; the first start makes the database, the others find it. */
async function measureStartUp() {
  const samples = { limit: [] as number[], product: [] as number[] }
  for (let round = 0; round < 4; round++) {
    for (const name of ['limit', 'product'] as const)
      samples[name].push(await startUpSeconds(name, join(folder, `start-${name}`)))
  }
  const figures = ([first = Number.NaN, ...warm]: number[]) => ({ first, warm: median(warm) })
  return { limit: figures(samples.limit), product: figures(samples.product) }
}

/** Of the server as it is shipped, in bytes; Linux only. The server of the other figures runs the sources, which takes 60 MB more. */
async function measureMemory(largest: Subject) {
  const server = await startMain({
    ...{ DATA_DIR: join(folder, 'bundle'), DATABASE_URL: postgres.url, DEMO: '0', RATE_LIMIT: '0' },
  })
  const now = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) * 1_024
  const idle = now()
  for (const { product } of Object.values(operationsOn(largest))) await together(server.origin, product, { seconds: 3 })
  const loaded = now()
  await server.stop()
  return { idle, loaded }
}

/** The sums that the triggers keep, read below the fence. No screen asks for them yet, so no request is measured. */
async function measureValue(limit: Server, companyId: string) {
  const { p50 } = await oneByOne(limit.origin, () => ({ method: 'GET', path: `/value?company=${companyId}` }), 1)
  const database = openDatabase(await runtimeUrl(postgres.url), 1)
  const times: number[] = []
  for (let turn = 0; turn < 200; turn++) {
    const start = performance.now()
    await database.read({ tokenHash, companyId }, (db) =>
      sql`select sum(value_at_cost) from row_counts where company_id = ${companyId} and table_name = 'parts'`.execute(
        db,
      ),
    )
    times.push(performance.now() - start)
  }
  await database.close()
  return { limit: p50, product: median(times) }
}

/** The search of the palette over all kinds of records, one request after the other. */
function measureFinding({ origin }: Server, companyId: string) {
  const q = (turn: number) => encodeURIComponent(searches[turn % searches.length] ?? '')
  return oneByOne(origin, (turn) => ({ method: 'GET', path: `/api/companies/${companyId}/search?q=${q(turn)}` }), 1)
}

function keep(name: string, results: object) {
  const target = fileURLToPath(new URL('results/', import.meta.url))
  mkdirSync(target, { recursive: true })
  const file = join(target, `${name}-${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}.json`)
  writeFileSync(file, JSON.stringify(results, null, 2))
}

function mb(bytes: number) {
  return `${Math.round(bytes / 2 ** 20)} MB`
}
