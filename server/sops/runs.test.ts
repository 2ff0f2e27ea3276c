import { randomUUID } from 'node:crypto'
import type { FileAttachment } from 'contract/files/files.ts'
import { expect, test } from 'vitest'
import { type Client, useOwnServer } from '../testing/fixture.ts'
import { pngOf } from '../testing/given/samples.ts'

const { server, company, operator, manager, employee } = useOwnServer()

const at = (rest = '', of = company) => `/api/companies/${of.id}/${rest}`
const content = '# Steps\n\n- [ ] Stop the lathe\n- [ ] Lock it'
const publish = async (fields: object = {}) =>
  (await operator.post(at('sops'), { title: 'Change the cutter', content, ...fields })).json()
const start = async (who: Client, sop: string) => (await who.post(at(`sops/${sop}/runs`), {})).json()
const save = (who: Client, run: string, fields: object) => who.patch(at(`sop-runs/${run}`), fields)

test('a run is begun, left, continued and finished; then it stays as it is', async () => {
  const { id } = await publish()
  const run = await start(employee, id)
  expect(run).toMatchObject({
    sopId: id,
    sopVersion: 1,
    stepCount: 2,
    doneCount: 0,
    done: [],
    content,
    isWithdrawn: false,
  })
  const ticked = await save(employee, run.id, {
    steps: [
      { number: 0, isDone: true },
      { number: 7, isDone: true },
    ],
  })
  expect(ticked.json()).toMatchObject({ done: [0], doneCount: 1 })
  expect(await start(employee, id)).toMatchObject({ id: run.id, done: [0] })
  const steps = [
    { number: 0, isDone: false },
    { number: 1, isDone: true },
  ]
  expect((await save(employee, run.id, { steps, note: 'The key is worn' })).json()).toMatchObject({ done: [1] })
  const finished = (await save(employee, run.id, { isFinished: true })).json()
  expect(finished).toMatchObject({ finishedAt: expect.any(String), note: 'The key is worn', done: [1] })
  const late = await save(employee, run.id, { steps: [{ number: 0, isDone: true }] })
  expect([late.statusCode, late.json().message]).toEqual([409, 'This run is finished: it stays as it is'])
  expect((await start(employee, id)).id).not.toBe(run.id)
})

test('a run that is begun from a task is found by the task, and another task has its own', async () => {
  const { id } = await publish()
  const task = async (fields: object = {}) =>
    (
      await operator.post(at('tasks'), { title: 'Spare lathe', assignedTo: employee.person.id, sopId: id, ...fields })
    ).json()
  const [first, second, other] = [await task(), await task(), await task({ sopId: null })]
  const begin = (taskId: string, who = employee) => who.post(at(`sops/${id}/runs`), { taskId })
  const run = (await begin(first.id)).json()
  expect(run).toMatchObject({ task: { id: first.id, title: 'Spare lathe' } })
  expect((await begin(first.id)).json().id).toBe(run.id)
  // Nobody presses Started as well.
  expect((await operator.get(at(`tasks/${first.id}`))).json()).toMatchObject({
    ...{ status: 'not_started', report: { kind: 'started', reporterName: expect.any(String), answer: null } },
  })
  expect(await start(employee, id)).toMatchObject({ task: null })
  expect((await begin(second.id)).json()).toMatchObject({ task: { id: second.id }, done: [] })
  await save(employee, run.id, { steps: [{ number: 0, isDone: true }], isFinished: true })
  for (const who of [employee, operator])
    expect((await who.get(at(`sop-runs?taskId=${first.id}`))).json().items).toMatchObject([
      { id: run.id, doneCount: 1, finishedAt: expect.any(String), task: { title: 'Spare lathe' } },
    ])
  expect((await begin(other.id)).statusCode).toBe(404)
  expect((await begin(first.id, await server.signIn('employee', company))).statusCode).toBe(404)
  await operator.delete(at(`tasks/${first.id}`))
  expect((await employee.get(at(`sop-runs/${run.id}`))).json()).toMatchObject({ task: null, done: [0] })
})

test('who finishes every step of what is published has read it; who leaves one open has not', async () => {
  const { id } = await publish()
  const readingNow = async () => (await employee.get(at(`sops/${id}`))).json().reading
  const finish = async (...done: number[]) => {
    const run = await start(employee, id)
    await save(employee, run.id, { steps: done.map((number) => ({ number, isDone: true })), isFinished: true })
  }
  await finish(0)
  expect(await readingNow()).toBe('unread')
  await finish(0, 1)
  expect(await readingNow()).toBe('read')
  const old = await start(employee, id)
  await operator.patch(at(`sops/${id}`), { content: '- [ ] All new', asksAgain: true })
  const steps = [0, 1].map((number) => ({ number, isDone: true }))
  expect((await save(employee, old.id, { steps, isFinished: true })).statusCode).toBe(200)
  expect(await readingNow()).toBe('again')
})

test('begun twice at once, it is one run', async () => {
  const { id } = await publish()
  const both = await Promise.all([start(employee, id), start(employee, id)])
  expect(both[0].id).toBe(both[1].id)
})

