/* What stands in the calendar of a company for one of its tasks. The row outlives the task, so that the event of a deleted task is taken
   out. `sent`: the event as it was last written, null when there is none; `generation` is part of the event's id, since Google never
   gives an id of a deleted event out again. */
create table calendar_events (
  company_id uuid not null references companies,
  task_id uuid not null, -- without a foreign key: see above
  calendar_id text,
  generation int not null default 0,
  is_tried boolean not null default false, -- an event may stand there, also when no answer told so
  etag text,
  url text,
  sent text,
  is_changed boolean not null default true, -- the task has changed since
  changed_at timestamptz not null default now(),
  is_queued boolean not null default false, -- a job waits for it
  primary key (company_id, task_id)
);
create index calendar_events_changed on calendar_events (company_id, changed_at) where is_changed;

/* Whose parcels are here, and how far. Both ends are times of ShipStation. `orders_until` is for version 2, which keeps the number of an
   order apart from its labels. */
create table shipment_accounts (
  company_id uuid not null references companies,
  api_version int not null check (api_version in (1, 2)),
  parcels_until timestamptz,
  orders_until timestamptz,
  read_at timestamptz not null default now(),
  primary key (company_id)
);

-- The orders of version 2, by the id that its labels name.
create table shipment_orders (
  company_id uuid not null references companies,
  id text not null,
  order_number text not null,
  primary key (company_id, id)
);

-- One row for each parcel: a shipment of version 1, a label of version 2.
create table shipments (
  company_id uuid not null references companies,
  id text not null,
  shipment_id text, -- of version 2, see shipment_orders
  order_number text, -- null until the order is here
  order_key text generated always as (app.order_key(order_number)) stored,
  carrier_code text not null,
  service_code text,
  tracking_number text,
  shipped_on date,
  made_at timestamptz not null,
  is_voided boolean not null,
  is_return boolean not null,
  read_at timestamptz not null,
  primary key (company_id, id)
) with (fillfactor = 85);
create index shipments_order on shipments (company_id, order_key);
create index shipments_shipment on shipments (company_id, shipment_id) where shipment_id is not null;
