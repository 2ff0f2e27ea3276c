import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Client, useServer } from '../testing/fixture.ts'

const { server, company, operator, manager, employee } = useServer()

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
  expect((await colleague.get(at('sop-runs'))).json().items).toEqual([])
  for (const who of [colleague, stranger]) expect((await who.get(at(`sop-runs/${run.id}`))).statusCode).toBe(404)
  expect((await employee.post(at(`sops/${randomUUID()}/runs`), {})).statusCode).toBe(404)
  const draft = await publish({ status: 'draft' })
  expect((await operator.post(at(`sops/${draft.id}/runs`), {})).statusCode).toBe(404)
})
