-- Signing in by password, for installations with AUTH_PASSWORD=on (decision 0105).
create table passwords (
  user_id uuid primary key references profiles on delete cascade,
  sealed_hash text not null, -- argon2id, sealed by the keyring: neither the database nor the keys alone are enough to guess passwords
  version uuid not null default uuidv7(), -- another one after each change
  changed_at timestamptz not null default now()
);

-- The links by which people set a password. The link holds the secret, the row its SHA-256.
create table password_resets (
  token_hash text primary key check (token_hash ~ '^[0-9a-f]{64}$'),
  user_id uuid not null references profiles on delete cascade,
  expires_at timestamptz not null
);
create index password_resets_user on password_resets (user_id);
