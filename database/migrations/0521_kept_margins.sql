-- The margins of products with a stored cost are counted and added up with the other sums; those without a cost are rolled up when asked for.
alter table row_counts add margins bigint not null default 0, add margin_sum numeric not null default 0;
alter table row_counts no force row level security;
insert into row_counts (company_id, table_name, total, marked, value_at_cost, value_at_retail, margins, margin_sum)
  select company_id, 'products', 0, 0, 0, 0, count(*), sum(round((retail_price - cost) * 100 / retail_price, 4)) from products
  where cost > 0 and retail_price > cost and round((retail_price - cost) * 100 / retail_price, 4) > 0 group by company_id;
alter table row_counts force row level security;
create index products_unpriced on products (company_id) where cost = 0 and retail_price > 0;
drop function if exists app.margins(uuid);
drop function if exists app.add_counts(uuid, text, bigint, bigint, numeric, numeric);
