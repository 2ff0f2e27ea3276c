/* What the stock of a company is worth is the sum of its ledger, which triggers keep from here on (routines/77-stock-values.sql); the value of a past
   day is that of each item's last movement until then. Movements of an item follow one another by their time, too: it is that of the posting,
   which holds the lock of the item, and not that of a transaction which may have waited for it. */
alter table stock_movements alter created_at set default clock_timestamp();
create index stock_movements_of_day on stock_movements (company_id, item_id, created_at desc, id desc);
-- Only databases from before the ledger have such rows: where they end, it began.
create index stock_movements_before_ledger on stock_movements (company_id, id) where value_after is null;

insert into row_counts (company_id, table_name, total, marked, value_at_cost, value_at_retail, changes)
select company_id, 'stock_items', count(*), 0, sum(value), 0, 1 from stock_items group by company_id;
