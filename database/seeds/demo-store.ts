import type pg from 'pg'

const firstNames = 'Ada Ben Chloé Daniel Elif Finn Grace Hugo Ines Jonas Kaito Lena Marta Noah Olivia Priya'.split(' ')
const lastNames = "Almeida Brown Chen Dubois O'Neill Fischer García Hansen Ito Jensen Kowalski Larsen Moreau".split(' ')

/** Of a year of 12 months: hydraulics are bought before spring work and before winter, least in high summer. */
const seasons = [0.8, 0.95, 1.25, 1.3, 1.15, 0.95, 0.7, 0.75, 1.0, 1.2, 1.35, 1.1]

/**
 * A connected store with two years of orders that end today: they grow, follow the seasons, and some are refunded, cancelled or tests.
 * The same numbers on every day it is made, shifted in time; each status is among them on every day. PostgreSQL works it out, so that the first start stays quick. Nobody can
 * sync it: it has no credentials.
 */
export async function fillStore(client: pg.Client, companyId: string | undefined): Promise<void> {
  await client.query(
    `insert into integration_configs (company_id, integration_name, is_enabled, config, status, account_id, account_name, last_success_at)
     values ($1, 'shopify', true, '{"store_url": "north-hydraulics.myshopify.com", "store_name": "North Hydraulics"}', 'connected',
       'north-hydraulics.myshopify.com', 'North Hydraulics', now())`,
    [companyId],
  )
  await client.query(
    `insert into stores (company_id, domain, name, currency, time_zone, orders_until, customers_until)
     select id, 'north-hydraulics.myshopify.com', 'North Hydraulics', 'USD', time_zone, now(), now() from companies where id = $1`,
    [companyId],
  )
  await client.query(products, [companyId])
  await client.query(orders, [companyId, seasons])
  await client.query(customers, [companyId, firstNames, lastNames])
  await client.query(parcels, [companyId])
}

/** The products of the company, for sale in the store. One is sold by another price than ours, and the store counts other stock. */
const products = `
  with own as (
    select id, sku, name, cost, retail_price, row_number() over (order by sku) as n from products where company_id = $1)
  , made as (
    insert into store_products (company_id, id, title, status, updated_at_shopify, read_at)
    select $1, 7000000000 + n, name, 'active', now() - n * interval '9 days', now() from own)
  , variants as (
    insert into store_variants (company_id, product_id, position, id, title, sku, price, unit_cost, inventory_item_id, is_tracked, quantity)
    select $1, 7000000000 + n, 0, 7100000000 + n, 'Default Title', sku, case n when 2 then retail_price * 1.05 else retail_price end, cost,
      7200000000 + n, true, (n * 7 % 20)::int from own)
  update products p set shopify_product_id = (7000000000 + own.n)::text from own where p.company_id = $1 and p.id = own.id`

/** A number from 0 to 1 for an order and a purpose: always the same. */
const dice = (order: string, purpose: number) =>
  `(abs(hashint8extended(${order}, ${purpose}) % 1000000) / 1000000.0::float8)`

