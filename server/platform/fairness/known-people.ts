import type { Asker } from './fair-queue.ts'

/** The owner of a token, by the database's latest answer. */
export type KnownPerson = { userId: string; companyId: string | null }

/** The facts about a sender before the database has named them. Without token and address: the server itself. */
export type Sender = { tokenHash: string | null; address?: string; onGone?: Asker['onGone'] }

/**
 * The people behind the tokens of recent requests. An unchecked token proves nothing, since anybody can invent any number of them:
 * it counts as its address until the database has confirmed it once (decision 0057).
 */
export class KnownPeople {
  readonly #most: number
  readonly #people = new Map<string, KnownPerson>()
  readonly #asking = new Map<string, Promise<unknown>>()

  /** @param most tokens to remember; the least recently used one is forgotten first */
  constructor(most = 20_000) {
    this.#most = most
  }

  of(tokenHash: string | null): KnownPerson | undefined {
    return tokenHash === null ? undefined : this.#people.get(tokenHash)
  }

  /** Records the database's answer about a token; `userId` null: the token is invalid or has ended. */
  learn(tokenHash: string | null, { userId, companyId }: { userId: string | null; companyId: string | null }): void {
    if (tokenHash === null) return
    const person = this.#people.get(tokenHash)
    this.#people.delete(tokenHash)
    if (userId === null) return
    const isSame = person?.userId === userId && person.companyId === companyId
    this.#people.set(tokenHash, isSame ? person : { userId, companyId })
    const [oldest] = this.#people.size > this.#most ? this.#people.keys() : []
    if (oldest !== undefined) this.#people.delete(oldest)
  }

  /** Asks the database about a token, once for all requests that bring it at the same time. @throws the error of `ask` */
  async meet(tokenHash: string, ask: () => Promise<unknown>): Promise<KnownPerson | undefined> {
    if (!this.#people.has(tokenHash)) {
      const asking = this.#asking.get(tokenHash) ?? ask().finally(() => this.#asking.delete(tokenHash))
      this.#asking.set(tokenHash, asking)
      await asking
    }
    return this.#people.get(tokenHash)
  }

  /** The names under which a request queues: its person and company, or its address for both. */
  askerOf({ tokenHash, address, onGone }: Sender): Asker {
    const person = this.of(tokenHash)
    const place = `address ${address ?? 'none'}`
    return {
      person: person?.userId ?? place,
      company: person ? (person.companyId ?? person.userId) : place,
      ...(onGone && { onGone }),
    }
  }
}
