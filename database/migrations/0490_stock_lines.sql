/* What app.post_movements takes: a movement before it is posted. It has a type of its own, since PostgreSQL copies the checks of a table for
   each reading of an array of its rows. */
create type app.stock_line as (
  company_id uuid,
  item_type text,
  item_id uuid,
  delta numeric(18, 4),
  unit_cost numeric(20, 6),
  reason text,
  note text,
  reverses bigint,
  action_id uuid,
  arrived_on date,
  location_id uuid,
  lot_number text
);

drop function if exists app.stock_line(company uuid, item_type text, item uuid, quantity numeric, unit_cost numeric, reason text, note text,
  change_set uuid, reverses bigint, action uuid, arrived_on date, location uuid, lot text);
drop function if exists app.with_lot(line public.stock_movements);
drop function if exists app.post_movements(lines public.stock_movements[]);
drop function if exists app.post_in_turns(lines public.stock_movements[]);
drop function if exists app.divide_stock(lines public.stock_movements[]);
