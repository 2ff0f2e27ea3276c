-- The checklist of a task.
create table task_items (
  id uuid not null default uuidv7(),
  company_id uuid not null references companies,
  task_id uuid not null,
  text text not null check (text <> ''),
  position int not null default 0,
  is_done boolean not null default false,
  done_by uuid references profiles,
  done_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  parent_id uuid not null generated always as (task_id) stored,
  parent_type text not null generated always as ('task') stored,
  primary key (company_id, id),
  foreign key (company_id, task_id) references tasks (company_id, id) on delete cascade,
  check (is_done = (done_at is not null))
) with (fillfactor = 85);
create index task_items_task on task_items (company_id, task_id, position, id);
