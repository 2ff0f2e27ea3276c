import type pg from 'pg'

/** The file of a row. */
export type NamedFile = { key: string; sha256: string }

/** For this number of days an undo can bring a removed file back; then the sweeper takes it (app.unnamed_files). */
const undoDays = 91
const batchSize = 1_000

/**
 * The files that rows name, also those of undoable removals, in the order of their keys.
 * @param client in a transaction, as app_owner
 * @param takenAt the time of the snapshot, from which the age of removals counts
 */
export async function* namedFiles(client: pg.Client, takenAt: string): AsyncGenerator<NamedFile> {
  await client.query(
    `declare named no scroll cursor for
     select distinct on (key collate "C") key, sha256 from (
       select storage_key as key, sha256 from public.files
       union all select key, sha256 from public.backups
       union all select metadata -> 'row' ->> 'storage_key', metadata -> 'row' ->> 'sha256' from public.activity_logs
         where entity_type = 'file' and action = 'deleted' and created_at > ${client.escapeLiteral(takenAt)}::timestamptz - interval '${undoDays} days') n
     where key is not null and sha256 is not null order by key collate "C"`,
  )
  for (;;) {
    const { rows } = await client.query<NamedFile>(`fetch ${batchSize} from named`)
    yield* rows
    if (rows.length < batchSize) break
  }
  await client.query('close named')
}
