-- Files that belong to a record (decision 0012).

call app.tenant_table('files', 'file', 'file.read', 'file.write', undo_order => 80, owner_column => 'parent_id', at_cost => 'r.size'); -- the counters keep the bytes of a company
alter table files alter uploaded_by set default app.user_id();

/* People who may read the parent may read its files. People who may change the parent, or whom app.file_parents names, may attach files.
   People who may change the parent remove all its files, others only their own. The policies of the parent's table decide this, also for
   which companies, so this file comes after those of the parents. The functions apply the same rules to a row that is not stored. */
create or replace procedure app.renew_file_policies() language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  readable text; writable text; removable text;
  within text := $c$company_id = any ((select app.scope_with_firm('file.write', 'sop.share'))::uuid[]) and case %s else false end$c$;
begin
  select string_agg(format('when files.%1$I is not null then exists (select from public.%2$I
      where %2$I.company_id = files.company_id and %2$I.id = files.%1$I)', f.entity_type || '_id', f.table_name), ' ' order by f.place),
    string_agg(format(of_parent, f.entity_type || '_id', f.table_name, pg_get_expr(a.polqual, a.polrelid)), ' ' order by f.place),
    string_agg(format(of_parent, f.entity_type || '_id', f.table_name, pg_get_expr(c.polqual, c.polrelid)
      || case when f.attached_by <> 'may_update' then ' or files.uploaded_by = (select app.user_id())' else '' end), ' ' order by f.place)
    into readable, writable, removable
    from app.file_parents f
    join pg_policy a on a.polrelid = format('public.%I', f.table_name)::regclass and a.polname = f.attached_by
    join pg_policy c on c.polrelid = a.polrelid and c.polname = 'may_update'
    cross join (values ('when files.%1$I is not null then exists (select from public.%2$I
      where %2$I.company_id = files.company_id and %2$I.id = files.%1$I and (%3$s))')) t(of_parent);
  execute format('create or replace function app.sees_parent(files public.files) returns boolean
    language sql stable set search_path = pg_catalog, public, pg_temp as %L', format('select case %s else false end', readable));
  execute format('create or replace function app.may_attach(files public.files) returns boolean
    language sql stable set search_path = pg_catalog, public, pg_temp as %L', format('select case %s else false end', writable));
  execute format('alter policy may_read on public.files using (%s)',
    format($c$company_id = any ((select app.scope_with_firm('file.read', 'file.read'))::uuid[]) and case %s else false end$c$, readable));
  execute format('alter policy may_insert on public.files with check (%s)', format(within, writable));
  execute format('alter policy may_update on public.files using (%1$s) with check (%1$s)', format(within, removable));
  execute format('alter policy may_delete on public.files using (%s)', format(within, removable));
end $$;
call app.renew_file_policies();
grant execute on function app.sees_parent, app.may_attach to app_rt;

/* Whether a record has files that this session may perhaps read, and those that it reads, as JSON by id. Most records have none, and PostgreSQL
   prepares the whole policy above for every query on the table: that took half of the time of reading a record. */
create or replace function app.has_files(company uuid, record uuid) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from public.files f where f.company_id = company and f.parent_id = record) then return false; end if;
  return company = any (app.scope_with_firm('file.read', 'file.read'));
end $$;

create or replace function app.attached_files(company uuid, record uuid) returns jsonb
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'path', f.path, 'type', f.type, 'size', f.size) order by f.id), '[]')
  from public.files f where f.company_id = company and f.parent_id = record
$$;

/* How many files each of these parts, assemblies and products has, and the first that is a picture, as JSON by the id of the item; items
   without files are missing. Read for each page of a list, where preparing the policy above took as long as the rest of the page. Who reads
   items and files reads the files of all items: definers.test.ts compares with the policy. */
create or replace function app.files_of_items(company uuid, items uuid[], picture_types text[]) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare c app.context := app.known();
begin
  if company = any (c.scope) and app.reach_of(c.role, 'file.read') is not null and app.reach_of(c.role, 'inventory.read') is not null then
    return (select coalesce(jsonb_object_agg(i.id, jsonb_build_object('files', i.files, 'picture', i.picture)), '{}') from (
      select f.parent_id as id, count(*) as files, (array_agg(f.id order by f.id) filter (where f.type = any (picture_types)))[1] as picture
      from public.files f where f.company_id = company and f.parent_id = any (items) and num_nonnulls(f.part_id, f.assembly_id, f.product_id) = 1
      group by f.parent_id) i);
  end if;
  return '{}';
end $$;

