import { shownVendors, type VendorComparison } from 'contract/integrations/books.ts'
import { foldText } from 'contract/same-text.ts'
import { cleanLine } from 'contract/text.ts'
import { z } from 'zod'
import { ServiceError } from '../calls/service-error.ts'
import type { CallContext, Connection } from '../provider.ts'
import { askQuickbooks } from './quickbooks-call.ts'

const pageSize = 1_000
/** Each page is a call that Intuit counts, and nobody compares more vendors than that on a screen. */
const mostPages = 20

const Page = z.object({
  QueryResponse: z.object({ Vendor: z.array(z.object({ Id: z.string(), DisplayName: z.string() })).default([]) }),
})
const Counted = z.object({ QueryResponse: z.object({ totalCount: z.int() }) })

type Vendors = { names: string[]; isCut: boolean }

/** The names of the active vendors. `isCut`: QuickBooks has more than were read. @throws {ServiceError} in words */
export async function readVendors(connection: Connection, context: CallContext): Promise<Vendors> {
  for (let tries = 0; tries < 3; tries += 1) {
    const vendors = await readList(connection, context)
    if (vendors) return vendors
  }
  throw new ServiceError('QuickBooks changed its list of vendors while it was read; try again', { isPassing: true })
}

/** Null when the list has changed between two pages: each begins with the last vendor of the page before, or one would be left out. */
async function readList(connection: Connection, context: CallContext): Promise<Vendors | null> {
  const ask = <Shape extends z.ZodType>(operation: string, query: string, shape: Shape) =>
    askQuickbooks(connection, context, { operation, path: 'query', query: { query }, shape })
  const counted = await ask('Count vendors', 'select count(*) from Vendor', Counted)
  const { totalCount: total } = counted.QueryResponse
  const names = new Map<string, string>()
  let last: string | undefined
  // A page may be shorter than asked for although more follow: only the count says where the list ends.
  for (let page = 0; page < mostPages && names.size < total; page += 1) {
    const query = `select * from Vendor orderby Id startposition ${names.size || 1} maxresults ${pageSize}`
    const { Vendor: vendors } = (await ask('Read vendors', query, Page)).QueryResponse
    if (last !== undefined && vendors[0]?.Id !== last) return null
    const before = names.size
    for (const { Id, DisplayName } of vendors) names.set(Id, cleanLine(DisplayName))
    if (names.size === before) break // nothing new: the count is of another moment, or the page is repeated
    last = vendors.at(-1)?.Id
  }
  return { names: [...names.values()], isCut: names.size < total }
}

/** Vendors of both sides by name. A name that occurs twice in QuickBooks counts once. */
export function compareNames(
  here: { id: string; name: string }[],
  { names, isCut }: { names: string[]; isCut: boolean },
): VendorComparison {
  const there = new Map(names.map((name) => [foldText(name), name]))
  const keysHere = new Set(here.map(({ name }) => foldText(name)))
  const matched = here.flatMap(({ id, name }) => {
    const nameThere = there.get(foldText(name))
    return nameThere === undefined ? [] : [{ id, name, nameThere }]
  })
  const onlyHere = here.flatMap(({ name }) => (there.has(foldText(name)) ? [] : [name]))
  const onlyThere = [...there].flatMap(([key, name]) => (keysHere.has(key) ? [] : [name])).toSorted(byName)
  return {
    matched: { count: matched.length, items: matched.slice(0, shownVendors) },
    onlyHere: { count: onlyHere.length, names: onlyHere.slice(0, shownVendors) },
    onlyThere: { count: onlyThere.length, names: onlyThere.slice(0, shownVendors) },
    isCut,
  }
}

const byName = (one: string, other: string) => one.localeCompare(other, 'en', { numeric: true })
