import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { action } from '../shared/control.ts'
import { roomOf, type StartOptions, start } from '../shared/counterpart.ts'
import { Grants } from '../shared/grants.ts'
import { WindowLimit } from '../shared/limits.ts'
import { secretOf } from '../shared/random.ts'
import { deliver } from '../shared/webhook-sender.ts'
import { type Api, apiRoutes, save } from './api.ts'
import { type Books, type Entity, entities, entryOf, reportManners, zoned } from './books.ts'
import { wording } from './faults.ts'
import { totalsOf } from './reports.ts'
import { signInRoutes } from './sign-in.ts'

export type QuickbooksOptions = StartOptions & {
  companyName?: string
  vendors?: number
  customers?: number
  invoices?: number
  bills?: number
  /** Exact addresses that people may return to; any address of this machine when left out. */
  redirectUris?: string[]
}

/** A QuickBooks Online company with two years of books, its sign-in and its API behind one address. */
export async function startQuickbooks(options: QuickbooksOptions = {}) {
  const room = roomOf(options)
  const { companyName = 'North Supply', vendors = 40, customers = 60, invoices = 600, bills = 300 } = options
  const perEntity = <T>(make: () => T) =>
    Object.fromEntries(entities.map((entity) => [entity, make()])) as Record<Entity, T>
  const books: Books = {
    ...room,
    realmId: '9341450000000001',
    companyName,
    sizes: { Vendor: vendors, Customer: customers, Invoice: invoices, Bill: bills },
    written: perEntity(() => new Map()),
    deleted: perEntity(() => new Map()),
    other: new Map(),
    longestPage: 1_000,
    reportManner: 'whole',
    end: room.clock.now(),
  }
  const app = {
    clientId: `AB${secretOf(room.seed, 11, 38)}`,
    clientSecret: secretOf(room.seed, 12, 40),
    redirectUris: options.redirectUris,
  }
  const verifierToken = secretOf(room.seed, 13, 36)
  const grants = new Grants(room.clock)
  const target: Target = { url: undefined, isForged: false, times: 1 }
  const changed = (entity: Entity, id: string, operation: string) =>
    void tell(books, verifierToken, target, { entity, id, operation })
  const limit = new WindowLimit(room.clock, 500, 60)
  const api: Api = { books, grants, limit, held: undefined, underway: 0, kept: new Map(), changed }
  return start(room, options.port, {
    provider: 'quickbooks',
    credentials: { clientId: app.clientId, clientSecret: app.clientSecret, realmId: books.realmId, verifierToken },
    voice: (status) => wording(status, zoned(room.clock.now())),
    routes: [...signInRoutes(books, grants, app), ...apiRoutes(api)],
    actions: bookActions(api, grants, target, verifierToken),
  })
}

type Target = { url: string | undefined; isForged: boolean; times: number }
type Changed = { entity: Entity; id: string; operation: string }

/** Sends a notice as Intuit does: it names the changed record, without its values, and is signed with the verifier token. */
async function tell(
  { realmId, clock }: Books,
  verifierToken: string,
  target: Target,
  { entity, id, operation }: Changed,
) {
  if (!target.url) return []
  const changed = { name: entity, id, operation, lastUpdated: clock.iso() }
  const body = JSON.stringify({ eventNotifications: [{ realmId, dataChangeEvent: { entities: [changed] } }] })
  const secret = target.isForged ? 'another token' : verifierToken
  const headers = { 'intuit-signature': createHmac('sha256', secret).update(body).digest('base64') }
  const sent = Array.from({ length: target.times }, () => deliver({ url: target.url ?? '', headers, body }, 3_000))
  return Promise.all(sent)
}

function bookActions(api: Api, grants: Grants, target: Target, verifierToken: string) {
  const nothing = z.object({})
  const { books } = api
  let release = () => {}
  const entity = z.enum(['Vendor', 'Customer', 'Invoice', 'Bill'])
  const record = z.object({ entity, id: z.string() })
  const period = z.object({ from: z.iso.date(), to: z.iso.date() })
  return {
    expireTokens: action(nothing, () => grants.expireAccess()),
    expireRefreshTokens: action(nothing, () => grants.expireRefresh()),
    /** The owner of the company disconnects the app. */
    revoke: action(nothing, () => grants.endAll()),
    exhaustMinute: action(nothing, () => api.limit.exhaust()),
    /** Calls wait until `releaseCalls`. */
    holdCalls: action(nothing, () => {
      api.held = new Promise((resolve) => {
        release = resolve
      })
    }),
    releaseCalls: action(nothing, () => {
      api.held = undefined
      release()
    }),
    /** Somebody changes a record in QuickBooks, or adds one when there is no id. */
    saveRecord: action(
      z.object({ entity, id: z.string().optional(), fields: z.record(z.string(), z.unknown()) }),
      (input) => {
        const found = input.id === undefined ? undefined : entryOf(books, input.entity, input.id)
        if (input.id !== undefined && !found) throw new Error(`There is no ${input.entity} ${input.id}`)
        return save(api, input.entity, input.fields, found)
      },
    ),
    deleteRecord: action(record, ({ entity: name, id }) => {
      books.deleted[name].set(id, zoned(books.clock.now()))
      api.changed(name, id, 'Delete')
    }),
    /** The address for notices of changes, as set on Intuit's developer page. */
    setWebhook: action(
      z.object({ url: z.url().optional(), isForged: z.boolean().default(false), times: z.int().min(1).default(1) }),
      ({ url, isForged, times }) => void Object.assign(target, { url, isForged, times }),
    ),
    sendWebhook: action(record.extend({ operation: z.string().default('Update') }), (input) =>
      tell(books, verifierToken, target, input),
    ),
    /** Amounts of a month beside its trade; `unexplained`: only the net income has it. */
    setOther: action(
      z.object({
        month: z.string(),
        income: z.number().default(0),
        expenses: z.number().default(0),
        unexplained: z.number().default(0),
      }),
      ({ month, ...dollars }) => {
        const { income, expenses, unexplained } = dollars
        books.other.set(month, {
          ...{ income: Math.round(income * 100), expenses: Math.round(expenses * 100) },
          unexplained: Math.round(unexplained * 100),
        })
      },
    ),
    /** Pages of queries are at most this long, whatever is asked for. */
    setLongestPage: action(z.object({ records: z.int() }), ({ records }) => {
      books.longestPage = records
    }),
    /** What is odd about the next reports. */
    reportManner: action(z.object({ manner: z.enum(reportManners) }), ({ manner }) => {
      books.reportManner = manner
    }),
    /** Income, cost of goods, expenses and net income by month. */
    totals: action(period, ({ from, to }) => totalsOf(books, from, to)),
  }
}
