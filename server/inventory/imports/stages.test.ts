import { expect, test } from 'vitest'
import { useServer } from '../../testing/fixture.ts'
import { stageColumns } from './stages.ts'

const { server } = useServer()

test('the database makes the stages of imports, with the columns that the imports use', async () => {
  const stages = await server.given.sql<{ name: string; columns: string }>(
    'select name, columns from app.import_stages',
  )
  const columnsOf = (columns: string) => columns.split(',').map((column) => column.trim().split(' ')[0])
  expect(Object.fromEntries(stages.map(({ name, columns }) => [name, columnsOf(columns)]))).toEqual(stageColumns)
})
