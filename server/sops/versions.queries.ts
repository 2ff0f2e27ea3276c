import { SopVersion, SopVersionItem } from 'contract/sops/versions.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database/handle.ts'
import { rowOf, rowsOf } from '../platform/database/rows.ts'

/** Other companies do not learn who published a SOP that SBR shares (security.md 2.2, row 3). */
const itemColumns = sql`v.number, v.title, v.note, v.asks_again, v.published_at,
  case when v.company_id = any ((select app.scope())::uuid[]) then app.shown_name(v.published_by) end as published_by_name`

/** Newest first; none when the caller may not read the SOP. */
export const listVersions = (db: Db, sopId: string) =>
  rowsOf(
    db,
    SopVersionItem,
    sql`select ${itemColumns} from sop_versions v where v.sop_id = ${sopId} order by v.number desc`,
  )

export const getVersion = (db: Db, sopId: string, number: number) =>
  rowOf(
    db,
    SopVersion,
    sql`select ${itemColumns}, v.description, v.content, v.video_url from sop_versions v
      where v.sop_id = ${sopId} and v.number = ${number}`,
  )

/** Tells the database about the version that this transaction may publish (app.publish_sop): its note, and whether people have to read it again. */
export const tellOfVersion = (db: Db, note: string | null = null, asksAgain = false) =>
  sql`select set_config('app.sop_note', ${note ?? ''}, true), set_config('app.sop_asks_again', ${String(asksAgain)}, true)`.execute(
    db,
  )
