-- Whether a deletion still stands is asked of every row of "Recently deleted". A birth that brings a record back says which deletion it
-- ends, so that few rows tell of many, and nothing is looked up for each of them. A deletion writes no more than before.
alter table activity_logs add brings_back bigint;

-- As in 0003, with the deletion that is over.
create or replace function app.log_insert() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into public.activity_logs (company_id, entity_type, entity_id, entity_name, action, description, user_id, change_set_id, brings_back)
  select n.company_id, tg_argv[0], n.id, n.entity_name, 'created', 'Created', (select app.user_id()), s.id,
    (select l.id from public.activity_logs l where l.company_id = n.company_id and l.entity_id = n.id and l.entity_type = tg_argv[0]
      and l.action = 'deleted' order by l.id desc limit 1)
  from (select distinct company_id from new_rows) c
  cross join lateral app.change_set(c.company_id) as s(id)
  join new_rows n on n.company_id = c.company_id;
  return null;
end $$;

-- As in 0028, in the same way.
create or replace function app.log_files() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into public.activity_logs (company_id, entity_type, entity_id, entity_name, action, description, user_id, change_set_id,
      parent_type, parent_id, brings_back)
    select r.company_id, 'file', r.id, r.name, 'created', 'Added file ' || r.name, (select app.user_id()), s.id, r.parent_type, r.parent_id,
      (select l.id from public.activity_logs l where l.company_id = r.company_id and l.entity_id = r.id and l.entity_type = 'file'
        and l.action = 'deleted' order by l.id desc limit 1)
    from (select distinct company_id from new_rows) c cross join lateral app.change_set(c.company_id) as s(id)
    join new_rows r on r.company_id = c.company_id;
  elsif tg_op = 'DELETE' then
    insert into public.activity_logs (company_id, entity_type, entity_id, entity_name, action, description, user_id, metadata, change_set_id,
      parent_type, parent_id)
    select r.company_id, 'file', r.id, r.name, 'deleted', 'Removed file ' || r.name, (select app.user_id()),
      jsonb_build_object('row', to_jsonb(r)), s.id, r.parent_type, r.parent_id
    from (select distinct company_id from old_rows) c cross join lateral app.change_set(c.company_id) as s(id)
    join old_rows r on r.company_id = c.company_id;
  end if;
  return null;
end $$;

-- What came back before this migration; the log is append-only for everybody else.
alter table activity_logs no force row level security;
alter table activity_logs disable trigger append_only;
update activity_logs c set brings_back = d.id
  from activity_logs l cross join lateral (
    select x.id from activity_logs x where x.company_id = l.company_id and x.entity_id = l.entity_id and x.entity_type = l.entity_type
      and x.action = 'deleted' and x.id < l.id order by x.id desc limit 1) d
  where l.action = 'created' and l.created_at > now() - interval '90 days' and c.company_id = l.company_id and c.id = l.id;
alter table activity_logs enable trigger append_only;
alter table activity_logs force row level security;

create index activity_logs_returns on activity_logs (company_id, brings_back) where brings_back is not null;
