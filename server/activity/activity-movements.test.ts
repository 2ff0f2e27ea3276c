import { expect, test } from 'vitest'
import { useServer } from '../testing/fixture.ts'

const { server } = useServer()

test('the timeline shows why stock changed, with the note', async () => {
  const company = await server.given.company()
  const operator = await server.signIn('company_operator', company)
  const part = await server.given.part(company, { stock_level: 5 })
  const at = (rest: string) => `/api/companies/${company.id}/${rest}`
  await operator.post(at(`parts/${part.id}/stock`), { delta: -2, reason: 'damaged', note: 'Fell off the shelf' })
  await operator.patch(at(`parts/${part.id}`), { location: 'A-1' }, { 'if-match': '*' })
  const { items } = (await operator.get(at(`activity?entityId=${part.id}`))).json()
  expect(items.map(({ action, movement }: Record<string, unknown>) => [action, movement])).toEqual([
    ['updated', null],
    ['stock_changed', { reason: 'damaged', note: 'Fell off the shelf' }],
    ['created', null],
  ])
})
