import { ORPCError } from '@orpc/server'
import { sharedErrors } from 'contract/errors.ts'
import type { PartBulkEdit } from 'contract/inventory/bulk-edits.ts'
import { PartFields, partCatalogue } from 'contract/inventory/parts.ts'
import { maxMoney, moneyDecimals } from 'contract/money.ts'
import { each, usualUnits } from 'contract/units.ts'
import { type RawBuilder, sql } from 'kysely'
import { type ColumnEdit, countBulkEdit, runBulkEdit } from '../../platform/database/bulk-edit.ts'
import { allowSeconds, wholeCompanySeconds } from '../../platform/database/changes.ts'
import type { Db } from '../../platform/database/handle.ts'
import type { Selection } from '../../platform/database/list-page.ts'
import { notValid } from '../../platform/http/answers/error-replies.ts'
import { api, type RequestContext } from '../../platform/http/api.ts'
import { longRows } from '../../platform/http/long-jobs.ts'
import { getVendor } from '../vendors/vendors.queries.ts'

const { bulkEdits } = api

export const bulkEditsRoutes = bulkEdits.router({
  parts: bulkEdits.parts.handler(({ input, context, errors }) =>
    context.write(async (db) => {
      await refuseUnknownVendor(db, input)
      return editRows(db, partEdit(input), input, { notFound: errors.NOT_FOUND, ...context })
    }),
  ),

  vendors: bulkEdits.vendors.handler(({ input, context, errors }) =>
    context.write((db) =>
      editRows(db, { table: 'vendors', number: null, column: 'status', next: sql`${input.value}::text` }, input, {
        notFound: errors.NOT_FOUND,
        ...context,
      }),
    ),
  ),
})

type BulkEdit = { companyId: string; selection: Selection; field: string; preview: boolean }
type Tools = { notFound: () => Error } & Pick<RequestContext, 'takesLong'>

async function editRows(db: Db, edit: ColumnEdit, input: BulkEdit, { notFound, takesLong }: Tools) {
  await allowSeconds(db, wholeCompanySeconds)
  const { selection } = input
  const rows = { companyId: input.companyId, selection }
  const { outside, ...counts } = await countBulkEdit(db, edit, rows)
  // All or none: one missing id refuses the whole list (T2).
  const { matched, changed } = counts
  if ('ids' in selection && matched !== new Set(selection.ids).size) throw notFound()
  if (outside > 0) throw refusalOf(input.field, outside, matched)
  if (!input.preview && changed > longRows) takesLong()
  return runBulkEdit(db, edit, rows, counts, input.preview)
}

function refusalOf(field: string, count: number, matched: number) {
  if (field === 'unit') return unitStays(count)
  return field === 'reorderThreshold' || field === 'stockLevel' ? tooFine(count, matched) : outOfRange(count)
}

const unitStays = (count: number) =>
  new ORPCError('UNPROCESSABLE', {
    status: 422,
    message: `The unit of ${count.toLocaleString('en-US')} ${count === 1 ? 'part' : 'parts'} stays: their stock has moved already, or is not whole`,
    data: { reason: 'unit_moved', count },
  })

const outOfRange = (count: number) =>
  new ORPCError('UNPROCESSABLE', {
    status: 422,
    message: `${count.toLocaleString('en-US')} ${count === 1 ? 'part' : 'parts'} would get an amount below 0 or above 999,999,999.99`,
    data: { reason: 'out_of_range', count },
  })

/** Of whole numbers nobody is told that other parts have decimals. */
const tooFine = (count: number, matched: number) => {
  const message =
    count === matched
      ? 'Must be a whole number'
      : `Has too many decimals for ${count.toLocaleString('en-US')} of the parts`
  return new ORPCError('BAD_REQUEST', notValid([{ field: 'value', message }]))
}

/** The foreign key refuses an unknown vendor too, but not in a preview, and not when no row changes. */
async function refuseUnknownVendor(db: Db, { companyId, field, value }: PartBulkEdit) {
  if (field !== 'vendorId' || typeof value !== 'string' || (await getVendor(db, companyId, value))) return
  throw new ORPCError('UNPROCESSABLE', { ...sharedErrors.UNPROCESSABLE, data: { field: 'value' } })
}

function partEdit(input: PartBulkEdit): ColumnEdit {
  const edit = { table: 'parts', number: 'partNumber', column: input.field, next: nextValue(input) } as const
  if (input.field === 'vendorId') return { ...edit, shown: vendorName }
  if (input.field === 'unit') return { ...edit, ...measureOf(PartFields.shape.unit.parse(input.value)) }
  const { kind } = partCatalogue.fields[input.field]
  if (kind === 'money') return { ...edit, outside: sql`v.next < 0 or v.next > ${maxMoney}` }
  if (kind !== 'quantity') return edit
  const quantity = { shown: asWritten, unit: sql`t.unit`, outside: sql`v.next <> trunc(v.next, t.decimals)` }
  return { ...edit, ...quantity, ...(input.field === 'stockLevel' && { lowers: sql`v.next < t.stock_level` }) }
}

/** As in the form of a part: a unit brings its usual decimals, and what is counted in each is whole. */
function measureOf(unit: string): Pick<ColumnEdit, 'outside' | 'besides'> {
  const isMoved = sql`t.unit <> v.next and app.has_moved(t.company_id, t.id)`
  if (unit !== each)
    return { outside: isMoved, besides: { decimals: sql`greatest(t.decimals, ${usualUnits.get(unit) ?? 0}::int)` } }
  const isBroken = sql`t.stock_level <> trunc(t.stock_level) or t.reorder_threshold <> trunc(t.reorder_threshold)`
  return { outside: sql`(${isMoved}) or ${isBroken}`, besides: { decimals: sql`0` } }
}

function nextValue({ field, value, by, percent }: PartBulkEdit): RawBuilder<unknown> {
  const old = sql.ref(`t.${field}`)
  // Customers pay retail prices, so these are rounded to cents, or to the decimals they had. A screw may cost a fraction of a cent.
  const decimals = field === 'retailPrice' ? sql`greatest(2, min_scale(${old}))` : sql.lit(moneyDecimals)
  if (percent !== undefined) return sql`round(${old} * (1 + ${percent}::numeric / 100), ${decimals})`
  if (by !== undefined) return sql`${old} + ${by}::numeric`
  return sql`${PartFields.shape[field].parse(value)}::${types[partCatalogue.fields[field].kind]}`
}

const types = { link: sql`uuid`, quantity: sql`numeric`, money: sql`numeric`, text: sql`text`, unit: sql`text` }

const asWritten = (quantity: RawBuilder<unknown>) => sql`trim_scale(${quantity})`

const vendorName = (id: RawBuilder<unknown>) =>
  sql`(select v.name from vendors v where v.company_id = t.company_id and v.id = ${id})`
