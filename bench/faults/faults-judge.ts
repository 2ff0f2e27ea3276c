import { connect } from '../data.ts'
import type { House } from './faults-house.ts'
import { type Journal, movementsOfDocument } from './faults-people.ts'

/** Compares the journal with the database. */
export async function judge(house: House, journal: Journal) {
  const { parts, tasks, documents, stocks, adjusted, sent, repeated, behind, refused } = journal
  const client = await connect(house.databaseUrl)
  const { rows } = await client.query<{
    parts: number
    kept: number
    tasks: number
    kept_tasks: number
    stock: number
    moved: number
    unlogged: number
    documents: number
    halves: number
    differences: number
  }>(
    `select (select count(*) from parts where company_id = $1 and id not in ($4, $5))::int as parts,
       (select count(*) from parts where company_id = $1 and part_number = any ($2))::int as kept,
       (select count(*) from tasks where company_id = $1)::int as tasks,
       (select count(*) from tasks where company_id = $1 and title = any ($3))::int as kept_tasks,
       (select stock_level from parts where id = $4)::int as stock,
       (select count(*) from stock_movements where item_id = $4)::int as moved,
       (select count(*) from parts p where company_id = $1 and (select count(*) from activity_logs l
         where l.company_id = $1 and l.entity_id = p.id and l.action = 'created') <> 1)::int as unlogged,
       (select count(distinct action_id) from stock_movements where item_id = $5 and action_id::text = any ($6))::int as documents,
       (select count(*) from (select from stock_movements where item_id = $5 and action_id is not null group by action_id
         having count(*) <> ${movementsOfDocument}) d)::int as halves,
       (select count(*) from app.stock_differences($1))::int as differences`,
    [house.companyId, [...parts], [...tasks], house.sharedPart, house.shelves.part, [...documents]],
  )
  const moved = await client.query<{ number: string; on_hand: number; movements: number }>(
    `select p.part_number::text as number, p.stock_level::float as on_hand, (select count(*) from stock_movements m
       where m.company_id = $1 and m.item_id = p.id)::int as movements from parts p where p.company_id = $1 and p.part_number = any ($2)`,
    [house.companyId, [...stocks.keys()]],
  )
  await client.end()
  const different = moved.rows.filter(({ number, on_hand, movements }) => {
    const acknowledged = stocks.get(number)
    return acknowledged?.onHand !== on_hand || acknowledged.movements !== movements
  })
  const [found] = rows
  if (!found) throw new Error('The database answers nothing')
  const missing = Math.max(0, adjusted - found.stock)
  const moves = [...stocks.values()].reduce((sum, { movements }) => sum + movements, 0)
  return {
    acknowledged: parts.size + tasks.size + documents.size + adjusted + moves,
    lost:
      parts.size -
      found.kept +
      tasks.size -
      found.kept_tasks +
      missing +
      found.unlogged +
      documents.size -
      found.documents +
      found.halves +
      found.differences +
      stocks.size -
      moved.rows.length +
      different.length,
    doubled:
      found.parts -
      found.kept +
      found.tasks -
      found.kept_tasks +
      Math.max(0, found.stock - adjusted) +
      Math.abs(found.moved - found.stock),
    behind,
    refused,
    sent,
    repeated,
  }
}

/** The same numbers for the same seed (mulberry32). */
export function randomFrom(seed: number) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
