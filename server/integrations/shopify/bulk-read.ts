import { setTimeout as wait } from 'node:timers/promises'
import type { Connection } from '../provider.ts'
import { inWords, ServiceError } from '../service-error.ts'
import type { SyncContext } from '../sync-context.ts'
import { askShopify } from './shopify-call.ts'
import { bulkQuery, startBulkMutation } from './shopify-documents.ts'
import { Bulk, StartedBulk } from './shopify-shapes.ts'

/** A bulk operation as Shopify knows it. `readAt`: when we asked for it, by our clock; `createdAt`: by Shopify's. */
export type BulkReading = { id: string; readAt: string }

export type Finished = { url: string | null; createdAt: string; total: number }

/**
 * Lets Shopify write the answer of a query into a file.
 * @throws {ServiceError} in words; passing when another operation of the app is running
 */
export async function startBulk(
  connection: Connection,
  context: SyncContext,
  operation: string,
  query: string,
): Promise<BulkReading> {
  const readAt = new Date().toISOString()
  const { data } = await askShopify(connection, context, {
    ...{ operation, query: startBulkMutation, variables: { query }, shape: StartedBulk },
  })
  const started = data.bulkOperationRunQuery
  const [refused] = started?.userErrors ?? []
  if (refused) {
    const isPassing = refused.code === 'OPERATION_IN_PROGRESS' || refused.code === 'LIMIT_REACHED'
    throw new ServiceError(`Shopify refused to read ${operation.toLowerCase()}: ${refused.message}`, { isPassing })
  }
  if (!started?.bulkOperation) throw new ServiceError('Shopify started no bulk operation', { isPassing: true })
  return { id: started.bulkOperation.id, readAt }
}

/** A small shop is done at once, a large one takes minutes: each wait is a fifth of the time waited so far. Milliseconds. */
const pauseAfter = (waited: number) => Math.min(Math.max(waited / 5, 100), 5_000)

/**
 * Waits for the end of the operation. Null when Shopify no longer has it, or gave up: start it again.
 * @param watch called before each look; throws when nobody waits for the result any more
 */
export async function finishedBulk(
  connection: Connection,
  context: SyncContext,
  { id }: BulkReading,
  watch: () => Promise<void>,
): Promise<Finished | null> {
  for (const begun = performance.now(); ; ) {
    await watch()
    const question = { operation: 'Look whether Shopify is ready', query: bulkQuery, variables: { id }, shape: Bulk }
    const { bulkOperation: found } = (await askShopify(connection, context, question)).data
    if (!found) return null
    const { status, errorCode, url, createdAt, rootObjectCount } = found
    if (status === 'COMPLETED') return { url, createdAt, total: Number(rootObjectCount) }
    if (status === 'FAILED' && errorCode === 'ACCESS_DENIED')
      throw new ServiceError('Shopify gives no access: the app lacks a permission that the sync needs')
    if (!['CREATED', 'RUNNING', 'CANCELING'].includes(status)) return null
    await wait(pauseAfter(performance.now() - begun), undefined, { signal: context.signal })
  }
}

/** A record of the result with its parts, such as an order and its lines. `lines`: how many lines of the file are read up to its end. */
export type Family = { node: Record<string, unknown>; children: unknown[]; lines: number }

/**
 * The records of the result, one at a time, so that memory stays flat.
 * @param skip how many lines were read before
 * @throws {ServiceError} when the file breaks off
 */
export async function* familiesOf(
  connection: Connection,
  { outbound, companyId, signal }: SyncContext,
  url: string,
  skip: number,
): AsyncGenerator<Family> {
  let family: Family | undefined
  let lines = 0
  try {
    const address = new URL(url)
    const call = {
      provider: connection.name,
      companyId,
      operation: 'Read the result',
      method: 'GET' as const,
      url: address,
    }
    const answer = await outbound.stream({ ...call, isRepeatable: true, timeoutMs: 30_000, signal })
    if (answer.status !== 200) throw new ServiceError('Shopify does not have the result any more', { isPassing: true })
    for await (const line of answer.lines) {
      lines += 1
      if (lines <= skip || line === '') continue
      const node = JSON.parse(line) as Record<string, unknown>
      if (node.__parentId === undefined) {
        if (family) yield family
        family = { node, children: [], lines }
      } else if (family && family.node.id === node.__parentId) {
        family.children.push(node)
        family.lines = lines
      } else throw new ServiceError('Shopify sent a part of a record before the record', { isPassing: true })
    }
  } catch (error) {
    if (error instanceof SyntaxError) throw new ServiceError('Shopify broke off its answer', { isPassing: true })
    throw inWords(error, 'shopify')
  }
  if (family) yield family
}
