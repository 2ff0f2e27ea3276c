-- not in a transaction
-- The feed reads change sets in the order of transactions, and the rows of each in their order: an import has hundreds of thousands.
create index concurrently if not exists change_sets_transaction on change_sets (company_id, transaction_id, id);
create index concurrently if not exists activity_logs_set_order on activity_logs (company_id, change_set_id, id);
drop index concurrently if exists activity_logs_set;
