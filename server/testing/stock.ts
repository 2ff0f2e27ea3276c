import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Client } from './fixture.ts'
import type { GivenCompany } from './given/given.ts'

type Spot = { locationId: string; lotNumber: string | null; quantity: number }

/** Moves and reads the stock of a company as a person does. @param who `company` and `operator` of a fixture: each test has its own */
export function stockOf(who: { company: GivenCompany; operator: Client }) {
  const path = (rest: string) => `/api/companies/${who.company.id}/${rest}`
  const post = (lines: object[], actionId = randomUUID()) => who.operator.post(path('movements'), { actionId, lines })
  const cardOf = async (id: string) => (await who.operator.get(path(`stock/${id}`))).json()
  return {
    who,
    path,
    post,
    cardOf,
    movementsOf: async (id: string) =>
      (await who.operator.get(path(`movements?itemId=${id}&order=asc&pageSize=500`))).json().items,
    reverse: (id: string) => who.operator.post(path(`movements/${id}/reversal`), { actionId: randomUUID() }),
    /** Posts lines and returns their movements. */
    async moved(lines: object[]) {
      const answer = await post(lines)
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json().movements
    },
    async place(code = `L-${randomUUID().slice(0, 8)}`, fields: object = {}) {
      const answer = await who.operator.post(path('locations'), { code, name: `Shelf ${code}`, ...fields })
      expect(answer.statusCode, answer.body).toBe(201)
      return answer.json()
    },
    /** Quantities by code of the place and number of the lot, '-' without a place. */
    async spots(id: string) {
      const { items } = (await who.operator.get(path('locations?pageSize=500'))).json()
      const codes = new Map<string, string>(items.map((place: { id: string; code: string }) => [place.id, place.code]))
      const { places } = await cardOf(id)
      return Object.fromEntries(
        places.map(({ locationId, lotNumber, quantity }: Spot) => [
          [codes.get(locationId) ?? '-', ...(lotNumber ? [lotNumber] : [])].join(' '),
          quantity,
        ]),
      )
    },
  }
}
