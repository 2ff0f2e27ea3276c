/* The orders of lists and boards of tasks: 50,000 of a company are not sorted for each page. The ranks are those of contract/tasks/tasks.ts;
   server/tasks/tasks.queries.ts sorts by the same expressions. */
create index tasks_title on tasks (company_id, title);
create index tasks_due on tasks (company_id, due_on);
create index tasks_priority on tasks (company_id, array_position('{low,medium,high,critical}'::text[], priority) desc, due_on);
create index tasks_status_rank on tasks (company_id, array_position('{not_started,in_progress,blocked,complete}'::text[], status), created_at desc, id);
