-- The data keys of companies, for people who may read bank data. A key never changes: the data it sealed would be lost.

call app.allow_all_rows('company_keys', 'app_auth', 'select,insert');
grant select on company_keys to app_rt;
call app.let_people('company_keys', 'select', 'vendor.readPrivate');

-- Stores the key of a company that has none yet.
create or replace function app.keep_company_key(company uuid, sealed_key text) returns void
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.company_keys (company_id, sealed)
    select company, sealed_key where company = any (app.scope_for('vendor.readPrivate'))
  on conflict (company_id) do nothing
$$;

grant execute on function app.keep_company_key to app_rt;
