import { sql } from 'kysely'
import type { Db } from '../../platform/database/handle.ts'
import { isTrue } from '../../platform/database/rows.ts'
import { longFileRows } from '../../platform/http/long-jobs.ts'
import { hasLots, hasUnits, someHaveLots } from '../parts/parts.queries.ts'

/** What the files of a company hold beside that of all others: the columns of units and of lots; the sections of places and of stock. */
export type FileTraits = { hasUnits: boolean; hasLots: boolean; hasPlaces: boolean }

export const fileTraits = async (db: Db, companyId: string): Promise<FileTraits> => ({
  hasUnits: await hasUnits(db, companyId),
  hasLots: await hasLots(db, companyId),
  hasPlaces: await isTrue(
    db,
    sql`select app.has_places(array[${companyId}]::uuid[]) or app.is_divided(array[${companyId}]::uuid[])
    or ${someHaveLots(companyId)}`,
  ),
})

/** Whether an inventory has more rows than a person waits for. */
export const isLongFile = (db: Db, companyId: string): Promise<boolean> =>
  isTrue(
    db,
    sql`select coalesce(sum(total), 0) > ${longFileRows} from row_counts
      where company_id = ${companyId} and table_name in ('parts', 'assemblies', 'products', 'vendors', 'bom_lines')`,
  )
