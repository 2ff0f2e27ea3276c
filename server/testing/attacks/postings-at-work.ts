import { randomUUID } from 'node:crypto'

type Ask = <Answer>(rest: string, init?: RequestInit) => Promise<Answer>
type Changed = { changeSetId: string }
type Posted = { movements: { id: string; changeSetId: string }[] }
type Stocked = { id: string }

/**
 * Each way to change stock, as a script uses it: does it once, and returns its change set.
 * @param on parts `K-0`, `K-1`, ... that many ways change, one more to be edited and one to be deleted, and two places, the second `K-B`
 */
export function postingsAtWork(
  ask: Ask,
  on: { parts: Stocked[]; edited: Stocked; removed: Stocked; from: Stocked; to: Stocked },
): Record<string, { movements: number; act: (round: number) => Promise<string> }> {
  const { parts, edited, removed, from, to } = on
  const [one, other] = parts as [Stocked, Stocked]
  const post = <Answer>(rest: string, body: unknown, headers = {}) =>
    ask<Answer>(rest, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body), headers })
  const undo = async (changeSetId: string) => (await post<Changed>(`change-sets/${changeSetId}/undo`, {})).changeSetId
  const document = async (lines: object[]) => {
    const { movements } = await post<Posted>('movements', { actionId: randomUUID(), lines })
    return { id: movements[0]?.id ?? '', set: movements[0]?.changeSetId ?? '' }
  }
  const ofEach = async (line: object) => (await document(parts.map(({ id }) => ({ itemId: id, ...line })))).set
  return {
    receipt: {
      movements: 1_000,
      act: async () => {
        const lineOf = (_: unknown, at: number) => ({ itemId: parts[at % parts.length]?.id, quantity: 1, unitCost: 2 })
        return (await document(Array.from({ length: 1_000 }, lineOf))).set
      },
    },
    document: { movements: parts.length, act: () => ofEach({ quantity: 3, unitCost: 4, locationId: from.id }) },
    transfer: {
      movements: 2 * parts.length,
      act: async () => {
        await ofEach({ quantity: 2, locationId: from.id })
        return ofEach({ quantity: 2, locationId: from.id, toLocationId: to.id })
      },
    },
    adjustment: {
      movements: 1,
      act: async () => (await post<Changed>(`parts/${one.id}/stock`, { delta: 1 })).changeSetId,
    },
    edit: {
      movements: 1,
      act: async (round) => {
        const body = JSON.stringify({ stockLevel: 100 + round })
        const edit = { method: 'PATCH', body, headers: { 'if-match': '*' } }
        return (await ask<Changed>(`parts/${edited.id}`, edit)).changeSetId
      },
    },
    count: {
      movements: 1,
      act: async (round) => {
        const counted = { counted: 1_000 + round, onHand: null, locationId: to.id, lotNumber: 'K' }
        return (await post<Changed>(`stock/${other.id}/counts`, counted)).changeSetId
      },
    },
    reversal: {
      movements: 1,
      act: async () => {
        const { id } = await document([{ itemId: one.id, quantity: 5 }])
        return (
          (await post<Posted>(`movements/${id}/reversal`, { actionId: randomUUID() })).movements[0]?.changeSetId ?? ''
        )
      },
    },
    undo: { movements: parts.length, act: async () => undo(await ofEach({ quantity: 1, locationId: from.id })) },
    removal: {
      movements: 1,
      act: async () => undo((await ask<Changed>(`parts/${removed.id}`, { method: 'DELETE' })).changeSetId),
    },
    import: {
      movements: parts.length,
      act: async (round) => {
        const rows = parts.map((_, at) => `K-${at},K-B,I,${round + 1}`)
        const file = `Item Number,Place,Lot,Quantity\n${rows.join('\n')}\n`
        const { id } = await post<{ id: string }>('imports?type=stock', file, { 'content-type': 'text/csv' })
        return (await post<Changed>(`imports/${id}/commit`, {})).changeSetId
      },
    },
  }
}
