import { ORPCError } from '@orpc/server'
import { sharedErrors } from 'contract/errors.ts'
import type { ViewedList, ViewState } from 'contract/finding/saved-views.ts'
import { assembliesContract } from 'contract/inventory/assemblies.ts'
import { partsContract } from 'contract/inventory/parts.ts'
import { productsContract } from 'contract/inventory/products.ts'
import { vendorsContract } from 'contract/inventory/vendors.ts'
import { exactCount, listQuery, wholeList } from 'contract/list.ts'
import { sopsContract } from 'contract/sops/sops.ts'
import { tasksContract } from 'contract/tasks/tasks.ts'
import { timeEntriesContract } from 'contract/time-clock/time-entries.ts'
import { z } from 'zod'

/**
 * Refuses a state with a filter or an order that its list does not have. The server does not know which columns the screens draw, so of
 * a column it refuses only a name that every object has.
 * @throws 400 at the first unknown key
 */
export function refuseUnknownKeys(list: ViewedList, { sort, filters, ...look }: ViewState): void {
  const { shape } = queryOf(list)
  const filter = Object.keys(filters ?? {}).find((key) => ofEveryList.has(key) || !Object.hasOwn(shape, key))
  if (filter) throw unknown(`state.filters.${filter}`, 'This list has no such filter')
  if (sort && !shape.sort?.safeParse(sort).success) throw unknown('state.sort', 'This list has no such order')
  const { columns = {}, columnOrder = [], columnWidths = {} } = look
  const column = [...Object.keys(columns), ...columnOrder, ...Object.keys(columnWidths)].find((key) => key in {})
  if (column) throw unknown('state.columns', 'This list has no such column')
}

const lists = {
  parts: partsContract.list,
  assemblies: assembliesContract.list,
  products: productsContract.list,
  vendors: vendorsContract.list,
  sops: sopsContract.list,
  tasks: tasksContract.list,
  'time-entries': timeEntriesContract.list,
} satisfies Record<ViewedList, unknown>

/** The keys of a query that are no filters. */
const ofEveryList = new Set(Object.keys(listQuery(['name'], { ...exactCount, ...wholeList }).shape))

function queryOf(list: ViewedList): z.ZodObject<Record<string, z.ZodType>> {
  const schema: unknown = lists[list]['~orpc'].inputSchema
  if (!(schema instanceof z.ZodObject)) throw new Error('A list route takes an object')
  return schema as z.ZodObject<Record<string, z.ZodType>>
}

const unknown = (field: string, message: string) =>
  new ORPCError('BAD_REQUEST', { ...sharedErrors.BAD_REQUEST, data: { issues: [{ field, message }] } })
