import type pg from 'pg'

/** How the log tells of a new row n: its kind, its name, the person who made it. */
const told = {
  tasks: `'task', n.id, n.entity_name, 'Created', n.assigned_by, null::text, null::uuid`,
  task_items: `'task_item', n.id, n.text, 'Added "' || n.text || '"', t.assigned_by, n.parent_type, n.parent_id`,
  task_reports: `'task_report', n.id, 'Report', 'Added a report', n.reported_by, n.parent_type, n.parent_id`,
} as const

/**
 * Inserts rows that are older than the demo, with entries of the log that have their time and person. The trigger of the log would say now,
 * and nobody; only the owner of the database can leave it out. Nothing that stands in the log is changed.
 * @param insert SQL of the insert, without its returning clause; $1 is the company
 */
export async function insertWithLog(
  client: pg.Client,
  table: keyof typeof told,
  insert: string,
  values: unknown[],
): Promise<void> {
  await client.query(`alter table ${table} disable trigger log_insert`)
  const { rows } = await client.query<{ id: string }>(`${insert} returning id`, values)
  await client.query(`alter table ${table} enable trigger log_insert`)
  await client.query(
    `insert into activity_logs (company_id, entity_type, entity_id, entity_name, description, user_id, parent_type, parent_id,
       action, change_set_id, created_at)
     select n.company_id, ${told[table]}, 'created', s.id, n.created_at
     from ${table} n join change_sets s on s.company_id = n.company_id and s.kind = 'seed'
     join tasks t on t.company_id = n.company_id and t.id = ${table === 'tasks' ? 'n.id' : 'n.task_id'}
     where n.company_id = $1 and n.id = any ($2) order by n.created_at, n.id`,
    [values[0], rows.map(({ id }) => id)],
  )
}
