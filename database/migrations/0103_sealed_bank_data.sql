-- Bank data of vendors are sealed by the server; the database never knows them (decision 0103). What an earlier version stored in clear is
-- sealed when the server starts (server/inventory/vendors/seal-stored.ts).

-- The data key of a company, sealed with a key of KEYRING.
create table company_keys (
  company_id uuid primary key references companies,
  sealed text not null,
  created_at timestamptz not null default now()
);

-- Whatever the way, nothing in clear gets into these columns. Validated when the earlier rows are sealed.
alter table vendor_private add constraint vendor_private_sealed check (
  starts_with(account_number, 's1.') and starts_with(routing_number, 's1.') and starts_with(swift_code, 's1.') and starts_with(iban, 's1.')
  and starts_with(shipping_account, 's1.') and starts_with(tax_id, 's1.') and starts_with(notes, 's1.')) not valid;

/* What the server knows of a file is sealed: the columns of any file, mapped or not, may hold bank data. The hash of a file would tell who
   guesses it. Earlier previews are uploaded again; earlier commits lose their rows as after 30 days, and keep their counts and their undo. */
alter table imports drop column sections, drop column content_hash, add column sealed_sections text;
delete from import_rows;
delete from imports where status in ('needs_mapping', 'previewed');
update imports set result = jsonb_set(result, '{problems}', '[]') where result ? 'problems';

-- The answer to a request and the hash of its body, which could be guessed as well.
drop trigger if exists drop_secret on idempotency_keys;
delete from idempotency_keys;
alter table idempotency_keys drop column request_hash, drop column status, drop column body, add column sealed text not null;

-- The key of the file, and the hash of what is in it; null: a file in clear, of an earlier version. `size`: as it is downloaded; `sha256`: of
-- the stored bytes.
alter table backups add column sealed text;
