/* Shopify's createdAt is the day when an order came into the store, processedAt the day of its sale. They differ for orders that were taken over
   from another shop. Until the store has been read again, both are the same here. */
alter table store_orders add column processed_at timestamptz;
update store_orders set processed_at = created_at_shopify;
alter table store_orders alter column processed_at set not null;

-- A voided or expired payment is no sale. Such orders stay in 'by status' and in the list.
alter table store_orders add column is_sale boolean not null
  generated always as (not is_test and cancelled_at is null and financial_status <> all ('{voided,expired}'::text[])) stored;

drop index store_orders_made;
create index store_orders_made on store_orders (company_id, processed_at desc, id desc) where is_counted;

-- The next sync reads everything, not only changes.
alter table stores add column must_read_all boolean not null default false;
update stores set must_read_all = true;

-- The days of the dashboard counted voided and expired orders.
update company_days set has_new_sales = true where orders is not null;
