import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { makeDueTasks } from '../tasks/repeat-jobs.ts'
import { type Client, useOwnServer } from './fixture.ts'
import { pngOf } from './given/samples.ts'
import { useJobs } from './jobs.ts'

// A day at work through the API, as the screens ask it: what each person does, and what the next one sees of it.

const { server, company, operator, manager, employee, firm, sbr } = useOwnServer()
const jobs = useJobs(() => server)

const at = (rest: string, of = company) => `/api/companies/${of.id}/${rest}`
const steps = '- [ ] Stop the lathe\n- [ ] Lock it'
const inNewYork = () =>
  server.given.sql(`update companies set time_zone = 'America/New_York' where id = $1`, [company.id])

/** Sends a request that has to succeed. */
async function ask(who: Client, method: 'get' | 'post' | 'patch', path: string, body?: object) {
  const answer = await (method === 'get' ? who.get(at(path)) : who[method](at(path), body ?? {}))
  expect([path, answer.statusCode < 300, answer.statusCode < 300 ? '' : answer.body]).toEqual([path, true, ''])
  return answer.json()
}

/** A photo, attached to a record. */
async function photograph(who: Client, entityType: string, entityId: string, step = '') {
  const query = `entityType=${entityType}&entityId=${entityId}&name=photo.png${step && `&step=${step}`}`
  const answer = await who.post(at(`files?${query}`), pngOf(4, 3), { 'content-type': 'application/octet-stream' })
  expect(answer.statusCode).toBe(201)
  return answer.json().id as string
}

test('an employee clocks in, works through tasks and a SOP with photos, takes a break, and clocks out', async () => {
  const sop = await ask(operator, 'post', 'sops', { title: 'Change the cutter', content: steps })
  const task = await ask(manager, 'post', 'tasks', {
    ...{ title: 'New cutter in lathe 4', assignedTo: employee.person.id, sopId: sop.id, sopVersion: 1 },
  })
  await ask(manager, 'post', `tasks/${task.id}/items`, { text: 'Fetch the cutter' })
  expect((await ask(employee, 'get', 'notifications')).items.map(({ topic }: { topic: string }) => topic)).toEqual(
    expect.arrayContaining(['task_assigned', 'sop_to_read']),
  )

  const entry = await ask(employee, 'post', 'time-entries/clock-in')
  expect((await ask(employee, 'get', 'tasks?scope=mine&status=open')).items).toMatchObject([
    { id: task.id, itemCount: 1, doneItemCount: 0 },
  ])
  expect(await ask(employee, 'get', `tasks/${task.id}`)).toMatchObject({ sopReading: 'unread' })
  await ask(employee, 'post', `sops/${sop.id}/readings`, { version: 1 })
  expect(await ask(manager, 'get', `tasks/${task.id}`)).toMatchObject({ sopReading: 'read' })
  const [item] = (await ask(employee, 'get', `tasks/${task.id}/items`)).items
  await ask(employee, 'patch', `tasks/${task.id}/items/${item.id}`, { isDone: true })

  const run = await ask(employee, 'post', `sops/${sop.id}/runs`)
  await photograph(employee, 'sop_run', run.id, '1')
  const done = [0, 1].map((number) => ({ number, isDone: true }))
  expect(await ask(employee, 'patch', `sop-runs/${run.id}`, { steps: done, isFinished: true })).toMatchObject({
    doneCount: 2,
    finishedAt: expect.any(String),
  })
  await ask(employee, 'post', 'comments', { entityType: 'task', entityId: task.id, body: 'The old one is blunt' })
  const picture = await photograph(employee, 'task', task.id)
  await ask(employee, 'post', `tasks/${task.id}/reports`, { kind: 'done', comment: 'Runs true', fileIds: [picture] })

  await ask(employee, 'post', `time-entries/${entry.id}/break`, { isStart: true })
  expect((await ask(manager, 'get', 'time-entries/present')).people).toMatchObject([
    { entryId: entry.id, breakStartedAt: expect.any(String) },
  ])
  await ask(employee, 'post', `time-entries/${entry.id}/break`, { isStart: false })
  expect(await ask(employee, 'post', `time-entries/${entry.id}/clock-out`)).toMatchObject({
    endedAt: expect.any(String),
    breaks: [{ startedAt: expect.any(String) }],
  })
  expect((await ask(manager, 'get', 'time-entries/present')).people).toEqual([])

  expect(await ask(manager, 'get', `tasks/${task.id}`)).toMatchObject({
    ...{ status: 'not_started', doneItemCount: 1, commentCount: 1, fileCount: 1 },
    report: { kind: 'done', comment: 'Runs true', fileIds: [picture] },
  })
  expect((await ask(manager, 'get', 'sop-runs')).items).toMatchObject([{ id: run.id, doneCount: 2 }])
})

