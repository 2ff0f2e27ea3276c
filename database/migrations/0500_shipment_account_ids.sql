-- The ids by which an account of ShipStation is known: those of its stores, or of its carriers. A new key may belong to another account.
alter table shipment_accounts add column known_as text[] not null default '{}';
