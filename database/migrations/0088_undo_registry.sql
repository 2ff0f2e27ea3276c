-- What undo has to know of a table stands in its line of the registry; the engine (routines/51-undo.sql) names no table.
alter table app.tenant_tables
  add owner_column text,                              -- names the record that a row belongs to; 'id': it shares the id of that record
  add loose_references jsonb not null default '{}',   -- {column: table}: refers to a row there without a foreign key
  add exists_by text,                                 -- asked by loose references: function(id) that says whether such a row is anywhere
  add rules text[] not null default '{}',             -- what its own triggers refuse (SB001); undo keeps the row then, and says so
  add log_actions jsonb not null default '{}';        -- {column: action}: changes that the log calls by a word of their own
