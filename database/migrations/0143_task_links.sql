/* What a task is about, and what blocks it. Without foreign keys: a part or SOP that is deleted leaves the task as it is, and comes back to
   it; a trigger checks what is set (routines/31-task-links.sql). */
alter table tasks
  add part_id uuid,
  add assembly_id uuid,
  add product_id uuid,
  add sop_id uuid,
  add sop_version int check (sop_version > 0), -- the version that must have been read
  add blocked_by_part uuid,
  add blocked_quantity int check (blocked_quantity > 0), -- of the part: it goes on when stock reaches it
  add blocked_by_person uuid,
  add blocked_by_task uuid,
  add blocked_at timestamptz, -- since when it is blocked by this
  add check (num_nonnulls(part_id, assembly_id, product_id) <= 1),
  add check (num_nonnulls(blocked_by_part, blocked_by_person, blocked_by_task) <= 1),
  add check ((blocked_by_part is null) = (blocked_quantity is null)),
  add check (sop_version is null or sop_id is not null);
create index tasks_item on tasks (company_id, (coalesce(part_id, assembly_id, product_id))) where coalesce(part_id, assembly_id, product_id) is not null;
create index tasks_sop on tasks (company_id, sop_id) where sop_id is not null;
create index tasks_blocked_by on tasks (company_id, blocked_by_task) where blocked_by_task is not null;
create index tasks_status on tasks (company_id, status, created_at desc, id);
create index tasks_open on tasks (company_id, assigned_to, due_on) where status <> 'complete';

/* What people were told of a task, once: that it is overdue since a day, that what blocked it is there. `about` tells one time from the
   next. */
create table task_notices (
  company_id uuid not null references companies,
  task_id uuid not null,
  kind text not null check (kind in ('overdue', 'unblocked')),
  about text not null,
  told_at timestamptz not null default now(),
  primary key (company_id, task_id, kind, about),
  foreign key (company_id, task_id) references tasks (company_id, id) on delete cascade
);
