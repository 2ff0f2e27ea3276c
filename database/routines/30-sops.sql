-- SOPs have their own fence, their own log and their own move between companies.

call app.undoable_table('sops', 'sop', 'sop.write', undo_order => 70, comes_first => true, exists_by => 'sop_exists');
alter table sops alter created_by set default app.user_id();
call app.allow_all_rows('sops', 'app_auth', 'select,update');
call app.grant_columns('sops');
create trigger version before update on sops for each row execute function app.bump_version();

create policy may_read on sops for select to app_rt, app_worker using (
  company_id = any ((select app.scope_with_firm('sop.read', 'sop.read'))::uuid[])
  and (visibility <> 'company' or company_id = any ((select app.scope_for('sop.read'))::uuid[]))
  and ((select app.may('sop.readInternal')) or (visibility <> 'sbr_only'
    and (status = 'published' or (visibility = 'company' and (select app.may('sop.readDraft')))))));
-- An undo can bring back a SOP that somebody else made. Only people who may write the SOPs of others can do that.
create policy may_insert on sops for insert to app_rt with check (
  company_id = any ((select app.scope_with_firm('sop.create', 'sop.share'))::uuid[])
  and (case when visibility = 'company' then company_id = any ((select app.scope_for('sop.create'))::uuid[]) else (select app.may('sop.share')) end)
  and ((select app.reach('sop.write')) <> 'own' or created_by = (select app.user_id())));
do $$
declare
  writable text := $c$ company_id = any ((select app.scope_with_firm('sop.write', 'sop.share'))::uuid[])
    and (case when visibility = 'company' then company_id = any ((select app.scope_for('sop.write'))::uuid[]) else (select app.may('sop.share')) end)
    and ((select app.reach('sop.write')) <> 'own' or created_by = (select app.user_id())) $c$;
begin
  execute format('create policy may_update on sops for update to app_rt using (%1$s) with check (%1$s)', writable);
  execute format('create policy may_delete on sops for delete to app_rt using (%s)', writable);
end $$;

/* A SOP of SBR belongs to the firm, whoever made it and wherever. A change of visibility moves the row in the same statement; files
   follow by their foreign key. When a SOP leaves the firm, it goes to the company that the statement names. Nobody may set company_id directly; the
   policies judge the row as it is after this trigger. */
create or replace function app.place_sop() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  asked uuid := nullif(current_setting('app.company', true), '')::uuid;
  target uuid := new.company_id;
  writable text;
begin
  if tg_op = 'INSERT' then
    if new.visibility <> 'company' then new.company_id := app.firm(); end if;
    new.home_company_id := coalesce(new.home_company_id, target);
    return new;
  end if;
  if new.company_id <> old.company_id then return new; end if; -- the move below
  new.created_by := old.created_by;
  new.home_company_id := case old.visibility when 'company' then old.company_id else old.home_company_id end;
  if new.visibility <> 'company' then
    target := app.firm();
  elsif old.visibility <> 'company' then
    target := case when current_setting('app.change_kind', true) = 'undo' then new.home_company_id else coalesce(asked, target) end;
  end if;
  if target in (old.company_id, asked, app.firm()) then
    new.company_id := target;
    return new;
  end if;
  -- An undo can bring a SOP back into a company other than that of the path; no policy would let the caller write that row.
  if not app.may('sop.share') then raise exception 'not allowed' using errcode = 'insufficient_privilege'; end if;
  if (select c.status = 'sold' from public.companies c where c.id = target) then
    raise exception 'sop_company_sold' using errcode = 'SB001';
  end if;
  new.company_id := target;
  new.home_company_id := target;
  select string_agg(format('%1$I = r.%1$I', attname), ', ') into writable from pg_attribute
    where attrelid = 'public.sops'::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attname not in ('id', 'created_at', 'version');
  execute format('update public.sops s set %s from (select ($1).*) r where s.company_id = $2 and s.id = $3', writable)
    using new, old.company_id, old.id;
  return null;
end $$;
create trigger place before insert or update on sops for each row execute function app.place_sop();

/* The records that still refer to a SOP and concern the person who deletes it. Others can have linked a company's own SOP only while
   it was shared, and they do not see it any more. */
create or replace function app.sop_uses(sop uuid) returns table (type text, id uuid, name text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.type, u.id, case when u.company_id = any ((select app.scope())::uuid[]) then u.name else u.name || ', ' || c.name end
  from public.sops s
  cross join lateral (
    select 'part' as type, p.id, p.part_number || ' ' || p.name as name, p.company_id from public.parts p where p.sop_id = s.id
    union all
    select 'assembly', a.id, a.assembly_number || ' ' || a.name, a.company_id from public.assemblies a where a.sop_id = s.id
    union all
    select 'product', p.id, p.sku || ' ' || p.name, p.company_id from public.products p where p.sop_id = s.id) u
  join public.companies c on c.id = u.company_id
  where s.id = sop and s.company_id = any ((select app.scope_with_firm('sop.write', 'sop.share'))::uuid[])
    and (s.visibility <> 'company' or u.company_id = s.company_id)
$$;

-- The database checks again, because of undo and of links made in the meantime: a link locks the row (below), and the deletion waits for it.
create or replace function app.check_sop_unused() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from public.parts p where p.sop_id = old.id and (old.visibility <> 'company' or p.company_id = old.company_id))
     or exists (select from public.assemblies a where a.sop_id = old.id and (old.visibility <> 'company' or a.company_id = old.company_id))
     or exists (select from public.products p where p.sop_id = old.id and (old.visibility <> 'company' or p.company_id = old.company_id)) then
    raise exception 'update or delete of a SOP in use' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
