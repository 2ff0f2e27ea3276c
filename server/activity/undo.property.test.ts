import fc from 'fast-check'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useOwnServer } from '../testing/fixture.ts'
import { makeGauges } from '../testing/gauges.ts'
import type { GivenCompany, GivenPerson } from '../testing/given/given.ts'
import { type Conflict, faultsOf, type Past } from '../testing/oracles/undo-oracle.ts'
import { beginning, idsOf, type Step, statementsFor } from '../testing/oracles/undo-steps.ts'
import { kinds, type Row, type World, worldQuery } from '../testing/oracles/undo-world.ts'
import { openSession, type Session } from '../testing/session.ts'

const { server } = useOwnServer()
let session: Session
let allRows: string
beforeAll(async () => {
  await makeGauges(server)
  session = await openSession(server)
  const generated = await server.given.sql<{ name: string; columns: string[] }>(
    `select attrelid::regclass::text as name, array_agg(attname::text) as columns from pg_attribute where attgenerated <> '' group by attrelid`,
  )
  allRows = worldQuery(Object.fromEntries(generated.map(({ name, columns }) => [name, columns])))
})
afterAll(async () => {
  await session.close()
})

type Query = (text: string, values?: unknown[]) => Promise<pg.QueryResult>

const step: fc.Arbitrary<Step> = fc.record({ table: fc.nat(99), verb: fc.nat(99), pick: fc.nat(1), value: fc.nat(15) })
const act = fc.oneof(
  { weight: 5, arbitrary: fc.record({ person: fc.nat(2), steps: fc.array(step, { minLength: 1, maxLength: 8 }) }) },
  { weight: 4, arbitrary: fc.record({ person: fc.nat(2), undo: fc.nat(99) }) },
)
type Act = { person: number; steps: Step[] } | { person: number; undo: number }

/** One company with its people, its change sets so far, and its records. */
type Life = { company: GivenCompany; people: GivenPerson[]; world: World; past: (Past & { id: string })[] }

async function worldOf(query: Query, company: GivenCompany): Promise<World> {
  const { rows } = await query(allRows, [company.id])
  return new Map(rows.map(({ key, row }: { key: string; row: Row }) => [key, row]))
}

async function toldBy(set: string): Promise<Set<string>> {
  const rows = await server.given.sql<{ id: string }>(
    'select entity_id as id from activity_logs where change_set_id = $1 union select parent_id from activity_logs where change_set_id = $1',
    [set],
  )
  return new Set(rows.map(({ id }) => id))
}

/** A step that the database refuses leaves no trace. */
async function change(life: Life, person: GivenPerson, steps: Step[]): Promise<void> {
  const before = life.world
  const ids = idsOf(before)
  const id = await session.change(person, life.company, async (query) => {
    for (const each of steps) {
      await query('savepoint one')
      try {
        for (const [text, values] of statementsFor(each, life.company.id, ids)) {
          const [made] = (await query(text, values)).rows
          if (made) ids[made.made] = [...(ids[made.made] ?? []), made.id]
        }
      } catch {
        await query('rollback to one')
      }
    }
    life.world = await worldOf(query, life.company)
  })
  if (id) life.past.push({ id, before, after: life.world, loggedIds: await toldBy(id) })
}

async function undo(life: Life, person: GivenPerson, choice: number): Promise<string[]> {
  const { rows: open } = await session.act(person, life.company, (query) =>
    query('select id from change_sets where company_id = $1 and undone_by is null', [life.company.id]),
  )
  const sets = life.past.filter(({ id }) => open.some((each) => each.id === id))
  const set = sets[choice % Math.max(1, sets.length)]
  if (!set) return []
  const before = life.world
  const done = await session.act(person, life.company, async (query) => {
    const { rows: conflicts } = await query('select * from app.undo_change_set($1, $2)', [life.company.id, set.id])
    const id: string | null = (await query('select app.open_change_set() as id')).rows[0].id
    return { id, conflicts: conflicts as Conflict[], after: await worldOf(query, life.company) }
  })
  life.world = done.after
  const faults = faultsOf(set, life.past.slice(life.past.indexOf(set) + 1), before, done.after, done.conflicts)
  if (done.id) life.past.push({ id: done.id, before, after: done.after, loggedIds: await toldBy(done.id) })
  return faults
}

async function live(acts: Act[]): Promise<Life> {
  const company = await server.given.company()
  const people = await Promise.all([0, 1, 2].map(() => server.given.person('company_operator', company)))
  const life: Life = { company, people, world: new Map(), past: [] }
  await change(life, people[0] as GivenPerson, beginning)
  for (const [at, each] of acts.entries()) {
    const person = people[each.person] as GivenPerson
    if ('steps' in each) await change(life, person, each.steps)
    else expect(await undo(life, person, each.undo), `act ${at}`).toEqual([])
  }
  return life
}

/** Finds broken foreign keys, loose references and wrong counters of a company, as the catalogue lists them. */
const laws = (company: string) =>
  server.given.sql(
    `select t.table_name as broken from app.tenant_tables t
       cross join lateral (select coalesce(sum(total), 0) as counted from row_counts c where c.company_id = $1 and c.table_name = t.table_name) c
       cross join lateral (select (xpath('/row/n/text()', query_to_xml(
         format('select count(*) as n from public.%I where company_id = %L', t.table_name, $1), false, true, '')))[1]::text::int as there) n
       where c.counted <> n.there and exists (select from pg_trigger g
         where g.tgrelid = t.table_name::regclass and g.tgname = 'count_insert')
     union all
     select 'sop of a part' from parts p where p.company_id = $1 and p.sop_id is not null and not exists (select from sops s where s.id = p.sop_id)
     union all
     select 'sop of a product' from products p where p.company_id = $1 and p.sop_id is not null and not exists (select from sops s where s.id = p.sop_id)
     union all
     select 'vendor of a part' from parts p where p.company_id = $1 and p.vendor_id is not null
       and not exists (select from vendors v where v.company_id = $1 and v.id = p.vendor_id)
     union all
     select 'component' from bom_lines l where l.company_id = $1 and not exists (
       select from parts x where x.company_id = $1 and x.id = l.component_id union all
       select from assemblies x where x.company_id = $1 and x.id = l.component_id union all
       select from products x where x.company_id = $1 and x.id = l.component_id)`,
    [company],
  )

test('the random lives below use every table that has undo', async () => {
  const registered = await server.given.sql<{ name: string }>('select table_name as name from app.tenant_tables')
  expect(Object.keys(kinds).sort()).toEqual(registered.map(({ name }) => name).sort())
})

const seed = Number(process.env.SEED)

test(
  `what nobody touched since is as before, the rest is named and kept, every reference holds (SEED=${seed})`,
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 6, maxLength: 18 }), async (acts) => {
        const { company } = await live(acts)
        expect(await laws(company.id)).toEqual([])
      }),
      { seed, numRuns: Number(process.env.RUNS ?? 14), endOnFailure: process.env.SHRINK !== '1' },
    )
  },
  Number(process.env.RUNS ?? 14) * 10_000,
)
