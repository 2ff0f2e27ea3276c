import { randomUUID } from 'node:crypto'

type Ask = <Answer>(rest: string, init?: RequestInit) => Promise<Answer>
type Changed = { changeSetId: string }
type Posted = { movements: { id: string; changeSetId: string }[] }
type Stocked = { id: string }

/** `movements`: how many one of them posts; `act` does it once, and returns its change set. */
type Posting = { movements: number; act: (round: number) => Promise<string> }

function callsBy(ask: Ask) {
  const post = <Answer>(rest: string, body: unknown, headers = {}) =>
    ask<Answer>(rest, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body), headers })
  const undo = async (changeSetId: string) => (await post<Changed>(`change-sets/${changeSetId}/undo`, {})).changeSetId
  const document = async (lines: object[]) => {
    const { movements } = await post<Posted>('movements', { actionId: randomUUID(), lines })
    return { id: movements[0]?.id ?? '', set: movements[0]?.changeSetId ?? '' }
  }
  const importFile = async (type: string, lines: string[]) => {
    const headers = { 'content-type': 'text/csv' }
    const { id } = await post<Stocked>(`imports?type=${type}`, `${lines.join('\n')}\n`, headers)
    return (await post<Changed>(`imports/${id}/commit`, {})).changeSetId
  }
  return { post, undo, document, importFile }
}

/**
 * Each way to change stock, as a script uses it.
 * @param on parts `K-0`, `K-1`, ... that many ways change, one more to be edited and one to be deleted, and two places, the second `K-B`
 */
export function postingsAtWork(
  ask: Ask,
  on: { parts: Stocked[] } & Record<'edited' | 'removed' | 'from' | 'to', Stocked>,
): Record<string, Posting> {
  const { parts, edited, removed, from, to } = on
  const [one, other] = parts as [Stocked, Stocked]
  const { post, undo, document, importFile } = callsBy(ask)
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
    'return of what was deleted': {
      movements: 1,
      act: async () => undo((await ask<Changed>(`parts/${removed.id}`, { method: 'DELETE' })).changeSetId),
    },
    'file of stock': {
      movements: parts.length,
      act: (round) => {
        const rows = parts.map((_, at) => `K-${at},K-B,I,${round + 1}`)
        return importFile('stock', ['Item Number,Place,Lot,Quantity', ...rows])
      },
    },
  }
}

/** The ways that change many parts at once. @param listed parts `L-0`, `L-1`, ... that only the file changes; only the batch changes `batched` */
export function listsAtWork(
  ask: Ask,
  { listed, batched }: Record<'listed' | 'batched', Stocked[]>,
): Record<string, Posting> {
  const { post, importFile } = callsBy(ask)
  return {
    deletion: {
      movements: 3,
      act: async (round) => {
        const create = [1, 2, 3].map((n) => ({ partNumber: `D-${round}-${n}`, name: 'Deleted', stockLevel: 5 }))
        const { created } = await post<{ created: Stocked[] }>('parts/batch', { create })
        return (await post<Changed>('parts/bulk-delete', { selection: { ids: created.map(({ id }) => id) } }))
          .changeSetId
      },
    },
    'file of parts': {
      movements: listed.length,
      act: (round) => {
        const rows = listed.map((_, at) => `L-${at},${100 + round}`)
        return importFile('parts', ['Part Number,Quantity', ...rows])
      },
    },
    batch: {
      movements: batched.length,
      act: async (round) => {
        const update = batched.map(({ id }) => ({ id, version: null, stockLevel: 100 + round }))
        return (await post<Changed>('parts/batch', { update })).changeSetId
      },
    },
  }
}

/** A backup that is restored after each of its parts has moved, in a company of its own: it would take back what others do. */
export async function restoreAtWork(ask: Ask, parts: Stocked[]): Promise<Posting> {
  const { post } = callsBy(ask)
  const backup = await post<Stocked>('backups', {})
  const lines = parts.map(({ id }) => ({ itemId: id, quantity: 1 }))
  const act = async () => {
    await post('movements', { actionId: randomUUID(), lines })
    const { id } = await post<Stocked>(`backups/${backup.id}/import`, {})
    return (await post<Changed>(`imports/${id}/commit`, {})).changeSetId
  }
  return { movements: parts.length, act }
}
