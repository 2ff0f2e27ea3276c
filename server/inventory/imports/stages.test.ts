import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { stageColumns } from './stages.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('the database makes the stages that the imports name, with these columns', async () => {
  const stages = await server.given.sql<{ name: string; columns: string }>(
    'select name, columns from app.import_stages',
  )
  const columnsOf = (columns: string) => columns.split(',').map((column) => column.trim().split(' ')[0])
  expect(Object.fromEntries(stages.map(({ name, columns }) => [name, columnsOf(columns)]))).toEqual(stageColumns)
})