create trigger unused after delete on sops for each row execute function app.check_sop_unused();

/* A link needs a published SOP that belongs to the company or is shared by SBR; an undo may bring back any link to a SOP that exists. The
   refusal is that of a foreign key, so that it reads like an unknown id (T3). */
create or replace function app.check_sop_link() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from public.sops s where s.id = new.sop_id
    and (s.visibility <> 'company' or s.company_id = new.company_id)
    and (current_setting('app.change_kind', true) = 'undo' or (s.status = 'published' and s.visibility <> 'sbr_only'))
    for key share;
  if not found then
    raise exception 'no such SOP' using errcode = 'foreign_key_violation', table = tg_table_name,
      constraint = tg_table_name || '_company_id_sop_id_fkey';
  end if;
  return new;
end $$;
create trigger sop_link_insert before insert on parts for each row when (new.sop_id is not null) execute function app.check_sop_link();
create trigger sop_link_update before update on parts for each row
  when (new.sop_id is not null and new.sop_id is distinct from old.sop_id) execute function app.check_sop_link();
create trigger sop_link_insert before insert on assemblies for each row when (new.sop_id is not null) execute function app.check_sop_link();
create trigger sop_link_update before update on assemblies for each row
  when (new.sop_id is not null and new.sop_id is distinct from old.sop_id) execute function app.check_sop_link();
create trigger sop_link_insert before insert on products for each row when (new.sop_id is not null) execute function app.check_sop_link();
create trigger sop_link_update before update on products for each row
  when (new.sop_id is not null and new.sop_id is distinct from old.sop_id) execute function app.check_sop_link();

/* Logs the fields that changed. If the SOP moves, its changes go into the log of the company that it moves to, where undo finds it. The changes
   of an undo go into the log of the company whose change set it undoes. In the other company one line says that the SOP
   came or went. */
create or replace function app.log_sop_update() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  is_undo boolean := coalesce(current_setting('app.change_kind', true) = 'undo', false);
  c record;
  other_set uuid;
begin
  for c in
    select n.id, to_jsonb(n) as now, to_jsonb(o) as was, n.company_id <> o.company_id as has_moved,
      case when is_undo then o.company_id else n.company_id end as told_by, case when is_undo then n.company_id else o.company_id end as other
    from new_rows n join old_rows o on o.id = n.id
  loop
    insert into public.activity_logs (company_id, entity_type, entity_id, entity_name, action, field_changed, old_value, new_value,
      description, user_id, change_set_id)
    select c.told_by, 'sop', c.id, c.now ->> 'entity_name', 'updated', e.key, c.was ->> e.key, e.value, 'Changed ' || replace(e.key, '_', ' '),
      app.user_id(), app.change_set(c.told_by)
    from jsonb_each_text(c.now) e
    where e.key not in ('company_id', 'home_company_id', 'version', 'updated_at', 'search_text', 'words', 'head_words', 'entity_name')
      and e.value is distinct from c.was ->> e.key;
    continue when not c.has_moved;
    insert into public.change_sets (company_id, user_id, kind) values (c.other, app.user_id(), case when is_undo then 'undo' else 'edit' end)
      returning id into other_set;
    insert into public.activity_logs (company_id, entity_type, entity_id, entity_name, action, description, user_id, change_set_id)
    values (c.other, 'sop', c.id, (case when is_undo then c.now else c.was end) ->> 'entity_name', 'updated',
      case when (c.now ->> 'company_id')::uuid = app.firm() then 'Moved to SBR' else 'Moved from SBR to a company' end, app.user_id(), other_set);
  end loop;
  return null;
end $$;
call app.each_statement('sops', 'log', $$log_insert('sop')$$, 'log_sop_update()', $$log_delete('sop')$$);

create or replace function app.sop_exists(sop uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$ select exists (select from public.sops s where s.id = sop) $$;

/* The history of a SOP and of its files is for people who may read the SOP even as a draft, since the history shows drafts. The history
   of a deleted SOP is for people who could have read it. The policy is restrictive: it narrows all other policies of the log. */
create policy sop_history on activity_logs as restrictive for select to app_rt, app_worker using (
  company_id = any ((select app.scope_for('activity.read'))::uuid[])
  and ((entity_type <> 'sop' and parent_type is distinct from 'sop') or ((select app.may('sop.readDraft'))
    and ((select app.may('sop.readInternal')) or exists (select from sops s where s.id = coalesce(activity_logs.parent_id, activity_logs.entity_id))
      or not app.sop_exists(coalesce(parent_id, entity_id))))));

call app.give_to('app_audit', 'log_sop_update');
grant execute on function app.sop_exists to app_rt, app_worker, app_auth, app_audit;
grant execute on function app.sop_uses to app_rt;
