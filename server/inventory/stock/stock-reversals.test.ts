import { beforeEach, expect, test } from 'vitest'
import { useServer } from '../../testing/fixture.ts'
import { stockFaults } from '../../testing/oracles/stock-law.ts'

const { server, company, operator } = useServer()
let id: string
beforeEach(async () => {
  id = (await server.given.part(company, { stock_level: 10 })).id
})

const path = (part = id, rest = '') => `/api/companies/${company.id}/parts/${part}${rest}`
const adjust = (body: object) => operator.post(path(id, '/stock'), body)
const movements = async () => (await operator.get(path(id, '/stock-movements'))).json()
const stockOf = async () => (await operator.get(path())).json().stockLevel
const reverse = (movementId: string, part = id) => operator.post(path(part, '/stock-reversals'), { movementId })
const newest = async () => (await movements()).items[0]
const reversed = async () => (await movements()).items.map((item: { isReversed: boolean }) => item.isReversed)

test('a movement is reversed once, until its reversal is reversed', async () => {
  await adjust({ delta: 5, reason: 'received' })
  const received = await newest()
  await adjust({ delta: -1, reason: 'used' })
  const answer = await reverse(received.id)
  expect(answer.json()).toMatchObject({ stockLevel: 9, changeSetId: expect.any(String) })
  const reversal = await newest()
  expect(reversal).toMatchObject({ delta: -5, balance: 9, reason: 'received', isReversed: false })
  expect(reversal.note).toMatch(/^Reverses \+5 of [A-Z][a-z]{2} \d{1,2}, \d{4}$/)
  expect(await reversed()).toEqual([false, false, true])
  const refused = await reverse(received.id)
  expect([refused.statusCode, refused.json().message]).toEqual([409, 'This movement has been reversed already'])
  expect(await stockOf()).toBe(9)

  // The reversal is reversed: the receipt counts again, and can be reversed again.
  expect((await reverse(reversal.id)).json()).toMatchObject({ stockLevel: 14 })
  expect(await reversed()).toEqual([false, true, false, false])
  expect((await reverse(reversal.id)).statusCode).toBe(409)
  expect((await reverse(received.id)).json()).toMatchObject({ stockLevel: 9 })
  expect(await reversed()).toEqual([false, true, false, false, true])
  expect((await reverse(received.id)).statusCode).toBe(409)
  expect(await stockFaults(server.given, company.id)).toEqual([])
})

test('a movement that Undo took back cannot be reversed, and after Undo of a reversal it can be again', async () => {
  const undo = ({ changeSetId }: { changeSetId: string }) =>
    operator.post(`/api/companies/${company.id}/change-sets/${changeSetId}/undo`, {})
  const made = (await adjust({ delta: 5 })).json()
  const { id: movementId } = await newest()
  await undo(made)
  expect((await reverse(movementId)).statusCode).toBe(409)
  // The undo is undone: the movement counts again.
  await undo(await newest())
  const reversed = (await reverse(movementId)).json()
  expect(reversed).toMatchObject({ stockLevel: 10 })
  await undo(reversed)
  expect(await stockOf()).toBe(15)
  expect((await reverse(movementId)).json()).toMatchObject({ stockLevel: 10 })
})

test('of 20 reversals of one movement at once, one is done', async () => {
  await adjust({ delta: 5 })
  const { id: movementId } = await newest()
  const answers = await Promise.all(Array.from({ length: 20 }, () => reverse(movementId)))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(19).fill(409)])
  expect(await stockOf()).toBe(10)
})

test('the reversal of a count is a count, and that of an edit an undo', async () => {
  await operator.post(path(id, '/stock-counts'), { counted: 8, onHand: 10 })
  await reverse((await newest()).id)
  expect(await newest()).toMatchObject({ delta: 2, reason: 'counted' })
  await operator.patch(path(id), { stockLevel: 12 })
  await reverse((await newest()).id)
  expect(await newest()).toMatchObject({ delta: -2, reason: 'undone' })
})

test('what cannot be reversed is refused with a sentence', async () => {
  await operator.post(path(id, '/stock-counts'), { counted: 10, onHand: 10 })
  const count = await newest()
  await operator.patch(path(id), { cost: 3 })
  const revaluation = await newest()
  expect(revaluation.reason).toBe('revalued')
  for (const movement of [count, revaluation])
    expect((await reverse(movement.id)).json()).toMatchObject({
      status: 422,
      message: 'This movement changed no quantity that could be reversed',
    })
  await adjust({ delta: 5 })
  const { id: movementId } = await newest()
  await adjust({ delta: -12 })
  expect((await reverse(movementId)).json()).toMatchObject({
    status: 409,
    message: expect.stringMatching(
      /^Only 3 on hand: 5 cannot be taken off: 12 went out on .* Return what is left instead$/,
    ),
  })
  const other = await server.given.part(company, { stock_level: 9 })
  for (const answer of [await reverse(movementId, other.id), await reverse('999999999')])
    expect(answer.statusCode).toBe(404)
  expect((await reverse('1 or 1=1')).statusCode).toBe(400)
})
