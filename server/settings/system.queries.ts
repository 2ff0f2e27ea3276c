import { type DatabaseFacts, Safety, TableSize } from 'contract/settings/system.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { commandLine } from '../platform/config/command-line.ts'
import type { Db } from '../platform/database/handle.ts'
import { onlyRowOf, rowOf, rowsOf } from '../platform/database/rows.ts'
import { deadLetters, sourceKind } from '../platform/jobs/queue.ts'

const Facts = z.object({ version: z.string(), size: z.int(), open: z.int(), most: z.int() })
const Migrations = z.object({ count: z.int(), newest: z.string(), appliedAt: z.string() })
const Backup = z.object({ name: z.string(), companyName: z.string(), createdAt: z.string() })
const Jobs = z.object({ kind: z.string(), waiting: z.int(), running: z.int(), failed: z.int() })

/** What the database is made of: what its catalogue tells everybody, and the jobs and backups that the caller may see. */
export async function readDatabaseFacts(db: Db): Promise<DatabaseFacts> {
  const [{ version, size, open, most }, tables, migrations, lastBackup, jobs] = await Promise.all([
    onlyRowOf(
      db,
      Facts,
      sql`select current_setting('server_version') as version, pg_database_size(current_database()) as size,
        (select count(*) from pg_stat_activity where datname = current_database()) as open,
        current_setting('max_connections')::int as most`,
    ),
    rowsOf(
      db,
      TableSize,
      // A table that was never analysed has -1 rows; the live ones are counted since the last crash.
      sql`select c.relname::text as name, greatest(c.reltuples::bigint, pg_stat_get_live_tuples(c.oid)) as rows, pg_total_relation_size(c.oid) as size
        from pg_class c where c.relnamespace in ('public'::regnamespace, 'app'::regnamespace, to_regnamespace('jobs')) and c.relkind = 'r'
        order by 3 desc, 1 limit 10`,
    ),
    onlyRowOf(
      db,
      Migrations,
      sql`select count(*) over () as count, name as newest, applied_at from schema_migrations order by name desc limit 1`,
    ),
    rowOf(
      db,
      Backup,
      sql`select b.name, c.name as company_name, b.created_at from backups b join companies c on c.id = b.company_id
        where b.deleted_at is null order by b.created_at desc limit 1`,
    ),
    listJobCounts(db),
  ])
  const commands = { export: commandLine('export', 'FILE'), restore: commandLine('restore', 'FILE') }
  return {
    version,
    size,
    tables,
    connections: { open, most },
    migrations,
    lastBackup: lastBackup ?? null,
    jobs,
    commands,
  }
}

export const readSafety = (db: Db): Promise<Safety> =>
  onlyRowOf(
    db,
    Safety,
    sql`select exported_at, drilled_at, drill_seconds, drill_failure,
        case when a.archived_at is not null
          then json_build_object('archivedAt', a.archived_at, 'copiedAt', copied_at, 'copyFailure', copy_failure) end as archive
      from app.installation, app.log_archived_at() a (archived_at)`,
  )

/** The jobs of each kind that wait, run, or failed for good. */
export const listJobCounts = (db: Db) =>
  rowsOf(
    db,
    Jobs,
    sql`select j.kind, count(*) filter (where not j.is_dead and j.state < 'active') as waiting,
        count(*) filter (where not j.is_dead and j.state = 'active') as running, count(*) filter (where j.is_dead) as failed
      from (select case when name = ${deadLetters} then ${sourceKind} else name end as kind, name = ${deadLetters} as is_dead, state
        from jobs.job_common where state <= 'active') j
      group by j.kind order by j.kind`,
  )
