/* Where stock is, and of which lot (decision 0410). A company that has no places, and an item without lots, have no row here: `stock_balances`
   divides only what is at a place or in a lot, the rest of an item's stock has neither. */
create table locations (
  id uuid not null default uuidv7(),
  company_id uuid not null references companies,
  code text collate app.natural not null check (code <> ''),
  name text collate app.natural not null check (name <> ''),
  kind text not null default 'place' check (kind in ('place', 'build', 'hold')),
  parent_id uuid,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  entity_name text not null generated always as (name) stored,
  search_text text not null generated always as (app.searchable(code || chr(10) || name)) stored,
  primary key (company_id, id),
  foreign key (company_id, parent_id) references locations
) with (fillfactor = 85);
create unique index locations_company_id_code_key on locations (company_id, app.folded(code));
create index locations_parent on locations (company_id, parent_id);

alter table stock_movements
  add location_id uuid, -- without a foreign key: the place may be deleted once it is empty
  add lot_number text check (lot_number <> ''),
  drop constraint stock_movements_reason_check,
  add constraint stock_movements_reason_check check (reason in ('received', 'used', 'counted', 'damaged', 'returned', 'other', 'edited', 'imported',
    'undone', 'opening', 'deleted', 'revalued', 'moved'));

create table stock_balances (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  item_id uuid not null,
  location_id uuid,
  lot_number text,
  quantity numeric(18, 4) not null,
  primary key (company_id, id),
  foreign key (company_id, location_id) references locations,
  unique nulls not distinct (company_id, item_id, location_id, lot_number)
) with (fillfactor = 70);
create index stock_balances_location on stock_balances (company_id, location_id);

alter table parts add has_lots boolean not null default false; -- each receipt names its lot

drop function if exists app.opposites(companies uuid[], items uuid[], change_set uuid);
drop function if exists app.deletion_of(company uuid, item uuid, quantity numeric);
drop function if exists app.stock_line(company uuid, item_type text, item uuid, quantity numeric, unit_cost numeric, reason text, note text,
  change_set uuid, reverses bigint, action uuid, arrived_on date);
