-- Notifications: what happened that a person should know of (decision 0110).

/* What a notice says is a topic with params; the screen makes the sentence. Nothing of the record is copied: its name is read when the
   notice is shown, so that whoever has lost the right to the record learns nothing from an old notice. */
create table notifications (
  id uuid not null default uuidv7(),
  company_id uuid not null references companies,
  user_id uuid not null references profiles on delete cascade,
  topic text not null check (topic ~ '^[a-z_]{1,40}$'),
  entity_type text check (entity_type ~ '^[a-z_]{1,40}$'),
  entity_id uuid,
  params jsonb not null default '{}' check (jsonb_typeof(params) = 'object' and pg_column_size(params) <= 2048),
  made_by uuid references profiles on delete set null,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  primary key (company_id, id),
  check ((entity_type is null) = (entity_id is null))
);
create index notifications_of_person on notifications (company_id, user_id, created_at desc);
create index notifications_by_age on notifications (created_at);
-- The same said again before it was read is one notice, with the time of the last.
create unique index notifications_unread on notifications (company_id, user_id, topic, entity_type, entity_id)
  nulls not distinct where read_at is null;

/* The mail of a day to a person. It is `due` until a job begins to send it; a job that died on the way leaves it `sending`, and nobody
   sends it again: a mail that comes twice is worse than one that waits for tomorrow. */
create table notification_digests (
  company_id uuid not null references companies,
  user_id uuid not null references profiles on delete cascade,
  day date not null,
  state text not null default 'due' check (state in ('due', 'sending', 'sent')),
  made_at timestamptz not null default now(),
  primary key (company_id, user_id, day)
);
