/* A backup of each night (docs/decisions/0224-nightly-backups.md). `night`: the day of the company on which it was made; null: a person made it.
   `kept_until`: then a nightly backup is deleted; null: it stays until somebody deletes it. */
alter table backups add column night date, add column kept_until timestamptz;
alter table backups alter column created_by drop not null;
alter table backups add constraint backups_maker check ((night is null) = (created_by is not null) and (night is null) = (kept_until is null));
-- Once per company and night, however many servers there are. A deleted one is not made again.
create unique index backups_night on backups (company_id, night) where night is not null;
