import type { Fields } from 'contract/catalogue.ts'
import type { Db } from '../../platform/database/handle.ts'
import { hasLots, hasUnits } from '../parts/parts.queries.ts'

/**
 * The columns of a list's file, with those that the company uses behind the last quantity: its unit, since a screen writes '3.2 m' in one cell and a
 * file keeps numbers that can be added; and whether a part keeps lots.
 * @param columns of the list, separated by commas; without them the usual ones
 */
export async function withUnitAndLots(db: Db, companyId: string, fields: Fields, columns: string | undefined) {
  const names = columns?.split(',') ?? Object.keys(fields).filter((key) => fields[key]?.list === 'shown')
  const last = names.findLastIndex((key) => fields[key]?.kind === 'quantity')
  if (last < 0) return columns
  const added = [
    ...((await hasUnits(db, companyId)) ? ['unit'] : []),
    ...(fields.hasLots && (await hasLots(db, companyId)) ? ['hasLots'] : []),
  ]
  return added.length > 0 ? names.toSpliced(last + 1, 0, ...added).join(',') : columns
}
