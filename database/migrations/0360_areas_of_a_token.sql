-- The areas of the API that a personal access token reaches, with 'read' or 'write' for each; null: all of them.
alter table sessions add column areas jsonb check (jsonb_typeof(areas) = 'object' and (areas is null or kind = 'token'));
alter type app.context add attribute areas jsonb;
drop function if exists app.create_access_token(token_name text, new_hash text, days integer, read_only boolean, only_company uuid);
