/* The activity log, sealed in blocks (decision 0380): each names change sets, with a digest of what the log has of them, and the block before it.
   KEYRING signs it. `is_continued`: whether the signature of the block before it was valid when this one was made. `at_…`: the last change set,
   in the order of transactions of a `database` (app.store_mark); sealing goes on after it. */
create table log_blocks (
  company_id uuid not null references companies,
  number int not null check (number > 0),
  sealed_at timestamptz not null,
  set_ids uuid[] not null,
  set_digests text[] not null,
  set_entries int[] not null, -- how many rows of the log each set has
  is_continued boolean not null,
  database text not null,
  at_transaction bigint not null,
  at_set uuid not null,
  digest text not null,
  key_id text not null,
  signature text not null,
  primary key (company_id, number)
);
