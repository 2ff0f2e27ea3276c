-- Units of measure: what a check cannot hold, because it looks at other tables.

/* The movements of a part are counted in its unit, so what has moved keeps it. Decimals may grow; they shrink only as far as the lines of bills of
   materials, and what is at each place and in each lot, allow (checks look after the part's own quantities). */
create or replace function app.check_measure() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare used numeric;
begin
  if new.unit <> old.unit and app.has_moved(new.company_id, new.id) then
    raise exception 'unit_moved' using errcode = 'SB001';
  end if;
  if new.decimals < old.decimals then
    -- A line of it that is about to be stored has locked its key.
    perform from public.parts p where p.company_id = new.company_id and p.id = new.id for update;
    select q.quantity into used from (
      select l.quantity from public.bom_lines l where l.company_id = new.company_id and l.part_id = new.id
      union all
      select b.quantity from public.stock_balances b where b.company_id = new.company_id and b.item_id = new.id) q
      where q.quantity <> trunc(q.quantity, new.decimals) limit 1;
    if found then raise exception 'decimals_used' using errcode = 'SB001', detail = app.quantity_text(used, new.unit); end if;
  end if;
  return new;
end $$;
create trigger measure before update of unit, decimals on parts for each row
  when (new.unit <> old.unit or new.decimals < old.decimals) execute function app.check_measure();

/* The lock makes a simultaneous change of the part's decimals wait, or this one wait for it. It is the one that the reference takes: a stronger one
   would wait for everybody who moves the part, while this transaction holds the item that the line belongs to. */
create or replace function app.check_line_decimals() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  places int;
  number text; unit text;
begin
  select p.decimals, p.part_number, p.unit into places, number, unit from public.parts p
    where p.company_id = new.company_id and p.id = new.part_id for key share;
  if new.quantity <> trunc(new.quantity, places) then
    raise exception 'line_decimals' using errcode = 'SB001', detail = app.quantity_text(new.quantity, unit) || ' of ' || number;
  end if;
  return new;
end $$;
create trigger line_decimals before insert or update of quantity, part_id on bom_lines for each row
  when (new.quantity <> trunc(new.quantity)) execute function app.check_line_decimals();

grant execute on function app.check_measure, app.check_line_decimals to app_rt;
