import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { workerUrl } from '../platform/database/schema/database-roles.ts'
import { openJobDatabase } from '../platform/jobs/job-database.ts'
import type { Due } from '../platform/jobs/job-kinds.ts'
import { openMail } from '../platform/mail/mail.ts'
import { useOwnServer } from '../testing/fixture.ts'
import type { GivenCompany } from '../testing/given/given.ts'
import { useJobs } from '../testing/jobs.ts'
import { notificationJobs } from './notification-jobs.ts'

const { server, company, operator, employee, firm, sbr } = useOwnServer()
const jobs = useJobs(() => server)
const appUrl = 'https://operations.firm.example'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

type Taken = { to: string[]; text: string }

/** A mail server on this machine; `answer` decides about each mail. */
async function mailServer(answer: (nth: number) => Error | null = () => null) {
  const taken: Taken[] = []
  let tries = 0
  const smtp = new SMTPServer({
    ...{ authOptional: true, disabledCommands: ['STARTTLS'] },
    onData(stream, { envelope }, done) {
      let raw = ''
      stream.on('data', (chunk: Buffer) => {
        raw += chunk
      })
      stream.on('end', () => {
        const refusal = answer(++tries)
        if (!refusal) taken.push({ to: envelope.rcptTo.map(({ address }) => address), text: raw })
        done(refusal)
      })
    },
  })
  smtp.on('error', () => undefined)
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  ends.push(() => smtp.close())
  const smtpUrl = `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`
  const log = { info: () => undefined, warn: () => undefined }
  const mail = openMail({ smtpUrl, appUrl, dataDir: '/nowhere', isProduction: true }, log)
  return { taken, mail, tries: () => tries, rooms: notificationJobs({ appUrl, smtpUrl }) }
}

/** Makes it eight in the morning in the company's zone. */
const wake = ({ id }: GivenCompany, hour = 8) =>
  server.given.sql(
    `update companies set time_zone = (select case when o > 0 then 'Etc/GMT-' || o when o < 0 then 'Etc/GMT+' || -o else 'Etc/GMT' end
       from (select (($2::int - extract(hour from now() at time zone 'UTC')::int + 36) % 24) - 12 as o) h) where id = $1`,
    [id, hour],
  )

/** Runs the schedule as a worker does. @returns the mails of people of this company */
async function morning({ schedules }: ReturnType<typeof notificationJobs>, of: GivenCompany): Promise<Due[]> {
  const database = openJobDatabase(await workerUrl(server.adminUrl), 1)
  const digests = schedules.find(({ name }) => name === 'notification-digests')
  return database
    .plain(async (db) => ((await digests?.due(db)) ?? []).filter(({ payload }) => payload.companyId === of.id))
    .finally(() => database.close())
}

const unread = (of: GivenCompany, person: { id: string }, topic: string, more = '') =>
  server.given.sql(
    `insert into notifications (company_id, user_id, topic, entity_type, entity_id ${more && ', read_at'})
     values ($1, $2, $3, 'task', gen_random_uuid() ${more && ', now()'})`,
    [of.id, person.id, topic],
  )

const add = (mails: Due[]) =>
  jobs.asking(operator, company.id, async (db, enqueue) => {
    for (const { kind, payload } of mails) await enqueue(db, kind, payload)
  })

