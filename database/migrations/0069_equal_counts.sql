-- A count that finds what was expected is recorded too: a movement of 0 says who counted, and when (review I13).
alter table stock_movements drop constraint stock_movements_delta_check,
  add constraint stock_movements_delta_check check (delta <> 0 or reason = 'counted');

create or replace function app.move_stock() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp set enable_nestloop = off as $$
begin
  insert into public.stock_movements (company_id, part_id, delta, balance, reason, note, user_id, change_set_id)
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
    nullif(current_setting('app.stock_note', true), ''), (select app.user_id()), s.id
  from moved m join sets s on s.company_id = m.company_id;
  return null;
end $$;
