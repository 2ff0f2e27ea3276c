-- It takes many items now.
drop function if exists app.divided_stock(company uuid, item uuid);
