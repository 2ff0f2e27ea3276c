/** The limit: bare node:http and pg, one named statement per request, JSON built by PostgreSQL; no session, rights or validation. */
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { bomStatements } from './boms/limit-boms.ts'

const pool = new pg.Pool({ connectionString: process.env.BENCH_DATABASE_URL, max: 8 })
/** Without triggers. */
const bare = new pg.Pool({
  ...{ connectionString: process.env.BENCH_DATABASE_URL, max: 8 },
  options: '-c session_replication_role=replica',
})
const json = `select row_to_json(t) from (select id, company_id, part_number, name, location, supplier_name, supplier_account, cost,
  retail_price, stock_level, reorder_threshold, sop_id, vendor_id, version, created_at, updated_at from parts`
const page = (filter: string) => `select json_build_object('items', coalesce(json_agg(r.row_to_json), '[]'), 'total',
  (select sum(total) from row_counts where company_id = $1 and table_name = 'parts'))::text as body
  from (${json} where company_id = $1 ${filter} order by name, id limit 50) t) r`

/** The best matches come first, unless there are thousands. */
const rank = `case when (select count(*) from (select from found limit 2001) m) <= 2000 then
  case when split_part(texts, chr(10), 2) = $2 then 0 when starts_with(split_part(texts, chr(10), 2), $2) then 1
  when starts_with(texts, $2) then 2 when strpos(split_part(texts, chr(10), 1), $2) > 0 then 3 else 4 end end`

const statements: Record<string, string> = {
  ...bomStatements,
  list: page(''),
  'low-stock': page('and is_low_stock'),
  search: `with found as materialized (select id, name, search_text as texts from parts where company_id = $1 and search_text like '%' || $2 || '%')
    select json_build_object('items', coalesce((select json_agg(row_to_json(p)) from (select id from found order by ${rank}, name, id limit 50) f
      join parts p on p.company_id = $1 and p.id = f.id), '[]'), 'total', (select count(*) from found))::text as body`,
  get: `${json.replace('row_to_json(t)', 'row_to_json(t)::text as body')} where company_id = $1 and id = $2) t`,
  patch: `with changed as (update parts set stock_level = $3 where company_id = $1 and id = $2 returning *)
    select row_to_json(changed)::text as body from changed`,
  move: `with moved as (
      update parts p set stock_level = p.stock_level + l.quantity from jsonb_to_recordset($2::jsonb) l("itemId" uuid, quantity numeric)
      where p.company_id = $1 and p.id = l."itemId" returning p.id, l.quantity, p.stock_level
    ), kept as (
      insert into stock_movements (company_id, item_id, item_type, delta, balance, reason, change_set_id)
      select $1, id, 'part', quantity, stock_level, 'other', gen_random_uuid() from moved returning *
    ) select json_agg(row_to_json(kept))::text as body from kept`,
  stock: `select row_to_json(s)::text as body from stock_items s where company_id = $1 and item_id = $2`,
  'stock-on-day': `select json_agg(row_to_json(d))::text as body from (select s.*, sum(value_after) over () as total from (select distinct on (item_id)
      item_id, balance, value_after from stock_movements where company_id = $1 and created_at < current_date - 99
      order by item_id, created_at desc, id desc) s order by value_after desc limit 50) d`,
  value: `select json_build_object('value', sum(cost * stock_level))::text as body from parts where company_id = $1`,
}

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  const name = pathname.slice(1)
  const company = searchParams.get('company') ?? ''
  if (name === 'export') return exportParts(company, response)
  if (name === 'import') return importParts(company, request, response)
  if (name === 'blob') return request.method === 'POST' ? keepBlob(request, response) : sendBlob(response)
  const values: unknown[] = [company]
  if (name === 'search') values.push(searchParams.get('q')?.toLowerCase())
  if (searchParams.has('id')) values.push(searchParams.get('id'))
  if (name === 'patch') values.push(JSON.parse(await textOf(request)).stockLevel)
  if (name === 'move') values.push(await textOf(request))
  const { rows } = await (name === 'move' ? bare : pool).query({ name, text: statements[name] ?? '', values })
  const body = rows[0]?.body ?? ''
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body)
})

async function textOf(request: IncomingMessage) {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}

async function exportParts(company: string, response: ServerResponse) {
  const client = await pool.connect()
  const copy = client.query(
    copyTo(`copy (select name, part_number, location, stock_level, supplier_name, supplier_account, cost, retail_price,
      reorder_threshold from parts where company_id = '${company}') to stdout csv`),
  )
  response.writeHead(200, { 'content-type': 'text/csv' })
  copy.pipe(response)
  await once(copy, 'end')
  client.release()
}

/** The benchmark's file has no quotes, so splitting it is enough to parse it. Triggers are off: there is no log. */
async function importParts(company: string, request: IncomingMessage, response: ServerResponse) {
  const client = await pool.connect()
  await client.query(`begin; set local session_replication_role = replica;
    create temporary table staged (name text, part_number text, location text, stock_level int, supplier_name text,
      supplier_account text, cost numeric, retail_price numeric, reorder_threshold int) on commit drop`)
  const copy = client.query(copyFrom('copy staged from stdin'))
  let isHeader = true
  for await (const line of createInterface({ input: request })) {
    if (!isHeader && !copy.write(`${line.replaceAll(',', '\t')}\n`)) await once(copy, 'drain')
    isHeader = false
  }
  copy.end()
  await once(copy, 'finish')
  await client.query(`insert into parts (company_id, name, part_number, location, stock_level, supplier_name, supplier_account,
      cost, retail_price, reorder_threshold) select '${company}', * from staged
    on conflict (company_id, app.folded(part_number)) do update set stock_level = excluded.stock_level; commit`)
  client.release()
  response.end('{}')
}

const blob = `${process.env.DATA_DIR}-blob`

async function keepBlob(request: IncomingMessage, response: ServerResponse) {
  const file = await open(blob, 'w')
  for await (const chunk of request) await file.write(chunk)
  await file.sync()
  await file.close()
  response.end('{}')
}

async function sendBlob(response: ServerResponse) {
  response.writeHead(200, { 'content-length': (await stat(blob)).size })
  createReadStream(blob).pipe(response)
}

server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }))
