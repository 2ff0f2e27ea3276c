import { actions, isGroupWide, reachOf, roleInOneCompany, roles } from 'contract/permissions.ts'
import type pg from 'pg'
import { withClient } from '../connections/with-client.ts'
import { applyMigrations, applySchema } from './apply-schema.ts'
import { findFenceFaults } from './catalogue.ts'
import { checkFit, versionWarning } from './database-fit.ts'
import { ensureRoles, holdStartLock } from './database-roles.ts'
import { readSchemaFiles, type SchemaFiles } from './schema-files.ts'

/**
 * Brings a database to this version: roles, migrations, routines, the matrix of permissions. It is safe to call from several
 * servers at once (advisory lock) and on a current database (it takes a few milliseconds).
 * @param adminUrl connection of the owner, who need not be a superuser
 * @param firm id and name of the parent firm, used when the database is empty
 * @param timeZone the time zone of new companies
 * @param files the SQL files, for tests; by default those of this program
 * @returns a warning about this PostgreSQL, one sentence; usually null
 * @throws {UnfitDatabaseError} when the database cannot be used, {MissingRightsError} when its owner lacks rights,
 *   {SchemaError} when a file fails; nothing is changed then
 */
export async function migrate(
  adminUrl: string,
  firm: { id?: string | undefined; name: string },
  timeZone = 'UTC',
  files?: SchemaFiles,
): Promise<string | null> {
  return withClient(adminUrl, async (client) => {
    const wanted = files ?? (await readSchemaFiles())
    await checkFit(client, wanted.migrations)
    await holdStartLock(client)
    await ensureRoles(client)
    await applySchema(client, wanted, () => checkFence(client))
    await checkFence(client)
    await copyMatrix(client)
    await client.query('select app.settle_feed()')
    await client.query('select app.assume_statistics()')
    await client.query('update app.installation set default_time_zone = $1 where default_time_zone <> $1', [timeZone])
    await client.query(
      `insert into companies (id, name, company_type, is_sbr, time_zone) select coalesce($1::uuid, uuidv7()), $2, 'parent', true, $3
       where not exists (select from companies where is_sbr)`,
      [firm.id ?? null, firm.name, timeZone],
    )
    return await versionWarning(client)
  })
}

/**
 * Gives an empty database the tables of an earlier version, so that its rows fit; `migrate` brings them to this version.
 * @param names the migrations of that version
 */
export async function migrateTo(adminUrl: string, names: ReadonlySet<string>): Promise<void> {
  return withClient(adminUrl, async (client) => {
    const files = await readSchemaFiles()
    const migrations = files.migrations.filter(({ name }) => names.has(name))
    await checkFit(client, migrations)
    await holdStartLock(client)
    await ensureRoles(client)
    await applyMigrations(client, { ...files, migrations })
    // Rows of people refer to their roles.
    await client.query('insert into app.roles (role, is_group_wide) select * from unnest($1::text[], $2::bool[])', [
      roles,
      roles.map(isGroupWide),
    ])
  })
}

async function checkFence(client: pg.Client) {
  const faults = await findFenceFaults(client)
  if (faults.length > 0) {
    throw new Error(`The fence has holes: ${faults.map(({ rule, object }) => `${object} is ${rule}`).join('; ')}`)
  }
}

/** Copies contract/permissions.ts into the tables that the fence reads. */
async function copyMatrix(client: pg.Client) {
  const cells = roles.flatMap((role) => actions.map((action) => [role, action, reachOf(role, action)] as const))
  await client.query(
    `with r as (
       insert into app.roles (role, is_group_wide, in_one_company) select * from unnest($1::text[], $2::bool[], $6::text[])
       on conflict (role) do update set is_group_wide = excluded.is_group_wide, in_one_company = excluded.in_one_company)
     , gone as (delete from app.role_permissions p where (p.role, p.action) not in (select * from unnest($3::text[], $4::text[])))
     insert into app.role_permissions select * from unnest($3::text[], $4::text[], $5::text[])
     on conflict (role, action) do update set reach = excluded.reach where role_permissions.reach <> excluded.reach`,
    [
      roles,
      roles.map(isGroupWide),
      cells.map((c) => c[0]),
      cells.map((c) => c[1]),
      cells.map((c) => c[2]),
      roles.map(roleInOneCompany),
    ],
  )
  await client.query('call app.write_matrix()')
}
