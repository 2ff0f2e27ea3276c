/* What a sync remembers of the store. `withheld`: fields that the store does not give to our app, such as `Order.email`; when it gives one of
   them, everything is read again. `doubted`: for each kind, when a reading began that lacked many records; the next reading confirms that they are
   gone, or brings them back. */
alter table stores drop column may_read_customers;
alter table stores add column withheld text[] not null default '{}';
alter table stores add column doubted jsonb not null default '{}';

-- Why a run waits for its next try, in words; null while it works.
alter table sync_runs add column waits_for text;

-- A record that the store has deleted does not come back with a reading that began before.
create index store_webhooks_deleted on store_webhooks (company_id, record_kind, record_id) where is_deleted;
