-- How long a shift is in a company, in hours: who is clocked in for longer is asked, and flagged for managers (review W6).
alter table companies add column shift_hours int not null default 12 check (shift_hours between 1 and 24);
grant select (shift_hours), insert (shift_hours), update (shift_hours) on companies to app_rt;
grant select (shift_hours) on companies to app_worker;