const orders = `
  with days as (
    select day, today - (729 - day) as date,
      round(2.4 * (1 + 0.9 * day / 729) * ($2::float8[])[extract(month from today - (729 - day))::int]
        * case when extract(isodow from today - (729 - day)) > 5 then 0.4 else 1.2 end * (0.5 + ${dice('day', 1)}))::int as orders
    from generate_series(0, 729) day, (select (now() at time zone time_zone)::date as today from companies where id = $1) t)
  , placed as (
    select row_number() over (order by day, n) as o, date, (729 - day) as age, n as of_day,
      date::timestamp at time zone c.time_zone + interval '1 second' * (n - 0.5) * (86399 / greatest(orders, 1)) as made_at
    from days cross join generate_series(1, days.orders) n join companies c on c.id = $1)
  , chosen as (
    select p.*, ${dice('o', 2)} as fate, ${dice('o', 3)} as buyer, 1 + floor(3 * ${dice('o', 4)} ^ 2)::int as line_count
    from placed p where made_at <= now())
  , variants as (
    select v.*, p.title as name, row_number() over (order by v.price) as rank, count(*) over () as many
    from store_variants v join store_products p on p.company_id = v.company_id and p.id = v.product_id where v.company_id = $1)
  , lines as (
    select c.o, k as position, v.id, v.sku, v.name, v.price,
      1 + floor(${dice('c.o * 10 + k', 5)} ^ 3 * case when v.price < 100 then 6 else 2 end)::int as quantity
    from chosen c cross join generate_series(0, c.line_count - 1) k
    join variants v on v.rank = 1 + floor(v.many * ${dice('c.o * 10 + k', 6)} ^ 1.6))
  , totals as (select o, sum(price * quantity) as goods, min(price) as cheapest from lines group by o)
  , priced as (
    select c.*, t.cheapest, t.goods + case when t.goods < 250 then 14.9 else 0 end as total,
      case when of_day = 1 and age = 2 then 'pending' when of_day = 1 and age = 6 then 'authorized' when fate < 0.01 then 'voided' when fate < 0.035 then 'refunded' when fate < 0.085 then 'partially_refunded'
        when age < 5 and fate > 0.75 then 'pending' when age < 9 and fate > 0.94 then 'authorized' when fate > 0.992 then 'pending' else 'paid' end as status
    from chosen c join totals t using (o))
  , stored as (
    insert into store_orders (company_id, id, order_number, created_at_shopify, processed_at, updated_at_shopify, cancelled_at, is_test, customer_id,
      email, currency, total_price, current_total, refunded, financial_status, fulfillment_status, read_at)
    select $1, 5000000000 + o, '#' || 1000 + o, made_at, made_at, least(now(), made_at + interval '3 days'),
      case when status = 'voided' then made_at + interval '1 hour' end, fate between 0.5 and 0.504, 6000000001 + floor(800 * buyer ^ 2)::int8,
      'buyer' || 1 + floor(800 * buyer ^ 2)::int8 || '@customers.example',
      'USD', total, case status when 'refunded' then 0 when 'voided' then 0 when 'partially_refunded' then total - cheapest else total end,
      case status when 'refunded' then total when 'partially_refunded' then cheapest else 0 end, status,
      case when status in ('voided', 'authorized', 'pending') then '' when age < 2 then '' when fate between 0.6 and 0.63 then 'partially_fulfilled'
        else 'fulfilled' end, now()
    from priced)
  insert into store_order_lines (company_id, order_id, position, id, variant_id, sku, title, quantity, current_quantity, unit_price)
  select $1, 5000000000 + o, position, 8000000000 + o * 10 + position, id, sku, name, quantity, quantity, price from lines`

/** Those who ordered, with what they spent. Test orders do not count. */
const customers = `
  with buyers as (
    select customer_id, count(*) filter (where is_counted) as orders, coalesce(sum(current_total) filter (where is_counted), 0) as spent,
      min(created_at_shopify) as came_at, max(updated_at_shopify) as last_at, customer_id - 6000000000 as n
    from store_orders where company_id = $1 group by customer_id)
  , named as (
    select *, ($2::text[])[1 + n % cardinality($2::text[])] as first_name, ($3::text[])[1 + n * 7 % cardinality($3::text[])] as last_name from buyers)
  insert into store_customers (company_id, id, first_name, last_name, email, orders_count, total_spent, created_at_shopify, updated_at_shopify, read_at)
  select $1, customer_id, first_name, last_name, 'buyer' || n || '@customers.example', orders, spent, came_at, last_at, now() from named`

/** What went out, a day after the order; now and then in two parcels. */
const parcels = `
  insert into shipments (company_id, id, order_number, carrier_code, service_code, tracking_number, shipped_on, made_at, is_voided, is_return, read_at)
  select $1, (id - 5000000000) * 10 + n, order_number, carrier, service, number, (made_at at time zone 'America/Chicago')::date, made_at, false, false, now()
  from store_orders, generate_series(1, case when ${dice('id', 8)} < 0.04 then 2 else 1 end) n,
    lateral (select created_at_shopify + interval '20 hours' as made_at, ${dice('id', 9)} as fate, lpad((id * 37 + n)::text, 12, '0') as digits) p,
    lateral (select case when fate < 0.6 then 'ups' when fate < 0.85 then 'fedex' else 'stamps_com' end as carrier,
      case when fate < 0.6 then 'ups_ground' when fate < 0.85 then 'fedex_ground' else 'usps_priority_mail' end as service,
      case when fate < 0.6 then '1Z' || digits when fate < 0.85 then digits else '9400' || digits end as number) c
  where company_id = $1 and fulfillment_status <> '' and made_at <= now()`
