import { expect, test } from 'vitest'
import { useServer } from '../testing/fixture.ts'

// The first busy minutes of a company: PostgreSQL's statistics do not know it yet, so a plan expects one row where thousands are. A list
// that compared all changes with one another would end at the time limit of statements.

const { server, company, operator, manager } = useServer()
const at = (rest: string) => `/api/companies/${company.id}/${rest}`

test('the timeline and the deleted records answer before the statistics know thousands of changes', async () => {
  const { sql } = server.given
  await sql(
    `insert into parts (company_id, part_number, name) select $1, 'B-' || n, 'Bolt ' || n from generate_series(1, 10000) n`,
    [company.id],
  )
  await sql(
    `with sets as (insert into change_sets (company_id, kind) select $1, 'edit' from generate_series(1, 10000) returning id)
     insert into activity_logs (company_id, entity_type, entity_id, entity_name, action, field_changed, old_value, new_value, description, change_set_id)
     select $1, 'part', uuidv7(), 'Bolt', 'updated', 'location', 'A', 'B', 'Location changed', id from sets`,
    [company.id],
  )
  const gone = await server.given.part(company, { name: 'Nut' })
  await operator.delete(at(`parts/${gone.id}`))

  const timeline = await operator.get(at('activity?pageSize=2'))
  expect(timeline.json().items).toMatchObject([{ entityName: 'Nut', action: 'deleted' }, { entityName: 'Nut' }])
  expect((await operator.get(at('deleted'))).json()).toMatchObject({ total: 1, items: [{ id: gone.id, name: 'Nut' }] })
  expect((await operator.get(at(`deleted/${gone.id}`))).json()).toMatchObject({ name: 'Nut', setCount: 1 })
  expect((await operator.get(at(`deleted/${company.id}`))).statusCode).toBe(404)
  expect((await manager.get(at('deleted'))).json().total).toBe(0)
})
