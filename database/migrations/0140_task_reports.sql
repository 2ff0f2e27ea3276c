/* What an assignee reports of a task, and the answer. The status of the task stays as it is. The last report is current until the task is
   completed or goes to somebody else. */
create table task_reports (
  id uuid not null default uuidv7(),
  company_id uuid not null references companies,
  task_id uuid not null,
  kind text not null check (kind in ('started', 'needs_help', 'done')),
  comment text,
  file_ids uuid[] not null default '{}', -- pictures that came with it: files of the task
  reported_by uuid not null references profiles,
  is_current boolean not null default true,
  answer text check (answer in ('confirmed', 'sent_back')),
  answer_comment text,
  answered_by uuid references profiles,
  answered_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  parent_id uuid not null generated always as (task_id) stored,
  parent_type text not null generated always as ('task') stored,
  primary key (company_id, id),
  foreign key (company_id, task_id) references tasks (company_id, id) on delete cascade,
  check ((answer is null) = (answered_at is null))
) with (fillfactor = 85);
create index task_reports_task on task_reports (company_id, task_id, id);
create unique index task_reports_current on task_reports (company_id, task_id) where is_current;

-- Who may attach files to a record: by default whoever may change it. To a task also people who may read it.
alter table app.file_parents add attached_by text not null default 'may_update';
update app.file_parents set attached_by = 'may_read' where entity_type = 'task';
