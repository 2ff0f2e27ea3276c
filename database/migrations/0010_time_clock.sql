-- The time clock. Times are the database's.

create table time_entries (
  id uuid not null default uuidv7(),
  company_id uuid not null references companies,
  user_id uuid not null references profiles,
  started_at timestamptz not null default now(),
  ended_at timestamptz check (ended_at >= started_at),
  notes text,
  is_ended_by_system boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  entity_name text generated always as (null::text) stored,
  primary key (company_id, id)
) with (fillfactor = 85);
create unique index time_entries_one_open on time_entries (user_id) where ended_at is null; -- I4
create index time_entries_open on time_entries (company_id, started_at) where ended_at is null;
create index time_entries_time on time_entries (company_id, started_at desc, id);
create index time_entries_person on time_entries (company_id, user_id, started_at desc);

-- What was changed, by whom and why; `editor_id` null = the system.
create table time_entry_revisions (
  id uuid not null default uuidv7(),
  company_id uuid not null references companies,
  entry_id uuid not null,
  editor_id uuid references profiles,
  is_self_edited boolean not null,
  reason text not null check (reason <> ''),
  old_started_at timestamptz not null,
  new_started_at timestamptz not null,
  old_ended_at timestamptz,
  new_ended_at timestamptz,
  old_notes text,
  new_notes text,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, entry_id) references time_entries (company_id, id)
);
create index time_entry_revisions_entry on time_entry_revisions (company_id, entry_id, id);
