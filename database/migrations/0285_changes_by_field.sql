-- not in a transaction
-- The list of changes of a company asks for a field and a period: 'any price, last month'. An index of the days alone was slower than the key.
create index concurrently if not exists activity_logs_field on activity_logs (company_id, field_changed, created_at desc) where field_changed is not null;
