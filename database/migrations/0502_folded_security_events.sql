-- Equal refusals of an hour are one event that counts them, so that a flood of them does not fill the disk.
alter table security_events
  add column times int not null default 1,
  add column last_at timestamptz,
  add column counted_for text,
  add column fold_key text;
update security_events set last_at = created_at;
alter table security_events alter column last_at set default now(), alter column last_at set not null;
create unique index security_events_fold on security_events (fold_key) where fold_key is not null;
create index security_events_counted on security_events (counted_for, created_at) where counted_for is not null;
