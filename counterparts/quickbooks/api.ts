import { randomUUID } from 'node:crypto'
import { type Answer, bearerOf, isObject, jsonOf, type Request, type Route } from '../shared/exchange.ts'
import type { Grants } from '../shared/grants.ts'
import type { WindowLimit } from '../shared/limits.ts'
import { type Books, type Entity, type Entry, entities, entriesOf, entryOf, isEntity, zoned } from './books.ts'
import { type Fault, fault, throttled, unauthorized, wording } from './faults.ts'
import { QueryProblem, run } from './query.ts'
import { profitAndLoss } from './reports.ts'

export type Api = {
  books: Books
  grants: Grants
  limit: WindowLimit
  /** While it is set, calls wait for it, so that ten calls can run at once. */
  held: Promise<void> | undefined
  underway: number
  /** Answers to writes with a requestid. */
  kept: Map<string, Answer>
  changed: (entity: Entity, id: string, operation: string) => void
}

const mostAtOnce = 10
const monthMs = 30 * 86_400_000

export function apiRoutes(api: Api): Route[] {
  const at = (method: string, path: string, answer: (request: Request) => Answer) => ({
    method,
    path: `/v3/company/:realm/${path}`,
    answer: (request: Request) => guarded(api, request, answer),
  })
  return [
    at('GET', 'companyinfo/:id', () => companyInfo(api)),
    at('GET', 'query', (request) => query(api, request.query.get('query') ?? '')),
    at('POST', 'query', (request) => query(api, request.raw.toString('utf8'))),
    at('GET', 'cdc', (request) => changes(api, request)),
    at('GET', 'reports/ProfitAndLoss', (request) => report(api, request)),
    at('GET', ':entity/:id', (request) => read(api, request)),
    at('POST', ':entity', (request) => write(api, request)),
  ]
}

/** Checks token, company, ten calls at once, and five hundred a minute; each answer carries its trace id. */
async function guarded(api: Api, request: Request, answer: (request: Request) => Answer): Promise<Answer> {
  const { books, grants, limit } = api
  const time = zoned(books.clock.now())
  const traced = (answered: Answer) => ({
    ...answered,
    headers: { intuit_tid: `1-${randomUUID()}`, ...answered.headers },
  })
  if (!grants.access(bearerOf(request))) return traced(unauthorized(time))
  if (request.params.realm !== books.realmId) return traced(wording(403, time))
  if (api.underway >= mostAtOnce || !limit.take().isAllowed) return traced(throttled(time))
  api.underway += 1
  try {
    await api.held
    return traced(answer(request))
  } finally {
    api.underway -= 1
  }
}

const timeOf = ({ books }: Api) => zoned(books.clock.now())
const invalid = (api: Api, problem: Fault) => fault(400, 'ValidationFault', problem, timeOf(api))

function companyInfo(api: Api): Answer {
  const { companyName, end } = api.books
  return {
    body: {
      CompanyInfo: {
        Id: '1',
        SyncToken: '0',
        domain: 'QBO',
        CompanyName: companyName,
        LegalName: `${companyName} LLC`,
        Country: 'US',
        FiscalYearStartMonth: 'January',
        SupportedLanguages: 'en',
        Email: { Address: 'books@company.example' },
        MetaData: { CreateTime: zoned(end - 730 * 86_400_000), LastUpdatedTime: zoned(end) },
      },
      time: timeOf(api),
    },
  }
}

function query(api: Api, text: string): Answer {
  try {
    return { body: { QueryResponse: run(api.books, text), time: timeOf(api) } }
  } catch (error) {
    if (!(error instanceof QueryProblem)) throw error
    return invalid(api, { message: 'Error parsing query', detail: error.message, code: error.code })
  }
}

/** The changes since a time, with deleted records; thirty days back at most. */
function changes(api: Api, { query: parameters }: Request): Answer {
  const { books } = api
  const since = Date.parse(parameters.get('changedSince') ?? '')
  const names = (parameters.get('entities') ?? '').split(',').map((name) => name.trim())
  const unknown = names.find((name) => !isEntity(name))
  if (Number.isNaN(since) || unknown !== undefined) {
    return invalid(api, {
      message: 'Invalid query',
      detail: `Invalid value for ${unknown ?? 'changedSince'}`,
      code: '4001',
    })
  }
  if (books.clock.now() - since > monthMs) {
    return invalid(api, {
      message: 'Date out of range',
      detail: 'changedSince must be within the last 30 days',
      code: '4001',
    })
  }
  const responses = names.filter(isEntity).map((entity) => {
    const live = [...entriesOf(books, entity)].filter(({ MetaData }) => Date.parse(MetaData.LastUpdatedTime) > since)
    const gone = [...books.deleted[entity]]
      .filter(([, at]) => Date.parse(at) > since)
      .map(([Id, at]) => ({
        domain: 'QBO',
        status: 'Deleted',
        Id,
        MetaData: { LastUpdatedTime: at },
      }))
    const all = [...live, ...gone]
    return all.length === 0 ? {} : { [entity]: all, startPosition: 1, maxResults: all.length }
  })
  return { body: { CDCResponse: [{ QueryResponse: responses }], time: timeOf(api) } }
}

