import pg from 'pg'
import { admit, type Caller, enterRead, type OnCaller } from './caller.ts'
import { Packet } from './connections/packet.ts'
import { allowWait, quietMs, sendPacket } from './connections/patience.ts'
import { type Db, endHandle, handleFor } from './handle.ts'

/**
 * Reads on a connection, and gives it back. What `work` asks in one turn of the event loop is one packet, a transaction of its own that begins
 * with the caller and may only read.
 * @throws what `admit` throws for the caller of any packet
 */
export async function runRead<T>(
  client: pg.PoolClient,
  caller: Caller,
  learn: OnCaller,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  allowWait(client, quietMs)
  const read = new Read(client, caller, learn)
  const outcome = work(read.db)
  outcome.catch(ignore)
  try {
    await read.admitted
    const result = await outcome
    await read.admitted // also of a question that the work did not wait for
    return result
  } catch (error) {
    await outcome.catch(ignore)
    await read.admitted // a refusal says more than what followed from it
    throw error
  } finally {
    read.end()
  }
}

class Read {
  readonly db = handleFor((statement) => this.#open().add(statement))
  /** Rejects when the caller of any packet was refused. */
  admitted: Promise<void> = Promise.resolve()
  readonly #client: pg.PoolClient
  readonly #caller: Caller
  readonly #learn: OnCaller
  #packet: Packet | undefined
  #answered: Promise<void> = Promise.resolve()

  constructor(client: pg.PoolClient, caller: Caller, learn: OnCaller) {
    this.#client = client
    this.#caller = caller
    this.#learn = learn
    this.#open()
  }

  async #enter(packet: Packet, before: Promise<void>): Promise<void> {
    const { tokenHash, companyId } = this.#caller
    try {
      admit(await packet.add({ ...enterRead, parameters: [tokenHash, companyId] }), this.#caller, this.#learn)
    } catch (refusal) {
      endHandle(this.db) // the work is not to ask further, which would refuse and record the caller once more
      throw refusal
    }
    return before
  }

  /** The packet of this turn of the event loop. */
  #open(): Packet {
    if (this.#packet) return this.#packet
    const packet = new Packet()
    this.#packet = packet
    this.admitted = this.#enter(packet, this.admitted)
    this.admitted.catch(ignore)
    setImmediate(() => {
      this.#packet = undefined
      this.#answered = sendPacket(this.#client, packet)
      this.#answered.catch(ignore)
    })
    return packet
  }

  /** Gives the connection back as soon as it has answered. One that broke or stayed silent is thrown away. */
  end(): void {
    endHandle(this.db)
    this.#answered.then(
      () => this.#client.release(),
      (error) => this.#client.release(!(error instanceof pg.DatabaseError)),
    )
  }
}

const ignore = () => undefined
