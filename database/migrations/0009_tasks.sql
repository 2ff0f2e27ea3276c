-- Tasks: read and moved by those they concern, made by those who may; nobody edits or deletes.
create table tasks (
  id uuid not null default uuidv7(),
  company_id uuid not null references companies,
  title text collate app.natural not null check (title <> ''),
  description text,
  priority text not null default 'medium' check (priority in ('low', 'medium', 'high', 'critical')),
  status text not null default 'not_started' check (status in ('not_started', 'in_progress', 'blocked', 'complete')),
  assigned_to uuid not null, -- without a foreign key, which would answer before check_assignee and tell who exists elsewhere
  assigned_by uuid not null references profiles,
  due_on date,
  completed_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  entity_name text not null generated always as (title) stored,
  search_text text not null generated always as (lower(title || chr(10) || coalesce(description, ''))) stored,
  primary key (company_id, id),
  check ((status = 'complete') = (completed_at is not null))
) with (fillfactor = 85);
create index tasks_created on tasks (company_id, created_at desc, id);
create index tasks_assigned_to on tasks (company_id, assigned_to);
create index tasks_assigned_by on tasks (company_id, assigned_by);
