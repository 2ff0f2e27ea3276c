-- The search over everything finds an order of the store by its number.
create index store_orders_number on store_orders (company_id, order_number) where is_counted;
