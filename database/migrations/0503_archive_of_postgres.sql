-- The last copy of the database in the archive of the embedded PostgreSQL, and why a later one failed (server/platform/postgres/archive-upkeep.ts).
alter table app.installation
  add column copied_at timestamptz,
  add column copy_failure text;
drop function if exists app.metrics();
