-- The time clock, so that people can rely on it: corrections that are proposed and decided, breaks, presses that were sent later, locked
-- periods and agreed hours.

alter table companies
  add column are_breaks_paid boolean not null default false,
  -- An entry that is longer has a break of so many minutes, also when nobody pressed; null = no automatic break.
  add column auto_break_hours int check (auto_break_hours between 1 and 24),
  add column auto_break_minutes int not null default 30 check (auto_break_minutes between 1 and 240);

alter table time_entries
  add column breaks tstzmultirange not null default '{}', -- those that have ended
  add column break_started_at timestamptz, -- of the break that runs
  add column are_breaks_paid boolean not null default false, -- as the company had it when the entry began
  add column has_auto_break boolean not null default false,
  -- The person said afterwards when they left; a manager confirms it or sets another end.
  add column is_end_proposed boolean not null default false,
  -- A press without a network is sent later: the browser names the press, so that it counts once. `…_received_at`: when it arrived.
  add column in_press_id uuid,
  add column out_press_id uuid,
  add column in_received_at timestamptz,
  add column out_received_at timestamptz,
  -- A mistaken entry stays, but counts no more; its revisions say who removed it and why.
  add column removed_at timestamptz;
drop index time_entries_one_open;
create unique index time_entries_one_open on time_entries (user_id) where ended_at is null and removed_at is null; -- I4
create unique index time_entries_press on time_entries (company_id, user_id, in_press_id) where in_press_id is not null;
-- Few entries are longer than two days: a period is read from these and from the days around it (server/time-clock).
create index time_entries_long on time_entries (company_id, started_at) where ended_at - started_at > interval '2 days';

-- What people propose for their own time; columns that are null stay as they are. `entry_id` null: an entry is missing.
create table time_proposals (
  id uuid not null default uuidv7(),
  company_id uuid not null references companies,
  user_id uuid not null references profiles,
  entry_id uuid,
  kind text not null check (kind in ('add', 'change', 'remove', 'end')),
  started_at timestamptz,
  ended_at timestamptz,
  breaks tstzmultirange,
  notes text,
  reason text not null check (reason <> ''),
  status text not null default 'open' check (status in ('open', 'accepted', 'declined', 'withdrawn', 'superseded')),
  decided_by uuid references profiles,
  decided_at timestamptz,
  answer text,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, entry_id) references time_entries (company_id, id),
  check (entry_id is not null or kind = 'add')
);
create unique index time_proposals_one_open on time_proposals (company_id, entry_id) where status = 'open' and entry_id is not null;
create index time_proposals_open on time_proposals (company_id, id) where status = 'open';
create index time_proposals_person on time_proposals (company_id, user_id, id);

alter table time_entry_revisions
  add column kind text not null default 'edited'
    check (kind in ('edited', 'added', 'removed', 'restored', 'end_proposed', 'end_confirmed')),
  add column proposal_id uuid,
  add column old_breaks tstzmultirange,
  add column new_breaks tstzmultirange,
  add foreign key (company_id, proposal_id) references time_proposals (company_id, id);

-- Periods whose entries do not change any more. A period keeps the zone of its days: the company may move.
create table time_locks (
  id uuid not null default uuidv7(),
  company_id uuid not null references companies,
  from_on date not null,
  to_on date not null check (to_on >= from_on),
  time_zone text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  locked_by uuid not null references profiles,
  locked_at timestamptz not null default now(),
  unlocked_by uuid references profiles,
  unlocked_at timestamptz,
  unlock_reason text,
  primary key (company_id, id)
);
create index time_locks_active on time_locks (company_id, from_on) where unlocked_at is null;

-- The hours that a person works in a week from a day on.
create table agreed_hours (
  company_id uuid not null references companies,
  user_id uuid not null references profiles,
  valid_from date not null,
  hours_per_week numeric(5,2) not null check (hours_per_week between 0 and 168),
  set_by uuid not null references profiles,
  set_at timestamptz not null default now(),
  primary key (company_id, user_id, valid_from)
);
