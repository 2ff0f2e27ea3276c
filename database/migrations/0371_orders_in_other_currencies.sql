-- How many sales are in another currency than the store, by the last sync: sums add them up as they are, and say so.
alter table stores add column foreign_orders int not null default 0 check (foreign_orders >= 0);
