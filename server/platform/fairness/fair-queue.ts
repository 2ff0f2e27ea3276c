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

/** The caller: any two names. `onGone` calls back when nobody waits for the answer any more, and returns how to stop listening. */
export type Asker = { person: string; company: string; onGone?: (cancel: () => void) => () => void }

/** Too many requests: of this `person`, of this `company`, of `everybody`; `gone`: the caller went away. */
type Reason = 'person' | 'company' | 'everybody' | 'gone'

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
type Person = Window & { waiting: Set<Waiting> }
type Company = Window & { persons: Map<string, Person>; waiting: number }
type Bounds = { most: number; whenSlow: number }
type Seat = { asker: Asker; company: Company; person: Person }
type Waiting = { admit: () => void; refuse: (because: Reason) => void }

/**
 * Admits requests to a scarce resource, so that one person never stops everybody. Free places go round the waiting companies, and
 * within each round their persons. A person begins with a few places. Fast requests widen this window, slow ones narrow it again,
 * as in TCP: a person alone gets nearly all places for cheap requests, and few for expensive ones (0056). Colleagues share the
 * window of their company.
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
  async enter(asker: Asker): Promise<() => void> {
    const company = this.#companies.get(asker.company) ?? {
      ...windowOf(this.#company),
      persons: new Map(),
      waiting: 0,
    }
    const person = company.persons.get(asker.person) ?? { ...windowOf(this.#person), waiting: new Set() }
    this.#companies.set(asker.company, company)
    company.persons.set(asker.person, person)
    const seat = { asker, company, person }
    return this.#mayBegin(seat) ? this.#begin(seat) : this.#turn(seat)
  }

  #mayBegin({ company, person }: Pick<Seat, 'company' | 'person'>): boolean {
    if (this.#running >= this.#shares.places) return false
    return this.#hasRoom(company, this.#company) && this.#hasRoom(person, this.#person)
  }

  #hasRoom({ begun, width }: Window, { most, whenSlow }: Bounds): boolean {
    if (begun.size >= Math.min(most, Math.floor(width))) return false
    if (begun.size < whenSlow) return true
    const before = this.#now() - this.#shares.slowMs
    let slow = 0
    for (const { at } of begun) if (at < before) slow += 1
    return slow < whenSlow
  }

  #begin(seat: Seat): () => void {
    const { person, company } = seat
    const work = { at: this.#now() }
    person.begun.add(work)
    company.begun.add(work)
    this.#running += 1
    return () => {
      if (!person.begun.delete(work)) return
      company.begun.delete(work)
      const isSlow = this.#now() - work.at > this.#shares.slowMs
      adapt(person, this.#person, isSlow)
      adapt(company, this.#company, isSlow)
      this.#running -= 1
      this.#forget(seat)
      while (this.#waiting > 0 && this.#running < this.#shares.places && this.#serveOne());
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
      const late = () => one.refuse(person.begun.size > 0 ? 'person' : 'everybody')
      const timer = setTimeout(late, this.#shares.waitMs)
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

  #forget({ asker, company, person }: Seat): void {
    if (person.begun.size > 0 || person.waiting.size > 0) return
    company.persons.delete(asker.person)
    if (company.persons.size === 0) this.#companies.delete(asker.company)
  }

  #serveOne(): boolean {
    for (const [companyName, company] of this.#companies) {
      for (const [name, person] of company.persons) {
        const [first] = person.waiting
        if (!first || !this.#mayBegin({ company, person })) continue
        moveToEnd(this.#companies, companyName, company)
        moveToEnd(company.persons, name, person)
        first.admit()
        return true
      }
    }
    return false
  }
}

const windowOf = ({ whenSlow }: Bounds): Window => ({ begun: new Set(), width: whenSlow })

function adapt(window: Window, { most, whenSlow }: Bounds, isSlow: boolean): void {
  window.width = isSlow ? Math.max(whenSlow, window.width / 2) : Math.min(most, window.width + 1 / window.width)
}

function moveToEnd<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key)
  map.set(key, value)
}
