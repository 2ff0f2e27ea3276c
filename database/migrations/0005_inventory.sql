-- pg_trgm finds substrings; btree_gin lets the company lead the same index, so that others cost a search nothing.

create table vendors (
  id uuid not null default uuidv7(),
  company_id uuid not null references companies,
  name text collate app.natural not null check (name <> ''),
  contact_person text collate app.natural,
  email text,
  phone text,
  address text,
  website text,
  status text not null default 'active' check (status in ('active', 'inactive')),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  is_active boolean not null generated always as (status = 'active') stored,
  entity_name text not null generated always as (name) stored,
  search_text text not null generated always as (
    lower(name || chr(10) || coalesce(contact_person, '') || chr(10) || coalesce(email, ''))) stored,
  primary key (company_id, id),
  unique (company_id, name)
);
create index vendors_search on vendors using gin (company_id, search_text gin_trgm_ops);
create trigger version before update on vendors for each row execute function app.bump_version();
call app.tenant_table('vendors', 'vendor', 'inventory.read', 'inventory.write',
  array['name', 'contact_person', 'email', 'phone', 'status', 'created_at', 'updated_at'], marked => 'r.is_active');

-- Bank and account data in a table of its own: row-level security has no columns (security.md 2.2, row 14).
create table vendor_private (
  id uuid not null, -- the vendor's
  company_id uuid not null references companies,
  account_number text,
  payment_terms text,
  routing_number text,
  swift_code text,
  iban text,
  shipping_account text,
  preferred_shipping_method text not null default 'none'
    check (preferred_shipping_method in ('none', 'fedex', 'ups', 'dhl', 'usps', 'freight', 'pickup')),
  tax_id text,
  notes text,
  entity_name text generated always as (null::text) stored,
  primary key (company_id, id),
  foreign key (company_id, id) references vendors (company_id, id) on delete cascade
);
call app.tenant_table('vendor_private', 'vendor_private', 'vendor.readPrivate', 'inventory.write');

create table parts (
  id uuid not null default uuidv7(),
  company_id uuid not null, -- the fence lets in companies that exist only, and none is ever deleted; a foreign key costs an import half a second
  part_number text collate app.natural not null check (part_number <> ''),
  name text collate app.natural not null check (name <> ''),
  location text collate app.natural,
  supplier_name text collate app.natural,
  supplier_account text,
  cost numeric(14, 4) not null default 0 check (cost >= 0 and cost < 1e9), -- NaN passes >= 0 but not < 1e9
  retail_price numeric(14, 4) not null default 0 check (retail_price >= 0 and retail_price < 1e9),
  stock_level int not null default 0 check (stock_level >= 0),
  reorder_threshold int not null default 0 check (reorder_threshold >= 0),
  sop_id uuid,
  vendor_id uuid,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  is_low_stock boolean not null generated always as (stock_level <= reorder_threshold) stored,
  entity_name text not null generated always as (name) stored,
  search_text text not null generated always as (lower(name || chr(10) || part_number)) stored,
  primary key (company_id, id),
  unique (company_id, part_number),
  foreign key (company_id, vendor_id) references vendors (company_id, id)
) with (fillfactor = 85); -- room for a changed row beside its former self, so that indexes need not change
create index parts_search on parts using gin (company_id, search_text gin_trgm_ops);
create index parts_name on parts (company_id, name, id);
create index parts_low_stock on parts (company_id, name, id) where is_low_stock;
create index parts_vendor on parts (company_id, vendor_id) where vendor_id is not null;
create trigger version before update on parts for each row execute function app.bump_version();
call app.tenant_table('parts', 'part', 'inventory.read', 'inventory.write',
  array['name', 'part_number', 'supplier_name', 'location', 'stock_level', 'cost', 'retail_price', 'created_at', 'updated_at',
        'is_low_stock', 'vendor_id'],
  marked => 'r.is_low_stock', at_cost => 'r.cost * r.stock_level', at_retail => 'r.retail_price * r.stock_level');

-- The list shows the vendor's name as the supplier, where a vendor is linked (spec.md 2).
update app.tenant_tables set sort_expressions = jsonb_build_object('supplier_name',
  'coalesce((select v.name from public.vendors v where v.company_id = r.company_id and v.id = r.vendor_id), r.supplier_name)')
  where table_name = 'parts';

create table products (
  id uuid not null default uuidv7(),
  company_id uuid not null references companies,
  sku text collate app.natural not null check (sku <> ''),
  name text collate app.natural not null check (name <> ''),
  location text collate app.natural,
  cost numeric(14, 4) not null default 0 check (cost >= 0 and cost < 1e9),
  retail_price numeric(14, 4) not null default 0 check (retail_price >= 0 and retail_price < 1e9),
  shopify_product_id text,
  category text,
  sop_id uuid,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  entity_name text not null generated always as (name) stored,
  search_text text not null generated always as (lower(name || chr(10) || sku)) stored,
  primary key (company_id, id),
  unique (company_id, sku)
);
create index products_search on products using gin (company_id, search_text gin_trgm_ops);
create index products_name on products (company_id, name, id);
create trigger version before update on products for each row execute function app.bump_version();
call app.tenant_table('products', 'product', 'inventory.read', 'inventory.write',
  array['name', 'sku', 'cost', 'retail_price', 'created_at', 'updated_at'], at_cost => 'r.cost', at_retail => 'r.retail_price');
