-- Brings deleted rows back as they were, for undo and "Recently deleted" (decision 0006). The log holds each old row. Everything
-- runs with the rights of the caller.

-- The rows that come back with some deleted records: the records themselves, and the rows that belong to them and were deleted in the same
-- change set. @param logs the log rows of the deletions
create or replace function app.deleted_with(company uuid, logs bigint[])
returns table (log_id bigint, root_id bigint, entity_type text, entity_id uuid)
language sql stable set search_path = pg_catalog, public, pg_temp rows 1000 as $$
  with roots as materialized (
    select l.id, l.entity_type, l.entity_id, l.change_set_id from unnest(logs) u(id)
    join public.activity_logs l on l.company_id = company and l.id = u.id
  )
  select r.id, r.id, r.entity_type, r.entity_id from roots r
  union all
  select b.id, r.id, b.entity_type, b.entity_id from roots r
    join public.activity_logs b on b.company_id = company and b.parent_id = r.entity_id and b.change_set_id = r.change_set_id
      and b.action = 'deleted'
  union all
  select b.id, r.id, b.entity_type, b.entity_id from roots r
    join public.activity_logs b on b.company_id = company and b.entity_id = r.entity_id and b.change_set_id = r.change_set_id
      and b.action = 'deleted' and b.entity_type <> r.entity_type
    join app.tenant_tables t on t.entity_type = b.entity_type and t.owner_column = 'id'
$$;

-- The defaults of a table's columns as JSON. A row needs them when it was deleted before a column was added.
create or replace function app.column_defaults(target regclass) returns jsonb
language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  pairs text;
  found jsonb;
begin
  select string_agg(format('%L, %s', a.attname, pg_get_expr(d.adbin, d.adrelid)), ', ') into pairs
    from pg_attribute a join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = target and a.attgenerated = '' and not a.attisdropped and a.attname <> 'id';
  execute format('select jsonb_build_object(%s)', pairs) into found;
  return found;
end $$;

-- Inserts deleted rows of one table again, except those that exist. @param earlier {id: values} of rows as they were before the change set
-- that deleted them
create or replace function app.return_rows(t app.tenant_tables, company uuid, logs bigint[], earlier jsonb default '{}') returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  target regclass := format('public.%I', t.table_name)::regclass;
  own_columns text;
begin
  select string_agg(format('%I', a.attname), ', ') into own_columns from pg_attribute a
    where a.attrelid = target and a.attnum > 0 and not a.attisdropped and a.attgenerated = '';
  execute format($q$ insert into %1$s (%2$s) select %3$s from unnest($2) u(id)
      join public.activity_logs l on l.company_id = $1 and l.id = u.id
      cross join lateral jsonb_populate_record(null::%1$s, $4 || (l.metadata -> 'row') || coalesce($5 -> l.entity_id::text, '{}')) r
      where l.entity_type = $3 and not exists (select from %1$s y where y.company_id = $1 and y.id = l.entity_id)
      order by l.entity_id $q$, target, own_columns, 'r.' || replace(own_columns, ', ', ', r.'))
    using company, logs, t.entity_type, app.column_defaults(target), earlier;
end $$;

/* The obstacles to bringing deleted rows back together. `code`: 'taken' = another record has the number or name now; 'twin' = another of
   these rows, deleted later, has the same one; 'gone' = a record that the row refers or belongs to is deleted. The columns after it name that
   other record. `other_log`: the log row of its deletion, so that it can be brought back too. @param logs deletions; @param roots for each,
   the deletion of the record that it comes back with: usually itself */
create or replace function app.return_obstacles(company uuid, logs bigint[], roots bigint[])
returns table (log_id bigint, root_id bigint, code text, entity_type text, entity_id uuid, entity_name text, entity_number text, other_log bigint)
language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  i record;
  types text[] := array(select distinct l.entity_type from unnest(logs) u(id) join public.activity_logs l on l.company_id = company and l.id = u.id);
  coming uuid[] := array(select l.entity_id from unnest(logs) u(id) join public.activity_logs l on l.company_id = company and l.id = u.id);
begin
  -- The unique keys come from the indexes, so that a changed rule applies here too.
  for i in
    select t, x.indexrelid, x.indnkeyatts
    from app.tenant_tables t join pg_index x on x.indrelid = format('public.%I', t.table_name)::regclass
    where t.entity_type = any (types) and x.indisunique and not x.indisprimary and x.indpred is null
      and (select a.attnum from pg_attribute a where a.attrelid = x.indrelid and a.attname = 'company_id') = any (x.indkey::int2[])
  loop
    return query select * from app.taken_keys(i.t, company, logs, roots, i.indexrelid, i.indnkeyatts);
  end loop;
  if 'product' = any (types) then return query select * from app.taken_store_links(company, logs, roots); end if;
  for i in select * from app.references_of(types) loop
    return query execute format($q$
      with rows as materialized (
        select u.id, u.root, (l.metadata -> 'row' ->> %1$L)::uuid as refers from unnest($2, $3) u(id, root)
        join public.activity_logs l on l.company_id = $1 and l.id = u.id
        where l.entity_type = $4 and l.metadata -> 'row' ->> %1$L is not null
      ), missing as (
        select r.root, min(r.id) as id, r.refers from rows r
        left join unnest($5) c(id) on c.id = r.refers
        left join public.%2$I x on x.company_id = $1 and x.id = r.refers
        where c.id is null and x.id is null %4$s group by r.root, r.refers
      )
      select m.id, m.root, 'gone', %3$L, m.refers, d.entity_name, d.entity_number, d.id from missing m
      left join lateral (
        select n.id, n.entity_name, n.entity_number from public.activity_logs n
        where n.company_id = $1 and n.entity_id = m.refers and n.entity_type = %3$L and n.action = 'deleted'
          and n.created_at > now() - interval '90 days'
        order by n.id desc limit 1) d on true
      $q$, i.refers, i.other_table, i.other_type, case when i.exists_by is not null then format('and not app.%I(r.refers)', i.exists_by) end)
      using company, logs, roots, i.entity_type, coming;
  end loop;
