-- The store of a ShipStation account whose parcels are stored; null: those of all its stores.
alter table shipment_accounts add column store_id bigint;