test('a manager sends work back, confirms it, corrects time, and hands the month to payroll', async () => {
  await inNewYork()
  const task = await ask(manager, 'post', 'tasks', { title: 'Grease the spindle', assignedTo: employee.person.id })
  const report = async (comment: string) =>
    (await ask(employee, 'post', `tasks/${task.id}/reports`, { kind: 'done', comment })).report.id
  const first = await report('Done')
  expect(await ask(manager, 'get', 'task-counts')).toMatchObject({ reported: 1 })
  await ask(manager, 'post', `tasks/${task.id}/reports/${first}/send-back`, { comment: 'The lower nipple, too' })
  expect(await ask(employee, 'get', `tasks/${task.id}`)).toMatchObject({
    report: { answer: 'sent_back', answerComment: 'The lower nipple, too' },
  })
  const second = await report('Both')
  expect(await ask(manager, 'post', `tasks/${task.id}/reports/${second}/confirm`)).toMatchObject({ status: 'complete' })

  const day = (hour: string) => `2026-06-01T${hour}:00Z`
  const add = { userId: employee.person.id, startedAt: day('12:00'), endedAt: day('20:00') }
  const entry = await ask(manager, 'post', 'time-entries', { ...add, reason: 'The terminal was down' })
  await ask(manager, 'patch', `time-entries/${entry.id}`, { endedAt: day('19:30'), reason: 'Left at half past three' })
  const proposal = await ask(employee, 'post', 'time-proposals', {
    ...{ kind: 'change', entryId: entry.id, startedAt: day('11:30'), reason: 'I opened the hall' },
  })
  await ask(manager, 'post', `time-proposals/${proposal.id}/decide`, { isAccepted: true })
  const kept = await ask(employee, 'get', `time-entries/${entry.id}`)
  expect([kept.seconds, kept.revisions.length]).toEqual([8 * 3_600, 3])

  const june = 'from=2026-06-01&to=2026-06-30'
  expect((await ask(manager, 'get', `time-sheets?${june}&userId=${employee.person.id}`)).rows).toMatchObject([
    { userId: employee.person.id, workedSeconds: 8 * 3_600, openCount: 0, proposalCount: 0 },
  ])
  const file = unzipSync((await manager.get(at(`time-sheets/time-sheet.xlsx?${june}`))).rawPayload)
  expect(strFromU8(file['xl/worksheets/sheet1.xml'] ?? new Uint8Array())).toContain('<v>8</v>')
  const lock = { fromOn: '2026-06-01', toOn: '2026-06-30' }
  expect((await manager.post(at('time-locks'), lock)).statusCode).toBe(403)
  await ask(operator, 'post', 'time-locks', lock)
  const late = await manager.patch(at(`time-entries/${entry.id}`), { endedAt: day('19:00'), reason: 'Earlier' })
  expect([late.statusCode, late.json().message]).toEqual([409, 'This period is locked: Jun 1 – Jun 30, 2026'])
})

test('a company operator makes a task repeat every week, sees who has read what, and hands over the tasks of a person who left', async () => {
  const template = await ask(operator, 'post', 'task-templates', {
    ...{ title: 'Clean the coolant tanks', assignedTo: employee.person.id, items: ['Skim the oil'] },
    ...{ repeat: { kind: 'weekly', weekdays: [1] }, nextOn: '2090-01-02' },
  })
  await jobs.run(operator, company.id, async (_payload, job) => {
    for (const today of ['2090-01-02', '2090-01-09'])
      await job.work((db) => makeDueTasks(db, job.enqueue, company.id, today))
  })
  const [task] = (await ask(operator, 'get', 'tasks')).items
  expect(task).toMatchObject({ title: 'Clean the coolant tanks', assignedTo: employee.person.id, itemCount: 1 })
  expect(await ask(operator, 'get', `task-templates/${template.id}`)).toMatchObject({ nextOn: '2090-01-16' })

  const sop = await ask(operator, 'post', 'sops', { title: 'Coolant', content: 'Gloves on' })
  await ask(employee, 'post', `sops/${sop.id}/readings`, { version: 1 })
  await ask(operator, 'patch', `sops/${sop.id}`, { content: 'Gloves and glasses on', asksAgain: true })
  const [{ standings }] = (await ask(operator, 'get', 'sop-readings?q=coolant')).items
  expect(standings).toContainEqual(expect.objectContaining({ userId: employee.person.id, state: 'again' }))

  expect((await sbr.delete(at(`members/${employee.person.id}`))).statusCode).toBe(204)
  expect(await ask(operator, 'get', 'task-counts')).toMatchObject({ left: 2 })
  const toManager = { field: 'assignedTo', value: manager.person.id, preview: false }
  const ofLeavers = { selection: { matching: { left: 'true', status: 'open' } } }
  expect(await ask(operator, 'post', 'tasks/bulk-edit', { ...ofLeavers, ...toManager })).toMatchObject({ count: 2 })
  expect(await ask(operator, 'get', 'task-counts')).toMatchObject({ left: 0 })
  expect((await ask(manager, 'get', 'tasks?scope=mine')).total).toBe(2)
})

test('the firm shares a SOP; companies read it and cannot change it; the firm sees numbers, no names', async () => {
  const shared = await sbr.post(at('sops', firm), { title: 'Month end', content: steps, visibility: 'sbr_public' })
  const { id } = shared.json()
  expect((await employee.get(at('sops?visibility=sbr_public&q=month'))).json().items).toMatchObject([{ id }])
  expect((await operator.patch(at(`sops/${id}`), { title: 'Ours' })).statusCode).toBe(403)
  await ask(employee, 'post', `sops/${id}/readings`, { version: 1 })
  await ask(employee, 'post', `sops/${id}/runs`)
  const counts = await sbr.get(at(`sops/${id}/reading-counts`, firm))
  expect(counts.json().items).toContainEqual({ companyId: company.id, name: company.name, people: 3, readers: 1 })
  for (const path of [`sops/${id}/reading-counts`, 'sop-readings', 'sop-runs']) {
    const answer = await sbr.get(at(path, firm))
    expect([path, answer.statusCode, answer.body.includes(employee.person.id)]).toEqual([path, 200, false])
  }
})
