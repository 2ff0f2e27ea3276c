/** The pictures of the demo. The seeds write only into the database; bytes are stored like those of an upload. */
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { type DemoPicture, demoPictures } from '../database/seeds/demo-pictures.ts'
import { type Blobs, describe, filesOf, receiveFile } from './files/public.ts'
import type { Config } from './platform/config/config.ts'

const folder = new URL('../database/seeds/pictures/', import.meta.url)

type DemoRecord = { picture: DemoPicture; type: 'sop' | 'task' | 'sop_run'; companyId: string; id: string }

async function recordOf(client: pg.Client, picture: DemoPicture): Promise<DemoRecord> {
  const { of, by } = picture
  const idsOf = async (type: DemoRecord['type'], query: string, values: string[]) => {
    const { rows } = await client.query<{ companyId: string; id: string }>(
      `select company_id as "companyId", id from ${query}`,
      values,
    )
    if (!rows[0]) throw new Error(`The demo has no record for ${picture.name}`)
    return { picture, type, ...rows[0] }
  }
  if ('sop' in of) return idsOf('sop', 'sops where title = $1', [of.sop])
  if ('task' in of) return idsOf('task', 'tasks where title = $1', [of.task])
  const finished = `sop_runs join profiles using (user_id)
    where sop_title = $1 and email = $2 and finished_at is not null order by finished_at desc limit 1`
  return idsOf('sop_run', finished, [of.run, by])
}

/**
 * Stores the pictures of a newly seeded demo beside their records. This happens after the storage is known to be ours, so not with the
 * seeds. If the storage fails, the demo has no pictures, and the log says why.
 * @param adminUrl connection of the database's owner
 */
export async function storeDemoPictures(adminUrl: string, config: Config, log: FastifyBaseLogger): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const records: DemoRecord[] = []
    for (const picture of Object.values(demoPictures)) records.push(await recordOf(client, picture))
    const { blobs } = filesOf(config)
    const rows = await Promise.all(records.map((record) => store(record, blobs, log)))
    await client.query(`begin; select set_config('app.change_kind', 'seed', true)`)
    await client.query(
      `insert into files (id, company_id, sop_id, task_id, sop_run_id, step, name, type, size, width, height, sha256, path,
         storage_key, uploaded_by)
       select f.id, f.company_id, f.sop_id, f.task_id, f.sop_run_id, f.step, f.name, f.type, f.size, f.width, f.height, f.sha256, f.path,
         f.storage_key, p.user_id
       from jsonb_populate_recordset(null::files, $1) f join jsonb_to_recordset($1) b(id uuid, by text) using (id) join profiles p on p.email = b.by`,
      [JSON.stringify(rows)],
    )
    await client.query('commit')
  } catch (error) {
    log.warn({ err: error }, 'the demo has no pictures')
  } finally {
    await client.end() // without a commit no row names the bytes: the sweeper removes them
  }
}

/** Stores the bytes. @returns the row that names them */
async function store({ picture, type, companyId, id }: DemoRecord, blobs: Blobs, log: FastifyBaseLogger) {
  const bytes = await readFile(new URL(picture.name, folder))
  const incoming = await receiveFile(Readable.from([bytes]), blobs, log)
  try {
    const file = await describe({ companyId, entityType: type, entityId: id }, picture.name, incoming)
    await blobs.keep(file.storageKey, incoming)
    const { name, size, width, height, sha256, path } = file
    return {
      ...{ id: picture.id, by: picture.by, company_id: companyId, [`${type}_id`]: id },
      ...{ step: 'step' in picture.of ? picture.of.step : null },
      ...{ name, type: file.type, size, width, height, sha256, path, storage_key: file.storageKey },
    }
  } finally {
    await incoming.discard()
  }
}