const ended = async () => {
  for (;;) {
    const rows = (await jobs.rows('notification-digest')).filter(({ data }) => data.companyId === company.id)
    if (rows.length > 0 && rows.every(({ state }) => ['completed', 'failed'].includes(state))) return rows
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

beforeEach(() => wake(company))

test('unread notices are mailed once, as numbers, in the morning of the company', async () => {
  const { taken, mail, rooms } = await mailServer()
  for (const topic of ['task_assigned', 'task_assigned', 'task_overdue']) await unread(company, employee.person, topic)
  await unread(company, employee.person, 'part_low', 'read')
  await jobs.settle(rooms.handlers)
  const mails = await morning(rooms, company)
  expect(mails.map(({ payload }) => payload)).toMatchObject([{ companyId: company.id, userId: employee.person.id }])
  await add(mails)
  await jobs.work(rooms.handlers, { mail })
  await ended()
  expect(taken).toHaveLength(1)
  expect(taken[0]?.text).toContain('Subject: SBR Operations: 3 unread notifications')
  expect(taken[0]?.text).toContain('- 2 tasks were assigned to you')
  expect(taken[0]?.text).toContain('- 1 task is overdue')
  expect(taken[0]?.text).not.toContain('low stock')
  expect(taken[0]?.text).toContain(`${appUrl}/notifications`)
})

test('two servers at once, or a job that is delivered twice, send one mail', async () => {
  const { taken, mail, rooms } = await mailServer()
  await unread(company, employee.person, 'task_assigned')
  await jobs.settle(rooms.handlers)
  const found = await Promise.all([morning(rooms, company), morning(rooms, company)])
  expect(found.flat()).toHaveLength(1)
  await add([...found.flat(), ...found.flat()])
  await jobs.work(rooms.handlers, { mail })
  await ended()
  expect(taken).toHaveLength(1)
  expect(await morning(rooms, company)).toEqual([])
})

/** The jobs of mails, tried again without a pause. */
const hasty = ({ handlers }: ReturnType<typeof notificationJobs>) =>
  handlers.map((handler) => ({ ...handler, kind: { ...handler.kind, retryDelay: 0 } }))

test('a mail that the server refuses is tried again', async () => {
  const full = Object.assign(new Error('Full'), { responseCode: 452 })
  const { taken, mail, rooms, tries } = await mailServer((nth) => (nth === 1 ? full : null))
  await unread(company, employee.person, 'task_assigned')
  await jobs.settle(hasty(rooms))
  await add(await morning(rooms, company))
  await jobs.work(hasty(rooms), { mail })
  await ended()
  expect([tries(), taken.length]).toEqual([2, 1])
})

test('a mail that may have left before the connection broke is not sent again', async () => {
  const { rooms } = await mailServer()
  await unread(company, employee.person, 'task_assigned')
  await jobs.settle(hasty(rooms))
  await add(await morning(rooms, company))
  let tries = 0
  const send = async () => {
    tries += 1
    throw Object.assign(new Error('Connection closed'), { code: 'ECONNECTION' })
  }
  await jobs.work(hasty(rooms), { mail: { send } })
  expect(await ended()).toMatchObject([{ state: 'completed', retry_count: 1 }])
  expect(tries).toBe(1)
})

test.each<[string, () => Promise<unknown>]>([
  ['it is evening there', () => wake(company, 20)],
  [
    'all is read',
    () => server.given.sql('update notifications set read_at = now() where user_id = $1', [employee.person.id]),
  ],
  ['the person wants no mail', () => employee.put('/api/notifications/choices', { muted: [], hasDigest: false })],
  [
    'the company is not active',
    () => server.given.sql(`update companies set status = 'inactive' where id = $1`, [company.id]),
  ],
  [
    'the role was taken away',
    () => server.given.sql('delete from user_roles where user_id = $1', [employee.person.id]),
  ],
])('no mail goes out when %s', async (_why, change) => {
  const { rooms } = await mailServer()
  await unread(company, employee.person, 'task_assigned')
  await change()
  expect(await morning(rooms, company)).toEqual([])
})

test('without a new notice there is no further mail', async () => {
  const { rooms } = await mailServer()
  await unread(company, employee.person, 'task_assigned')
  expect(await morning(rooms, company)).toHaveLength(1)
  await server.given.sql('update notification_digests set day = day - 1 where company_id = $1', [company.id])
  expect(await morning(rooms, company)).toEqual([])
  await unread(company, employee.person, 'task_assigned')
  expect(await morning(rooms, company)).toHaveLength(1)
})

test('an operator of the firm gets one mail for all companies', async () => {
  const { rooms } = await mailServer()
  await wake(firm)
  for (const place of [company, firm]) await unread(place, sbr.person, 'task_assigned')
  const mails = await morning(rooms, firm)
  expect(mails.filter(({ payload }) => (payload as { userId?: string }).userId === sbr.person.id)).toHaveLength(1)
})

test('without a mail server there is no schedule for mails', () => {
  const { schedules } = notificationJobs({ appUrl, smtpUrl: undefined })
  expect(schedules.map(({ name }) => name)).toEqual(['forgotten-clock-outs', 'sop-reviews'])
})