test('a run keeps its version; withdrawn meanwhile, the SOP is said to be so and the run is kept', async () => {
  const { id } = await publish()
  const run = await start(employee, id)
  await operator.patch(at(`sops/${id}`), { content: '- [ ] All new' })
  expect((await employee.get(at(`sop-runs/${run.id}`))).json()).toMatchObject({ sopVersion: 1, content, stepCount: 2 })
  await operator.patch(at(`sops/${id}`), { status: 'draft' })
  expect((await employee.get(at(`sop-runs/${run.id}`))).json()).toMatchObject({ content: null, isWithdrawn: true })
  expect((await save(employee, run.id, { steps: [{ number: 0, isDone: true }] })).json()).toMatchObject({ done: [0] })
  expect((await employee.post(at(`sops/${id}/runs`), {})).statusCode).toBe(404)
  await operator.delete(at(`sops/${id}`))
  expect((await save(employee, run.id, { isFinished: true })).json()).toMatchObject({ sopTitle: 'Change the cutter' })
})

test('people see their own runs, managers and operators those of the company; nobody ticks for somebody else', async () => {
  const { id } = await publish()
  const run = await start(employee, id)
  const stranger = await server.signIn('manager', await server.given.company())
  const colleague = await server.signIn('employee', company)
  for (const who of [manager, operator]) {
    expect((await who.get(at(`sop-runs?sopId=${id}`))).json().items).toMatchObject([
      { id: run.id, userName: expect.any(String) },
    ])
    expect((await save(who, run.id, { steps: [{ number: 0, isDone: true }] })).statusCode).toBe(404)
  }
  expect((await manager.get(at('sop-runs?isFinished=true'))).json().items).toEqual([])
  expect((await manager.get(at('sop-runs?isOwn=true'))).json().items).toEqual([])
  expect((await employee.get(at('sop-runs?isOwn=true'))).json().items).toMatchObject([{ id: run.id }])
  expect((await colleague.get(at('sop-runs'))).json().items).toEqual([])
  for (const who of [colleague, stranger]) expect((await who.get(at(`sop-runs/${run.id}`))).statusCode).toBe(404)
  expect((await employee.post(at(`sops/${randomUUID()}/runs`), {})).statusCode).toBe(404)
  const draft = await publish({ status: 'draft' })
  expect((await operator.post(at(`sops/${draft.id}/runs`), {})).statusCode).toBe(404)
})

test('companies follow what SBR shares, each by itself; the firm has no run of theirs below its own path', async () => {
  const firm = await server.given.firm()
  const sbr = await server.signIn('sbr_operator', firm)
  const shared = (await sbr.post(at('sops', firm), { title: 'Month end', content, visibility: 'sbr_public' })).json()
  const other = await server.given.company()
  const stranger = await server.signIn('employee', other)
  const run = await start(employee, shared.id)
  const theirs = (await stranger.post(at(`sops/${shared.id}/runs`, other), {})).json()
  expect(
    (await save(employee, run.id, { steps: [{ number: 1, isDone: true }], note: 'Two short' })).json(),
  ).toMatchObject({
    sopTitle: 'Month end',
    done: [1],
  })
  const listed = async (who: Client, of: typeof company) => (await who.get(at('sop-runs', of))).json().items
  expect(await listed(operator, company)).toMatchObject([{ id: run.id, doneCount: 1 }])
  expect(await listed(stranger, other)).toMatchObject([{ id: theirs.id }])
  expect(await listed(sbr, firm)).toEqual([])
  for (const who of [stranger, await server.signIn('manager', other)])
    expect((await who.get(at(`sop-runs/${run.id}`, other))).statusCode).toBe(404)
  expect((await employee.patch(at(`sops/${shared.id}`), { title: 'Mine' })).statusCode).toBe(403)
  await sbr.patch(at(`sops/${shared.id}`, firm), { status: 'draft' })
  expect((await employee.get(at(`sop-runs/${run.id}`))).json()).toMatchObject({ isWithdrawn: true, content: null })
  expect((await save(employee, run.id, { isFinished: true })).json()).toMatchObject({ note: 'Two short', done: [1] })
})

const attach = (
  who: Client,
  run: string,
  { step, body = pngOf(40, 30), key = randomUUID() as string, name = 'lock.png' }: Photo = {},
) =>
  who.post(
    at(`files?entityType=sop_run&entityId=${run}&name=${name}${step === undefined ? '' : `&step=${step}`}`),
    body,
    { 'content-type': 'application/octet-stream', 'idempotency-key': key },
  )
type Photo = { step?: number; body?: Buffer; key?: string; name?: string }
const photosOf = async (who: Client, run: string) =>
  (await who.get(at(`files?entityType=sop_run&entityId=${run}`))).json().items as FileAttachment[]

