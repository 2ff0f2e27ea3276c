-- The movements of stock. migrations/0007_stock.sql states their rule.

call app.allow_all_rows('stock_movements', 'app_audit', 'select,insert');
grant select on stock_movements to app_rt, app_worker;
create policy movement_read on stock_movements for select to app_rt, app_worker
  using (company_id = any ((select app.scope_for('inventory.read'))::uuid[]));
create trigger append_only before update or delete or truncate on stock_movements
  for each statement execute function app.refuse_change();

-- Settings of the transaction give the reason of a quick adjustment; otherwise the kind of request gives it. A count is recorded even when it
-- finds the expected stock. `reverses`: the movement that a reversal names, or that an undo takes back (product.md 12).
create or replace function app.move_stock() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp set enable_nestloop = off as $$
begin
  insert into public.stock_movements (company_id, part_id, delta, balance, reason, note, user_id, change_set_id, reverses)
  with moved as materialized (
    select n.company_id, n.id, n.stock_level - o.stock_level as delta, n.stock_level as balance
    from new_rows n join old_rows o on o.company_id = n.company_id and o.id = n.id
    where n.stock_level <> o.stock_level or current_setting('app.stock_reason', true) = 'counted'
  ), sets as materialized (
    select c.company_id, app.change_set(c.company_id) as id from (select distinct company_id from moved) c
  )
  select m.company_id, m.id, m.delta, m.balance,
    coalesce(nullif(current_setting('app.stock_reason', true), ''),
      case current_setting('app.change_kind', true) when 'import' then 'imported' when 'undo' then 'undone' else 'edited' end),
    nullif(current_setting('app.stock_note', true), ''), (select app.user_id()), s.id,
    case when current_setting('app.change_kind', true) = 'undo' then (select o.id from public.stock_movements o
        where o.company_id = m.company_id and o.part_id = m.id and o.delta = -m.delta and o.delta <> 0
          and o.change_set_id = nullif(current_setting('app.undoes', true), '')::uuid
          and not exists (select from public.stock_movements r
            where r.company_id = o.company_id and r.part_id = o.part_id and r.reverses = o.id)
        order by o.id desc limit 1)
      else nullif(current_setting('app.stock_reverses', true), '')::bigint end
  from moved m join sets s on s.company_id = m.company_id;
  return null;
end $$;
call app.give_to('app_audit', 'move_stock');
create trigger stock_update after update on parts referencing old table as old_rows new table as new_rows
  for each statement execute function app.move_stock();
