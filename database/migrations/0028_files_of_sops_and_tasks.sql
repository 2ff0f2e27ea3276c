/* SOPs and tasks have files too (decision 0018). Those of a SOP follow it: to the SBR firm when it is shared, and to a company when
   it is given to one. Only company_id changes then; id, bytes and storage_key stay. */

-- Who may attach and remove is what the policy of the parent's own table says of changing it (security.md 2.2, row 40).
drop procedure app.file_parent(text, text, text);
alter table app.file_parents drop column may_change;

-- Lets the records of a table have files: adds the column <entity>_id and renews what depends on all kinds of parents.
create procedure app.file_parent(entity text, target text) language plpgsql set search_path = pg_catalog, public as $$
declare
  columns text; kinds text;
begin
  insert into app.file_parents (entity_type, table_name) values (entity, target);
  execute format('alter table public.files add %1$I uuid,
    add foreign key (company_id, %1$I) references public.%2$I (company_id, id) on update cascade on delete cascade', entity || '_id', target);
  execute format('create index %I on public.files (company_id, %2$I) where %2$I is not null', 'files_' || entity, entity || '_id');
  select string_agg(quote_ident(f.entity_type || '_id'), ', ' order by f.place),
    string_agg(format('when %I is not null then %L', f.entity_type || '_id', f.entity_type), ' ' order by f.place)
    into columns, kinds from app.file_parents f;
  execute format('alter table public.files drop constraint if exists files_one_parent,
    add constraint files_one_parent check (num_nonnulls(%1$s) = 1),
    alter parent_id set expression as (coalesce(%1$s)), alter parent_type set expression as (case %2$s end)', columns, kinds);
  call app.renew_file_policies();
  -- Undo brings parents back before what belongs to them.
  update app.tenant_tables set undo_order = default where table_name = 'files';
end $$;

/* Whoever may read the parent may read its files, whoever may change it may attach to it: asked by the policies may_read and may_update
   of the parent's table, which also say in which companies that is. To be called again by a migration that changes one of those. The
   functions ask the same as the policies, of a row that is not stored. */
create procedure app.renew_file_policies() language plpgsql set search_path = pg_catalog, public as $$
declare
  readable text; writable text;
begin
  select string_agg(format('when files.%1$I is not null then exists (select from public.%2$I
      where %2$I.company_id = files.company_id and %2$I.id = files.%1$I)', f.entity_type || '_id', f.table_name), ' ' order by f.place),
    string_agg(format('when files.%1$I is not null then exists (select from public.%2$I
      where %2$I.company_id = files.company_id and %2$I.id = files.%1$I and (%3$s))',
      f.entity_type || '_id', f.table_name, pg_get_expr(p.polqual, p.polrelid)), ' ' order by f.place)
    into readable, writable
    from app.file_parents f join pg_policy p on p.polrelid = format('public.%I', f.table_name)::regclass and p.polname = 'may_update';
  execute format('create or replace function app.sees_parent(files public.files) returns boolean
    language sql stable set search_path = pg_catalog, public as %L', format('select case %s else false end', readable));
  execute format('create or replace function app.may_attach(files public.files) returns boolean
    language sql stable set search_path = pg_catalog, public as %L', format('select case %s else false end', writable));
  readable := format($c$company_id = any ((select app.scope_with_firm('file.read', 'file.read'))::uuid[]) and case %s else false end$c$, readable);
  writable := format($c$company_id = any ((select app.scope_with_firm('file.write', 'sop.share'))::uuid[]) and case %s else false end$c$, writable);
  execute format('alter policy may_read on public.files using (%s)', readable);
  execute format('alter policy may_insert on public.files with check (%s)', writable);
  execute format('alter policy may_update on public.files using (%1$s) with check (%1$s)', writable);
  execute format('alter policy may_delete on public.files using (%s)', writable);
end $$;

call app.file_parent('sop', 'sops');
call app.file_parent('task', 'tasks');
grant execute on function app.sees_parent(files), app.may_attach(files) to app_rt;

-- After the change, when the columns that are worked out are there to be compared.
drop trigger unchangeable on files;
create trigger unchangeable after update on files for each row
  when (new.company_id = old.company_id or to_jsonb(new) - 'company_id' is distinct from to_jsonb(old) - 'company_id')
  execute function app.refuse_change();

/* New bytes lie in the folder of a company that this session may store in; what comes back by undo lies where it did, its SOP may have
   moved since. And it comes back only to a record that is still there: a policy could not tell that from a missing right. */
create function app.check_new_file() returns trigger language plpgsql set search_path = pg_catalog, public as $$
declare
  is_undo boolean := coalesce(current_setting('app.change_kind', true) = 'undo', false);
begin
  if is_undo and not app.sees_parent(new) then
    raise exception 'no such record' using errcode = 'foreign_key_violation';
  end if;
  if not starts_with(new.storage_key, new.company_id || '/')
      and split_part(new.storage_key, '/', 1) <> all (app.scope_with_firm('file.write', 'sop.share')::text[])
      and not exists (select from public.activity_logs l
        where l.company_id = new.company_id and l.entity_id = new.id and l.entity_type = 'file' and l.action = 'deleted'
          and l.metadata -> 'row' ->> 'storage_key' = new.storage_key) then
    raise exception 'foreign bytes' using errcode = 'check_violation';
  end if;
  return new;
end $$;
revoke execute on function app.check_new_file() from public;
grant execute on function app.check_new_file() to app_rt;
alter table files drop constraint files_check;
create trigger check_new before insert on files for each row execute function app.check_new_file();

-- The bytes that the files of a company take: those of the SBR firm are counted from every company.
create function app.bytes_of_files(company uuid) returns bigint
language sql stable security definer set search_path = pg_catalog, public as $$
  select coalesce(sum(c.value_at_cost), 0)::bigint from public.row_counts c
  where c.company_id = company and c.table_name = 'files' and company = any (app.scope_with_firm('file.write', 'sop.share'))
$$;
alter function app.bytes_of_files(uuid) owner to app_audit;
grant execute on function app.bytes_of_files(uuid) to app_rt;

-- As app.tenant_table makes it, but what moves is counted where it is.
create or replace function app.count_files() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if tg_op = 'INSERT' then
    perform app.add_counts(r.company_id, 'files', count(*), 0, sum(r.size), 0) from new_rows r group by r.company_id;
  elsif tg_op = 'DELETE' then
    perform app.add_counts(r.company_id, 'files', -count(*), 0, -sum(r.size), 0) from old_rows r group by r.company_id;
  else
    perform app.add_counts(d.company_id, 'files', sum(d.sign)::bigint, 0, sum(d.sign * d.size), 0) from (
      select r.company_id, 1 as sign, r.size from new_rows r union all select r.company_id, -1, r.size from old_rows r) d
      group by d.company_id;
  end if;
  return null;
end $$;

/* What belongs to a SOP or task is told to those who are told of that: the log says what its rows belonged to. A move says nothing:
   the SOP tells of it. */
alter table activity_logs add parent_type text;
create or replace function app.log_files() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if tg_op = 'INSERT' then
    insert into public.activity_logs (company_id, entity_type, entity_id, entity_name, action, description, user_id, change_set_id,
      parent_type, parent_id)
    select r.company_id, 'file', r.id, r.name, 'created', 'Added file ' || r.name, (select app.user_id()), s.id, r.parent_type, r.parent_id
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
alter policy sop_history on activity_logs using (
  company_id = any ((select app.scope_for('activity.read'))::uuid[])
  and ((entity_type <> 'sop' and parent_type is distinct from 'sop') or ((select app.may('sop.readDraft'))
    and ((select app.may('sop.readInternal')) or exists (select from sops s where s.id = coalesce(activity_logs.parent_id, activity_logs.entity_id))
      or not app.sop_exists(coalesce(parent_id, entity_id))))));
alter policy activity_of_tasks on activity_logs using (
  company_id = any ((select app.scope_for('activity.read'))::uuid[])
  and ((entity_type <> 'task' and parent_type is distinct from 'task') or (select app.reaches_all('task.read')) or exists (
    select from tasks t where t.company_id = activity_logs.company_id and t.id = coalesce(activity_logs.parent_id, activity_logs.entity_id))));

-- As in 0013, but the key may name another company than the log: that in which the file was uploaded.
drop index activity_logs_blobs;
create index activity_logs_blobs on activity_logs ((metadata -> 'row' ->> 'storage_key')) where entity_type = 'file' and action = 'deleted';
create or replace function app.orphans_among(keys text[]) returns setof text
language sql stable security definer set search_path = pg_catalog, public as $$
  select k from unnest(keys) k
  where not exists (select from public.files f where f.storage_key = k) and not exists (
    select from public.activity_logs l where l.entity_type = 'file' and l.action = 'deleted'
      and l.metadata -> 'row' ->> 'storage_key' = k and l.created_at > now() - interval '91 days')
$$;

-- As in 0027, but a file that went to another company with its SOP is touched.
create or replace function app.undo_candidates(company uuid, target_set uuid, entity text)
returns table (entity_id uuid, entity_name text, touched boolean)
language sql stable set search_path = pg_catalog, public as $$
  with recursive own_lines as materialized (
    select u.entity_id as id from app.undo_records(company, target_set, 'bom_line') u where entity = 'bom_line' and u.was_created
  ), used_elsewhere as materialized (
    select distinct l.component_id as id from public.bom_lines l left join own_lines o on o.id = l.id
    where entity = 'bom_line' and l.company_id = company and l.part_id is null and o.id is null
  ), parents as materialized (
    select m.* from app.made_records(company, target_set, 'assembly') m where entity = 'bom_line'
    union all select m.* from app.made_records(company, target_set, 'product') m where entity = 'bom_line'
  ), kept(id) as (
    select m.entity_id from parents m left join used_elsewhere e on e.id = m.entity_id where m.touched or e.id is not null
    union
    select l.component_id from kept k join public.bom_lines l on l.company_id = company and l.parent_id = k.id and l.part_id is null
  ), kept_lines as materialized (
    select l.id from kept k join public.bom_lines l on l.company_id = company and l.parent_id = k.id
  )
  select m.entity_id, m.entity_name, case
    when m.touched or (entity = 'file' and not exists (select from public.files f where f.company_id = company and f.id = m.entity_id)) then true
    when k.id is not null then null else false end
  from app.made_records(company, target_set, entity) m left join kept_lines k on k.id = m.entity_id
$$;
