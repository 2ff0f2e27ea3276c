import { randomUUID } from 'node:crypto'
import { authorization } from '../data.ts'
import type { House } from './faults-house.ts'
import { linesOfReceipt, stockAtWork } from './faults-stock.ts'

/**
 * What was acknowledged. `adjusted`: pieces added to the shared part; `documents`: the action ids of movements of several lines; `stocks`: what is on hand
 * of parts that one person moves, by their number, after how many movements; `behind`: reads that did not show what had been acknowledged before;
 * `refused`: writes that got another answer than that they were done; `repeated`: requests that were sent again; `served`: the servers that have
 * acknowledged a write since it was cleared.
 */
export type Journal = {
  parts: Set<string>
  tasks: Set<string>
  documents: Set<string>
  stocks: Map<string, { onHand: number; movements: number }>
  adjusted: number
  sent: number
  repeated: number
  behind: number
  refused: number
  served: Set<string>
}

export const newJournal = (): Journal => ({
  ...{ parts: new Set(), tasks: new Set(), documents: new Set(), stocks: new Map() },
  ...{ adjusted: 0, sent: 0, repeated: 0, behind: 0, refused: 0, served: new Set() },
})

/** Receipts with their prices, some of which are moved to another place and used there: `movementsOfDocument` movements. */
const documentLines = ({ shelves: { part, from, to } }: House) => [
  ...Array.from({ length: 20 }, (_, line) => ({
    ...{ itemId: part, quantity: 1 + (line % 3), unitCost: 1 + line / 100, locationId: from, lotNumber: 'L1' },
  })),
  { itemId: part, quantity: 15, locationId: from, toLocationId: to, lotNumber: 'L1' },
  { itemId: part, quantity: -5, locationId: to, lotNumber: 'L1' },
]
export const movementsOfDocument = 23

/** Longer than any server takes to come back: a request without an answer until then gets none. */
const patienceMs = 180_000

type Answer = { status: number; body: Record<string, unknown> }

/** People who write, and look on another server whether it is there. `leave` waits until each has an answer to the last request. */
export async function atWork(house: House, journal: Journal, people: number) {
  let isOver = false
  let turn = 0
  /** Any server in turn, as behind a proxy; a request that failed is sent again with the same key, until it has an answer. */
  async function send(method: string, path: string, body?: object | string): Promise<Answer> {
    const key = randomUUID()
    const isFile = typeof body === 'string'
    const deadline = performance.now() + patienceMs
    for (let attempt = 0; ; attempt++) {
      const choice = house.replicas.filter(({ isReady }) => isReady || !house.isBalanced)
      const { origin } = choice[turn++ % choice.length] as { origin: string }
      journal.sent++
      if (attempt > 0) journal.repeated++
      const answer = await fetch(`${origin}/api/companies/${house.companyId}/${path}`, {
        method,
        headers: {
          authorization,
          ...(body && { 'content-type': isFile ? 'text/csv' : 'application/json', 'idempotency-key': key }),
        },
        ...(body && { body: isFile ? body : JSON.stringify(body) }),
        signal: AbortSignal.timeout(20_000),
      })
        .then(async (response) => ({ status: response.status, body: (await response.json()) as Answer['body'] }))
        .catch(() => undefined)
      if (answer && body && answer.status < 300) journal.served.add(origin)
      if (answer && answer.status < 500 && answer.status !== 429) return answer
      if (performance.now() > deadline)
        throw new Error(`${method} ${path} has no answer after 3 minutes; the last one: ${answer?.status ?? 'none'}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  const isDone = ({ status }: Answer) => {
    if (status < 300) return true
    journal.refused++
    return false
  }
  const post = async (path: string, body: object | string): Promise<Answer['body'] | undefined> => {
    const answer = await send('POST', path, body)
    return isDone(answer) ? answer.body : undefined
  }
  const { makeParts, receive, moveOwn } = stockAtWork(journal, post)
  const work = async (person: number) => {
    const [own] = await makeParts([`own-${person}`])
    const received: Awaited<ReturnType<typeof makeParts>> = []
    for (let line = 0; person === 0 && line < linesOfReceipt; line += 100)
      received.push(...(await makeParts(Array.from({ length: 100 }, (_, n) => `line-${line + n}`))))
    for (let round = 0; !isOver; round++) {
      if (own) await moveOwn(own, round)
      if (received.length > 0) await receive(received)
      const name = `${person}-${round}`
      const part = await send('POST', 'parts', { partNumber: name, name: `Part ${name}` })
      if (isDone(part)) {
        journal.parts.add(name)
        if ((await send('GET', `parts/${part.body.id}`)).body.partNumber !== name) journal.behind++
      }
      if (isDone(await send('POST', `parts/${house.sharedPart}/stock`, { delta: 1 }))) journal.adjusted++
      const document = { actionId: randomUUID(), lines: documentLines(house) }
      if (isDone(await send('POST', 'movements', document))) journal.documents.add(document.actionId)
      if (isDone(await send('POST', 'tasks', { title: name, assignedTo: house.person }))) journal.tasks.add(name)
    }
  }
  const all = Promise.all(Array.from({ length: people }, (_, person) => work(person)))
  all.catch(() => undefined) // `leave` throws it
  return {
    async leave() {
      isOver = true
      await all
    },
  }
}
