-- How large a picture is shown, so that a text keeps its place free before its bytes are there. Null: no picture, or none that says how large it is.
alter table files
  add column width int check (width > 0),
  add column height int check (height > 0);
