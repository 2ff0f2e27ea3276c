-- The data of ShipStation: the parcels of orders. The company's worker writes them, operators read them beside the orders.

call app.store_table('shipment_accounts');
call app.store_table('shipment_orders');
call app.store_table('shipments');
grant execute on function app.order_key to app_rt, app_worker;

call app.caches_of('shipstation', 'shipments');
call app.caches_of('shipstation', 'shipment_orders');
call app.caches_of('shipstation', 'shipment_accounts');
