import type { Clock } from '../shared/clock.ts'

export type Event = Record<string, unknown> & {
  id: string
  etag: string
  status: string
  updated: string
  sequence: number
}
export type Calendar = {
  id: string
  summary: string
  timeZone: string
  accessRole: 'owner' | 'writer' | 'reader'
  isPrimary: boolean
  events: Map<string, Event>
  /** Ids of events in the order of their last changes; a sync token is a position in this list. */
  changes: string[]
}

/** The calendars of the account, and how their events change. */
export class Calendars {
  readonly all: Calendar[]
  readonly #clock: Clock
  /** Sync tokens of earlier epochs are no longer valid. */
  epoch = 1

  constructor(clock: Clock, account: string, timeZone: string) {
    this.#clock = clock
    const made = (id: string, summary: string, accessRole: Calendar['accessRole'], isPrimary = false): Calendar => ({
      id,
      summary,
      timeZone,
      accessRole,
      isPrimary,
      events: new Map(),
      changes: [],
    })
    this.all = [
      made(account, account, 'owner', true),
      made('operations@group.calendar.google.com', 'Operations', 'writer'),
      made('holidays@group.v.calendar.google.com', 'Holidays', 'reader'),
    ]
  }

  add(count: number): void {
    for (let number = 1; number <= count; number += 1)
      this.all.push({
        ...{ id: `c${number}@group.calendar.google.com`, summary: `Calendar ${number}`, timeZone: 'UTC' },
        ...{ accessRole: 'writer', isPrimary: false, events: new Map(), changes: [] },
      })
  }

  /** A new calendar with an id of its own, whatever its name. @returns the id */
  addNamed(summary: string): string {
    const id = `n${this.all.length}@group.calendar.google.com`
    this.all.push({
      ...{ id, summary, timeZone: 'UTC', accessRole: 'owner', isPrimary: false, events: new Map(), changes: [] },
    })
    return id
  }

  share(calendar: Calendar, accessRole: Calendar['accessRole'] | 'none'): void {
    if (accessRole === 'none') this.all.splice(this.all.indexOf(calendar), 1)
    else calendar.accessRole = accessRole
  }

  /** From now on another person agrees, with a main calendar of their own; tokens given before still reach the old one. */
  switchAccount(account: string): void {
    for (const each of this.all) each.isPrimary = false
    this.all.unshift({
      ...{ id: account, summary: account, timeZone: 'UTC', accessRole: 'owner', isPrimary: true },
      ...{ events: new Map(), changes: [] },
    })
  }

  find(id: string): Calendar | undefined {
    return this.all.find((each) => each.id === id || (id === 'primary' && each.isPrimary))
  }

  /** Writes a whole event; it gets a new etag and becomes the newest change. */
  save(calendar: Calendar, event: Record<string, unknown> & { id: string }): Event {
    const before = calendar.events.get(event.id)
    calendar.changes.push(event.id)
    const saved: Event = {
      kind: 'calendar#event',
      status: 'confirmed',
      created: this.#clock.iso(),
      creator: { email: this.all[0]?.id },
      organizer: { email: calendar.id },
      htmlLink: `https://www.google.com/calendar/event?eid=${Buffer.from(event.id).toString('base64url')}`,
      iCalUID: `${event.id}@google.com`,
      eventType: 'default',
      ...event,
      sequence: before ? before.sequence + 1 : 0,
      updated: this.#clock.iso(),
      etag: `"${this.#clock.now()}${calendar.changes.length}"`,
    } as Event
    calendar.events.set(event.id, saved)
    return saved
  }
}
