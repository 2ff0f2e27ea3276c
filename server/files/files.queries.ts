import { FileAttachment, type FileParent } from 'contract/files/files.ts'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../platform/database/handle.ts'
import { isTrue, rowOf, rowsOf, scalarOf } from '../platform/database/rows.ts'
import { recordSecurityEvent } from '../platform/database/security-events.ts'

/** The tables whose records may have files (app.file_parent in the migrations). */
const tables = {
  part: 'parts',
  assembly: 'assemblies',
  product: 'products',
  sop: 'sops',
  task: 'tasks',
  task_template: 'task_templates',
  sop_run: 'sop_runs',
} as const satisfies Record<FileParent, string>

/** `companyId` is the company in which the caller acts. A SOP of SBR belongs to the firm, and so do its files. */
export type Parent = { companyId: string; entityType: FileParent; entityId: string }
const StoredFile = FileAttachment.omit({ isImage: true }).extend({ storageKey: z.string() })
export type StoredFile = z.infer<typeof StoredFile>
export type NewFile = Pick<
  StoredFile,
  'name' | 'type' | 'size' | 'width' | 'height' | 'sha256' | 'path' | 'storageKey' | 'step'
>

const columns = sql`f.id, f.company_id, f.parent_type as entity_type, f.parent_id as entity_id, f.name, f.type, f.size, f.width, f.height, f.sha256, f.path,
  f.created_at, f.step, f.storage_key,
  case when f.company_id = any ((select app.scope())::uuid[]) then app.shown_name(f.uploaded_by) end as uploaded_by,
  coalesce(f.uploaded_by = app.user_id(), false) as is_own`

/** The companies to look in: the own one, and the firm, whose rows everybody sees as far as the fence allows. */
const within = (companyId: string) => sql`any (array[${companyId}::uuid, (select app.firm())])`

/** Whether the record exists and the caller may see it. */
export async function hasParent(db: Db, { companyId, entityType, entityId }: Parent): Promise<boolean> {
  return isTrue(
    db,
    sql`select exists (select from ${sql.table(tables[entityType])}
      where company_id = ${within(companyId)} and id = ${entityId})`,
  )
}

/** How many files a record has, for a list. @param record the alias of its row in the query */
export const fileCountOf = (record: string) =>
  sql`(select count(*) from files f where f.company_id = ${sql.ref(`${record}.companyId`)} and f.parent_id = ${sql.ref(`${record}.id`)})`

/** The files of a record as JSON, in the shape of attachedFiles: a column of another query, so that the answer needs no statement more. */
export const attachedTo = (record: string) => {
  const [company, id] = [sql.ref(`${record}.companyId`), sql.ref(`${record}.id`)]
  return sql`(case when app.has_files(${company}, ${id}) then app.attached_files(${company}, ${id}) else '[]'::jsonb end)`
}

/** `files`: of the record. `bytes`: of its company, from the counters that the triggers keep. */
const Quota = z.object({ companyId: z.uuid(), canAttach: z.boolean(), files: z.int(), bytes: z.int() })
export type Quota = z.infer<typeof Quota>

/** The facts that decide whether a record takes another file; undefined when the caller cannot see the record. */
export async function quotaOf(db: Db, { companyId, entityType, entityId }: Parent): Promise<Quota | undefined> {
  const asFile = sql`jsonb_populate_record(null::files, jsonb_build_object('company_id', p.company_id, ${`${entityType}_id`}::text, p.id))`
  return rowOf(
    db,
    Quota,
    sql`select p.company_id, app.may_attach(${asFile}) as can_attach,
      (select count(*) from files f where f.company_id = p.company_id and f.parent_id = p.id) as files,
      app.bytes_of_files(p.company_id) as bytes
    from ${sql.table(tables[entityType])} p where p.company_id = ${within(companyId)} and p.id = ${entityId}`,
  )
}

export function listFiles(db: Db, { companyId, entityType, entityId }: Parent): Promise<StoredFile[]> {
  const ofParent = sql`f.parent_id = ${entityId} and f.parent_type = ${entityType}`
  return select(db, sql`f.company_id = ${within(companyId)} and ${ofParent}`)
}

export async function getFile(db: Db, companyId: string, id: string): Promise<StoredFile | undefined> {
  return (await select(db, sql`f.company_id = ${within(companyId)} and f.id = ${id}`))[0]
}

async function select(db: Db, condition: RawBuilder<unknown>): Promise<StoredFile[]> {
  return rowsOf(db, StoredFile, sql`select ${columns} from files f where ${condition} order by f.id`)
}

/** Makes the uploads of a company run one by one, so that the limits they checked still hold when the files are stored. */
export const lockUploads = (db: Db, companyId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`files ${companyId}`}, 0))`.execute(db)

export async function insertFile(db: Db, parent: Parent, file: NewFile): Promise<StoredFile> {
  const { companyId, entityType, entityId } = parent
  const { id } = await db
    .insertInto('files')
    .values({ ...file, companyId, [`${entityType}Id`]: entityId })
    .returning('id')
    .executeTakeFirstOrThrow()
  const stored = await getFile(db, companyId, id)
  if (!stored) throw new Error('A file that was just stored cannot be read')
  return stored
}

export async function deleteFile(db: Db, { companyId, id }: Pick<StoredFile, 'companyId' | 'id'>): Promise<boolean> {
  const gone = await db.deleteFrom('files').where('companyId', '=', companyId).where('id', '=', id).executeTakeFirst()
  return gone.numDeletedRows > 0n
}

type LinkOf = { company: string; file: string; expires: number }

const Proof = z.string().nullable()

/** A proof for the database, when the link is used, of who made it. */
export async function proveLink(db: Db, { company, file, expires }: LinkOf): Promise<string> {
  const proof = await scalarOf(db, Proof, sql`select app.prove_link(${company}, ${file}, ${expires})`)
  if (!proof) throw new Error('Nobody is signed in')
  return proof
}

/** Continues as the person who made the link. @returns whether that person still has access there */
export async function enterLink(
  db: Db,
  { company, file, expires, user, proof }: LinkOf & { user: string; proof: string },
) {
  return isTrue(db, sql`select app.enter_link(${user}, ${company}, ${file}, ${expires}, ${proof})`)
}

export const recordLink = (db: Db, companyId: string, file: StoredFile, disposition: string, address: string) =>
  recordSecurityEvent(db, 'file_link_made', { companyId, fileId: file.id, name: file.name, disposition }, address)
