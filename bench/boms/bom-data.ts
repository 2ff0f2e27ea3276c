import type pg from 'pg'
import { partsInLargest } from '../data.ts'

/** There is a product for ten parts, and an assembly of each tier for twenty. */
const [partsPerProduct, partsPerAssembly] = [10, 20]
const commonParts = 500
const tiers = 4

/**
 * 10,000 products of 5 levels over the parts of a company. A product has 3 parts and 2 assemblies of the first tier; an assembly has 4
 * parts and 1 or 2 assemblies of the next tier, shared by several. One part of each is one of 500 common ones. That makes 17 items and
 * about 70 parts for each product.
 * @returns ids of some products and of a part that many contain
 */
export async function addBoms(
  client: pg.Client,
  companyId: string,
  parts = partsInLargest,
): Promise<{ products: string[]; part: string }> {
  const [products, perTier] = [parts / partsPerProduct, parts / partsPerAssembly]
  await client.query('begin; set local session_replication_role = replica') // no log; counters are set below
  await client.query(
    `create temporary table item on commit drop as
       select uuidv7() as id, tier, n from generate_series(0, ${tiers}) tier
       cross join lateral generate_series(0::bigint, case tier when 0 then ${products} else ${perTier} end - 1) n`,
  )
  await client.query(
    `create temporary table part on commit drop as
       select id, row_number() over (order by part_number) - 1 as n from parts where company_id = '${companyId}'`,
  )
  await client.query('create index on item (tier, n); create index on part (n); analyze item; analyze part')
  await client.query(
    `insert into products (id, company_id, sku, name, cost, retail_price) select id, '${companyId}', 'K-' || lpad(n::text, 6, '0'),
       'Machine ' || n, (n % 5000) / 4.0, (n % 7000) / 3 from item where tier = 0`,
  )
  await client.query(
    `insert into assemblies (id, company_id, assembly_number, name) select id, '${companyId}', 'A' || tier || '-' || n, 'Unit ' || n
     from item where tier > 0`,
  )
  await client.query(
    `insert into bom_lines (company_id, product_id, assembly_id, sub_assembly_id, quantity, position)
     select distinct on (i.id, s.id) '${companyId}', case when i.tier = 0 then i.id end, case when i.tier > 0 then i.id end, s.id, 1 + (i.n + k) % 2, k
     from item i cross join generate_series(0, 1) k
     join item s on s.tier = i.tier + 1 and s.n = (i.n * 7919 + k * 104729 + i.tier) % ${perTier}
     where k = 0 or i.tier = 0 or i.n % 2 = 0`,
  )
  await client.query(
    `insert into bom_lines (company_id, product_id, assembly_id, part_id, quantity, position)
     select distinct on (i.id, p.id) '${companyId}', case when i.tier = 0 then i.id end, case when i.tier > 0 then i.id end, p.id, 1 + (i.n * k) % 4, 10 + k
     from item i cross join generate_series(1, 4) k
     join part p on p.n = case k when 1 then (i.n * 31 + i.tier) % ${commonParts} * 199 else ((i.n * 4 + k + i.tier * 20011) * 7919) % ${parts} end
     where k < 4 or i.tier > 0`,
  )
  const { rows } = await client.query<{ ids: string[]; part: string }>(
    `select (select array_agg(id) from (select id from item where tier = 0 and n % 97 = 0 limit 100) s) as ids,
       (select component_id from bom_lines where company_id = '${companyId}' and part_id is not null
        and assembly_id in (select id from item where tier = ${tiers} and n = 0) limit 1) as part`,
  )
  await client.query(
    `insert into row_counts (company_id, table_name, total, marked, value_at_cost, value_at_retail, margins, margin_sum)
     select company_id, 'products', count(*), 0, sum(cost), sum(retail_price), count(*) filter (where retail_price > cost and cost > 0),
         sum(app.margin(retail_price, cost)) filter (where retail_price > cost)
       from products where company_id = '${companyId}' group by 1
     union all select company_id, 'assemblies', count(*), 0, 0, 0, 0, 0 from assemblies where company_id = '${companyId}' group by 1`,
  )
  await client.query('commit')
  await client.query('vacuum analyze')
  return { products: rows[0]?.ids ?? [], part: rows[0]?.part ?? '' }
}
