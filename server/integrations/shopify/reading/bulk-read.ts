import { setTimeout as wait } from 'node:timers/promises'
import { asServiceError, refusal, ServiceError } from '../../calls/service-error.ts'
import type { Connection } from '../../provider.ts'
import type { SyncContext } from '../../sync-context.ts'
import { askShopify, ShopifyError } from '../shopify-call.ts'
import { bulkQuery, startBulkMutation } from '../shopify-documents.ts'
import { Bulk, StartedBulk } from '../shopify-shapes.ts'

/** A bulk operation as Shopify knows it. `readAt`: when we asked for it, by our clock; `createdAt`: by Shopify's. */
export type BulkReading = { id: string; readAt: string }

/** `total`: records; `objects`: records and their parts, one in each line of the file. */
export type BulkResult = { url: string | null; createdAt: string; total: number; objects: number }

/**
 * Lets Shopify write the answer of a query into a file.
 * @returns 'denied' when the query names something that the app may not read
 * @throws {ServiceError} in words; passing when another operation of the app is running
 */
export async function startBulk(
  connection: Connection,
  context: SyncContext,
  operation: string,
  query: string,
): Promise<BulkReading | 'denied'> {
  const readAt = new Date().toISOString()
  const question = { operation, query: startBulkMutation, variables: { query }, shape: StartedBulk }
  const answer = await askShopify(connection, context, question).catch((error) => {
    if (error instanceof ShopifyError && error.code === 'ACCESS_DENIED') return null
    throw error
  })
  if (!answer) return 'denied'
  const { data } = answer
  const started = data.bulkOperationRunQuery
  const [refused] = started?.userErrors ?? []
  if (refused) {
    if (refused.code === 'ACCESS_DENIED' || /not approved|access denied/i.test(refused.message)) return 'denied'
    const isPassing = refused.code === 'OPERATION_IN_PROGRESS' || refused.code === 'LIMIT_REACHED'
    throw new ServiceError(`Shopify refused to read ${operation.toLowerCase()}: ${refused.message}`, { isPassing })
  }
  if (!started?.bulkOperation) throw new ServiceError('Shopify started no bulk operation', { isPassing: true })
  return { id: started.bulkOperation.id, readAt }
}

/** Then the run waits for its next try, and a person can press Sync Now. Milliseconds. */
const stuckMs = 600_000

/** A small shop is done at once, a large one takes minutes: each wait is a fifth of the time waited so far. Milliseconds. */
const pauseAfter = (waited: number) => Math.min(Math.max(waited / 5, 100), 5_000)

/**
 * Waits for the end of the operation. Null when Shopify no longer has it, or gave up: start it again. 'denied' when it names something that the app may not read.
 * @param watch called before each look; throws when nobody waits for the result any more
 */
export async function finishedBulk(
  connection: Connection,
  context: SyncContext,
  { id }: BulkReading,
  watch: () => Promise<void>,
): Promise<BulkResult | 'denied' | null> {
  let progress = { objects: '', at: performance.now() }
  for (const begun = performance.now(); ; ) {
    await watch()
    const question = { operation: 'Look whether Shopify is ready', query: bulkQuery, variables: { id }, shape: Bulk }
    const { bulkOperation: operation } = (await askShopify(connection, context, question)).data
    if (!operation) return null
    const { status, errorCode, url, createdAt, rootObjectCount, objectCount } = operation
    if (status === 'COMPLETED') return { url, createdAt, total: Number(rootObjectCount), objects: Number(objectCount) }
    if (status === 'FAILED' && errorCode === 'ACCESS_DENIED') return 'denied'
    if (!['CREATED', 'RUNNING', 'CANCELING'].includes(status)) return null
    if (objectCount !== progress.objects) progress = { objects: objectCount, at: performance.now() }
    if (performance.now() - progress.at > stuckMs)
      throw new ServiceError('Shopify has not gone on with its answer for ten minutes', { isPassing: true })
    await wait(pauseAfter(performance.now() - begun), undefined, { signal: context.signal })
  }
}

/** The address of a result leads nowhere any more: the operation has to run again. */
export class ResultGone extends ServiceError {}

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
    if (answer.status >= 400 && answer.status < 500)
      throw new ResultGone('Shopify does not have the result any more', { isPassing: true })
    if (answer.status !== 200) throw refusal('shopify', answer.status)
    for await (const line of answer.lines) {
      if (line === '') continue
      lines += 1
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
    throw asServiceError(error, 'shopify')
  }
  if (family) yield family
}
