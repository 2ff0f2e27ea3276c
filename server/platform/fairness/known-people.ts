import type { QueueClient } from './fair-queue.ts'

/** The owner of a token, by the database's latest answer. */
export type KnownPerson = { userId: string; companyId: string | null }

/** The facts about a sender before the database has named them. Without token and address: the server itself. */
export type Sender = { tokenHash: string | null; address?: string; onGone?: QueueClient['onGone'] }

/** The sender of a token that nobody has checked yet. */
type Stranger = { tokenHash: string; address: string; count: () => Promise<void> }
type Owner = { tokenHash: string; userId: string | null; companyId: string | null }
type Ask = (takeTokens: () => string[]) => Promise<Owner[]>

/**
 * The people behind the tokens of recent requests. An unchecked token proves nothing, since anybody can invent any number of them:
 * it counts as its address until the database has confirmed it once (decision 0057).
 */
export class KnownPeople {
  readonly #most: number
  readonly #people = new Map<string, KnownPerson>()
  readonly #asking = new Map<string, Promise<unknown>>()
  /** By address: the question that still waits for a connection, and the tokens that it is about. */
  readonly #questions = new Map<string, { tokens: string[]; answer: Promise<unknown> }>()

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

  /**
   * Asks the database about a token, once for all requests that bring it at the same time, and in one question with the other tokens of its
   * address that wait for a connection: an office whose server was started anew waits as one request, however many people are in it.
   * @param stranger `count` is called before, and throws to refuse
   * @param ask takes the tokens as soon as it has a connection
   * @throws the error of `ask`
   */
  async meet({ tokenHash, address, count }: Stranger, ask: Ask): Promise<KnownPerson | undefined> {
    if (!this.#people.has(tokenHash)) {
      const begin = () => count().then(() => this.#askTogether(tokenHash, address, ask))
      const asking = this.#asking.get(tokenHash) ?? begin().finally(() => this.#asking.delete(tokenHash))
      this.#asking.set(tokenHash, asking)
      await asking
    }
    return this.#people.get(tokenHash)
  }

  #askTogether(tokenHash: string, address: string, ask: Ask): Promise<unknown> {
    const question = this.#questions.get(address) ?? this.#openQuestion(address, ask)
    question.tokens.push(tokenHash)
    return question.answer
  }

  #openQuestion(address: string, ask: Ask) {
    const tokens: string[] = []
    const takeTokens = () => {
      if (this.#questions.get(address)?.tokens === tokens) this.#questions.delete(address)
      return tokens
    }
    const learnOwners = async () => {
      for (const owner of await ask(takeTokens)) this.learn(owner.tokenHash, owner)
    }
    const question = { tokens, answer: learnOwners().finally(takeTokens) }
    this.#questions.set(address, question)
    return question
  }

  /** The names under which a request queues: its person and company, or its address for both. */
  askerOf({ tokenHash, address, onGone }: Sender): QueueClient {
    const person = this.of(tokenHash)
    const place = `address ${address ?? 'none'}`
    return {
      person: person?.userId ?? place,
      company: person ? (person.companyId ?? person.userId) : place,
      ...(onGone && { onGone }),
    }
  }
}
