import { expect, test } from 'vitest'
import { useServer } from '../testing/fixture.ts'

const { server, company, employee, sbr } = useServer()

const path = '/api/feedback'
const idea = { type: 'feature', title: ' Scan parts ', description: 'With the phone, please.' }

/** The feedback of the company of this test, as the firm sees it. */
const inbox = async (query = '') => (await sbr.get(`${path}?companyId=${company.id}&${query}`)).json()

test('what somebody writes is in the inbox of the firm, with who, where and when', async () => {
  const answer = await employee.post(path, idea)
  expect([answer.statusCode, answer.body]).toEqual([204, ''])
  const { items, total } = await inbox()
  expect(total).toBe(1)
  expect(items).toEqual([
    {
      ...{ ...idea, title: 'Scan parts', id: expect.any(String), status: 'open', priority: 'medium', version: 1 },
      ...{ companyId: company.id, companyName: company.name, submittedByEmail: employee.person.email },
      ...{ submittedByName: expect.stringMatching(/^Test Person/) },
      ...{ createdAt: expect.any(String), updatedAt: expect.any(String) },
    },
  ])
})

test('the firm answers with status and priority; a stale answer is refused', async () => {
  await employee.post(path, idea)
  const { items } = await inbox()
  const one = `${path}/${items[0].id}`
  const done = await sbr.patch(one, { status: 'done' }, { 'if-match': '1' })
  expect(done.json()).toMatchObject({ status: 'done', priority: 'medium', version: 2 })
  expect((await sbr.get(one)).json()).toEqual(done.json())
  const stale = await sbr.patch(one, { priority: 'low' }, { 'if-match': '1' })
  expect([stale.statusCode, stale.json().data.current]).toMatchObject([409, { status: 'done', version: 2 }])
  expect((await sbr.bare.patch(one, { priority: 'low' })).statusCode).toBe(428)
  expect((await sbr.patch(one, { priority: 'critical' })).json()).toMatchObject({
    status: 'done',
    priority: 'critical',
  })
  expect((await inbox('status=open')).total).toBe(0)
  expect((await inbox('status=done&priority=critical&type=feature&q=PHONE')).total).toBe(1)
  expect((await inbox('q=nothing')).total).toBe(0)
})

test('the inbox is sorted by how urgent things are', async () => {
  for (const title of ['One', 'Two', 'Three']) await employee.post(path, { ...idea, title })
  const { items } = await inbox('sort=createdAt&order=asc')
  await sbr.patch(`${path}/${items[1].id}`, { priority: 'high' })
  await sbr.patch(`${path}/${items[0].id}`, { priority: 'low' })
  const sorted = await inbox('sort=priority')
  expect(sorted.items.map(({ title }: { title: string }) => title)).toEqual(['Two', 'Three', 'One'])
})

test.each([
  { title: '' },
  { title: '  ' },
  { description: ' ' },
  { title: 'x'.repeat(201) },
  { type: 'praise' },
  { status: 'done' },
  { companyId: '00000000-0000-0000-0000-000000000000' },
  { submittedBy: '00000000-0000-0000-0000-000000000000' },
])('feedback that lacks something or claims something is refused: %j', async (wrong) => {
  const answer = await employee.post(path, { ...idea, ...wrong })
  expect(answer.statusCode).toBe(400)
  const isBlank = Object.values(wrong).some((value) => value.trim() === '')
  if (isBlank) expect(answer.json().message).toContain('Please fill in all feedback fields')
  expect((await inbox()).total).toBe(0)
})

test('nobody but the firm reads the inbox', async () => {
  await employee.post(path, idea)
  const { items } = await inbox()
  const operator = await server.signIn('company_operator', company)
  const answers = [await operator.get(path), await operator.patch(`${path}/${items[0].id}`, { status: 'done' })]
  expect(answers.map((answer) => [answer.statusCode, answer.json().message])).toEqual([
    [403, 'You do not have permission to read feedback'],
    [403, 'You do not have permission to change feedback'],
  ])
})
