-- The figures of dashboards (decision 0106): how a company stood on each day, and what is costly to compute of how it stands now.

/* One row for each day of the company's calendar: how things stood at its end, and what happened on it. A null is unknown, not zero. */
create table company_days (
  company_id uuid not null references companies,
  day date not null,
  value_at_cost numeric(24, 4),
  value_at_retail numeric(24, 4), -- of parts in stock and of products, as the total value of product.md 9
  low_stock int,
  buildable int, -- products of which at least one could be built
  open_tasks int,
  overdue_tasks int,
  blocked_tasks int,
  seconds_worked bigint,
  orders int,
  revenue numeric(24, 4), -- of the orders made on this day, after refunds
  written_at timestamptz not null default now(),
  primary key (company_id, day)
);

/* What only reading all bills of materials can tell. It holds as long as row_counts has the same number of changes for the inventory of
   the company; after that it is computed again, by whoever asks or by a job. */
create table company_figures (
  company_id uuid not null references companies,
  changes bigint not null,
  buildable int not null,
  unbuildable int not null, -- products made of parts that are not all there
  average_margin numeric,
  primary key (company_id)
);

-- How many statements changed rows of the table: two equal sums mean that nothing was committed in between.
alter table row_counts add column changes bigint not null default 0;

-- With all columns that the counts and the fence ask for, so that the table of all companies reads the index alone.
create index tasks_unfinished on tasks (company_id, due_on) include (status, assigned_to, assigned_by) where status <> 'complete';
create index time_entries_ended on time_entries (company_id, ended_at) include (started_at, user_id) where ended_at is not null;
