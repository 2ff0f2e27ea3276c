-- When `npm run export` last wrote everything (metrics; docs/operations.md).
alter table app.installation add column exported_at timestamptz;
