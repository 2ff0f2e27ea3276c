/** Records here that a reading of the whole store did not contain. The store is asked for each by its id: an answer can leave out records that exist. */

import { lockRevenue, removeStored, storedIds } from '../../../revenue/public.ts'
import { unreadableText } from '../../calls/service-error.ts'
import { askShopify } from '../shopify-call.ts'
import { presentQuery } from '../shopify-documents.ts'
import { Present } from '../shopify-shapes.ts'
import { singular } from '../shopify-topics.ts'
import { gidOf, readRecords, recordsPerRead, UnknownForm } from './read-records.ts'
import { type Place, type Run, saveStep, sourceOf } from './sync-run.ts'

/** Reads records again. @returns how many there are */
export async function readByIds(run: Run, place: Place, ids: string[]): Promise<number> {
  let read = 0
  for (let first = 0; first < ids.length; first += recordsPerRead) {
    run.context.signal.throwIfAborted()
    read += await readSome(run, place, ids.slice(first, first + recordsPerRead))
  }
  return read
}

/** If one of them cannot be read, the others are: halves are read alone until it is found. */
async function readSome(run: Run, place: Place, ids: string[]): Promise<number> {
  const kind = singular[place.kind]
  try {
    const { count, store } = await readRecords(sourceOf(run), kind, ids, new Date().toISOString())
    await saveStep(run, place, { done: 0, total: null }, store)
    return count
  } catch (error) {
    if (!(error instanceof UnknownForm)) throw error
    if (ids.length > 1) {
      const half = Math.ceil(ids.length / 2)
      return (await readSome(run, place, ids.slice(0, half))) + (await readSome(run, place, ids.slice(half)))
    }
    const words = unreadableText(kind, ids)
    if (!place.notes.includes(words)) place.notes.push(words)
    return 0
  }
}

const none: ReadonlySet<number> = new Set()

/** An order that grows too old to be shown while the store is read is hidden, not deleted. The clocks may differ, too. */
const agingMs = 24 * 3_600_000

/**
 * Removes ours that a reading did not show and that the store says it does not have; the others stay.
 * @param shown those that the reading showed without reading them
 */
export async function settleUnseen(
  run: Run,
  place: Place,
  begunAt: string,
  shown = none,
): Promise<{ gone: number; staying: string[] }> {
  const { connection, context } = run
  const { companyId, work } = context
  const kind = singular[place.kind]
  const since = run.ordersSince && new Date(Date.parse(run.ordersSince) + agingMs).toISOString()
  const staying: string[] = []
  let gone = 0
  for (let after = '-1'; ; ) {
    const page = await work((db) => storedIds(db, companyId, kind, { after, begunAt, since }))
    const last = page.at(-1)
    if (last === undefined) return { gone, staying }
    after = last
    const unseen = page.filter((id) => !shown.has(Number(id)))
    for (let first = 0; first < unseen.length; first += 100) {
      const ids = unseen.slice(first, first + 100)
      const variables = { ids: ids.map((id) => gidOf(kind, id)) }
      const question = { operation: `Look for deleted ${place.kind}`, query: presentQuery, variables, shape: Present }
      const { nodes } = (await askShopify(connection, context, question)).data
      // An answer of another length says nothing about the single ids.
      const missing = nodes.length === ids.length ? ids.filter((_, at) => nodes[at] === null) : []
      staying.push(...ids.filter((id) => !missing.includes(id)))
      if (missing.length === 0) continue
      await saveStep(run, place, { done: 0, total: null }, async (db) => {
        await lockRevenue(db, companyId)
        await removeStored(db, companyId, kind, missing)
      })
      gone += missing.length
    }
  }
}
