-- Undo of a change set: what was made goes, what was changed goes back field by field, what was deleted returns.
-- Whatever somebody touched since is kept and reported (decisions.md, Change sets). Runs with the rights of the caller.

-- One verb for one table; `only_id` limits it to one record.
create procedure app.undo_verb(verb text, t app.tenant_tables, company uuid, target_set uuid, only_id uuid)
language plpgsql set search_path = pg_catalog, public as $$
declare
  writable text; assignments text; all_columns text;
begin
  select string_agg(format('%I', attname), ', ') filter (where attname not in ('id', 'company_id', 'created_at', 'version', 'updated_at')),
         string_agg(format('%1$I = r.%1$I', attname), ', ') filter (where attname not in ('id', 'company_id', 'created_at', 'version', 'updated_at')),
         string_agg(format('r.%I', attname), ', ')
    into writable, assignments, all_columns
    from pg_attribute where attrelid = format('public.%I', t.table_name)::regclass and attnum > 0 and not attisdropped and attgenerated = '';
  if verb = 'created' then
    execute format($q$ delete from public.%I x using app.undo_candidates($1, $2, $3) c
      where x.company_id = $1 and x.id = c.entity_id and not c.touched and ($4 is null or x.id = $4) $q$, t.table_name)
      using company, target_set, t.entity_type, only_id;
  elsif verb = 'updated' then
    execute format($q$ update public.%1$I x set %2$s from (
        select y.company_id as of_company, (jsonb_populate_record(y, p.patch)).* from (
          select f.entity_id, jsonb_object_agg(f.field, f.old_value) as patch from app.undo_fields($1, $2, $3) f
          join public.%1$I z on z.company_id = $1 and z.id = f.entity_id
          where to_jsonb(z) ->> f.field is not distinct from f.new_value and ($4 is null or f.entity_id = $4) group by f.entity_id) p
        join public.%1$I y on y.company_id = $1 and y.id = p.entity_id) r
      where x.company_id = $1 and x.id = r.id $q$, t.table_name, assignments)
      using company, target_set, t.entity_type, only_id;
  else
    execute format($q$ insert into public.%1$I (%2$s) select %3$s from app.undo_records($1, $2, $3) l,
        lateral jsonb_populate_record(null::public.%1$I, l.old_row) r
      where l.was_deleted and not l.was_created and ($4 is null or l.entity_id = $4)
        and not exists (select from public.%1$I y where y.company_id = $1 and y.id = l.entity_id) $q$,
      t.table_name, replace(all_columns, 'r.', ''), all_columns)
      using company, target_set, t.entity_type, only_id;
  end if;
end $$;

-- The records that a set made or deleted. One pass over the set: a subquery per record would read the set again each time.
create function app.undo_records(company uuid, target_set uuid, entity text)
returns table (entity_id uuid, entity_name text, was_created boolean, was_deleted boolean, last_id bigint, old_row jsonb)
language sql stable set search_path = pg_catalog, public as $$
  select l.entity_id, max(l.entity_name), bool_or(l.action = 'created'), bool_or(l.action = 'deleted'), max(l.id),
    (array_agg(l.metadata -> 'row') filter (where l.action = 'deleted'))[1]
  from public.activity_logs l
  where l.company_id = company and l.change_set_id = target_set and l.entity_type = entity and l.action in ('created', 'deleted')
  group by l.entity_id
$$;

-- Those it made, and whether anyone changed them after it. A later set that was undone left no trace, nor did its undo.
create function app.undo_candidates(company uuid, target_set uuid, entity text)
returns table (entity_id uuid, entity_name text, touched boolean)
language sql stable set search_path = pg_catalog, public as $$
  select r.entity_id, r.entity_name, exists (
    select from public.activity_logs n join public.change_sets s on s.company_id = company and s.id = n.change_set_id
    where n.company_id = company and n.entity_id = r.entity_id and n.entity_type = entity and n.id > r.last_id
      and s.undone_by is null and not exists (
        select from public.change_sets u where u.company_id = company and u.id = s.undoes and u.undone_by = s.id))
  from app.undo_records(company, target_set, entity) r where r.was_created and not r.was_deleted
