-- Whose amounts the user takes as dollars, whatever currency they name: asked once per kind of file.
alter table import_mappings add column in_dollars jsonb not null default '[]';
