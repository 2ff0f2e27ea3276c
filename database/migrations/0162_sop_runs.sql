-- Somebody works through a SOP and ticks its checklist (decision 0136). Without a foreign key to sops, as sop_versions: a run outlives it.
create table sop_runs (
  company_id uuid not null references companies,
  id uuid not null default uuidv7(),
  sop_id uuid not null,
  sop_version int not null,
  sop_title text not null, -- as it was then
  user_id uuid not null references profiles,
  step_count int not null check (step_count >= 0),
  note text,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (company_id, id)
);
create index sop_runs_started on sop_runs (company_id, started_at desc, id);
-- Started twice at once, it is one run.
create unique index sop_runs_open on sop_runs (company_id, user_id, sop_id, sop_version) where finished_at is null;

create table sop_run_steps (
  company_id uuid not null,
  run_id uuid not null,
  number int not null check (number >= 0), -- its place in the checklist of the version
  is_done boolean not null,
  changed_at timestamptz not null default now(),
  primary key (company_id, run_id, number),
  foreign key (company_id, run_id) references sop_runs (company_id, id) on delete cascade
);
