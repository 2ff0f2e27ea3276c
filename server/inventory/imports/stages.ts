import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/handle.ts'

/**
 * The stage tables, with their columns: temporary tables that pass rows from one step of an import to the next. The database makes them
 * (app.import_stages), since the web role may not; they end with the transaction. One function fills each stage and returns it as a
 * `Stage`; code that reads or changes the stage takes that value.
 */
export const stageColumns = {
  /** The mapped rows of the file. Made by mapped/staging.ts. */
  staging: ['row_number', 'section', 'vals', 'cells', 'problems'],
  /** The vendors that the file makes or changes. Made by compared/links.ts. */
  file_vendors: ['name'],
  /** The problems of rows, found after they were classified. Made by compared/faults.ts. */
  faults: ['row_number', 'problems'],
  /** The items as they will be after the import. Made by compared/line-tables.ts. */
  file_items: ['row_number', 'section', 'type', 'number', 'folded', 'name', 'entity_id', 'list', 'has_lines'],
  /** The lines of these items, each with its component if known. Made by compared/line-tables.ts. */
  row_lines: [
    ...['row_number', 'place', 'type', 'called', 'quantity', 'is_by_name', 'name', 'number', 'is_stored', 'matches'],
  ],
  /** The rows that have something to store. Made by committed/merge.ts. */
  merging: ['row_number', 'section', 'id', 'is_as_seen', 'has_lines'],
  /** The records whose lines are stored. Made by committed/line-merge.ts. */
  parents: ['row_number', 'assembly_id', 'product_id', 'id'],
  /** The lines of these records as they will be. Made by committed/line-merge.ts. */
  wanted_lines: [
    ...['parent_id', 'assembly_id', 'product_id', 'part_id', 'sub_assembly_id', 'sub_product_id', 'component_id'],
    ...['quantity', 'position'],
  ],
} as const satisfies Record<string, readonly string[]>

export type StageName = keyof typeof stageColumns

/** A stage that was made and filled in this transaction. Only `makeStage` and `fillStage` make one. */
class FilledStage<Name extends StageName> {
  readonly #name: Name

  constructor(name: Name) {
    this.#name = name
  }

  /** SQL: the table. */
  get table(): RawBuilder<unknown> {
    return sql.table(this.#name)
  }
}

export type { FilledStage as Stage }

/** Makes a stage from the rows of SELECTs that name its columns in order. @param statistics false: without an index and statistics */
export const makeStage = <Name extends StageName>(
  db: Db,
  name: Name,
  selects: RawBuilder<unknown>[],
  statistics = true,
): Promise<FilledStage<Name>> => {
  const insert = async (into: RawBuilder<unknown>) => {
    for (const select of selects) await sql`insert into ${into} ${select}`.execute(db)
  }
  return fillStage(db, name, insert, statistics).then(([stage]) => stage)
}

/**
 * Makes an empty stage, has it filled, and gives it its index and its statistics. Drops a stage of the same name.
 * @param fill receives SQL: the table with its columns, as for INSERT and COPY
 * @returns also what `fill` returns
 */
export async function fillStage<Name extends StageName, Result>(
  db: Db,
  name: Name,
  fill: (into: RawBuilder<unknown>) => Promise<Result>,
  statistics = true,
): Promise<[FilledStage<Name>, Result]> {
  await sql`call app.make_stage(${name})`.execute(db)
  const columns = stageColumns[name].map((column) => sql.ref(column))
  const result = await fill(sql`${sql.table(name)} (${sql.join(columns)})`)
  if (statistics) await sql`call app.index_stage(${name})`.execute(db)
  return [new FilledStage(name), result]
}
