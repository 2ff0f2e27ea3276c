import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { useServer } from '../../testing/fixture.ts'
import { runtimeUrl } from './schema/database-roles.ts'

const { server } = useServer()

/** Prints by how many bytes 100 reads of 1,000 rows let the memory grow that only a full collection frees. In a process of its own: Vitest keeps more. */
const program = `
  import { getHeapSpaceStatistics } from 'node:v8'
  import { sql } from 'kysely'
  import { openDatabase } from ${JSON.stringify(new URL('database.ts', import.meta.url).href)}
  const database = openDatabase(process.env.URL_OF_TEST, 1)
  const read = () => database.read({ tokenHash: null, companyId: null }, (db) =>
    sql\`select 'row ' || n as text from generate_series(1, 1000) n\`.execute(db))
  function oldBytes() {
    for (let turn = 0; turn < 2; turn += 1) gc({ type: 'minor' })
    return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space').space_used_size
  }
  for (let turn = 0; turn < 10; turn += 1) await read()
  const before = oldBytes()
  for (let turn = 0; turn < 100; turn += 1) await read()
  console.log(oldBytes() - before) // what the test reads
  await database.close()`

test('the rows of a read do not wait in memory for the next full collection', async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--expose-gc', '--input-type=module', '--eval', program],
    {
      cwd: fileURLToPath(new URL('../../..', import.meta.url)),
      env: { ...process.env, URL_OF_TEST: await runtimeUrl(server.adminUrl) },
    },
  )
  expect(Number(stdout)).toBeLessThan(2_000_000) // the rows of all reads are 5 MB
})
