-- So that programs can ask what has changed since a moment.
alter table access_requests add column updated_at timestamptz not null default now();
alter table notifications add column updated_at timestamptz not null default now();
alter table sop_runs add column updated_at timestamptz not null default now();
alter table time_proposals add column updated_at timestamptz not null default now();
