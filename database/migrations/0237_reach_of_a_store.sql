-- app.store_reach tells the currency, too.
drop function if exists app.store_currency(uuid);