end $$;

-- The returning products whose product of the store another product has by now, or another of these rows.
create or replace function app.taken_store_links(company uuid, logs bigint[], roots bigint[])
returns table (log_id bigint, root_id bigint, code text, entity_type text, entity_id uuid, entity_name text, entity_number text, other_log bigint)
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  with back as materialized (
    select u.id as log, u.root, r.id, r.name::text, r.sku::text, app.store_product_key(r.shopify_product_id) as link
    from unnest(logs, roots) u(id, root) join public.activity_logs l on l.company_id = company and l.id = u.id and l.entity_type = 'product'
    cross join lateral jsonb_populate_record(null::public.products, l.metadata -> 'row') r where r.shopify_product_id is not null
  ), latest as (
    select b.*, first_value(b.log) over same as last_log, first_value(b.id) over same as last_id, first_value(b.name) over same as last_name,
      first_value(b.sku) over same as last_sku
    from back b window same as (partition by b.link order by b.log desc)
  )
  select b.log, b.root, 'linked', 'product', x.id, x.name::text, x.sku::text, null::bigint from back b
    join lateral (select p.id, p.name, p.sku from public.products p where p.company_id = company and p.id <> b.id
      and p.shopify_product_id in (b.link, 'gid://shopify/Product/' || b.link) order by p.id limit 1) x on true
  union all
  select b.log, b.root, 'linked', 'product', b.last_id, b.last_name, b.last_sku, b.last_log from latest b where b.last_log <> b.log
$$;
grant execute on function app.taken_store_links to app_rt;

-- The returning rows whose key in one unique index another record has, or another of these rows.
create or replace function app.taken_keys(t app.tenant_tables, company uuid, logs bigint[], roots bigint[], unique_index regclass, key_count int)
returns table (log_id bigint, root_id bigint, code text, entity_type text, entity_id uuid, entity_name text, entity_number text, other_log bigint)
language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  keys text;
  named text;
  values_of text;
  name_column text := case when exists (select from pg_attribute a
    where a.attrelid = format('public.%I', t.table_name)::regclass and a.attname = 'entity_name') then '%s.entity_name::text' else 'null::text' end;
begin
  select string_agg(pg_get_indexdef(unique_index, k, true), ', '), string_agg(pg_get_indexdef(unique_index, k, true) || ' as k' || k, ', '),
    string_agg('b.k' || k, ', ') into keys, named, values_of from generate_series(1, key_count) k;
  return query execute format($q$
    with back as materialized (
      select q.log_id, q.id as of_id, %7$s as of_name, %5$s as of_number, %3$s from (
        select l.id as log_id, r.* from unnest($2, $4) u(id, root) join public.activity_logs l on l.company_id = $1 and l.id = u.id
        cross join lateral jsonb_populate_record(null::public.%1$I, l.metadata -> 'row') r where l.entity_type = $3 and u.root = u.id) q
    ), ranked as (
      select b.*, first_value(b.log_id) over same as last_log, first_value(b.of_id) over same as last_id
      from back b window same as (partition by %4$s order by b.log_id desc)
    )
    select b.log_id, b.log_id, 'taken', $3, x.id, x.name, x.number, null::bigint from back b
      join lateral (select z.id, %8$s as name, %6$s as number from public.%1$I z where (%2$s) = (%4$s) and z.id <> b.of_id limit 1) x on true
    union all
    select b.log_id, b.log_id, 'twin', $3, b.last_id, b.of_name, b.of_number, null from ranked b where b.last_log <> b.log_id
    $q$, t.table_name, keys, named, values_of, coalesce('q.' || quote_ident(t.number_column), 'null::text'),
      coalesce('z.' || quote_ident(t.number_column), 'null::text'), format(name_column, 'q'), format(name_column, 'z'))
    using company, logs, t.entity_type, roots;
end $$;

-- How rows of some kinds refer to other registered tables: by foreign keys, and by columns that the registry names.
create or replace function app.references_of(types text[])
returns table (entity_type text, refers name, other_table text, other_type text, exists_by text)
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select t.entity_type, k.attname, o.table_name, o.entity_type, null
  from app.tenant_tables t
  join pg_constraint c on c.contype = 'f' and c.conrelid = format('public.%I', t.table_name)::regclass
  join app.tenant_tables o on c.confrelid = format('public.%I', o.table_name)::regclass
  cross join lateral unnest(c.conkey, c.confkey) p(own, theirs)
  join pg_attribute k on k.attrelid = c.conrelid and k.attnum = p.own
  join pg_attribute a on a.attrelid = c.confrelid and a.attnum = p.theirs and a.attname = 'id'
  where t.entity_type = any (types)
  union all
  select t.entity_type, r.key::name, o.table_name, o.entity_type, o.exists_by
  from app.tenant_tables t cross join lateral jsonb_each_text(t.loose_references) r join app.tenant_tables o on o.table_name = r.value
  where t.entity_type = any (types)
$$;

grant execute on function app.deleted_with, app.column_defaults, app.return_rows, app.return_obstacles, app.taken_keys,
  app.references_of to app_rt;
