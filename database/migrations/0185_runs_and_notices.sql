-- One open run for each integration: its job is named after it. A run can be stopped: by another host, another company, or a disconnect.
alter table sync_runs drop constraint sync_runs_state_check;
alter table sync_runs add constraint sync_runs_state_check check (state in ('queued', 'running', 'done', 'failed', 'stopped'));
update sync_runs r set state = 'stopped', ended_at = now(), message = 'Stopped: a later sync has taken its place'
where state in ('queued', 'running') and exists (
  select from sync_runs o where o.company_id = r.company_id and o.integration_name = r.integration_name and o.state in ('queued', 'running') and o.id > r.id);
create unique index sync_runs_open on sync_runs (company_id, integration_name) where state in ('queued', 'running');

/* Notices wait here until a job has read what they are about, many at once. `claimed_by`: the job that reads them; they are free again when
   that job is gone. */
alter table store_webhooks
  add column record_kind text check (record_kind in ('order', 'customer', 'product')),
  add column record_id bigint,
  add column is_deleted boolean not null default false,
  add column is_waiting boolean not null default false,
  add column claimed_by uuid;
create index store_webhooks_waiting on store_webhooks (company_id, received_at) where is_waiting;
drop function if exists app.take_webhook(uuid, text, text);

-- Whether the app may read customers; notices ask for orders without asking for the permissions each time.
alter table stores add column may_read_customers boolean not null default true;

-- Orders of the day have changed since its figures were written.
alter table company_days add column has_new_sales boolean not null default false;
create index company_days_new_sales on company_days (company_id) where has_new_sales;
drop function if exists app.companies_without_yesterday();
drop function if exists app.forget_integration_data(uuid, text);
