import type { Asker } from './fair-queue.ts'

/** Whom a token belongs to, as the database last said. */
export type KnownPerson = { userId: string; companyId: string | null }

/** What a request shows of who sends it, before the database has said who that is. No token and no address: the server itself. */
export type Sender = { tokenHash: string | null; address?: string; onGone?: Asker['onGone'] }

/**
 * Who is behind the tokens that were seen lately. A token that nobody checked says nothing, since anybody can make up as many
 * as he likes: it counts as its address until the database has answered for it once (decision 0057).
 */
export class KnownPeople {
  readonly #most: number
  readonly #people = new Map<string, KnownPerson>()
  readonly #asking = new Map<string, Promise<unknown>>()

  /** @param most tokens kept in mind; the one not heard of for longest is forgotten first */
  constructor(most = 20_000) {
    this.#most = most
  }

  of(tokenHash: string | null): KnownPerson | undefined {
    return tokenHash === null ? undefined : this.#people.get(tokenHash)
  }

  /** Notes what the database said of a token; `userId` null: it is worth nothing (any more). */
  learn(tokenHash: string | null, { userId, companyId }: { userId: string | null; companyId: string | null }): void {
    if (tokenHash === null) return
    const known = this.#people.get(tokenHash)
    this.#people.delete(tokenHash)
    if (userId === null) return
    const isSame = known?.userId === userId && known.companyId === companyId
    this.#people.set(tokenHash, isSame ? known : { userId, companyId })
    const [oldest] = this.#people.size > this.#most ? this.#people.keys() : []
    if (oldest !== undefined) this.#people.delete(oldest)
  }

  /** Makes sure that a token was asked for, once for all requests that bring it at the same time. @throws what `ask` throws */
  async meet(tokenHash: string, ask: () => Promise<unknown>): Promise<KnownPerson | undefined> {
    if (!this.#people.has(tokenHash)) {
      const asking = this.#asking.get(tokenHash) ?? ask().finally(() => this.#asking.delete(tokenHash))
      this.#asking.set(tokenHash, asking)
      await asking
    }
    return this.#people.get(tokenHash)
  }

  /** The names under which a request queues: its person and company, else its address for both. */
  askerOf({ tokenHash, address, onGone }: Sender): Asker {
    const known = this.of(tokenHash)
    const place = `address ${address ?? 'none'}`
    return {
      person: known?.userId ?? place,
      company: known ? (known.companyId ?? known.userId) : place,
      ...(onGone && { onGone }),
    }
  }
}
