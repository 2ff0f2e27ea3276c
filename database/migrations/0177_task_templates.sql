/* What is kept of a task to make others from it: by hand, or again and again by a rule. References are loose, as in tasks: a part that is
   deleted leaves the template as it is. */
create table task_templates (
  id uuid not null default uuidv7(),
  company_id uuid not null references companies,
  title text collate app.natural not null check (title <> ''),
  description text,
  priority text not null default 'medium' check (priority in ('low', 'medium', 'high', 'critical')),
  assigned_to uuid references profiles, -- null: whoever makes a task from it chooses
  due_days int check (due_days >= 0), -- a task is due so many days after it was made
  part_id uuid,
  assembly_id uuid,
  product_id uuid,
  sop_id uuid,
  items text[] not null default '{}' check (cardinality(items) <= 100), -- the checklist
  repeat jsonb, -- Repeat of contract/tasks/repeats.ts
  next_on date, -- the day of the company's calendar on which the next task is made; null while a task waits to be completed
  created_by uuid not null references profiles,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  entity_name text not null generated always as (title) stored,
  search_text text not null generated always as (lower(title || chr(10) || coalesce(description, ''))) stored,
  primary key (company_id, id),
  check (num_nonnulls(part_id, assembly_id, product_id) <= 1),
  check (repeat is null or assigned_to is not null),
  check (next_on is null or repeat is not null)
) with (fillfactor = 85);
create index task_templates_title on task_templates (company_id, title, id);
create index task_templates_due on task_templates (company_id, next_on) where next_on is not null;
call app.file_parent('task_template', 'task_templates');

/* `template_id`: what a task was made from. `repeat_on`: the day for which the rule made it; the index lets only one server make it. */
alter table tasks add template_id uuid, add repeat_on date;
create unique index tasks_repeat on tasks (company_id, template_id, repeat_on) where repeat_on is not null;
create index tasks_template on tasks (company_id, template_id) where template_id is not null;