$$;

-- The net change of each field: its value before the set and after it.
create function app.undo_fields(company uuid, target_set uuid, entity text)
returns table (entity_id uuid, entity_name text, field text, old_value text, new_value text)
language sql stable set search_path = pg_catalog, public as $$
  select f.entity_id, max(f.entity_name), f.field_changed,
    (array_agg(f.old_value order by f.id))[1], (array_agg(f.new_value order by f.id desc))[1]
  from (
    select l.*, bool_or(l.field_changed is null) over (partition by l.entity_id) as is_whole from public.activity_logs l
    where l.company_id = company and l.change_set_id = target_set and l.entity_type = entity
  ) f
  where not f.is_whole
  group by f.entity_id, f.field_changed
$$;

create function app.undo_change_set(company uuid, target_set uuid)
returns table (entity_type text, entity_id uuid, entity_name text, field text, reason text)
language plpgsql set search_path = pg_catalog, public as $$
declare
  step record;
  c record;
begin
  -- A set of any size is new to the statistics: for a large one only hash joins are safe.
  if (select count(*) > 500 from (select from public.activity_logs l where l.company_id = company and l.change_set_id = target_set limit 501) n) then
    perform set_config('enable_nestloop', 'off', true);
  end if;
  perform set_config('app.change_kind', 'undo', true), set_config('app.undoes', target_set::text, true),
          set_config('app.change_set', '', true);
  for step in
    select v.verb, t as tenant, t.entity_type as word, t.table_name as name from app.tenant_tables t
    cross join (values ('created', 1), ('updated', 2), ('deleted', 3)) v(verb, rank)
    where exists (select from public.activity_logs l where l.company_id = company and l.change_set_id = target_set
                  and l.entity_type = t.entity_type)
    order by v.rank, case v.verb when 'created' then -t.undo_order else t.undo_order end
  loop
    if step.verb = 'updated' then
      return query execute format($q$ select $3, f.entity_id, f.entity_name, f.field,
          case when z.id is null then 'It was deleted since' else 'It was changed again since' end
        from app.undo_fields($1, $2, $3) f left join public.%I z on z.company_id = $1 and z.id = f.entity_id
        where z.id is null or to_jsonb(z) ->> f.field is distinct from f.new_value $q$, step.name)
        using company, target_set, step.word;
    elsif step.verb = 'created' then
      return query select step.word, u.entity_id, u.entity_name, null::text, 'It was changed or deleted since'
        from app.undo_candidates(company, target_set, step.word) u where u.touched;
    end if;
    begin
      call app.undo_verb(step.verb, step.tenant, company, target_set, null);
    exception when integrity_constraint_violation then
      -- One record stands in the way of all: take them one by one and report those that cannot go back.
      for c in select distinct l.entity_id as id, l.entity_name as name from public.activity_logs l
        where l.company_id = company and l.change_set_id = target_set and l.entity_type = step.word loop
        begin
          call app.undo_verb(step.verb, step.tenant, company, target_set, c.id);
        exception
          when foreign_key_violation then
            return query select step.word, c.id, c.name, null::text, 'Other records use it, or one it used is gone';
          when unique_violation then
            return query select step.word, c.id, c.name, null::text, 'Its number or name is used by another record now';
        end;
      end loop;
    end;
  end loop;
  -- Undoing an undo brings the first set back: it can be undone again.
  update public.change_sets s set undone_by = null from public.change_sets u
    where u.company_id = company and u.id = target_set and s.company_id = company and s.id = u.undoes;
  update public.change_sets set undone_by = u.id from (
    select nullif(substr(current_setting('app.change_set', true), 38), '')::uuid as id) u
    where change_sets.company_id = company and change_sets.id = target_set and u.id is not null;
end $$;

grant execute on procedure app.undo_verb(text, app.tenant_tables, uuid, uuid, uuid) to app_rt;
grant execute on function app.undo_records(uuid, uuid, text), app.undo_candidates(uuid, uuid, text), app.undo_fields(uuid, uuid, text), app.undo_change_set(uuid, uuid) to app_rt;
