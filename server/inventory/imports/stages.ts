import { sql } from 'kysely'
import type { Db } from '../../platform/database/handle.ts'

/**
 * The temporary tables that pass rows between the steps of an import. app.import_stages (0044_import_stages.sql) lists their columns,
 * and who fills and reads each; the database makes them, since the web role may not. They end with the transaction.
 */
export type Stage =
  | 'staging'
  | 'file_vendors'
  | 'link_faults'
  | 'file_items'
  | 'row_lines'
  | 'faults'
  | 'merging'
  | 'parents'
  | 'wanted_lines'

/** Makes a stage, empty; one that is there already is thrown away. */
export const makeStage = (db: Db, stage: Stage) => sql`call app.make_stage(${stage})`.execute(db)

/** Gives a filled stage its index and its statistics. */
export const indexStage = (db: Db, stage: Stage) => sql`call app.index_stage(${stage})`.execute(db)
