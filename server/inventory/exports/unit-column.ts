import type { Fields } from 'contract/catalogue.ts'
import type { Db } from '../../platform/database/handle.ts'
import { hasUnits } from '../parts/parts.queries.ts'

/**
 * The columns of a list's file, with that of the unit behind the last quantity when the company uses units: a screen writes '3.2 m' in one cell, a
 * file keeps numbers that can be added.
 * @param columns of the list, separated by commas; without them the usual ones
 */
export async function withUnit(db: Db, companyId: string, fields: Fields, columns: string | undefined) {
  const names = columns?.split(',') ?? Object.keys(fields).filter((key) => fields[key]?.list === 'shown')
  const last = names.findLastIndex((key) => fields[key]?.kind === 'quantity')
  return last >= 0 && (await hasUnits(db, companyId)) ? names.toSpliced(last + 1, 0, 'unit').join(',') : columns
}
