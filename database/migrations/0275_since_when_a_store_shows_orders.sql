-- app.store_reach also tells since when the store shows its orders.
drop function if exists app.store_reach(uuid);
