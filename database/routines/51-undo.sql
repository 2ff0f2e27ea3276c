-- Undo of a change set: what was made goes, what was changed goes back field by field, what was deleted returns. Whatever somebody
-- touched since is kept and reported. Runs with the rights of the caller.

-- One verb for one table; `only_ids` limits it to some of its records, which must be among its candidates.
create or replace procedure app.undo_verb(verb text, t app.tenant_tables, company uuid, target_set uuid, only_ids uuid[])
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  writable text; assignments text; all_columns text;
  owner text := case when t.entity_type in ('assembly', 'product') then 'l.entity_id' when t.entity_type = 'bom_line' then $o$(l.old_row ->> 'parent_id')::uuid$o$ end;
begin
  select string_agg(format('%I', attname), ', ') filter (where attname not in ('id', 'company_id', 'created_at', 'version', 'updated_at')),
         string_agg(format('%1$I = r.%1$I', attname), ', ') filter (where attname not in ('id', 'company_id', 'created_at', 'version', 'updated_at')),
         string_agg(format('r.%I', attname), ', ')
    into writable, assignments, all_columns
    from pg_attribute where attrelid = format('public.%I', t.table_name)::regclass and attnum > 0 and not attisdropped and attgenerated = '';
  if verb = 'created' and only_ids is not null then
    execute format('delete from public.%I x where x.company_id = $1 and x.id = any ($2)', t.table_name) using company, only_ids;
  elsif verb = 'created' then
    execute format($q$ delete from public.%I x using app.undo_candidates($1, $2, $3) c
      where x.company_id = $1 and x.id = c.entity_id and not c.touched $q$, t.table_name)
      using company, target_set, t.entity_type;
  elsif verb = 'updated' then
    execute format($q$ update public.%1$I x set %2$s from (
        select y.company_id as of_company, (jsonb_populate_record(y, p.patch)).* from (
          select f.entity_id, jsonb_object_agg(f.field, f.old_value) as patch from app.undo_fields($1, $2, $3) f
          join public.%1$I z on z.company_id = $1 and z.id = f.entity_id
          where to_jsonb(z) ->> f.field is not distinct from f.new_value and ($4 is null or f.entity_id = any ($4)) group by f.entity_id) p
        join public.%1$I y on y.company_id = $1 and y.id = p.entity_id) r
      where x.company_id = $1 and x.id = r.id $q$, t.table_name, assignments)
      using company, target_set, t.entity_type, only_ids;
  else
    execute format($q$ insert into public.%1$I (%2$s) select %3$s from app.undo_records($1, $2, $3) l,
        lateral jsonb_populate_record(null::public.%1$I, l.old_row) r
      where l.was_deleted and not l.was_created and ($4 is null or l.entity_id = any ($4))
        and not exists (select from public.%1$I y where y.company_id = $1 and y.id = l.entity_id) %4$s $q$,
      t.table_name, replace(all_columns, 'r.', ''), all_columns,
      coalesce('and not exists (select from app.stays_away($1, $2) s where s.id = ' || owner || ')', ''))
      using company, target_set, t.entity_type, only_ids;
  end if;
end $$;

-- Undoes as many of the records as can be. @returns the others, and why not
create or replace function app.undo_in_halves(verb text, t app.tenant_tables, company uuid, target_set uuid, ids uuid[])
returns table (entity_id uuid, reason text)
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  half int := cardinality(ids) / 2;
begin
  if cardinality(ids) = 0 then return; end if;
  call app.undo_verb(verb, t, company, target_set, ids);
exception when integrity_constraint_violation or sqlstate 'SB001' then
  if half > 0 then
    return query select * from app.undo_in_halves(verb, t, company, target_set, ids[:half]);
    return query select * from app.undo_in_halves(verb, t, company, target_set, ids[half + 1:]);
  elsif sqlstate = '23503' then
    return query select ids[1], 'Other records use it, or one it used is gone';
  elsif sqlstate = '23505' then
    return query select ids[1], 'Its number or name is used by another record now';
  elsif sqlerrm in ('bom_loop', 'bom_too_deep') then
    return query select ids[1], 'What was changed since does not go with it';
  else
    raise;
  end if;
