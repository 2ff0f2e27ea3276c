import { sql } from 'kysely'

/** SQL of the records that a task or a template t names, as JSON. */

const nameOf = (table: string, number: string, column: string) =>
  sql`(select i.${sql.ref(number)} || ' ' || i.name from ${sql.table(table)} i where i.company_id = t.company_id and i.id = ${sql.ref(`t.${column}`)})`

export const itemJson = sql`case
  when t.part_id is not null then jsonb_build_object('type', 'part', 'id', t.part_id, 'name', ${nameOf('parts', 'partNumber', 'partId')})
  when t.assembly_id is not null then
    jsonb_build_object('type', 'assembly', 'id', t.assembly_id, 'name', ${nameOf('assemblies', 'assemblyNumber', 'assemblyId')})
  when t.product_id is not null then jsonb_build_object('type', 'product', 'id', t.product_id, 'name', ${nameOf('products', 'sku', 'productId')})
  end`

export const sopJson = sql`case when t.sop_id is not null then jsonb_build_object('type', 'sop', 'id', t.sop_id,
  'name', (select s.title from sops s where s.id = t.sop_id)) end`