function report(api: Api, { query: parameters }: Request): Answer {
  const today = new Date(api.books.clock.now()).toISOString().slice(0, 10)
  const from = parameters.get('start_date') ?? `${today.slice(0, 4)}-01-01`
  const to = parameters.get('end_date') ?? today
  if (!/^\d{4}-\d\d-\d\d$/.test(from) || !/^\d{4}-\d\d-\d\d$/.test(to) || from > to) {
    return invalid(api, { message: 'Invalid Date', detail: 'start_date and end_date must be dates', code: '5005' })
  }
  return { body: profitAndLoss(api.books, from, to, parameters.get('summarize_column_by') === 'Month') }
}

/** The entity in a path is in lower case. */
const entityOf = (name: string | undefined) => entities.find((entity) => entity.toLowerCase() === name)

const unsupported = (api: Api) =>
  invalid(api, { message: 'Unsupported Operation', detail: 'Operation is not supported', code: '500' })
const missing = (api: Api) =>
  invalid(api, {
    message: 'Object Not Found',
    detail: "Object Not Found : Something you're trying to use has been made inactive.",
    code: '610',
  })

function read(api: Api, { params }: Request): Answer {
  const entity = entityOf(params.entity)
  if (!entity) return unsupported(api)
  const found = entryOf(api.books, entity, params.id ?? '')
  return found ? { body: { [entity]: found, time: timeOf(api) } } : missing(api)
}

/** Creates, changes (with Id and SyncToken) or deletes (`operation=delete`) a record; once for each requestid. */
function write(api: Api, request: Request): Answer {
  const requestId = request.query.get('requestid')
  const key = `${request.params.entity} ${requestId}`
  const before = requestId ? api.kept.get(key) : undefined
  const answer = before ?? written(api, request)
  if (requestId && (answer.status ?? 200) < 400) api.kept.set(key, answer)
  return answer
}

function written(api: Api, request: Request): Answer {
  const entity = entityOf(request.params.entity)
  const body = jsonOf(request)
  if (!entity) return unsupported(api)
  if (!isObject(body))
    return invalid(api, {
      message: 'Request has invalid or unsupported property',
      detail: 'The body is no JSON object',
      code: '2010',
    })
  const id = typeof body.Id === 'string' ? body.Id : undefined
  const found = id === undefined ? undefined : entryOf(api.books, entity, id)
  if (id !== undefined && !found) return missing(api)
  if (found && body.SyncToken !== found.SyncToken) {
    const detail = `Stale Object Error : You and ${api.books.companyName} were working on this at the same time.`
    return invalid(api, { message: 'Stale Object Error', detail, code: '5010' })
  }
  if (found && request.query.get('operation') === 'delete') return removed(api, entity, found.Id)
  if (!found && (entity === 'Vendor' || entity === 'Customer') && !body.DisplayName) {
    return invalid(api, {
      message: 'Required param missing',
      detail: 'Required parameter DisplayName is missing in the request',
      code: '2020',
      element: 'DisplayName',
    })
  }
  return { body: { [entity]: save(api, entity, body, found), time: timeOf(api) } }
}

export function save(
  { books, changed }: Pick<Api, 'books' | 'changed'>,
  entity: Entity,
  body: Record<string, unknown>,
  found?: Entry,
): Entry {
  const now = zoned(books.clock.now())
  const kept = found && body.sparse === false ? { Id: found.Id, MetaData: found.MetaData } : found
  const next =
    books.sizes[entity] + [...books.written[entity].keys()].filter((id) => Number(id) > books.sizes[entity]).length + 1
  const entry: Entry = {
    ...kept,
    ...body,
    Id: found?.Id ?? String(next),
    SyncToken: String(Number(found?.SyncToken ?? '-1') + 1),
    domain: 'QBO',
    sparse: false,
    MetaData: { CreateTime: found?.MetaData.CreateTime ?? now, LastUpdatedTime: now },
  }
  books.written[entity].set(entry.Id, entry)
  changed(entity, entry.Id, found ? 'Update' : 'Create')
  return entry
}

function removed(api: Api, entity: Entity, id: string): Answer {
  api.books.deleted[entity].set(id, timeOf(api))
  api.changed(entity, id, 'Delete')
  return { body: { [entity]: { status: 'Deleted', domain: 'QBO', Id: id }, time: timeOf(api) } }
}
