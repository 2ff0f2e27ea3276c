-- What the settings need: how far a token reaches, where a session was used last, and feedback.

alter table sessions
  add column is_read_only boolean not null default false,
  add column only_company_id uuid references companies, -- null: all companies of the person
  add column last_address text;
alter type app.context add attribute is_read_only boolean;

-- The role as which a person of this role acts with a token for one company; null: as the role itself.
alter table app.roles add column in_one_company text references app.roles;

drop function if exists app.touch_session(uuid);
drop function if exists app.create_access_token(text, text, int);

create table feedback (
  id uuid primary key default uuidv7(),
  company_id uuid not null references companies, -- of the person who wrote it
  submitted_by uuid not null references profiles,
  title text not null check (title <> ''),
  description text not null check (description <> ''),
  type text not null check (type in ('bug', 'feature', 'improvement', 'question')),
  status text not null default 'open' check (status in ('open', 'in_progress', 'done', 'declined')),
  priority text not null default 'medium' check (priority in ('low', 'medium', 'high', 'critical')),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index feedback_company on feedback (company_id, created_at desc);
create index feedback_status on feedback (status, created_at desc);