test('a step has photos and a note, which stay with the finished run', async () => {
  const { id } = await publish()
  const run = await start(employee, id)
  const first = await attach(employee, run.id, { step: 1 })
  expect([first.statusCode, first.json()]).toMatchObject([201, { entityType: 'sop_run', entityId: run.id, step: 1 }])
  await attach(employee, run.id, { step: 1, name: 'again.png' })
  await attach(employee, run.id)
  const mistaken = (await attach(employee, run.id, { step: 0 })).json()
  expect((await employee.delete(at(`files/${mistaken.id}`))).statusCode).toBe(200)
  const steps = [{ number: 1, note: 'Key 4' }]
  expect((await save(employee, run.id, { steps })).json()).toMatchObject({
    done: [],
    notes: [{ number: 1, text: 'Key 4' }],
  })
  await save(employee, run.id, { steps: [{ number: 1, isDone: true }] })
  await operator.patch(at(`sops/${id}`), { content: '- [ ] All new' })
  const finished = (await save(employee, run.id, { isFinished: true })).json()
  expect(finished).toMatchObject({ sopVersion: 1, content, done: [1], notes: [{ number: 1, text: 'Key 4' }] })
  for (const who of [employee, manager, operator]) {
    expect((await photosOf(who, run.id)).map(({ step }) => step)).toEqual([1, 1, null])
    const { url } = (await who.get(at(`files/${first.json().id}/url?disposition=inline`))).json()
    expect((await server.anonymous.get(url)).headers['content-type']).toBe('image/png')
  }
  expect((await attach(employee, run.id, { step: 1 })).statusCode).toBe(403)
  expect((await employee.delete(at(`files/${first.json().id}`))).statusCode).toBe(403)
})

test('a photo needs a step of the checklist, and one that is sent twice is one', async () => {
  const { id } = await publish()
  const run = await start(employee, id)
  const beyond = await attach(employee, run.id, { step: 2 })
  expect([beyond.statusCode, beyond.json().message]).toEqual([422, 'This SOP has no such step'])
  const photo = { step: 0, key: randomUUID() }
  const [one, two] = [await attach(employee, run.id, photo), await attach(employee, run.id, photo)]
  expect(two.json().id).toBe(one.json().id)
  expect(await photosOf(employee, run.id)).toHaveLength(1)
  const part = await server.given.part(company)
  const elsewhere = at(`files?entityType=part&entityId=${part.id}&name=a.png&step=0`)
  expect((await operator.post(elsewhere, pngOf(4, 3), { 'content-type': 'application/octet-stream' })).statusCode).toBe(
    422,
  )
})

test('the photos of a run are for its person and for those who see the runs of the company, in the log too', async () => {
  const { id } = await publish()
  const run = await start(employee, id)
  const file = (await attach(employee, run.id, { step: 0, name: 'badge.png' })).json() as FileAttachment
  const colleague = await server.signIn('employee', company)
  const stranger = await server.signIn('company_operator', await server.given.company())
  for (const who of [colleague, stranger]) {
    const answers = [
      await who.get(at(`files?entityType=sop_run&entityId=${run.id}`)),
      await who.get(at(`files/${file.id}/url`)),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404])
    expect((await attach(who, run.id)).statusCode).toBe(404)
  }
  for (const screen of ['activity', 'dashboard'])
    expect((await colleague.get(at(screen))).body).not.toContain('badge.png')
  expect((await operator.get(at('activity'))).body).toContain('badge.png')
  expect((await attach(manager, run.id)).statusCode).toBe(403)
  expect((await manager.delete(at(`files/${file.id}`))).statusCode).toBe(403)
  await employee.delete(at(`files/${file.id}`))
  expect((await operator.get(at('deleted'))).json().items).toEqual([])
})

test('photos that a browser could not hold are refused: bombs, 50 megapixels, other things with the name of a picture', async () => {
  const { id } = await publish()
  const run = await start(employee, id)
  const refused = {
    bomb: pngOf(60_000, 60_000),
    camera: pngOf(8_160, 6_120),
    script: Buffer.from('<svg onload="alert(1)"/>'),
  }
  for (const [kind, body] of Object.entries(refused))
    expect([kind, (await attach(employee, run.id, { step: 0, body })).statusCode]).toEqual([kind, 422])
  expect(await photosOf(employee, run.id)).toEqual([])
})

test('finished twice at once, it is finished once; a step that is named twice gets what was said last', async () => {
  const { id } = await publish()
  const run = await start(employee, id)
  const steps = [
    { number: 0, isDone: true },
    { number: 0, isDone: false, note: 'Jammed' },
  ]
  expect((await save(employee, run.id, { steps })).json()).toMatchObject({
    done: [],
    notes: [{ number: 0, text: 'Jammed' }],
  })
  expect((await save(employee, run.id, { steps: [{ number: 0, note: '' }] })).json().notes).toEqual([])
  const both = await Promise.all([
    save(employee, run.id, { isFinished: true }),
    save(employee, run.id, { isFinished: true }),
  ])
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
})

test('what a run says of a step is within bounds', async () => {
  const { id } = await publish()
  const run = await start(employee, id)
  expect((await save(employee, run.id, { steps: [{ number: 0, note: 'x'.repeat(2_001) }] })).statusCode).toBe(400)
  const many = Array.from({ length: 2_001 }, (_, number) => ({ number, isDone: true }))
  expect((await save(employee, run.id, { steps: many })).statusCode).toBe(400)
})
