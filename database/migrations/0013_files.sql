-- Files that belong to a record: what is known of them. Their bytes lie in the storage, under storage_key (decision 0012).

create table files (
  id uuid not null default uuidv7(),
  company_id uuid not null references companies,
  name text not null check (name <> ''),
  type text not null,
  size bigint not null check (size > 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  storage_key text not null unique check (storage_key like company_id::text || '/%'),
  path text not null,
  uploaded_by uuid default app.user_id(),
  created_at timestamptz not null default now(),
  parent_id uuid generated always as (null::uuid) stored, -- both are given their meaning by app.file_parent
  parent_type text generated always as (null::text) stored,
  entity_name text not null generated always as (name) stored,
  primary key (company_id, id)
) with (fillfactor = 85);
create index files_parent on files (company_id, parent_id, id);
call app.tenant_table('files', 'file', 'file.read', 'file.write', at_cost => 'r.size'); -- the counters keep the bytes of a company
call app.owned_table('files', 'file', 'r.name', $$'file ' || r.name$$);

-- What was uploaded stays as it was uploaded: a link that was signed for it must not lead to something else.
create trigger unchangeable before update on files for each row execute function app.refuse_change();

create table app.file_parents (
  entity_type text primary key,
  table_name text not null,
  may_change text not null,
  place int not null generated always as identity
);

/* Lets the records of a table have files: adds the column <entity>_id and renews what depends on all kinds of parents. Whoever
   may read the parent may read its files (the policy of the parent's own table decides); `may_change` is SQL over a row p of
   the parent: whether this session may attach to it and remove from it (security.md 2.2, row 40). */
create procedure app.file_parent(entity text, target text, may_change text)
language plpgsql set search_path = pg_catalog, public as $$
declare
  columns text; kinds text; readable text; writable text;
begin
  insert into app.file_parents (entity_type, table_name, may_change) values (entity, target, may_change);
  execute format('alter table public.files add %1$I uuid,
    add foreign key (company_id, %1$I) references public.%2$I (company_id, id) on delete cascade', entity || '_id', target);
  execute format('create index %I on public.files (company_id, %2$I) where %2$I is not null', 'files_' || entity, entity || '_id');

  select string_agg(quote_ident(f.entity_type || '_id'), ', ' order by f.place),
    string_agg(format('when %I is not null then %L', f.entity_type || '_id', f.entity_type), ' ' order by f.place),
    string_agg(format('when %1$I is not null then exists (select from public.%2$I p
      where p.company_id = files.company_id and p.id = files.%1$I)', f.entity_type || '_id', f.table_name), ' ' order by f.place),
    string_agg(format('when %1$I is not null then exists (select from public.%2$I p
      where p.company_id = files.company_id and p.id = files.%1$I and (%3$s))', f.entity_type || '_id', f.table_name, f.may_change), ' ' order by f.place)
    into columns, kinds, readable, writable from app.file_parents f;

  execute format('alter table public.files drop constraint if exists files_one_parent,
    add constraint files_one_parent check (num_nonnulls(%1$s) = 1),
    alter parent_id set expression as (coalesce(%1$s)), alter parent_type set expression as (case %2$s end)', columns, kinds);
  readable := format('%s and case %s else false end', app.within('file.read'), readable);
  writable := format('%s and case %s else false end', app.within('file.write'), writable);
  execute 'drop policy may_read on public.files';
  execute 'drop policy may_insert on public.files';
  execute 'drop policy may_update on public.files';
  execute 'drop policy may_delete on public.files';
  execute format('create policy may_read on public.files for select to app_rt, app_worker using (%s)', readable);
  execute format('create policy may_insert on public.files for insert to app_rt with check (%s)', writable);
  execute format('create policy may_update on public.files for update to app_rt using (%1$s) with check (%1$s)', writable);
  execute format('create policy may_delete on public.files for delete to app_rt using (%s)', writable);
  -- Undo brings parents back before what belongs to them.
  update app.tenant_tables set undo_order = default where table_name = 'files';
end $$;

call app.file_parent('part', 'parts', $$(select app.may('inventory.write'))$$);
call app.file_parent('assembly', 'assemblies', $$(select app.may('inventory.write'))$$);
call app.file_parent('product', 'products', $$(select app.may('inventory.write'))$$);

/* A signed link works without a session, with what its maker may read at the moment it is used. So that nobody who can merely
   call functions takes the place of somebody else, the maker's own transaction has to give out a proof, made with a key that
   only app_auth can read. The link is signed once more by the server, with a key that the database does not know. */
create function app.link_proof(person uuid, company uuid, file uuid, expires bigint) returns text
language sql stable security definer set search_path = pg_catalog, app as $$
  select encode(sha256(k.key || convert_to(concat_ws(' ', 'file', person, company, file, expires), 'UTF8') || k.key), 'hex') from app.context_key k
$$;

create function app.prove_link(company uuid, file uuid, expires bigint) returns text
language sql stable security definer set search_path = pg_catalog, app as $$
  select app.link_proof(c.user_id, company, file, expires) from app.known() c where company = any (c.scope)
$$;

-- Takes the place of the maker of a link for the rest of the transaction, in the company of the file. False when the proof is
-- none, is too old, or its maker has no role there any more.
create function app.enter_link(person uuid, company uuid, file uuid, expires bigint, proof text) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
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

/* For the sweeper (server/files/sweep.ts). Bytes are kept as long as a row names them or a removal that can still be undone
   does: 90 days, and one more. */
call app.let_in('activity_logs', 'app_auth', 'select');
create index activity_logs_blobs on activity_logs (company_id, (metadata -> 'row' ->> 'storage_key'))
  where entity_type = 'file' and action = 'deleted';

create function app.orphans_among(keys text[]) returns setof text
language sql stable security definer set search_path = pg_catalog, public as $$
  select k from unnest(keys) k
  where not exists (select from public.files f where f.storage_key = k) and not exists (
    select from public.activity_logs l where l.company_id = split_part(k, '/', 1)::uuid and l.entity_type = 'file' and l.action = 'deleted'
      and l.metadata -> 'row' ->> 'storage_key' = k and l.created_at > now() - interval '91 days')
$$;

create function app.blobs_after(last_key text, take int) returns setof text
language sql stable security definer set search_path = pg_catalog, public as $$
  select storage_key from public.files where storage_key > last_key order by storage_key limit take
$$;

alter function app.link_proof(uuid, uuid, uuid, bigint) owner to app_auth;
alter function app.prove_link(uuid, uuid, bigint) owner to app_auth;
alter function app.enter_link(uuid, uuid, uuid, bigint, text) owner to app_auth;
alter function app.orphans_among(text[]) owner to app_auth;
alter function app.blobs_after(text, int) owner to app_auth;
grant execute on function app.link_proof(uuid, uuid, uuid, bigint) to app_auth;
grant execute on function app.prove_link(uuid, uuid, bigint), app.enter_link(uuid, uuid, uuid, bigint, text), app.orphans_among(text[]),
  app.blobs_after(text, int) to app_rt;
grant execute on function app.refuse_change() to app_rt;
