import type { Job } from 'contract/jobs.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fullLists } from '../../testing/lists.ts'
import { expectNone } from '../../testing/look.ts'
import { company, open } from '../../testing/product.tsx'
import { newId } from '../../testing/samples.ts'
import { failedTo } from '../feedback/toasts.ts'
import { hasKeptJobs, keptJobsKey } from './kept-jobs.ts'
import { followJob } from './long-jobs.tsx'

const address = `/api/companies/${company.id}/jobs/${newId()}`
const job = (more: Partial<Job>): Job => ({
  ...{ id: crypto.randomUUID(), procedure: 'imports.commit', status: 'running', progress: null, seconds: null },
  ...{ createdAt: new Date().toISOString(), answer: null, file: null, failure: null, ...more },
})

async function openParts() {
  open('/inventory/parts', 'company_operator', fullLists())
  await expect.element(page.getByRole('heading', { name: 'Parts', exact: true })).toBeVisible()
}

/** A server that answers as the test says now; without an answer it cannot be reached. */
function serving() {
  const now: { job: Job | null; sent: string[] } = { job: job({ status: 'waiting' }), sent: [] }
  const send = async (to: string, init: RequestInit = {}) => {
    now.sent.push(`${init.method ?? 'GET'} ${to}`)
    if (!now.job) throw new TypeError('Failed to fetch')
    return Response.json(now.job)
  }
  return { now, send }
}

test('long work shows how far it is, goes on when the server is back, and ends as its request would have', async () => {
  await openParts()
  const { now, send } = serving()
  const end = followJob(address, send)
  await expect.element(page.getByText('Waits for its turn')).toBeVisible()
  expect(localStorage.getItem(keptJobsKey)).toBe(JSON.stringify([address]))
  now.job = job({ seconds: 12 })
  await expect.element(page.getByText('Working for 12 s. You may leave.')).toBeVisible()
  await expect.element(page.getByRole('progressbar')).not.toBeInTheDocument()
  now.job = job({ progress: 0.3 })
  await expect.element(page.getByText('30 %')).toBeVisible()
  now.job = null
  await expect.poll(() => now.sent.length).toBeGreaterThan(4)
  await expect.element(page.getByText('30 %')).toBeVisible()
  now.job = job({ status: 'done', progress: 1, answer: { success: 6_000 } })
  const answer = await end
  expect([answer.status, await answer.json()]).toEqual([200, { success: 6_000 }])
  await expect.element(page.getByText('30 %')).not.toBeInTheDocument()
  expect(hasKeptJobs()).toBe(false)
})

test('Cancel ends it, and is no failure', async () => {
  await openParts()
  const { now, send } = serving()
  const end = followJob(address, send)
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(now.sent).toContain(`POST ${address}/cancel`)
  now.job = job({ status: 'cancelled' })
  const answer = await (await end).json()
  expect(answer).toMatchObject({ status: 409, message: 'Nothing was changed.' })
  failedTo('import')(answer)
  await expect.element(page.getByText('Cancelled', { exact: true })).toBeVisible()
  await expectNone(page.getByText('Failed to import'))
})

test('work that the person began on another device shows how far it is on Import/Export', async () => {
  const [running, ended] = [job({ progress: 0.3 }), job({ status: 'done' })]
  let now = running
  const server = open('/inventory/summary?tab=transfer', 'company_operator', {
    jobs: { list: () => ({ items: [running, ended] }), get: () => now },
  })
  await expect.element(page.getByText('30 % done. You may leave.')).toBeVisible()
  expect(server.calls.filter((call) => call === 'jobs.list')).toHaveLength(1)
  now = ended
  await expect.poll(hasKeptJobs).toBe(false)
})

test('who comes back to the page hears how it ended', async () => {
  const failure = {
    code: 'FORBIDDEN',
    status: 403,
    message: 'You do not have permission to import inventory',
    data: null,
  }
  const jobs = { get: () => job({ status: 'failed', failure }) }
  open('/inventory/parts', 'company_operator', { ...fullLists(), jobs })
  localStorage.setItem(keptJobsKey, JSON.stringify([address])) // as the browser has kept it
  await expect.element(page.getByText('What you began before was not done')).toBeVisible()
  await expect.element(page.getByText(failure.message)).toBeVisible()
  expect(hasKeptJobs()).toBe(false)
})

test('who comes back after an export is offered its file', async () => {
  const file = { name: 'inventory.csv', size: 12, url: `${address}/file`, expiresAt: new Date().toISOString() }
  const jobs = { get: () => job({ status: 'done', file }) }
  open('/inventory/parts', 'company_operator', { ...fullLists(), jobs })
  localStorage.setItem(keptJobsKey, JSON.stringify([address]))
  await expect.element(page.getByText('Your export is ready')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Download inventory.csv' })).toBeVisible()
})