-- A file stays as it was uploaded: a signed link to it must not lead to something else. Checked after the change, when generated columns can
-- be compared.
create trigger unchangeable after update on files for each row
  when (new.company_id = old.company_id or to_jsonb(new) - 'company_id' is distinct from to_jsonb(old) - 'company_id')
  execute function app.refuse_change();

/* New bytes are stored in the folder of a company that this session may store in. A file that an undo brings back keeps its place, even if
   its SOP has moved since. It comes back only to a record that still exists: a policy could not tell that from a missing right. */
create or replace function app.check_new_file() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
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
  if new.step >= (select r.step_count from sop_runs r where r.company_id = new.company_id and r.id = new.sop_run_id) then
    raise exception 'sop_step_unknown' using errcode = 'SB001';
  end if;
  return new;
end $$;
create trigger check_new before insert on files for each row execute function app.check_new_file();

/* The log entry of a file names its parent, so only readers of the log of that SOP or task read it. A move is not logged here: the log
   of the SOP shows it. */
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
call app.each_statement('files', 'log', 'log_files()');

-- The size of a company's files in bytes. Every company may read that of the SBR firm.
create or replace function app.bytes_of_files(company uuid) returns bigint
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(sum(c.value_at_cost), 0)::bigint from public.row_counts c
  where c.company_id = company and c.table_name = 'files' and company = any (app.scope_with_firm('file.write', 'sop.share'))
$$;

/* A signed link works without a session, with the current rights of its maker. The maker's own transaction gives out a proof, made with
   a key that only app_auth can read: calling functions is not enough to act as somebody else. The server signs the link once more, with a
   key that the database does not know. */
create or replace function app.link_proof(person uuid, company uuid, file uuid, expires bigint) returns text
language sql stable security definer set search_path = pg_catalog, app, pg_temp as $$
  select encode(sha256(k.key || convert_to(concat_ws(' ', 'file', person, company, file, expires), 'UTF8') || k.key), 'hex') from app.context_key k
$$;

create or replace function app.prove_link(company uuid, file uuid, expires bigint) returns text
language sql stable security definer set search_path = pg_catalog, app, pg_temp as $$
  select app.link_proof(c.user_id, company, file, expires) from app.known() c where company = any (c.scope)
$$;

-- Acts as the maker of a link for the rest of the transaction, in the company of the file. False when the proof is missing or too old, or
-- when the maker no longer has a role there.
create or replace function app.enter_link(person uuid, company uuid, file uuid, expires bigint, proof text) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  c app.context;
  group_wide boolean;
begin
  if proof is distinct from app.link_proof(person, company, file, expires) or to_timestamp(expires) <= now() then return false; end if;
  select r.user_id, r.role, r.company_id, o.status, g.is_group_wide into c.user_id, c.role, c.company_id, c.company_status, group_wide
    from public.user_roles r join app.roles g on g.role = r.role join public.companies o on o.id = enter_link.company
    where r.user_id = person order by r.created_at desc limit 1;
  if c.role is null or not (group_wide or (c.company_id = enter_link.company and c.company_status <> 'sold')) then return false; end if;
  c.scope := array[enter_link.company];
  c.needs_touch := false;
  perform set_config('app.company', enter_link.company::text, true), set_config('app.ctx', app.seal(c::text) || c::text, true);
  return true;
end $$;

-- For the sweeper (server/files/storage/sweep.ts). Bytes are kept while a row names them, or a removal that can still be undone (90 days), and one
-- day longer.

-- The keys, in any company, that no row names and no removal that can still be undone. `was_removed`: the log records the removal.
create or replace function app.unnamed_files(keys text[]) returns table (key text, was_removed boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select k, l.at is not null from unnest(keys) k
    cross join lateral (select max(l.created_at) as at from public.activity_logs l
      where l.entity_type = 'file' and l.action = 'deleted'
        and l.metadata -> 'row' ->> 'storage_key' = k) l
    where not exists (select from public.files f where f.storage_key = k)
      and (l.at is null or l.at <= now() - interval '91 days')
$$;

create or replace function app.blobs_after(last_key text, take int) returns setof text
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select storage_key from public.files where storage_key > last_key order by storage_key limit take
$$;

call app.give_to('app_audit', 'log_files', 'bytes_of_files');
grant execute on function app.link_proof to app_auth;
grant execute on function app.has_files, app.attached_files, app.files_of_items, app.check_new_file, app.bytes_of_files, app.prove_link, app.enter_link, app.unnamed_files, app.blobs_after to app_rt;
