-- Saved views of lists: search, filters, order and columns under a name. And which of them a person begins with.

create table saved_views (
  id uuid not null default uuidv7(),
  company_id uuid not null references companies,
  created_by uuid not null references profiles,
  list text not null check (list ~ '^[a-z-]{1,40}$'),
  name text collate app.natural not null check (name <> '' and length(name) <= 80),
  state jsonb not null check (pg_column_size(state) <= 32768),
  is_shared boolean not null default false,
  deleted_at timestamptz, -- kept for a month, so that a deletion can be taken back
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id)
);
create unique index saved_views_company_id_name_key on saved_views (company_id, created_by, list, app.folded(name))
  where deleted_at is null;
create index saved_views_list on saved_views (company_id, list, name, id) where deleted_at is null;

create table default_views (
  company_id uuid not null,
  user_id uuid not null references profiles on delete cascade,
  list text not null,
  view_id uuid not null,
  primary key (company_id, user_id, list),
  foreign key (company_id, view_id) references saved_views on delete cascade
);
