import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  type DocumentNode,
  type FieldNode,
  GraphQLError,
  getArgumentValues,
  type OperationDefinitionNode,
  parse,
} from 'graphql'
import type { Answer, Request } from '../shared/exchange.ts'
import { tokenOf } from '../shared/grants.ts'
import { type BulkSource, connectionsOf, inBulk, linesOf } from './bulk-lines.ts'
import { connection, type PageArguments, walkOf } from './connections.ts'
import { adminSchema } from './schema.ts'
import { type Context, gid, type Shop } from './shop.ts'
import { problemsOf } from './validation.ts'

type Status = 'CREATED' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELING' | 'CANCELED' | 'EXPIRED'
export type Operation = {
  id: number
  query: string
  status: Status
  errorCode: string | null
  createdAt: string
  completedAt: string | null
  finishedMs: number
  objects: number
  roots: number
  bytes: number
  file: string
}
/**
 * run: at once. hold: RUNNING until released. late: as hold, but with the records of its start. fail: ends as FAILED halfway. short: the file ends
 * cleanly after seven records, and the counts are right. few: as short, and the counts fit the file. lack: the third record is left out, and the
 * counts fit the file. repeat: the second record stands in the place of the third.
 */
export const bulkManners = ['run', 'hold', 'late', 'fail', 'short', 'few', 'lack', 'repeat'] as const
export type BulkManner = (typeof bulkManners)[number]

const fewRecords = 7

const mostAtOnce = 5
const weekMs = 7 * 86_400_000

/** Bulk queries: each writes its result to a file, line by line, so that a million orders take no memory. */
export class BulkOperations {
  readonly operations: Operation[] = []
  readonly #shop: Shop
  readonly #folder = mkdtempSync(join(tmpdir(), 'counterpart-bulk-'))
  readonly #secret = tokenOf(12)
  readonly #finished: (operation: Operation) => Promise<unknown>
  readonly #source: (context: Context, field: FieldNode) => BulkSource
  #manner: BulkManner = 'run'
  #waiting: (() => void)[] = []
  #isClosed = false

  constructor(
    shop: Shop,
    source: (context: Context, field: FieldNode) => BulkSource,
    finished: (operation: Operation) => Promise<unknown>,
  ) {
    this.#shop = shop
    this.#source = source
    this.#finished = finished
  }

