-- How a file is to be read where it does not say so itself (decision 0052): the choices of the user, and what the file offers to choose.
alter table imports add column choices jsonb not null default '{}', add column suppliers jsonb;
alter table import_mappings add column decimals jsonb not null default '{}';
call app.grant_columns('imports');
call app.grant_columns('import_mappings');
