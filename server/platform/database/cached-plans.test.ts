import { afterAll, beforeAll, expect, test } from 'vitest'
import { useOwnServer } from '../../testing/fixture.ts'
import type { GivenCompany } from '../../testing/given/given.ts'
import { hashToken } from '../http/session-token.ts'
import { type Database, openDatabase } from './database.ts'
import { runtimeUrl } from './schema/database-roles.ts'

const { server } = useOwnServer()
/** A single connection, so that everybody uses the plans that others left behind. */
let database: Database
beforeAll(async () => {
  await server.given.sql(`do $$ begin
    execute format('alter database %I set plan_cache_mode = force_generic_plan', current_database()); end $$`)
  database = openDatabase(await runtimeUrl(server.adminUrl), 1)
})
afterAll(async () => {
  await database.close()
})

async function givenSide(role: 'company_operator' | 'employee', company: GivenCompany) {
  const { token } = await server.given.person(role, company)
  return { tokenHash: hashToken(token), companyId: company.id }
}

test('a cached plan of one person shows their rows to nobody else (T40, CVE-2023-2455)', async () => {
  const companies = [await server.given.company(), await server.given.company()] as const
  for (const company of companies) {
    const vendor = await server.given.vendor(company, { name: `Vendor of ${company.id}` })
    await server.given.vendorPrivate(vendor)
    await server.given.part(company, { name: `Part of ${company.id}` })
  }
  const sides = [
    await givenSide('company_operator', companies[0]),
    await givenSide('employee', companies[1]),
    await givenSide('employee', companies[0]),
    { tokenHash: null, companyId: companies[0].id },
  ]
  // The same text for everybody, without a condition: only the policies limit the rows.
  const seenBy = (side: (typeof sides)[number]) =>
    database.read(side, async (db) => {
      const [parts, secrets] = await Promise.all([
        db.selectFrom('parts').select('name').execute(),
        db.selectFrom('vendorPrivate').select('companyId').execute(),
      ])
      return [parts.map(({ name }) => name), secrets.map(({ companyId }) => companyId)]
    })
  const [first, second] = companies
  const expected = [
    [[`Part of ${first.id}`], [first.id]],
    [[`Part of ${second.id}`], []],
    [[`Part of ${first.id}`], []],
    [[], []],
  ]
  for (let round = 0; round < 3; round++) {
    for (const [index, side] of sides.entries()) expect(await seenBy(side)).toEqual(expected[index])
  }
})
