-- How often a company asked its assistant in each month of its own calendar, and for how many tokens: the monthly limit counts here.
create table assistant_months (
  company_id uuid not null references companies,
  month date not null,
  calls int not null default 0 check (calls >= 0),
  tokens bigint not null default 0,
  primary key (company_id, month)
);
