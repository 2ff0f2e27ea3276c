import { beforeEach, expect, test } from 'vitest'
import { useServer } from '../testing/fixture.ts'

const { server, company, operator, manager, employee, sbr } = useServer()

const api = (rest: string) => `/api/companies/${company.id}/${rest}`
const lock = (fromOn: string, toOn: string, by = operator) => by.post(api('time-locks'), { fromOn, toOn })
const day = (on: string, from = '08', to = '16') => ({
  startedAt: `${on}T${from}:00:00Z`,
  endedAt: `${on}T${to}:00:00Z`,
})
const at = (on: string, from = '08', to = '16') => ({
  started_at: `${on}T${from}:00:00Z`,
  ended_at: `${on}T${to}:00:00Z`,
})
let entry: { id: string }
beforeEach(async () => {
  entry = await server.given.timeEntry(company, employee.person, at('2026-06-10'))
})

test('in a locked period nothing changes, by any way; who locked it and when is said', async () => {
  const waiting = await server.given.timeEntry(company, employee.person, at('2026-06-11'))
  expect((await lock('2026-06-01', '2026-06-30')).statusCode).toBe(201)
  const reason = 'x'
  const attempts = [
    manager.patch(api(`time-entries/${entry.id}`), { notes: 'late', reason }),
    manager.post(api(`time-entries/${entry.id}/remove`), { reason }),
    manager.post(api('time-entries'), { ...day('2026-06-12'), userId: employee.person.id, reason }),
    employee.post(api('time-proposals'), { kind: 'remove', entryId: waiting.id, reason }),
    employee.post(api('time-proposals'), { kind: 'add', ...day('2026-06-13'), reason }),
    operator.post(api(`agreed-hours/${employee.person.id}`), { validFrom: '2026-05-01', hoursPerWeek: 40 }),
  ]
  for (const answer of await Promise.all(attempts)) {
    expect([answer.statusCode, answer.json().message]).toEqual([409, 'This period is locked: Jun 1 – Jun 30, 2026'])
  }
  const change = server.given.sql(`update time_entries set ended_at = ended_at + interval '1 hour' where id = $1`, [
    entry.id,
  ])
  await expect(change).rejects.toThrow('period_locked')
  await expect(server.given.sql('delete from time_entries where id = $1', [entry.id])).rejects.toThrow('period_locked')
  expect((await employee.get(api('time-locks'))).json().items).toMatchObject([
    { fromOn: '2026-06-01', toOn: '2026-06-30', lockedByName: expect.stringContaining('Test'), unlockedAt: null },
  ])
  const sheet = (await manager.get(api('time-sheets?from=2026-06-29&to=2026-07-05'))).json()
  expect(sheet.locks).toMatchObject([{ fromOn: '2026-06-01' }])
})

test('an entry that reaches into a locked period does not change either, and the day after is free', async () => {
  const night = await server.given.timeEntry(company, employee.person, {
    started_at: '2026-06-30T22:00:00Z',
    ended_at: '2026-07-01T06:00:00Z',
  })
  await lock('2026-06-01', '2026-06-30')
  const edit = (id: string) => manager.patch(api(`time-entries/${id}`), { notes: 'x', reason: 'x' })
  expect((await edit(night.id)).json().data.reason).toBe('period_locked')
  const next = await manager.post(api('time-entries'), {
    ...day('2026-07-01'),
    userId: employee.person.id,
    reason: 'x',
  })
  expect(next.statusCode).toBe(201)
})

test('an unlocked period changes again, and says who unlocked it and why', async () => {
  const { id } = (await lock('2026-06-01', '2026-06-30')).json()
  expect((await operator.post(api(`time-locks/${id}/unlock`), {})).statusCode).toBe(400)
  await operator.post(api(`time-locks/${id}/unlock`), { reason: 'A week was missing' })
  expect((await manager.patch(api(`time-entries/${entry.id}`), { notes: 'late', reason: 'x' })).statusCode).toBe(200)
  expect((await manager.get(api('time-locks'))).json().items).toMatchObject([
    { unlockReason: 'A week was missing', unlockedByName: expect.stringContaining('Test') },
  ])
  expect((await lock('2026-06-01', '2026-06-30')).statusCode).toBe(201)
})

test('a period is locked when its last day is over, and only once', async () => {
  const today = new Date().toISOString().slice(0, 10)
  expect((await lock('2026-06-01', today)).json().data.reason).toBe('lock_future')
  expect((await lock('2026-06-02', '2026-06-01')).json().data.reason).toBe('lock_order')
  const answers = await Promise.all([lock('2026-06-01', '2026-06-30'), lock('2026-06-30', '2026-07-31', sbr)])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
})

test('while somebody is clocked in since the period, or a proposal waits, it is not locked', async () => {
  const open = await server.given.timeEntry(company, manager.person, { ...at('2026-06-20'), ended_at: null })
  expect((await lock('2026-06-01', '2026-06-30')).json()).toMatchObject({ data: { reason: 'lock_open', detail: '1' } })
  await manager.patch(api(`time-entries/${open.id}`), { endedAt: '2026-06-20T16:00:00Z', reason: 'x' })
  const proposal = await employee.post(api('time-proposals'), { kind: 'remove', entryId: entry.id, reason: 'x' })
  expect((await lock('2026-06-01', '2026-06-30')).json().data).toEqual({ reason: 'lock_proposals', detail: '1' })
  await manager.post(api(`time-proposals/${proposal.json().id}/decide`), { isAccepted: false, answer: 'No' })
  expect((await lock('2026-06-01', '2026-06-30')).statusCode).toBe(201)
  // Clocking in and out goes on.
  const { id } = (await employee.post(api('time-entries/clock-in'), {})).json()
  expect((await employee.post(api(`time-entries/${id}/clock-out`), {})).statusCode).toBe(200)
})

test('a lock and an edit at the same moment: one of them comes first, and nothing changes in a locked period', async () => {
  for (let round = 0; round < 8; round++) {
    const [locked, edited] = await Promise.all([
      lock('2026-06-01', '2026-06-30'),
      manager.patch(api(`time-entries/${entry.id}`), { notes: `round ${round}`, reason: 'x' }),
    ])
    expect(locked.statusCode).toBe(201)
    const { revisions } = (await manager.get(api(`time-entries/${entry.id}`))).json()
    const lastEdit = edited.statusCode === 200 ? revisions[0].createdAt : ''
    expect([200, 409]).toContain(edited.statusCode)
    expect(lastEdit <= locked.json().lockedAt || edited.statusCode === 409).toBe(true)
    await operator.post(api(`time-locks/${locked.json().id}/unlock`), { reason: 'x' })
  }
})

test('a company that moves to another zone does not move its locked days', async () => {
  await server.given.timeEntry(company, employee.person, at('2026-06-15', '00', '03'))
  await lock('2026-06-01', '2026-06-30')
  const days = async () =>
    (await employee.get(api('time-sheets?from=2026-06-01&to=2026-07-05'))).json().rows[0].days as number[]
  const before = await days()
  await sbr.patch(`/api/companies/${company.id}`, { timeZone: 'America/Los_Angeles' })
  expect(await days()).toEqual(before)
  expect(before[14]).toBe(3 * 3_600)
})
