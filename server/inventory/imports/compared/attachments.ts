// Takes compared rows with a column of files, finds the files of the company that they name: by path and size.

import { type ImportProblem, problem } from 'contract/inventory/import-problems.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../platform/database/handle.ts'
import { rowsOf } from '../../../platform/database/rows.ts'
import { type ImportKey, isOf, type Sql } from '../import-key.ts'
import type { StoredSection } from '../imports.queries.ts'
import type { Target } from './targets.ts'

type WithFiles = { target: Target; at: number }

const sectionsWithFiles = (targets: Target[], sections: StoredSection[]): WithFiles[] =>
  targets.flatMap((target) => {
    const at = sections[target.section]?.filesAt ?? null
    return at === null || target.type === 'vendors' ? [] : [{ target, at }]
  })

/** SQL: the files that the good rows of a section name, `found`: the stored file of that path and size, `is_there`: the record has it. */
function namedFiles({ companyId, importId }: ImportKey, { target, at }: WithFiles): Sql {
  const cell = sql`r.cells[${sql.lit(at + 1)}]`
  return sql`
    select r.row_number, r.entity_key, e.f ->> 'name' as name, e.f ->> 'path' as path, found.id as found,
      exists (select from files h where h.company_id = ${companyId} and h.parent_id = r.entity_id and h.path = e.f ->> 'path') as is_there
    from import_rows r
    cross join lateral (select case when pg_input_is_valid(${cell}, 'jsonb') then ${cell}::jsonb end as list) c
    cross join lateral jsonb_array_elements(case jsonb_typeof(c.list) when 'array' then c.list
      else jsonb_build_array(jsonb_build_object('name', 'the list of files')) end) e(f)
    left join lateral (select s.id from files s where s.company_id = ${companyId} and s.path = e.f ->> 'path'
        and s.size::text = e.f ->> 'size' and s.parent_type in ('part', 'assembly', 'product')
        and starts_with(s.storage_key, ${companyId} || '/') order by s.id limit 1) found on true
    where ${isOf({ companyId, importId }, 'r')} and r.section = ${target.section} and r.action <> 'error' and trim(${cell}) <> ''`
}

const Missing = z.object({ row: z.number(), name: z.string() })
const shown = 10

/** Rows that only attach files are changes too. @returns the files that the company does not have, row by row */
export async function settleAttachments(
  db: Db,
  key: ImportKey,
  targets: Target[],
  sections: StoredSection[],
): Promise<ImportProblem[]> {
  const missing: z.infer<typeof Missing>[] = []
  for (const each of sectionsWithFiles(targets, sections)) {
    await sql`with new as (
        select n.row_number, string_agg(n.name, ', ') as names from (${namedFiles(key, each)}) n
        where n.found is not null and not n.is_there group by n.row_number)
      update import_rows r set action = case r.action when 'unchanged' then 'update' else r.action end,
        changes = coalesce(r.changes, '[]') || jsonb_build_array(jsonb_build_object('field', 'files', 'oldValue', null, 'newValue', new.names))
      from new where ${isOf(key, 'r')} and r.row_number = new.row_number
        and not coalesce(r.changes @> '[{"field":"files"}]', false)`.execute(db)
    missing.push(
      ...(await rowsOf(
        db,
        Missing,
        sql`select n.row_number as row, coalesce(n.name, 'a file') as name from (${namedFiles(key, each)}) n
          where n.found is null and not n.is_there order by 1`,
      )),
    )
  }
  if (missing.length === 0) return []
  const files = missing.slice(0, shown).map(({ row, name }) => `${name.slice(0, 100)} in row ${row}`)
  const more = missing.length - files.length
  return [problem('files_missing', { files: more > 0 ? [...files, `… ${more} more`] : files }, { field: 'files' })]
}

/** Attaches the files to the stored records. Of rows with the same number only the last one counts. */
export async function attachFiles(db: Db, key: ImportKey, targets: Target[], sections: StoredSection[]): Promise<void> {
  for (const each of sectionsWithFiles(targets, sections)) {
    const { sql: type } = each.target
    const record = sql.ref(`${type.noun}_id`)
    await sql`insert into files (company_id, name, type, size, sha256, storage_key, path, width, height, ${record})
      select distinct on (t.id, s.path) s.company_id, s.name, s.type, s.size, s.sha256, s.storage_key, s.path, s.width, s.height, t.id
      from (${namedFiles(key, each)}) n
      join files s on s.company_id = ${key.companyId} and s.id = n.found
      join ${sql.table(type.table)} t on t.company_id = ${key.companyId} and app.folded(${sql.ref(`t.${type.keyColumn}`)}) = n.entity_key
      where not exists (select from files h where h.company_id = t.company_id and h.parent_id = t.id and h.path = s.path)
        and not exists (select from import_rows l where ${isOf(key, 'l')} and l.type = ${each.target.type}
          and l.entity_key = n.entity_key and l.action <> 'error' and l.row_number > n.row_number)
      order by t.id, s.path`.execute(db)
  }
}
