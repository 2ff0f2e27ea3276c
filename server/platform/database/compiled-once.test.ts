import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { useServer } from '../../testing/fixture.ts'
import { compiledOnce } from './compiled-once.ts'
import { type Database, openDatabase } from './database.ts'
import { scalarOf } from './rows.ts'
import { runtimeUrl } from './schema/database-roles.ts'

const { server } = useServer()
let database: Database
beforeAll(async () => {
  database = openDatabase(await runtimeUrl(server.adminUrl), 1)
})
afterAll(() => database.close())

const textOf = (query: ReturnType<typeof compiledOnce>) =>
  database.read({ tokenHash: null, companyId: null }, (db) => scalarOf(db, z.string(), query))

test('a statement is built once and gets the values of each caller', async () => {
  let timesBuilt = 0
  const owner = {}
  const ask = (first: string, second: string) =>
    textOf(
      compiledOnce(owner, { second, first }, (of) => {
        timesBuilt += 1
        return sql`select ${of.first}::text || ${of.second}::text || ${of.first}::text as text`
      }),
    )
  expect([await ask('a', 'b'), await ask('c', 'd'), timesBuilt]).toEqual(['aba', 'cdc', 1])
})

test('a value that would serve all callers is refused', async () => {
  const company = 'mine'
  const query = compiledOnce({}, {}, () => sql`select ${company}::text as text`)
  await expect(textOf(query)).rejects.toThrow('A statement that is compiled once holds a value')
})
