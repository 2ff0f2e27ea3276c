-- Every change of a company record, written by triggers in the same transaction (decisions.md, Everything real).

create table change_sets (
  id uuid not null default uuidv7(),
  company_id uuid not null references companies,
  user_id uuid,
  kind text not null check (kind in ('edit', 'bulk_delete', 'bulk_edit', 'import', 'undo', 'seed')),
  undoes uuid,
  undone_by uuid,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, undoes) references change_sets (company_id, id),
  foreign key (company_id, undone_by) references change_sets (company_id, id)
);
create index change_sets_time on change_sets (company_id, created_at desc);

-- Without foreign keys: only the triggers below write here, from rows that have them; checking again costs an import a second.
create table activity_logs (
  id bigint generated always as identity,
  company_id uuid not null,
  entity_type text not null,
  entity_id uuid not null,
  entity_name text,
  action text not null check (action in ('created', 'updated', 'deleted', 'stock_changed', 'vendor_assigned')),
  field_changed text,
  old_value text,
  new_value text,
  description text not null,
  user_id uuid,
  metadata jsonb,
  change_set_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
create index activity_logs_entity on activity_logs (company_id, entity_id, id desc);
create index activity_logs_set on activity_logs (company_id, change_set_id);

-- Kept by the same triggers, so that a list need not count its rows (performance.md). Several rows per table and company:
-- a writer takes any row nobody else holds, so that writers never wait for each other.
create table row_counts (
  company_id uuid not null references companies,
  table_name text not null,
  slot uuid not null default uuidv7(),
  total bigint not null,
  marked bigint not null,
  value_at_cost numeric not null,
  value_at_retail numeric not null,
  primary key (company_id, table_name, slot)
) with (fillfactor = 50);

-- The tables that have the fence, the log and undo.
create table app.tenant_tables (
  table_name text primary key,
  entity_type text not null unique,
  undo_order int not null generated always as identity,
  search_columns text[] not null default '{}',
  sort_expressions jsonb not null default '{}', -- {column: SQL over a row r} where the list shows something else under that name
  written_by text not null -- the action of the matrix that may write it
);
grant select on app.tenant_tables to app_rt, app_auth, app_audit;

create function app.change_set(company uuid) returns uuid
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  open text := current_setting('app.change_set', true);
  made uuid;
begin
  if left(open, 36) = company::text then return substr(open, 38)::uuid; end if;
  insert into public.change_sets (company_id, user_id, kind, undoes) values (
    company, app.user_id(), coalesce(nullif(current_setting('app.change_kind', true), ''), 'edit'),
    nullif(current_setting('app.undoes', true), '')::uuid) returning id into made;
  perform set_config('app.change_set', company::text || ':' || made, true);
  return made;
end $$;

create function app.log_insert() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  insert into public.activity_logs (company_id, entity_type, entity_id, entity_name, action, description, user_id, change_set_id)
  select n.company_id, tg_argv[0], n.id, n.entity_name, 'created', 'Created', (select app.user_id()), s.id
  from (select distinct company_id from new_rows) c
  cross join lateral app.change_set(c.company_id) as s(id)
  join new_rows n on n.company_id = c.company_id;
  return null;
end $$;

create function app.log_delete() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  insert into public.activity_logs
    (company_id, entity_type, entity_id, entity_name, action, description, user_id, metadata, change_set_id)
  select o.company_id, tg_argv[0], o.id, o.entity_name, 'deleted', 'Deleted', (select app.user_id()),
    jsonb_build_object('row', to_jsonb(o)), s.id
  from (select distinct company_id from old_rows) c
  cross join lateral app.change_set(c.company_id) as s(id)
  join old_rows o on o.company_id = c.company_id;
  return null;
end $$;

-- Without nested loops: how many rows a statement changed is not in the statistics, and two large sets must be hashed.
create function app.log_update() returns trigger
language plpgsql security definer set search_path = pg_catalog, public set enable_nestloop = off as $$
begin
  insert into public.activity_logs (company_id, entity_type, entity_id, entity_name, action, field_changed, old_value, new_value,
    description, user_id, change_set_id)
  with pairs as materialized ( -- materialized: each row becomes JSON once, not once per column
    select n.company_id, n.id, n.entity_name, to_jsonb(n) as now, to_jsonb(o) as was
    from new_rows n join old_rows o on o.company_id = n.company_id and o.id = n.id
  ), changed as materialized (
    select p.company_id, p.id, p.entity_name, e.key, e.value as new_value, p.was ->> e.key as old_value
    from pairs p cross join lateral jsonb_each_text(p.now) e
    where e.key not in ('version', 'updated_at', 'search_text', 'entity_name', 'is_low_stock', 'is_active')
      and e.value is distinct from p.was ->> e.key
  ), sets as (
    select c.company_id, app.change_set(c.company_id) as id from (select distinct company_id from changed) c
  )
  select d.company_id, tg_argv[0], d.id, d.entity_name,
    case d.key when 'stock_level' then 'stock_changed' when 'vendor_id' then 'vendor_assigned' else 'updated' end,
    d.key, d.old_value, d.new_value, 'Changed ' || replace(d.key, '_', ' '), (select app.user_id()), s.id
  from changed d join sets s on s.company_id = d.company_id;
  return null;
end $$;

create function app.refuse_change() returns trigger
language plpgsql set search_path = pg_catalog, public as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger append_only before update or delete or truncate on activity_logs
  for each statement execute function app.refuse_change();

-- Adds a difference to a row of the counters that no other writer holds, or to a new one.
create function app.add_counts(company uuid, name text, d_total bigint, d_marked bigint, d_cost numeric, d_retail numeric) returns void
language plpgsql security definer set search_path = pg_catalog, public as $$
declare free uuid;
begin
  if d_total = 0 and d_marked = 0 and d_cost = 0 and d_retail = 0 then return; end if;
  select slot into free from public.row_counts where company_id = company and table_name = name limit 1 for update skip locked;
  if free is null then
    insert into public.row_counts (company_id, table_name, total, marked, value_at_cost, value_at_retail)
    values (company, name, d_total, d_marked, d_cost, d_retail);
  else
    update public.row_counts set total = total + d_total, marked = marked + d_marked,
      value_at_cost = value_at_cost + d_cost, value_at_retail = value_at_retail + d_retail
    where company_id = company and table_name = name and slot = free;
  end if;
end $$;

alter function app.change_set(uuid) owner to app_audit;
alter function app.log_insert() owner to app_audit;
alter function app.log_update() owner to app_audit;
alter function app.log_delete() owner to app_audit;
alter function app.add_counts(uuid, text, bigint, bigint, numeric, numeric) owner to app_audit;
grant execute on function app.change_set(uuid) to app_rt, app_worker, app_audit;
grant execute on function app.add_counts(uuid, text, bigint, bigint, numeric, numeric) to app_audit;

call app.let_in('change_sets', 'app_audit', 'select,insert,update');
call app.let_in('activity_logs', 'app_audit', 'select,insert');
call app.let_in('row_counts', 'app_audit', 'select,insert,update');

grant select on change_sets, row_counts, activity_logs to app_rt, app_worker;
grant update (undone_by) on change_sets to app_rt;
create policy change_set_read on change_sets for select to app_rt, app_worker
  using (company_id = any ((select app.scope_for('activity.read'))::uuid[]));
create policy change_set_undone on change_sets for update to app_rt
  using (company_id = any ((select app.scope_for('inventory.write'))::uuid[]))
  with check (company_id = any ((select app.scope_for('inventory.write'))::uuid[]));
create policy activity_read on activity_logs for select to app_rt, app_worker using (
  company_id = any ((select app.scope_for('activity.read'))::uuid[])
  and (entity_type <> 'vendor_private' or (select app.may('vendor.readPrivate'))));
create policy count_read on row_counts for select to app_rt, app_worker
  using (company_id = any ((select app.scope_for('inventory.read'))::uuid[]));
