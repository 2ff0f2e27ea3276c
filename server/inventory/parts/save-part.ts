import { ORPCError } from '@orpc/server'
import { measureIssues, unmeasured } from 'contract/inventory/part-measure.ts'
import type { PartFields } from 'contract/inventory/parts.ts'
import { excessDecimals } from 'contract/units.ts'
import { sql } from 'kysely'
import { currentChangeSet, staleSave } from '../../platform/database/changes.ts'
import type { Db } from '../../platform/database/handle.ts'
import { isTrue } from '../../platform/database/rows.ts'
import { notValid } from '../../platform/http/answers/error-replies.ts'
import { refuseOtherSpelling } from '../items/other-spelling.ts'
import { getPart, holdMeasure, insertPart, updatePart } from './parts.queries.ts'

/** @throws 400 for a quantity with more decimals than the part, or below 0, 409 for a number that another part has */
export async function createPart(db: Db, companyId: string, fields: Parameters<typeof insertPart>[2]) {
  refuseMisfits(fields, unmeasured)
  await refuseNegative(db, companyId, fields.stockLevel)
  await refuseOtherSpelling(db, 'parts', companyId, fields.partNumber)
  const [part, changeSetId] = await Promise.all([insertPart(db, companyId, fields), currentChangeSet(db)])
  return { ...part, changeSetId }
}

type Changed = Partial<PartFields> & { companyId: string; id: string; version: number | null }

/** @throws 400 for a quantity with more decimals than the part, or below 0, 409 for a stale version or a number that another part has */
export async function changePart(db: Db, { companyId, id, version, ...fields }: Changed, gone: () => Error) {
  await refuseOtherSpelling(db, 'parts', companyId, fields.partNumber, id)
  const stored = mayMisfit(fields) ? await holdMeasure(db, companyId, id) : undefined
  if (stored) refuseMisfits(fields, stored)
  await refuseNegative(db, companyId, fields.stockLevel, id)
  const [part, changeSetId] = await Promise.all([updatePart(db, companyId, id, fields, version), currentChangeSet(db)])
  if (part) return { ...part, changeSetId }
  const current = await getPart(db, companyId, id)
  throw current ? staleSave(current) : gone()
}

/** Whether the quantities of a new part fit its unit. */
export const fitsNewPart = (fields: Partial<PartFields>): boolean => measureIssues(fields, unmeasured).length === 0

/** Whole numbers fit every part. */
export const mayMisfit = ({ unit, decimals, stockLevel = 0, reorderThreshold = 0 }: Partial<PartFields>) =>
  unit !== undefined || decimals !== undefined || !Number.isInteger(stockLevel) || !Number.isInteger(reorderThreshold)

function refuseMisfits(sent: Partial<PartFields>, stored: typeof unmeasured) {
  const issues = measureIssues(sent, stored)
  if (issues.length > 0) throw new ORPCError('BAD_REQUEST', notValid(issues))
}

/** A part that is below zero already keeps its stock, also when its company allows it no longer. */
async function refuseNegative(db: Db, companyId: string, stockLevel = 0, id: string | null = null) {
  if (stockLevel >= 0) return
  const isAllowed = sql`select app.allows_negative_stock(${companyId})
    or exists (select from parts where company_id = ${companyId} and id = ${id} and stock_level <= ${stockLevel})`
  if (!(await isTrue(db, isAllowed)))
    throw new ORPCError('BAD_REQUEST', notValid([{ field: 'stockLevel', message: 'Must not be negative' }]))
}

/** @throws 400 for a quantity with more decimals than the part. A part that does not exist is refused by what comes next. */
export async function refuseExcess(db: Db, companyId: string, id: string, sent: { field: string; quantity: number }) {
  if (Number.isInteger(sent.quantity)) return
  const stored = await holdMeasure(db, companyId, id)
  const message = stored ? excessDecimals(sent.quantity, stored.decimals) : null
  if (message) throw new ORPCError('BAD_REQUEST', notValid([{ field: sent.field, message }]))
}
