-- What moves the stock of a part (security.md 4.2). The law, always and for every way of changing parts.stock_level:
--   opening balance + sum of movements = stock,
-- where the opening balance is what the part was created with. It is not stored a second time: it is the stock of a part that
-- never moved, else `balance - delta` of its first movement. Each movement carries the balance it left, so the rows of a part form
-- a chain (each starts where the one before ended, the last ends at the stock) and none can be missing unnoticed.
-- Existing parts and the 100,000 of a new import so begin with no row at all.

create table stock_movements (
  id bigint generated always as identity, -- within a part in the order of the changes: the trigger runs while the part is locked
  company_id uuid not null,
  part_id uuid not null, -- without a foreign key: a deleted part may come back by undo, and its story with it
  delta int not null check (delta <> 0),
  balance int not null check (balance >= 0),
  reason text not null check (reason in ('received', 'used', 'counted', 'damaged', 'returned', 'other', 'edited', 'imported', 'undone')),
  note text,
  user_id uuid,
  change_set_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (company_id, part_id, id)
);

-- A quick adjustment says why by settings of its transaction; anything else is known by what the request is.
create function app.move_stock() returns trigger
language plpgsql security definer set search_path = pg_catalog, public set enable_nestloop = off as $$
begin
  insert into public.stock_movements (company_id, part_id, delta, balance, reason, note, user_id, change_set_id)
  with moved as materialized (
    select n.company_id, n.id, n.stock_level - o.stock_level as delta, n.stock_level as balance
    from new_rows n join old_rows o on o.company_id = n.company_id and o.id = n.id
    where n.stock_level <> o.stock_level
  ), sets as materialized (
    select c.company_id, app.change_set(c.company_id) as id from (select distinct company_id from moved) c
  )
  select m.company_id, m.id, m.delta, m.balance,
    coalesce(nullif(current_setting('app.stock_reason', true), ''),
      case current_setting('app.change_kind', true) when 'import' then 'imported' when 'undo' then 'undone' else 'edited' end),
    nullif(current_setting('app.stock_note', true), ''), (select app.user_id()), s.id
  from moved m join sets s on s.company_id = m.company_id;
  return null;
end $$;
alter function app.move_stock() owner to app_audit;
create trigger stock_update after update on parts referencing old table as old_rows new table as new_rows
  for each statement execute function app.move_stock();

call app.let_in('stock_movements', 'app_audit', 'select,insert');
create trigger append_only before update or delete or truncate on stock_movements
  for each statement execute function app.refuse_change();
grant select on stock_movements to app_rt, app_worker;
create policy movement_read on stock_movements for select to app_rt, app_worker
  using (company_id = any ((select app.scope_for('inventory.read'))::uuid[]));

-- The undo of 0006, which now locks the records before it reads them. It writes whole rows, so a stock change that was committed
-- between its reading and its writing was lost in silence.
create or replace function app.undo_change_set(company uuid, target_set uuid)
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
  update public.change_sets s set undone_by = null from public.change_sets u
    where u.company_id = company and u.id = target_set and s.company_id = company and s.id = u.undoes;
  update public.change_sets set undone_by = u.id from (
    select nullif(substr(current_setting('app.change_set', true), 38), '')::uuid as id) u
    where change_sets.company_id = company and change_sets.id = target_set and u.id is not null;
end $$;
