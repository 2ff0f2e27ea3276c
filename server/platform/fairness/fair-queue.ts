/**
 * How to share a resource. All numbers count requests, except `slowMs` and `waitMs`.
 * `places`: running at once. `perCompany`, `perPerson`: the most of them for one. `slowMs`: a request that holds a place longer is slow.
 * `slowPerCompany`, `slowPerPerson`: the places after slow requests. `waiting`, `waitingPerCompany`, `waitingPerPerson`: the most that
 * may wait; further ones are refused. `waitMs`: the longest wait.
 */
export type Shares = {
  places: number
  perCompany: number
  perPerson: number
  slowMs: number
  slowPerCompany: number
  slowPerPerson: number
  waiting: number
  waitingPerCompany: number
  waitingPerPerson: number
  waitMs: number
}

/**
 * The shares of work that is always slow. Two companies never hold all places, or the work is so short that they change hands often
 * (security.md 5.6). Half of the waiting is the most for a company, a fifth for a person.
 */
export const sharesOfWork = ({
  perCompany = 1,
  perPerson = 1,
  ...shares
}: Pick<Shares, 'places' | 'waiting' | 'waitMs'> & Partial<Shares>): Shares => ({
  ...{ perCompany, perPerson, slowMs: Number.POSITIVE_INFINITY, slowPerCompany: perCompany, slowPerPerson: perPerson },
  ...{ waitingPerCompany: Math.ceil(shares.waiting / 2), waitingPerPerson: Math.ceil(shares.waiting / 5), ...shares },
})

/**
 * The caller: any two names. `onGone` calls back when nobody waits for the answer any more, and returns a function that stops listening.
 */
export type QueueClient = { person: string; company: string; onGone?: (cancel: () => void) => () => void }

/** Too many requests: of this `person`, of this `company`, of `everybody`; `gone`: the caller went away. */
type Reason = 'person' | 'company' | 'everybody' | 'gone'

/** A person who held places for less than `lightMs` counts as light; time counts half after `halfMs`. */
const memory = { lightMs: 1_000, halfMs: 10_000 }

/** The queue gives no place. */
export class NoPlace extends Error {
  readonly because: Reason
  constructor(because: Reason) {
    super(`no place: ${because}`)
    this.because = because
  }
}

/** The running requests of a person or a company, and how many it may have. */
type Window = { begun: Set<{ at: number }>; width: number }
/** `isNew`: never had a place. `used`: ms for which places were held, as of `usedAt`; it fades. */
type Person = Window & { waiting: Set<Waiting>; isNew: boolean; used: number; usedAt: number }
type Company = Window & { persons: Map<string, Person>; waiting: number }
type Bounds = { most: number; whenSlow: number }
type Seat = { asker: QueueClient; company: Company; person: Person }
type Next = { name: string; person: Person; first: Waiting; rank: number }
type Waiting = { admit: () => void; refuse: (because: Reason) => void }

/**
 * Admits requests to a scarce resource, so that one person never stops everybody. Free places go round the waiting companies. A
 * person begins with a few places. Fast requests widen this window, slow ones narrow it again, as in TCP: a person alone gets nearly
 * all places for cheap requests, and few for expensive ones (decision 0056). Colleagues share the window of their company: the one who has
 * held places for the least time is next, and the last place of a company is for somebody light.
 */
export class FairQueue {
  // The order of the keys is the order of the turns: after its turn a key goes to the end.
  readonly #companies = new Map<string, Company>()
  readonly #shares: Shares
  readonly #company: Bounds
  readonly #person: Bounds
  readonly #now: () => number
  #running = 0
  #waiting = 0

  constructor(shares: Shares, now: () => number = () => performance.now()) {
    this.#shares = shares
    this.#company = { most: shares.perCompany, whenSlow: Math.min(shares.slowPerCompany, shares.perCompany) }
    this.#person = { most: shares.perPerson, whenSlow: Math.min(shares.slowPerPerson, shares.perPerson) }
    this.#now = now
  }

  /** Running and waiting requests. */
  get load(): { running: number; waiting: number } {
    return { running: this.#running, waiting: this.#waiting }
  }

  /**
   * Waits for a place.
   * @returns a function that gives the place back; calling it twice is harmless
   * @throws {NoPlace}
   */
  async enter(asker: QueueClient): Promise<() => void> {
    const company = this.#companies.get(asker.company) ?? {
      ...windowOf(this.#company),
      persons: new Map(),
      waiting: 0,
    }
    const person = company.persons.get(asker.person) ?? {
      ...windowOf(this.#person),
      waiting: new Set(),
      isNew: true,
      used: 0,
      usedAt: this.#now(),
    }
    this.#companies.set(asker.company, company)
    company.persons.set(asker.person, person)
    const seat = { asker, company, person }
    return this.#mayBegin(seat) ? this.#begin(seat) : this.#turn(seat)
  }

  #mayBegin({ company, person }: Pick<Seat, 'company' | 'person'>): boolean {
    if (this.#running >= this.#shares.places) return false
    return this.#companyHasRoom(company, person) && this.#hasRoom(person, this.#person)
  }

  #companyHasRoom(company: Company, person: Person): boolean {
    const isLight = this.#usedBy(person) < memory.lightMs
    if (this.#hasRoom(company, this.#company, isLight ? 0 : 1)) return true
    const asksForOneThing = person.begun.size === 0 && person.waiting.size <= 1
    return isLight && asksForOneThing && this.#isStuck(company)
  }

  /** Whether its places have been held for long. Then there is one more, for a light person with a single request. */
  #isStuck({ begun }: Company): boolean {
    const { most, whenSlow } = this.#company
    const before = this.#now() - memory.lightMs
    return begun.size < Math.min(most, whenSlow + 1) && [...begun].every(({ at }) => at < before)
  }

  /** @param spare places to leave free, if there are several */
  #hasRoom({ begun, width }: Window, { most, whenSlow }: Bounds, spare = 0): boolean {
    if (begun.size >= Math.max(1, Math.min(most, Math.floor(width)) - spare)) return false
    const slowest = Math.max(1, whenSlow - spare)
    if (begun.size < slowest) return true
    const before = this.#now() - this.#shares.slowMs
    let slow = 0
    for (const { at } of begun) if (at < before) slow += 1
    return slow < slowest
  }

