-- As before, but the sets are changed by their keys: as a join they were read whole while the statistics did not know them yet.
create or replace function app.undo_change_set(company uuid, target_set uuid)
returns table (entity_type text, entity_id uuid, entity_name text, field text, reason text)
language plpgsql set search_path = pg_catalog, public as $$
declare
  undone uuid;
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
      execute format($q$ select from public.%I x where x.company_id = $1 and x.id in (
          select l.entity_id from public.activity_logs l
          where l.company_id = $1 and l.change_set_id = $2 and l.entity_type = $3 and l.field_changed is not null)
        order by x.id for update $q$, step.name) using company, target_set, step.word;
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
  select s.undoes into undone from public.change_sets s where s.company_id = company and s.id = target_set;
  update public.change_sets s set undone_by = null where s.company_id = company and s.id = undone;
  undone := nullif(substr(current_setting('app.change_set', true), 38), '')::uuid;
  update public.change_sets s set undone_by = undone where s.company_id = company and s.id = target_set and undone is not null;
end $$;
