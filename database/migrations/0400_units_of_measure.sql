/* A part has a unit and up to four decimals: cable is kept in metres, 12.35 of them. 'each' has none, so whole numbers stay whole. One statement
   writes each table once. The generated column reads the stock, so it is made anew. */
alter table parts
  drop column is_low_stock,
  drop constraint parts_stock_level_check,
  drop constraint parts_reorder_threshold_check;
alter table parts
  add column unit text not null default 'each',
  add column decimals smallint not null default 0,
  alter column stock_level type numeric(18, 4),
  alter column reorder_threshold type numeric(18, 4),
  add constraint parts_unit_check check (unit = btrim(unit) and char_length(unit) between 1 and 20),
  add constraint parts_decimals_check check (decimals between 0 and case unit when 'each' then 0 else 4 end),
  -- NaN is not at most the largest quantity.
  add constraint parts_stock_level_check check (stock_level >= 0 and stock_level <= 2147483647 and stock_level = trunc(stock_level, decimals)),
  add constraint parts_reorder_threshold_check check (
    reorder_threshold >= 0 and reorder_threshold <= 2147483647 and reorder_threshold = trunc(reorder_threshold, decimals));
alter table parts add column is_low_stock boolean not null generated always as (stock_level <= reorder_threshold) stored;
create index parts_low_stock on parts (company_id, name, id) where is_low_stock;
-- Whether a company uses units at all: files of the others have no column for them.
create index parts_with_units on parts (company_id) where unit <> 'each';

-- Assemblies and products are counted.
alter table bom_lines
  drop constraint bom_lines_quantity_check,
  alter column quantity type numeric(18, 4),
  add constraint bom_lines_quantity_check check (quantity > 0 and quantity <= 1000000 and (part_id is not null or quantity = trunc(quantity)));

drop function if exists app.urgency(int, int);
drop function if exists app.parts_on_day(uuid, date);

-- A task may wait for 2.5 kg.
alter table tasks alter column blocked_quantity type numeric(18, 4);
