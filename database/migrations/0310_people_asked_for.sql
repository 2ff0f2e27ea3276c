-- An operator of a company asks for a person: the request names the company, the role and who asked. A stranger who signed in has none of them.
alter table access_requests
  add column wanted_company uuid references companies,
  add column wanted_role text,
  add column asked_by uuid references profiles,
  add constraint access_requests_asked check (num_nonnulls(wanted_company, wanted_role, asked_by) in (0, 3));