  /** Milliseconds for which a person held places of late. */
  #usedBy(person: Person): number {
    const now = this.#now()
    let sum = faded(person, now)
    for (const { at } of person.begun) sum += now - at
    return sum
  }

  #begin(seat: Seat): () => void {
    const { person, company } = seat
    const work = { at: this.#now() }
    person.begun.add(work)
    person.isNew = false
    company.begun.add(work)
    this.#running += 1
    return () => {
      if (!person.begun.delete(work)) return
      company.begun.delete(work)
      const now = this.#now()
      const isSlow = now - work.at > this.#shares.slowMs
      person.used = faded(person, now) + now - work.at
      person.usedAt = now
      adapt(person, this.#person, isSlow)
      adapt(company, this.#company, isSlow)
      this.#running -= 1
      this.#forget(seat)
      this.#serve()
    }
  }

  #turn(seat: Seat): Promise<() => void> {
    const { asker, person, company } = seat
    const full = this.#whoIsFull(seat)
    if (full) {
      this.#forget(seat)
      throw new NoPlace(full)
    }
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer)
        clearInterval(again)
        stopListening?.()
        person.waiting.delete(one)
        company.waiting -= 1
        this.#waiting -= 1
      }
      const one: Waiting = {
        admit: () => {
          end()
          resolve(this.#begin(seat))
        },
        refuse: (because) => {
          end()
          this.#forget(seat)
          reject(new NoPlace(because))
        },
      }
      const timer = setTimeout(() => one.refuse(this.#whoIsSlow(seat)), this.#shares.waitMs)
      // Places can become held for long without any request ending. One timer per person, since this way admits only one request of each.
      const again = person.waiting.size > 0 ? undefined : setInterval(() => this.#serve(), memory.lightMs)
      const stopListening = asker.onGone?.(() => one.refuse('gone'))
      person.waiting.add(one)
      company.waiting += 1
      this.#waiting += 1
    })
  }

  #whoIsFull({ person, company }: Seat): Reason | undefined {
    const { waiting, waitingPerCompany, waitingPerPerson } = this.#shares
    if (person.waiting.size >= waitingPerPerson) return 'person'
    if (company.waiting >= waitingPerCompany) return 'company'
    return this.#waiting >= waiting ? 'everybody' : undefined
  }

  #whoIsSlow({ person, company }: Seat): Reason {
    if (person.begun.size > 0) return 'person'
    return this.#companyHasRoom(company, person) ? 'everybody' : 'company'
  }

  /** People are remembered while somebody of their company is here; otherwise each request of a heavy user would count as the first. */
  #forget({ asker, company }: Seat): void {
    if (company.begun.size === 0 && company.waiting === 0) this.#companies.delete(asker.company)
  }

  #serve(): void {
    while (this.#waiting > 0 && this.#running < this.#shares.places && this.#serveOne());
  }

  #serveOne(): boolean {
    for (const [companyName, company] of this.#companies) {
      const next = company.waiting > 0 && this.#nextOf(company)
      if (!next) continue
      moveToEnd(this.#companies, companyName, company)
      moveToEnd(company.persons, next.name, next.person)
      next.first.admit()
      return true
    }
    return false
  }

  /**
   * Chooses among the people who may begin: first those without a place so far, the smallest request first; then the one who used the
   * places least.
   */
  #nextOf(company: Company): Next | undefined {
    let next: Next | undefined
    for (const [name, person] of company.persons) {
      const [first] = person.waiting
      if (!first || !this.#mayBegin({ company, person })) continue
      const rank = person.isNew ? -1 / person.waiting.size : this.#usedBy(person)
      if (!next || rank < next.rank) next = { name, person, first, rank }
    }
    return next
  }
}

const faded = ({ used, usedAt }: Person, now: number) =>
  used === 0 ? 0 : used * 0.5 ** ((now - usedAt) / memory.halfMs)

const windowOf = ({ whenSlow }: Bounds): Window => ({ begun: new Set(), width: whenSlow })

function adapt(window: Window, { most, whenSlow }: Bounds, isSlow: boolean): void {
  window.width = isSlow ? Math.max(whenSlow, window.width / 2) : Math.min(most, window.width + 1 / window.width)
}

function moveToEnd<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key)
  map.set(key, value)
}
