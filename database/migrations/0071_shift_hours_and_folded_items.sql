-- How long a shift is in a company, in hours: who is clocked in for longer is asked, and flagged for managers (review W6).
alter table companies add column shift_hours int not null default 12 check (shift_hours between 1 and 24);
grant select (shift_hours), insert (shift_hours), update (shift_hours) on companies to app_rt;
grant select (shift_hours) on companies to app_worker;

-- Items of an imported file are found by what is the same number (0068), and shown by how it is written.
update app.import_stages set columns = replace(columns, 'number text, name', 'number text, folded text, name'), index_on = 'type, folded'
  where name = 'file_items';
