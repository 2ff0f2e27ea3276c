import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import openapiTypescript, { astToString } from 'openapi-typescript'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { useOwnServer } from '../fixture.ts'
import { startBrokenLine } from '../outside/broken-line.ts'
import { until } from '../until.ts'

// Two changes and one import: then the program has to wait.
const { server, company } = useOwnServer({ RATE_LIMIT: '0.01' })
const { server: free, company: home } = useOwnServer()
afterEach(() => vi.useRealTimers())

const root = fileURLToPath(new URL('../../../', import.meta.url))
const program = join(root, 'docs/client/week.ts')

/** A setting of docs/client/week.ts, whose types exist only where its client has been generated. */
type Week = { workAWeek: (setting: Record<string, unknown>) => Promise<string[]> }

/** Waits for them, also for those of other tests: a feed begins no later than the oldest open transaction, so it would tell of earlier changes. */
async function olderTransactionsEnd() {
  const [now] = await server.given.sql<{ id: string }>('select pg_current_xact_id()::text as id')
  const isOver = 'select pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 as is_over'
  await until(
    () => server.given.sql<{ is_over: boolean }>(isOver, [now?.id]),
    ([found]) => found?.is_over === true,
  )
}

test('a program with the generated client does the week of an office over a line that breaks, and misses and doubles nothing', async () => {
  const { token, id } = await server.given.person('company_operator', company)
  const employee = await server.given.person('employee', company)
  for (let n = 0; n < 3; n += 1) await server.given.timeEntry(company, employee)
  await olderTransactionsEnd()
  const { workAWeek } = (await import(pathToFileURL(program).href)) as Week
  const line = await startBrokenLine(await server.listen())
  onTestFinished(line.stop)
  vi.useFakeTimers({ toFake: ['Date'] })
  const waits: number[] = []
  const done = await workAWeek({
    ...{ token, companyId: company.id, assigneeId: id, baseUrl: `http://127.0.0.1:${line.port}/api` },
    wait: async (ms: number) => {
      waits.push(ms)
      vi.setSystemTime(Date.now() + ms)
    },
  })
  expect(done).toEqual([
    '2 new prices, 0 faulty',
    '2 of 2 stored',
    '2 parts read',
    '37 valves on hand, 37 of lot L-7',
    'costs 12.75',
    '409 stale for an old version',
    'drawing.pdf filed, the same bytes fetched',
    '2 prices would change, 2 raised, 2 taken back',
    '2 tasks, the first complete',
    '3 hours in 3 entries',
    [
      'changes: part created, part created, location created, part changed, part changed, file created',
      'part changed, part changed, part changed, part changed, task created, task created, task changed',
    ].join(', '),
  ])
  expect(waits.length).toBeGreaterThan(0)
  for (const count of Object.values(line.lost)) expect(count).toBeGreaterThan(3)
})

test('the types of the program fit the client that the document gives', async () => {
  const { body } = await free.anonymous.get('/api/openapi.json')
  const types = astToString(await openapiTypescript(JSON.parse(body), { defaultNonNullable: false }))
  mkdirSync(join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(root, '.cache/client-'))
  try {
    writeFileSync(join(folder, 'api.ts'), types)
    const compilerOptions = { lib: ['esnext', 'dom'], types: [] }
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ extends: '../../tsconfig.json', compilerOptions, include: ['*.ts'] }),
    )
    const check = async (text: string) => {
      writeFileSync(join(folder, 'week.ts'), text)
      const tsc = join(root, 'node_modules/typescript/bin/tsc')
      const run = promisify(execFile)(process.execPath, [tsc, '-p', folder])
      return run.then(
        () => '',
        ({ stdout }) => String(stdout),
      )
    }
    const text = readFileSync(program, 'utf8')
    expect(await check(text)).toBe('')
    expect(await check(text.replace('quantity: 40', 'quantity: "40"'))).toContain('TS2322')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

/** The commands in the fenced blocks of a page, as words; variables are filled in. */
function commandsIn(page: string, variables: Record<string, string>): string[][] {
  const blocks = [...page.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) => block.replaceAll('\\\n', ''))
  const commands = blocks.flatMap((block) => block.split('\n').filter((line) => line.startsWith('curl ')))
  const filled = (text: string) => text.replace(/\$(\w+)/g, (_, name: string) => variables[name] ?? '')
  // A word is pieces that stand together: '{"id": "'"$PART"'"}'.
  return commands.map((command) =>
    [...command.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"]+)+/g)].map(([word]) =>
      word.replace(
        /'([^']*)'|"([^"]*)"|[^'"]+/g,
        (piece, quoted?: string, text?: string) => quoted ?? filled(text ?? piece),
      ),
    ),
  )
}

/** Sends what curl would. */
function sendAsCurl(words: string[], files: Record<string, string>) {
  const all = (option: string) => words.flatMap((word, place) => (word === option ? [words[place + 1] ?? ''] : []))
  const [data] = all('-d')
  const [file] = all('--data-binary')
  const payload = data ?? (file && files[file.slice(1)])
  const headers = Object.fromEntries(all('-H').map((header) => header.split(/: /, 2)))
  return free.app.inject({
    method: (all('-X')[0] ?? 'GET') as 'GET',
    url: words.find((word) => word.startsWith('/api/')) ?? '',
    headers: { host: 'localhost:3000', ...headers },
    ...(payload !== undefined && { payload }),
  })
}

test('every example of docs/api.md works, in its order', async () => {
  const page = readFileSync(join(root, 'docs/api.md'), 'utf8')
  const { token, id } = await free.given.person('company_operator', home)
  const part = await free.given.part(home)
  const variables = { TOKEN: token, API: '/api', COMPANY: home.id, PART: part.id, PERSON: id, IMPORT: '', PLACE: '' }
  const count = commandsIn(page, variables).length
  expect(count).toBeGreaterThan(5)
  for (let place = 0; place < count; place += 1) {
    const words = commandsIn(page, variables)[place] ?? []
    const answer = await sendAsCurl(words, { 'parts.csv': 'Name,Part Number\nNut,N-1\n' })
    expect([words.at(-1), answer.statusCode, answer.body.slice(0, 200)]).toEqual([
      ...[words.at(-1), expect.toBeOneOf([200, 201]), expect.any(String)],
    ])
    if (words.some((word) => word.includes('/imports?'))) variables.IMPORT = answer.json().id
    if (words.at(-1)?.endsWith('/locations')) variables.PLACE = answer.json().id
  }
})
