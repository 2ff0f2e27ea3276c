-- What was deleted is listed for 90 days, and comes back record by record or by what was deleted together (decision 0064).

-- What goes and comes back with deleted records: rows that belong to them and went in the same change set. Each record is among them
-- itself. @param logs the rows of the log that tell of the deletions of the records
create or replace function app.deleted_with(company uuid, logs bigint[]) returns table (log_id bigint, root_id bigint, entity_type text, entity_id uuid)
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
$$;

-- The defaults of a table's columns as JSON: what a row lacks that was deleted before a column was there.
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

/* What keeps deleted records from coming back. `reason`: 'taken' = another record has its number or name now; 'twin' = it is among the
   chosen ones twice, and the other was deleted later; 'gone' = something it refers to or belongs to is deleted. The other columns name
   that other record; `is_deleted`: its deletion is told by the log `other_log`, so it can be brought back too. */
create or replace function app.restore_obstacles(company uuid, logs bigint[])
returns table (root_id bigint, reason text, entity_type text, entity_id uuid, entity_name text, entity_number text, other_log bigint)
language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  i record;
  keys text;
  named text;
  values_of text;
begin
  -- Unique keys: read from the indexes, so that a rule that changes is asked here as it is kept there.
  for i in
    select t.table_name, t.entity_type, t.number_column, x.indexrelid, x.indnkeyatts
    from app.tenant_tables t join pg_index x on x.indrelid = format('public.%I', t.table_name)::regclass
    where t.is_listed and x.indisunique and not x.indisprimary and x.indpred is null
      and (select a.attnum from pg_attribute a where a.attrelid = x.indrelid and a.attname = 'company_id') = any (x.indkey::int2[])
      and exists (select from public.activity_logs l join unnest(logs) u(id) on l.id = u.id where l.company_id = company and l.entity_type = t.entity_type)
  loop
    select string_agg(pg_get_indexdef(i.indexrelid, k, true), ', '), string_agg(pg_get_indexdef(i.indexrelid, k, true) || ' as k' || k, ', '),
      string_agg('b.k' || k, ', ') into keys, named, values_of from generate_series(1, i.indnkeyatts) k;
    return query execute format($q$
      with back as materialized (
        select q.log_id, q.id as of_id, q.entity_name as of_name, %5$s as of_number, %3$s from (
          select l.id as log_id, r.* from unnest($2) u(id) join public.activity_logs l on l.company_id = $1 and l.id = u.id
          cross join lateral jsonb_populate_record(null::public.%1$I, l.metadata -> 'row') r where l.entity_type = $3) q
      ), ranked as (
        select b.*, first_value(b.log_id) over same as last_log, first_value(b.of_id) over same as last_id
        from back b window same as (partition by %4$s order by b.log_id desc)
      )
      select b.log_id, 'taken', $3, x.id, x.entity_name, x.number, null::bigint from back b
        join lateral (select z.id, z.entity_name, %6$s as number from public.%1$I z where (%2$s) = (%4$s) limit 1) x on true
      union all
      select b.log_id, 'twin', $3, b.last_id, b.of_name, b.of_number, null from ranked b where b.last_log <> b.log_id
      $q$, i.table_name, keys, named, values_of, coalesce('q.' || quote_ident(i.number_column), 'null::text'),
        coalesce('z.' || quote_ident(i.number_column), 'null::text'))
      using company, logs, i.entity_type;
  end loop;
  -- References: to rows that are neither there nor among those that come back.
  for i in
    select t.table_name, t.entity_type, o.table_name as other_table, o.entity_type as other_type, k.attname as refers
    from app.tenant_tables t
    join pg_constraint c on c.contype = 'f' and c.conrelid = format('public.%I', t.table_name)::regclass
    join app.tenant_tables o on c.confrelid = format('public.%I', o.table_name)::regclass
    cross join lateral unnest(c.conkey, c.confkey) p(own, theirs)
    join pg_attribute k on k.attrelid = c.conrelid and k.attnum = p.own and k.attname <> 'id'
    join pg_attribute a on a.attrelid = c.confrelid and a.attnum = p.theirs and a.attname = 'id'
    union all
    -- The SOP of an item may lie with SBR: no foreign key reaches there.
    select t.table_name, t.entity_type, 'sops', 'sop', 'sop_id' from app.tenant_tables t
    join pg_attribute k on k.attrelid = format('public.%I', t.table_name)::regclass and k.attname = 'sop_id' and t.table_name <> 'files'
  loop
    return query execute format($q$
      with rows as materialized (
        select w.root_id, (l.metadata -> 'row' ->> %1$L)::uuid as refers from app.deleted_with($1, $2) w
        join public.activity_logs l on l.company_id = $1 and l.id = w.log_id
        where w.entity_type = $3 and l.metadata -> 'row' ->> %1$L is not null
      ), missing as (
        select distinct r.root_id, r.refers from rows r
        left join public.%2$I x on %4$s x.id = r.refers
        left join (select distinct w.entity_id from app.deleted_with($1, $2) w where w.entity_type = %3$L) b on b.entity_id = r.refers
        where x.id is null and b.entity_id is null %5$s
      )
      select m.root_id, 'gone', %3$L, m.refers, d.entity_name, d.entity_number, d.id from missing m
      left join lateral (
        select n.id, n.entity_name, n.entity_number from public.activity_logs n
        where n.company_id = $1 and n.entity_id = m.refers and n.entity_type = %3$L and n.action = 'deleted'
          and n.created_at > now() - interval '90 days'
        order by n.id desc limit 1) d on true
      $q$, i.refers, i.other_table, i.other_type, case i.other_table when 'sops' then '' else 'x.company_id = $1 and' end,
        case i.other_table when 'sops' then 'and not app.sop_exists(r.refers)' else '' end)
      using company, logs, i.entity_type;
  end loop;
