-- Parts, assemblies and products. Their SOP may lie with the SBR firm, so sop_id has no foreign key (routines/30-sops.sql asks).

create table parts (
  id uuid not null default uuidv7(),
  company_id uuid not null, -- the fence lets in companies that exist only, and none is ever deleted; a foreign key costs an import half a second
  part_number text collate app.natural not null check (part_number <> ''),
  name text collate app.natural not null check (name <> ''),
  location text collate app.natural,
  supplier_name text collate app.natural,
  supplier_account text,
  vendor_id uuid,
  cost numeric(14, 4) not null default 0 check (cost >= 0 and cost < 1e9), -- NaN passes >= 0 but not < 1e9
  retail_price numeric(14, 4) not null default 0 check (retail_price >= 0 and retail_price < 1e9),
  stock_level int not null default 0 check (stock_level >= 0),
  reorder_threshold int not null default 0 check (reorder_threshold >= 0),
  sop_id uuid,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  is_low_stock boolean not null generated always as (stock_level <= reorder_threshold) stored,
  entity_name text not null generated always as (name) stored,
  search_text text not null generated always as (lower(name || chr(10) || part_number)) stored,
  primary key (company_id, id),
  foreign key (company_id, vendor_id) references vendors (company_id, id)
) with (fillfactor = 85);
create unique index parts_company_id_part_number_key on parts (company_id, app.folded(part_number));
create index parts_search on parts using gin (company_id, search_text gin_trgm_ops);
create index parts_name on parts (company_id, name, id);
create index parts_low_stock on parts (company_id, name, id) where is_low_stock;
create index parts_vendor on parts (company_id, vendor_id) where vendor_id is not null;
create index parts_sop on parts (sop_id) where sop_id is not null;

create table assemblies (
  id uuid not null default uuidv7(),
  company_id uuid not null references companies,
  assembly_number text collate app.natural not null check (assembly_number <> ''),
  name text collate app.natural not null check (name <> ''),
  location text collate app.natural,
  vendor_id uuid,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  entity_name text not null generated always as (name) stored,
  search_text text not null generated always as (lower(name || chr(10) || assembly_number)) stored,
  primary key (company_id, id),
  foreign key (company_id, vendor_id) references vendors (company_id, id)
) with (fillfactor = 85);
create unique index assemblies_company_id_assembly_number_key on assemblies (company_id, app.folded(assembly_number));
create index assemblies_search on assemblies using gin (company_id, search_text gin_trgm_ops);
create index assemblies_name on assemblies (company_id, name, id);
create index assemblies_vendor on assemblies (company_id, vendor_id) where vendor_id is not null;

create table products (
  id uuid not null default uuidv7(),
  company_id uuid not null references companies,
  sku text collate app.natural not null check (sku <> ''),
  name text collate app.natural not null check (name <> ''),
  category text,
  location text collate app.natural,
  cost numeric(14, 4) not null default 0 check (cost >= 0 and cost < 1e9),
  retail_price numeric(14, 4) not null default 0 check (retail_price >= 0 and retail_price < 1e9),
  shopify_product_id text,
  sop_id uuid,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  entity_name text not null generated always as (name) stored,
  search_text text not null generated always as (lower(name || chr(10) || sku)) stored,
  primary key (company_id, id)
) with (fillfactor = 85);
create unique index products_company_id_sku_key on products (company_id, app.folded(sku));
create index products_search on products using gin (company_id, search_text gin_trgm_ops);
create index products_name on products (company_id, name, id);
create index products_sop on products (sop_id) where sop_id is not null;
