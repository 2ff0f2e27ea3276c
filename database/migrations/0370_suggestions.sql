/* Changes that a program suggests and a person accepts or declines. `procedure`, `input` and `edited_version`: the request as it will be sent;
   null: a new record, or a change of whatever is stored. `accepting`: its request is on its way, by `decided_by`. */
create table suggestions (
  id uuid not null default uuidv7(),
  company_id uuid not null references companies,
  procedure text not null check (procedure <> ''),
  input jsonb not null check (octet_length(input::text) <= 1100000),
  edited_version int check (edited_version > 0),
  reason text check (length(reason) <= 1000),
  status text not null default 'open' check (status in ('open', 'accepting', 'accepted', 'declined')),
  created_by uuid not null references profiles,
  created_at timestamptz not null default now(),
  decided_by uuid references profiles,
  decided_at timestamptz,
  change_set_id uuid,
  primary key (company_id, id),
  check ((status = 'open') = (decided_by is null and decided_at is null))
);
create index suggestions_newest on suggestions (company_id, created_at desc, id desc);
-- Off until SBR switches it on for a company.
alter table companies add column takes_suggestions boolean not null default false;
