import { expect, onTestFinished, test } from 'vitest'
import { useOwnServer } from '../../testing/fixture.ts'
import { errandKind, useJobs } from '../../testing/jobs.ts'
import { openAddress } from '../../testing/postgres/address.ts'
import { workerUrl } from '../database/schema/database-roles.ts'
import { handle } from './job-kinds.ts'

const { server, company, operator } = useOwnServer()
const jobs = useJobs(() => server)

test('a worker gives up connections that stay silent, and goes on with new ones: nobody restarts it after a failover (F8)', async () => {
  const address = await openAddress(await workerUrl(server.adminUrl))
  onTestFinished(address.close)
  const kind = errandKind()
  const done: string[] = []
  const handlers = [handle(kind, async ({ note }) => void done.push(note))]
  await jobs.settle(handlers)
  await jobs.add(operator, kind, { companyId: company.id, note: 'before' })
  await jobs.work(handlers, { url: address.url })
  await jobs.until(kind, ({ state }) => state === 'completed')
  address.fallSilent()
  await jobs.add(operator, kind, { companyId: company.id, note: 'after' })
  await jobs.until(kind, ({ state }) => state === 'completed')
  expect(done).toEqual(['before', 'after'])
}, 60_000)
