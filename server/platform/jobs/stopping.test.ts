import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useOwnServer } from '../../testing/fixture.ts'
import { errandKind, useJobs } from '../../testing/jobs.ts'
import { startTestServer } from '../../testing/server.ts'
import { workerUrl } from '../database/schema/database-roles.ts'
import { handle } from './job-kinds.ts'

const { server, company, operator } = useOwnServer()
const jobs = useJobs(() => server)

test('a stop puts a running job back, without counting the try; the next worker runs it', async () => {
  const kind = errandKind({ retryLimit: 0 })
  const begun: string[] = []
  const handlerWaiting = handle(kind, async (_, { signal, jobId }) => {
    begun.push(jobId)
    await sleep(60_000, undefined, { signal })
  })
  await jobs.settle([handlerWaiting])
  await jobs.add(operator, kind, { companyId: company.id, note: '' })
  const worker = await jobs.work([handlerWaiting])
  await vi.waitFor(() => expect(begun).toHaveLength(1))
  await worker.stop()
  expect(await jobs.rows(kind.name)).toMatchObject([{ state: 'created', retry_count: 0 }])
  await jobs.work([handle(kind, async (_, { jobId }) => void begun.push(jobId))])
  await jobs.until(kind, ({ state }) => state === 'completed')
  expect(begun).toEqual([begun[0], begun[0]])
})

test('a job that ends in time during a stop is done, and not run again', async () => {
  const kind = errandKind()
  const begun: string[] = []
  const handler = handle(kind, async (_, { signal }) => {
    begun.push('x')
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
  })
  await jobs.settle([handler])
  await jobs.add(operator, kind, { companyId: company.id, note: '' })
  const worker = await jobs.work([handler])
  await vi.waitFor(() => expect(begun).toHaveLength(1))
  await worker.stop()
  expect(await jobs.rows(kind.name)).toMatchObject([{ state: 'completed' }])
})

test('a job that ignores the signal does not keep the server running, and is put back', async () => {
  const kind = errandKind()
  const begun: string[] = []
  const handler = handle(kind, async () => {
    begun.push('x')
    await new Promise(() => undefined)
  })
  await jobs.settle([handler])
  await jobs.add(operator, kind, { companyId: company.id, note: '' })
  const worker = await jobs.work([handler])
  await vi.waitFor(() => expect(begun).toHaveLength(1))
  await worker.stop()
  expect(await jobs.rows(kind.name)).toMatchObject([{ state: 'created', retry_count: 0 }])
}, 30_000)

test('a server runs jobs beside its requests, unless RUN_JOBS is 0', async () => {
  const workers = () =>
    server.given.sql(
      `select from pg_stat_activity where datname = current_database() and usename like 'app\\_worker\\_%' and application_name = 'sbr-jobs'`,
    )
  const start = (RUN_JOBS: string) => startTestServer({ RUN_JOBS }, server.adminUrl)
  const quiet = await start('0')
  expect(await workers()).toEqual([])
  await quiet.close()
  const busy = await start('1')
  expect((await workers()).length).toBeGreaterThan(0)
  await busy.close()
  await vi.waitFor(async () => expect(await workers()).toEqual([]))
})

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sbr-errands-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test.each([
  ['SIGKILL', 1],
  ['SIGTERM', 0],
] as const)(
  'a job whose worker ends by %s runs again, once (F11)',
  async (signal, tries) => {
    const kind = errandKind()
    const [journal, mayEnd] = [join(folder, 'journal'), join(folder, 'end')]
    await jobs.settle([handle(kind, async () => undefined)])
    await jobs.add(operator, kind, { companyId: company.id, note: '' })
    const url = await workerUrl(server.adminUrl)
    const start = () => {
      const script = fileURLToPath(new URL('../../testing/errands.ts', import.meta.url))
      return spawn(process.execPath, [script, kind.name, url, journal, mayEnd], {
        stdio: ['ignore', 'ignore', 'inherit'],
      })
    }
    const written = () => (existsSync(journal) ? readFileSync(journal, 'utf8') : '')
    const first = start()
    await vi.waitFor(() => expect(written()).toBe('began\n'), { timeout: 20_000 })
    const gone = once(first, 'exit')
    first.kill(signal)
    await gone
    expect((await jobs.rows(kind.name))[0]?.state).toBe(signal === 'SIGKILL' ? 'active' : 'created')

    const second = start()
    try {
      // The lease of a killed worker has to run out first; the test moves the clock of the row instead of waiting.
      await server.given.sql(
        `update jobs.job_common set heartbeat_on = now() - interval '1 minute' where name = $1 and state = 'active'`,
        [kind.name],
      )
      await vi.waitFor(() => expect(written()).toBe('began\nbegan\n'), { timeout: 30_000 })
      writeFileSync(mayEnd, '')
      expect(await jobs.until(kind, ({ state }) => state === 'completed')).toMatchObject([{ retry_count: tries }])
      expect(written()).toBe('began\nbegan\nended\n')
    } finally {
      const ended = once(second, 'exit')
      second.kill('SIGTERM')
      await ended
    }
  },
  90_000,
)