end $$;

-- One record stands in the way of all: undoes the others and reports those that cannot go back.
create or replace function app.undo_what_can_be(verb text, t app.tenant_tables, company uuid, target_set uuid)
returns table (entity_type text, entity_id uuid, entity_name text, field text, reason text)
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  ids uuid[];
  used uuid[] := '{}';
begin
  if verb = 'created' then
    select array_agg(c.entity_id order by c.entity_id) into ids from app.undo_candidates(company, target_set, t.entity_type) c where not c.touched;
    select array_agg(distinct u) into used from app.used_among(format('public.%I', t.table_name)::regclass, company, ids) u;
    select array_agg(i) into ids from unnest(ids) i where i <> all (coalesce(used, '{}'));
  else
    select array_agg(distinct l.entity_id) into ids from public.activity_logs l
      where l.company_id = company and l.change_set_id = target_set and l.entity_type = t.entity_type;
  end if;
  return query
    select t.entity_type, f.entity_id, n.name, null::text, f.reason
    from (
      select u as entity_id, 'Other records use it, or one it used is gone' as reason from unnest(used) u
      union all
      select h.entity_id, h.reason from app.undo_in_halves(verb, t, company, target_set, coalesce(ids, '{}')) h) f
    left join (
      select l.entity_id, max(l.entity_name) as name from public.activity_logs l
      where l.company_id = company and l.change_set_id = target_set and l.entity_type = t.entity_type group by l.entity_id) n
      on n.entity_id = f.entity_id;
end $$;

/* Locks the records before it reads them: it writes whole rows, so a stock change that was committed between reading and writing would be
   lost. Vendors come back before, and go after, what the same set linked to them. */
create or replace function app.undo_change_set(company uuid, target_set uuid)
returns table (entity_type text, entity_id uuid, entity_name text, field text, reason text)
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  undone uuid;
  step record;
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
    order by case when t.table_name <> 'vendors' then v.rank when v.verb = 'deleted' then 0 when v.verb = 'created' then 4 else 2 end,
      case v.verb when 'created' then -t.undo_order else t.undo_order end
  loop
    if step.verb = 'updated' then
      execute format($q$ select from public.%I x where x.company_id = $1 and x.id in (
          select l.entity_id from public.activity_logs l
          where l.company_id = $1 and l.change_set_id = $2 and l.entity_type = $3 and l.field_changed is not null)
        order by x.id for update $q$, step.name) using company, target_set, step.word;
      return query execute format($q$ select $3, f.entity_id, f.entity_name, f.field,
          case when z.id is null then 'It was deleted since' else 'It was changed again since' end
        from app.undo_fields($1, $2, $3) f left join public.%I z on z.company_id = $1 and z.id = f.entity_id
        where z.id is null or to_jsonb(z) ->> f.field is distinct from f.new_value $q$, step.name)
        using company, target_set, step.word;
    elsif step.verb = 'deleted' and step.word in ('assembly', 'product') then
      return query select step.word, s.id, s.name, null::text, 'Something it contains is gone' from app.stays_away(company, target_set) s
        where s.entity_type = step.word;
    elsif step.verb = 'created' then
      return query select step.word, u.entity_id, u.entity_name, null::text, 'It was changed or deleted since'
        from app.undo_candidates(company, target_set, step.word) u where u.touched;
    end if;
    begin
      call app.undo_verb(step.verb, step.tenant, company, target_set, null);
    exception when integrity_constraint_violation or sqlstate 'SB001' then
      return query select * from app.undo_what_can_be(step.verb, step.tenant, company, target_set);
    end;
  end loop;
  -- Undoing what undid a set brings that set back: it can be undone again. Beside an undo that is the import of a backup, which brings back
  -- what a deletion took away.
  update public.change_sets s set undone_by = null where s.company_id = company and s.undone_by = target_set;
  undone := app.open_change_set();
  update public.change_sets s set undone_by = undone where s.company_id = company and s.id = target_set and undone is not null;
end $$;

grant execute on procedure app.undo_verb to app_rt;
grant execute on function app.undo_in_halves, app.undo_what_can_be, app.undo_change_set to app_rt;
