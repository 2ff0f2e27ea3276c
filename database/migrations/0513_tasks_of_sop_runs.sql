-- The task that a run was begun from. Without a foreign key, as for sops: a run outlives it. Each task of a person has its own run.
alter table sop_runs add column task_id uuid;
drop index sop_runs_open;
create unique index sop_runs_open on sop_runs (company_id, user_id, sop_id, sop_version, task_id) nulls not distinct where finished_at is null;
create index sop_runs_of_task on sop_runs (company_id, task_id, started_at desc, id) where task_id is not null;
