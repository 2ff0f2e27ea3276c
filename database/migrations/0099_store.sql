/* What an online store told us. The ids are the numbers that the store itself gives, so an order that arrives five times is one row.
   `updated_at_shopify` is the store's time of the last change and `read_at` the moment when we asked for it: together they say which of
   two states is the newer one. */
create table stores (
  company_id uuid not null references companies,
  domain text not null check (domain <> ''),
  name text not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  time_zone text not null,
  orders_since timestamptz, -- the oldest order that the store shows us; null when it shows all
  orders_until timestamptz, -- changes up to this moment are here, by the store's clock; null before the first complete reading
  customers_until timestamptz,
  read_at timestamptz not null default now(),
  primary key (company_id)
);

create table store_orders (
  company_id uuid not null references companies,
  id bigint not null,
  order_number text not null,
  created_at_shopify timestamptz not null,
  updated_at_shopify timestamptz not null,
  cancelled_at timestamptz,
  is_test boolean not null,
  customer_id bigint, -- without a foreign key: orders and customers arrive in any order
  email text,
  currency text not null,
  total_price numeric(18, 4) not null, -- as it was sold
  current_total numeric(18, 4) not null, -- after refunds, edits and cancellation
  refunded numeric(18, 4) not null,
  financial_status text not null check (financial_status ~ '^[a-z_]{1,40}$'),
  fulfillment_status text not null check (fulfillment_status ~ '^[a-z_]{0,40}$'),
  read_at timestamptz not null,
  is_counted boolean not null generated always as (not is_test and cancelled_at is null) stored,
  primary key (company_id, id)
) with (fillfactor = 85);
create index store_orders_made on store_orders (company_id, created_at_shopify desc, id desc) where is_counted;

create table store_order_lines (
  company_id uuid not null,
  order_id bigint not null,
  position int not null,
  id bigint not null,
  variant_id bigint,
  sku text,
  title text not null,
  quantity int not null,
  current_quantity int not null,
  unit_price numeric(18, 4) not null,
  primary key (company_id, order_id, position),
  foreign key (company_id, order_id) references store_orders on delete cascade
);

create table store_customers (
  company_id uuid not null references companies,
  id bigint not null,
  first_name text,
  last_name text,
  email text,
  orders_count int not null,
  total_spent numeric(18, 4) not null,
  created_at_shopify timestamptz not null,
  updated_at_shopify timestamptz not null,
  read_at timestamptz not null,
  primary key (company_id, id)
) with (fillfactor = 85);
create index store_customers_spent on store_customers (company_id, total_spent desc, id desc);

create table store_products (
  company_id uuid not null references companies,
  id bigint not null,
  title text collate app.natural not null,
  status text not null check (status ~ '^[a-z_]{1,40}$'),
  updated_at_shopify timestamptz not null,
  read_at timestamptz not null,
  primary key (company_id, id)
);
create index store_products_title on store_products (company_id, title, id);

create table store_variants (
  company_id uuid not null,
  product_id bigint not null,
  position int not null,
  id bigint not null,
  title text not null,
  sku text,
  price numeric(18, 4) not null,
  unit_cost numeric(18, 4),
  inventory_item_id bigint,
  is_tracked boolean not null,
  quantity int not null,
  primary key (company_id, product_id, position),
  foreign key (company_id, product_id) references store_products on delete cascade
);
create index store_variants_id on store_variants (company_id, id);
create index store_variants_sku on store_variants (company_id, app.folded(sku)) where sku is not null;

-- A notice of a store, once: a store sends the same one again until it is answered.
create table store_webhooks (
  company_id uuid not null references companies,
  provider text not null,
  webhook_id text not null check (length(webhook_id) <= 200),
  topic text not null,
  received_at timestamptz not null default now(),
  primary key (company_id, provider, webhook_id)
);
create index store_webhooks_received on store_webhooks (received_at);

/* The sums of revenue by month of the company's time zone and financial status, kept by triggers. Test orders and cancelled ones do not
   count. */
create table revenue_months (
  company_id uuid not null references companies,
  year int not null,
  month int not null check (month between 1 and 12),
  status text not null,
  orders bigint not null,
  amount numeric(24, 4) not null,
  refunded numeric(24, 4) not null,
  primary key (company_id, year, month, status)
);

create index products_shopify on products (company_id, shopify_product_id) where shopify_product_id is not null;
