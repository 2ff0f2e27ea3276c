/**
 * How a resource is shared out. Numbers of requests, except `slowMs` and `waitMs`.
 * `places`: at work at once. `perCompany`, `perPerson`: at most so many of them. `slowMs`: who holds a place for longer is slow.
 * `slowPerPerson`: as many places has a person whose requests are slow. `waiting`, `waitingPerPerson`: further ones are refused.
 * `waitMs`: nobody waits longer.
 */
export type Shares = {
  places: number
  perCompany: number
  perPerson: number
  slowMs: number
  slowPerPerson: number
  waiting: number
  waitingPerPerson: number
  waitMs: number
}

/** Who asks: any two names. `onGone` calls back when nobody waits for the answer any more, and returns how to stop listening. */
export type Asker = { person: string; company: string; onGone?: (cancel: () => void) => () => void }

/** There is no place to be had: `person`, too many requests of this one; `everybody`, of all; `gone`, who asked went away. */
export class NoPlace extends Error {
  readonly because: 'person' | 'everybody' | 'gone'
  constructor(because: 'person' | 'everybody' | 'gone') {
    super(`no place: ${because}`)
    this.because = because
  }
}

type Person = { waiting: Set<Waiting>; begun: Set<{ at: number }>; width: number }
type Company = { persons: Map<string, Person>; running: number }
type Seat = { asker: Asker; company: Company; person: Person }
type Waiting = { admit: () => void; refuse: (because: NoPlace['because']) => void }

/**
 * Admits requests to something scarce, so that one person never stops everybody: free places go round the companies that wait,
 * and within each round its persons. A person begins with a few places; fast requests widen that, slow ones narrow it again,
 * as TCP does with its window: one person alone has nearly everything for what is cheap, and little for what is dear (0056).
 */
export class FairQueue {
  // The order of the keys is the order of the turns: who was served goes to the end.
  readonly #companies = new Map<string, Company>()
  readonly #shares: Shares
  readonly #now: () => number
  #running = 0
  #waiting = 0

  constructor(shares: Shares, now: () => number = () => performance.now()) {
    this.#shares = shares
    this.#now = now
  }

  /** Requests at work and waiting. */
  get load(): { running: number; waiting: number } {
    return { running: this.#running, waiting: this.#waiting }
  }

  /**
   * Waits for a turn.
   * @returns gives the place back; calling it twice does no harm
   * @throws {NoPlace}
   */
  async enter(asker: Asker): Promise<() => void> {
    const company = this.#companies.get(asker.company) ?? { persons: new Map(), running: 0 }
    const person = company.persons.get(asker.person) ?? {
      waiting: new Set(),
      begun: new Set(),
      width: this.#shares.slowPerPerson,
    }
    this.#companies.set(asker.company, company)
    company.persons.set(asker.person, person)
    const seat = { asker, company, person }
    return this.#mayBegin(seat) ? this.#begin(seat) : this.#turn(seat)
  }

  #mayBegin({ company, person }: Pick<Seat, 'company' | 'person'>): boolean {
    const { places, perCompany, perPerson, slowMs, slowPerPerson } = this.#shares
    if (this.#running >= places || company.running >= perCompany) return false
    if (person.begun.size >= Math.min(perPerson, Math.floor(person.width))) return false
    if (person.begun.size < slowPerPerson) return true
    const before = this.#now() - slowMs
    let slow = 0
    for (const { at } of person.begun) if (at < before) slow += 1
    return slow < slowPerPerson
  }

  #begin(seat: Seat): () => void {
    const { person, company } = seat
    const { perPerson, slowMs, slowPerPerson } = this.#shares
    const work = { at: this.#now() }
    person.begun.add(work)
    this.#running += 1
    company.running += 1
    return () => {
      if (!person.begun.delete(work)) return
      const isSlow = this.#now() - work.at > slowMs
      person.width = isSlow
        ? Math.max(slowPerPerson, person.width / 2)
        : Math.min(perPerson, person.width + 1 / person.width)
      this.#running -= 1
      company.running -= 1
      this.#forget(seat)
      while (this.#waiting > 0 && this.#running < this.#shares.places && this.#serveOne());
    }
  }

  #turn(seat: Seat): Promise<() => void> {
    const { asker, person } = seat
    const { waiting, waitingPerPerson, waitMs } = this.#shares
    const isPersonFull = person.waiting.size >= waitingPerPerson
    if (isPersonFull || this.#waiting >= waiting) {
      this.#forget(seat)
      throw new NoPlace(isPersonFull ? 'person' : 'everybody')
    }
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer)
        stopListening?.()
        person.waiting.delete(one)
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
      const timer = setTimeout(() => one.refuse(person.begun.size > 0 ? 'person' : 'everybody'), waitMs)
      const stopListening = asker.onGone?.(() => one.refuse('gone'))
      person.waiting.add(one)
      this.#waiting += 1
    })
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

function moveToEnd<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key)
  map.set(key, value)
}