end $$;

/* Brings deleted records back as they were, with what belongs to them, in one change set; runs with the rights of the caller. When all
   that a change set deleted is there again, the set counts as undone. @returns how many records */
create or replace function app.bring_back(company uuid, logs bigint[]) returns int
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  step record;
  own_columns text;
  rows bigint[];
  origin uuid;
  back uuid;
begin
  select array_agg(w.log_id) into rows from app.deleted_with(company, logs) w;
  if rows is null then return 0; end if;
  if cardinality(rows) > 500 then perform set_config('enable_nestloop', 'off', true); end if;
  select case when count(distinct l.change_set_id) = 1 then min(l.change_set_id::text)::uuid end into origin
    from unnest(logs) u(id) join public.activity_logs l on l.company_id = company and l.id = u.id;
  if origin is not null and exists (
    select from public.activity_logs l left join unnest(rows) u(id) on u.id = l.id
    where l.company_id = company and l.change_set_id = origin and u.id is null) then origin := null; end if;
  perform set_config('app.change_kind', 'undo', true), set_config('app.undoes', coalesce(origin::text, ''), true);
  for step in
    select t.table_name, t.entity_type from app.tenant_tables t
    where exists (select from unnest(rows) u(id) join public.activity_logs l on l.company_id = company and l.id = u.id where l.entity_type = t.entity_type)
    order by not t.comes_first, t.undo_order
  loop
    select string_agg(format('%I', a.attname), ', ') into own_columns from pg_attribute a
      where a.attrelid = format('public.%I', step.table_name)::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '';
    execute format($q$ insert into public.%1$I (%2$s) select %3$s from unnest($2) u(id)
        join public.activity_logs l on l.company_id = $1 and l.id = u.id
        cross join lateral jsonb_populate_record(null::public.%1$I, $4 || (l.metadata -> 'row')) r
        where l.entity_type = $3 and not exists (select from public.%1$I y where y.company_id = $1 and y.id = l.entity_id)
        order by l.entity_id $q$,
      step.table_name, own_columns, 'r.' || replace(own_columns, ', ', ', r.'))
      using company, rows, step.entity_type, app.column_defaults(format('public.%I', step.table_name)::regclass);
  end loop;
  back := app.open_change_set();
  if origin is not null and back is not null then
    update public.change_sets s set undone_by = back where s.company_id = company and s.id = origin and s.undone_by is null;
  end if;
  return cardinality(logs);
end $$;

grant execute on function app.deleted_with, app.column_defaults, app.restore_obstacles, app.bring_back to app_rt;
