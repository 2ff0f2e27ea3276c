import { ORPCError } from '@orpc/server'
import { sharedErrors } from 'contract/errors.ts'
import type { PartBulkEdit } from 'contract/inventory/bulk-edits.ts'
import { PartFields, partCatalogue } from 'contract/inventory/parts.ts'
import { moneyDecimals } from 'contract/money.ts'
import { type RawBuilder, sql } from 'kysely'
import { type ColumnEdit, countBulkEdit, runBulkEdit } from '../../platform/database/bulk-edit.ts'
import { allowSeconds } from '../../platform/database/changes.ts'
import type { Db } from '../../platform/database/handle.ts'
import type { Selection } from '../../platform/database/list-page.ts'
import { api } from '../../platform/http/api.ts'
import { getVendor } from '../vendors/vendors.queries.ts'

const { bulkEdits } = api

export const bulkEditsRoutes = bulkEdits.router({
  parts: bulkEdits.parts.handler(({ input, context, errors }) =>
    context.write(async (db) => {
      await refuseUnknownVendor(db, input)
      return editRows(db, partEdit(input), input, errors.NOT_FOUND)
    }),
  ),

  vendors: bulkEdits.vendors.handler(({ input, context, errors }) =>
    context.write((db) =>
      editRows(
        db,
        { table: 'vendors', number: null, column: 'status', next: sql`${input.value}::text` },
        input,
        errors.NOT_FOUND,
      ),
    ),
  ),
})

type BulkEdit = { companyId: string; selection: Selection; field: string; preview: boolean }

async function editRows(db: Db, edit: ColumnEdit, input: BulkEdit, notFound: () => Error) {
  await allowSeconds(db, 60)
  const { selection } = input
  const rows = { companyId: input.companyId, selection }
  const isPrice = input.field === 'cost' || input.field === 'retailPrice'
  const { matched, changed, outside } = await countBulkEdit(db, edit, rows, isPrice)
  // All or none: one missing id refuses the whole list (T2).
  if ('ids' in selection && matched !== new Set(selection.ids).size) throw notFound()
  if (outside > 0) throw outOfRange(outside)
  return runBulkEdit(db, edit, rows, { matched, changed }, input.preview)
}

const outOfRange = (count: number) =>
  new ORPCError('UNPROCESSABLE', {
    status: 422,
    message: `${count.toLocaleString('en-US')} ${count === 1 ? 'part' : 'parts'} would get an amount below 0 or above 999,999,999.99`,
    data: { reason: 'out_of_range', count },
  })

/** The foreign key refuses an unknown vendor too, but not in a preview, and not when no row changes. */
async function refuseUnknownVendor(db: Db, { companyId, field, value }: PartBulkEdit) {
  if (field !== 'vendorId' || typeof value !== 'string' || (await getVendor(db, companyId, value))) return
  throw new ORPCError('UNPROCESSABLE', { ...sharedErrors.UNPROCESSABLE, data: { field: 'value' } })
}

function partEdit(input: PartBulkEdit): ColumnEdit {
  const edit = { table: 'parts', number: 'partNumber', column: input.field, next: nextValue(input) } as const
  return input.field === 'vendorId' ? { ...edit, shown: vendorName } : edit
}

function nextValue({ field, value, by, percent }: PartBulkEdit): RawBuilder<unknown> {
  const old = sql.ref(`t.${field}`)
  // Customers pay retail prices, so these are rounded to cents, or to the decimals they had. A screw may cost a fraction of a cent.
  const decimals = field === 'retailPrice' ? sql`greatest(2, min_scale(${old}))` : sql.lit(moneyDecimals)
  if (percent !== undefined) return sql`round(${old} * (1 + ${percent}::numeric / 100), ${decimals})`
  if (by !== undefined) return sql`${old} + ${by}::numeric`
  return sql`${PartFields.shape[field].parse(value)}::${types[partCatalogue.fields[field].kind]}`
}

const types = { link: sql`uuid`, quantity: sql`int`, money: sql`numeric`, text: sql`text` }

const vendorName = (id: RawBuilder<unknown>) =>
  sql`(select v.name from vendors v where v.company_id = t.company_id and v.id = ${id})`
