import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Operations } from './cost.ts'
import type { Subject } from './data.ts'
import type { Shape } from './load.ts'

const linesOfOne = 1_000
const movementsOfOne = 100_000

/** `--movements 10000000`: all parts get a year of so many movements, and the stock of a past day is measured. */
const history = process.argv.indexOf('--movements')
const movementsOfAll = history > 0 ? Number(process.argv[history + 1]) : 0

/** The requests about stock. The limit changes the part and writes the movement, without the log, the value, the actions and the triggers that keep them. */
export async function stockOperationsOn(admin: pg.Client, { companyId, ids }: Subject): Promise<Operations> {
  const moved = ids[0] ?? ''
  await moveOften(admin, companyId, moved)
  if (movementsOfAll > 0) await moveForAYear(admin, companyId)
  const parts = await partsOf(admin, companyId, 20 * linesOfOne)
  const base = `/api/companies/${companyId}`
  const bare = `/move?company=${companyId}`
  const linesAt = (turn: number) =>
    Array.from({ length: linesOfOne }, (_, n) => ({
      itemId: parts[(turn * linesOfOne + n) % parts.length] ?? '',
      quantity: 1 + (turn % 9),
    }))
  const post =
    (path: (turn: number) => string, body: (turn: number) => object): Shape =>
    (turn) => ({ method: 'POST', path: path(turn), body: JSON.stringify(body(turn)) })
  const partAt = (turn: number) => parts[(turn * 17) % parts.length] ?? ''
  return {
    // A person has few large bodies at once; further ones are refused.
    'post 1,000 movements': {
      clients: 1,
      limit: post(() => bare, linesAt),
      product: post(
        () => `${base}/movements`,
        (turn) => ({ actionId: randomUUID(), lines: linesAt(turn) }),
      ),
    },
    'adjust one part': {
      limit: post(
        () => bare,
        (turn) => [{ itemId: partAt(turn), quantity: 1 }],
      ),
      product: post(
        (turn) => `${base}/parts/${partAt(turn)}/stock`,
        () => ({ delta: 1 }),
      ),
    },
    'stock card, 100,000 movements': {
      limit: () => ({ method: 'GET', path: `/stock?company=${companyId}&id=${moved}` }),
      product: () => ({ method: 'GET', path: `${base}/stock/${moved}` }),
    },
    ...(movementsOfAll > 0 && {
      [`stock of a past day, ${movementsOfAll} movements`]: {
        clients: 1,
        limit: () => ({ method: 'GET', path: `/stock-on-day?company=${companyId}` }),
        product: () => ({ method: 'GET', path: `${base}/stock-value?on=${pastDay}&pageSize=50` }),
      },
    }),
  }
}

const pastDay = new Date(Date.now() - 100 * 86_400_000).toISOString().slice(0, 10)

/** Gives all parts movements of the last year, below their triggers; the ledger begins before them. */
async function moveForAYear(admin: pg.Client, companyId: string) {
  await admin.query('begin; set local session_replication_role = replica')
  await admin.query(
    `update stock_movements set created_at = now() - interval '366 days', value = 0, value_after = 0 where company_id = $1`,
    [companyId],
  )
  await admin.query(
    `insert into stock_movements (company_id, item_id, item_type, delta, balance, value, value_after, reason, change_set_id, created_at)
     select $1, p.id, 'part', 1, t.n, 1, t.n, 'received', gen_random_uuid(), now() - interval '365 days' * (1 - t.n / t.turns::float)
     from (select n, ceil($2::int / (select count(*) from parts where company_id = $1))::int as turns
       from generate_series(1, ceil($2::int / (select count(*) from parts where company_id = $1))::int) n) t
     cross join (select id from parts where company_id = $1) p`,
    [companyId, movementsOfAll],
  )
  await admin.query('commit')
  await admin.query('analyze stock_movements')
}

/** Gives a part a long history, below its triggers. */
async function moveOften(admin: pg.Client, companyId: string, id: string) {
  await admin.query('begin; set local session_replication_role = replica')
  await admin.query(
    `insert into stock_movements (company_id, item_id, item_type, delta, balance, reason, change_set_id)
     select $1, $2, 'part', 1, n, 'received', gen_random_uuid() from generate_series(1, $3::int) n`,
    [companyId, id, movementsOfOne],
  )
  await admin.query('commit; analyze stock_movements')
}

async function partsOf(admin: pg.Client, companyId: string, most: number): Promise<string[]> {
  const { rows } = await admin.query<{ id: string }>(
    'select id from parts where company_id = $1 order by id limit $2',
    [companyId, most],
  )
  return rows.map(({ id }) => id)
}
