-- The last restore drill that succeeded and how long it took; why a later one failed (server/restore-drill.ts).
alter table app.installation
  add column drilled_at timestamptz,
  add column drill_seconds real,
  add column drill_failure text;
drop function if exists app.metrics();