  setManner(manner: BulkManner): void {
    this.#manner = manner
    if (manner === 'hold' || manner === 'late') return
    for (const go of this.#waiting.splice(0)) go()
  }

  /** Starts a query, or refuses with the reason. */
  run(
    context: Context,
    query: string,
  ): { operation: Operation | null; userErrors: { field: string[]; message: string; code: string }[] } {
    const refuse = (message: string, code: string) => ({
      operation: null,
      userErrors: [{ field: ['query'], message, code }],
    })
    const running = this.operations.filter(({ status }) => ['CREATED', 'RUNNING', 'CANCELING'].includes(status))
    if (running.length >= mostAtOnce) {
      return refuse('A bulk query operation for this app and shop is already in progress', 'OPERATION_IN_PROGRESS')
    }
    const checked = checkedQuery(query)
    if (typeof checked === 'string') return refuse(checked, 'INVALID')
    const id = 3_000_000_001 + this.operations.length
    const operation: Operation = {
      id,
      query,
      status: 'CREATED',
      errorCode: null,
      createdAt: this.#shop.clock.iso(),
      completedAt: null,
      finishedMs: 0,
      objects: 0,
      roots: 0,
      bytes: 0,
      file: join(this.#folder, `${id}.jsonl`),
    }
    this.operations.push(operation)
    setImmediate(() => this.#work(context, operation, checked))
    return { operation, userErrors: [] }
  }

  cancel(operation: Operation): void {
    if (operation.status === 'CREATED' || operation.status === 'RUNNING') operation.status = 'CANCELING'
  }

  /** The result, as Shopify's storage serves it: without a token, at an address that nobody can guess, for seven days. */
  download({ params }: Request): Answer {
    const found = this.operations.find(({ id }) => `${id}.jsonl` === params.file && params.secret === this.#secret)
    if (found?.status !== 'COMPLETED' || this.#shop.clock.now() - found.finishedMs > weekMs) {
      return {
        status: 404,
        headers: { 'content-type': 'application/xml' },
        body: '<Error><Code>NoSuchKey</Code></Error>',
      }
    }
    const headers = { 'content-type': 'application/jsonl', 'content-length': String(found.bytes) }
    return { headers, body: createReadStream(found.file) }
  }

  /** @param origin the address of this server */
  object(operation: Operation, origin: string) {
    const isDone = operation.status === 'COMPLETED'
    const isOver = this.#shop.clock.now() - operation.finishedMs > weekMs
    const url = `${origin}/bulk-results/${this.#secret}/${operation.id}.jsonl`
    return {
      __typename: 'BulkOperation',
      id: gid('BulkOperation', operation.id),
      type: 'QUERY',
      query: operation.query,
      status: isDone && isOver ? 'EXPIRED' : operation.status,
      errorCode: operation.errorCode,
      createdAt: operation.createdAt,
      completedAt: operation.completedAt,
      objectCount: String(operation.objects),
      rootObjectCount: String(operation.roots),
      fileSize: isDone ? String(operation.bytes) : null,
      url: isDone && !isOver && operation.objects > 0 ? url : null,
      partialDataUrl: operation.status === 'FAILED' ? url : null,
    }
  }

  close(): void {
    this.#isClosed = true
    this.setManner('run')
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async #work(context: Context, operation: Operation, document: OperationDefinitionNode): Promise<void> {
    operation.status = operation.status === 'CREATED' ? 'RUNNING' : operation.status
    if (this.#manner === 'hold') await new Promise<void>((go) => this.#waiting.push(go))
    const source = (field: FieldNode) => this.#source(inBulk(context), field)
    try {
      await pipeline(Readable.from(this.#text(operation, linesOf(document, source))), createWriteStream(operation.file))
      if (this.#manner === 'late') await new Promise<void>((go) => this.#waiting.push(go))
      operation.status = operation.status === 'CANCELING' ? 'CANCELED' : 'COMPLETED'
    } catch (error) {
      operation.status = 'FAILED'
      const isDenied = error instanceof GraphQLError && error.extensions.code === 'ACCESS_DENIED'
      operation.errorCode = isDenied ? 'ACCESS_DENIED' : 'INTERNAL_SERVER_ERROR'
    }
    operation.finishedMs = this.#shop.clock.now()
    operation.completedAt = this.#shop.clock.iso()
    if (!this.#isClosed) await this.#finished(operation)
  }

  readonly #isThirdLost = () => this.#manner === 'lack' || this.#manner === 'repeat'

  /** Lines in blocks of a few hundred; other requests run between two blocks. */
  async *#text(operation: Operation, lines: Iterable<Record<string, unknown>>): AsyncGenerator<string> {
    let piece: string[] = []
    const flush = () => {
      const text = piece.join('')
      piece = []
      operation.bytes += Buffer.byteLength(text)
      return text
    }
    for (const line of this.#isThirdLost() ? withoutThird(lines, this.#manner === 'repeat') : lines) {
      const isRoot = line.__parentId === undefined
      const isLeftOut = ['short', 'few'].includes(this.#manner) && operation.roots + (isRoot ? 1 : 0) > fewRecords
      if (isLeftOut && this.#manner === 'few') break
      operation.objects += 1
      if (isRoot) operation.roots += 1
      if (!isLeftOut) piece.push(`${JSON.stringify(line)}\n`)
      if (piece.length < 500) continue
      if (operation.status === 'CANCELING' || this.#isClosed) return
      if (this.#manner === 'fail') throw new Error('The operation fails, as a test wants')
      yield flush()
      await new Promise((resolve) => setImmediate(resolve))
    }
    if (this.#manner === 'fail') throw new Error('The operation fails, as a test wants')
    yield flush()
  }
}

function* withoutThird(lines: Iterable<Record<string, unknown>>, repeatsSecond: boolean) {
  let root = 0
  const second: Record<string, unknown>[] = []
  for (const line of lines) {
    if (line.__parentId === undefined) {
      root += 1
      if (root === 3 && repeatsSecond) yield* second
    }
    if (root === 2) second.push(line)
    if (root !== 3) yield line
  }
}

/** @returns the problem of a bulk query, or its operation */
function checkedQuery(query: string): OperationDefinitionNode | string {
  let document: DocumentNode
  try {
    document = parse(query)
  } catch (error) {
    return `Invalid bulk query: ${error instanceof Error ? error.message : error}`
  }
  const [problem] = problemsOf(document)
  if (problem) return `Invalid bulk query: ${problem.message}`
  const operation = document.definitions.find((each) => each.kind === 'OperationDefinition')
  const root = adminSchema().getQueryType()
  if (!operation || !root) return 'Bulk queries must have an operation'
  if (operation.selectionSet.selections.length !== 1) return 'Bulk queries must contain a single top-level field'
  const connections = connectionsOf(operation.selectionSet, root)
  if (connections.length === 0) return 'Bulk queries must contain at least one connection.'
  if (connections.length > 5) return 'Bulk queries cannot contain more than 5 connections.'
  if (connections.some(({ depth }) => depth > 2))
    return 'Bulk queries cannot contain connections with a nesting depth greater than 2.'
  if (connections.some(({ isInList }) => isInList))
    return 'Queries that contain a connection field within a list field are not currently supported.'
  return operation
}

export const bulkArguments = (field: FieldNode) => {
  const definition = adminSchema().getQueryType()?.getFields()[field.name.value]
  return definition ? getArgumentValues(definition, field) : {}
}

export function bulkFields(context: Context, bulk: BulkOperations, origin: string) {
  const find = (id: string) => bulk.operations.find((each) => gid('BulkOperation', each.id) === id)
  const shown = (operation: Operation | undefined) => (operation ? bulk.object(operation, origin) : null)
  return {
    queries: {
      bulkOperation: ({ id }: { id: string }) => shown(find(id)),
      currentBulkOperation: ({ type }: { type?: string | null }) =>
        type === 'MUTATION' ? null : shown(bulk.operations.at(-1)),
      bulkOperations: ({ query, ...page }: PageArguments & { query?: string | null }) => {
        const status = /status:'?(\w{1,20})/.exec(query ?? '')?.[1]?.toUpperCase()
        const wanted = bulk.operations.filter((each) => !status || each.status === status)
        return connection(context, page, walkOf(wanted.length), (index) => shown(wanted[index]))
      },
    },
    mutations: {
      bulkOperationRunQuery: ({ query }: { query: string }) => {
        const { operation, userErrors } = bulk.run(context, query)
        return { bulkOperation: shown(operation ?? undefined), userErrors }
      },
      bulkOperationCancel: ({ id }: { id: string }) => {
        const operation = find(id)
        if (!operation)
          return { bulkOperation: null, userErrors: [{ field: ['id'], message: 'Bulk operation does not exist' }] }
        bulk.cancel(operation)
        return { bulkOperation: shown(operation), userErrors: [] }
      },
    },
  }
}
