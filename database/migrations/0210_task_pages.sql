/* Pages of 50,000 tasks. A list by status or priority reads one value after the other, each in the order of its index
   (server/tasks/task-pages.ts); the same indexes serve the columns of the board. */
drop index tasks_priority, tasks_status_rank, tasks_assigned_to, tasks_assigned_by;
create index tasks_priority on tasks (company_id, priority, due_on, created_at desc, id);
create index tasks_status_priority on tasks (company_id, status, priority, due_on, created_at desc, id);
create index tasks_status_due on tasks (company_id, status, due_on, created_at desc, id);
create index tasks_assigned_to on tasks (company_id, assigned_to, created_at desc, id);
create index tasks_assigned_by on tasks (company_id, assigned_by, created_at desc, id);
create index tasks_completed on tasks (company_id, completed_at desc, created_at desc, id) where completed_at is not null;
create index tasks_blocked_by_part on tasks (company_id, blocked_by_part) where blocked_by_part is not null;
create index tasks_search on tasks using gin (company_id, search_text gin_trgm_ops);
