import pg from 'pg'
import utils from 'pg/lib/utils.js'
import { type Column, type Columns, columnsOf } from '../columns.ts'

/** A statement for a packet. Named ones are parsed and planned once per connection; a name belongs to one text. */
export type Statement = { sql: string; parameters: readonly unknown[]; name?: string | undefined }

/** The rows with names in camelCase, the columns as PostgreSQL describes them, and the number of rows that were read or changed. */
export type Answer = { rows: Record<string, unknown>[]; columns: readonly Column[]; count: number }

/**
 * Statements that go to PostgreSQL together, with one Sync behind the last: outside of BEGIN and COMMIT they are one transaction, and one
 * write there and one back. When a statement fails, PostgreSQL skips the ones behind it, and all of them fail with its error.
 *
 * pg itself sends Describe and Sync with each statement, and copies each row twice. A packet speaks through pg's connection as well, and
 * asks for the columns of a named statement once per connection: PostgreSQL refuses to run a statement whose columns have changed since.
 * It uses what pg keeps to itself; packet.test.ts shows that it still fits.
 */
export class Packet extends pg.Query {
  readonly #pending: PendingStatement[] = []
  #at = 0
  // By these two pg remembers that a named statement was parsed: those of the statement that is being answered.
  protected name: string | undefined
  protected text: string | undefined
  protected callback: ((error: unknown) => void) | undefined

  constructor() {
    super('')
  }

  /** Puts a statement behind the others, until the packet is sent. @returns its answer @throws what PostgreSQL answers */
  add({ sql, parameters, name }: Statement): Promise<Answer> {
    const statement = new PendingStatement(sql, name, parameters.map(asText))
    this.#pending.push(statement)
    return statement.answer.promise
  }

  /** Its statements so far, for those who count them. */
  get texts(): string[] {
    return this.#pending.map(({ sql }) => sql)
  }

  /** Sends it. @param waitMs the limit for all answers; 0 for none @returns when all are there @throws the first failure */
  send(client: pg.ClientBase, waitMs: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const timer = waitMs > 0 ? setTimeout(giveUp, waitMs, this, client) : undefined
    const settle = (error: unknown) => {
      clearTimeout(timer)
      if (error) reject(error)
      else resolve()
    }
    this.callback = settle
    client.query(this)
    return promise
  }

  /**
   * V8 makes a function that stands right behind `property =` in its old memory, with all that the function can reach: the rows of every read lay there
   * until the next full collection. So `callback` gets a constant, and this is one function for all packets.
   */
  override submit = submit

  sendTo(wire: Wire): void {
    wire.stream.cork()
    for (const statement of this.#pending) statement.send(wire)
    wire.sync()
    wire.stream.uncork()
    this.#turnTo(0)
  }

  protected handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    this.#pending[this.#at]?.describe(columnsOf(fields))
  }

  protected handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.#pending[this.#at]?.take(fields)
  }

  protected handleCommandComplete({ text }: { text: string }): void {
    this.#pending[this.#at]?.complete(text)
    this.#turnTo(this.#at + 1)
  }

  handleError(error: unknown, connection: pg.Connection): void {
    for (const statement of this.#pending.slice(this.#at)) statement.fail(error, connection as unknown as Wire)
    this.callback?.(error)
  }

  protected handleReadyForQuery(): void {
    this.callback?.(null)
  }

  #turnTo(place: number): void {
    this.#at = place
    const statement = this.#pending[place]
    this.name = statement?.isNew ? statement.name : undefined
    this.text = statement?.sql
  }
}

function submit(this: Packet, connection: pg.Connection): null {
  this.sendTo(connection as unknown as Wire)
  return null
}

/** The message of a packet whose answer did not come in time: pg's own for that. */
export const silent = 'Query read timeout'

/** Ends the connection too, since its other packets wait behind this one. */
function giveUp(packet: Packet, client: pg.ClientBase): void {
  const { connection } = client as unknown as { connection: pg.Connection & Wire }
  packet.handleError(new Error(silent), connection)
  connection.stream.destroy()
}

const asText = (value: unknown) => utils.prepareValue(value)

/** A statement of a packet until its answer is there. */
class PendingStatement {
  readonly answer = Promise.withResolvers<Answer>()
  /** whether this connection has to parse it */
  isNew = true
  #columnsByName: Map<string, Columns> | undefined
  #columns: Columns | undefined
  readonly #rows: Record<string, unknown>[] = []
  #failure: unknown
  readonly sql: string
  readonly name: string | undefined
  readonly #values: (string | Buffer | null)[]

  constructor(sql: string, name: string | undefined, values: (string | Buffer | null)[]) {
    this.sql = sql
    this.name = name
    this.#values = values
  }

  send(wire: Wire): void {
    const { name, sql } = this
    this.isNew = !name || !(name in wire.parsedStatements || name in wire.submittedNamedStatements)
    if (this.isNew) wire.parse({ name, text: sql })
    if (this.isNew && name) wire.submittedNamedStatements[name] = sql
    wire.bind({ statement: name, values: this.#values })
    this.#columnsByName = describedColumns.getOrInsertComputed(wire, () => new Map<string, Columns>())
    this.#columns = name ? this.#columnsByName.get(name) : undefined
    if (!this.#columns) wire.describe({ type: 'P' })
    wire.execute()
  }

  describe(columns: Columns): void {
    this.#columns = columns
    if (this.name && hasFixedColumns.test(this.sql)) this.#columnsByName?.set(this.name, columns)
  }

  take(values: (string | null)[]): void {
    try {
      this.#rows.push((this.#columns as Columns).readRow(values))
    } catch (failure) {
      this.#failure = failure
    }
  }

  complete(tag: string): void {
    const count = Number(tag.slice(tag.lastIndexOf(' ') + 1)) || 0 // 'UPDATE 3'
    if (this.#failure) this.answer.reject(this.#failure)
    else this.answer.resolve({ rows: this.#rows, columns: this.#columns?.fields ?? [], count })
  }

  fail(error: unknown, wire: Wire): void {
    if (this.name && this.isNew) delete wire.submittedNamedStatements[this.name]
    this.answer.reject(error)
  }
}

/** FETCH answers with the columns of its cursor, whatever its text. */
const hasFixedColumns = /^\s*(select|with|insert|update|delete)\s/i

const describedColumns = new WeakMap<Wire, Map<string, Columns>>()

/** The part of pg's connection that a packet uses; @types/pg describes an older one. */
type Wire = {
  stream: { cork(): void; uncork(): void; destroy(): void }
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
  parse(message: { name: string | undefined; text: string }): void
  bind(message: { statement: string | undefined; values: (string | Buffer | null)[] }): void
  describe(message: { type: 'P' }): void
  execute(): void
  sync(): void
}
