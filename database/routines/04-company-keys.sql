-- The data keys of companies: for those who may read bank data. Nobody changes one: what it sealed would be lost.

call app.close_table('company_keys');
grant select on company_keys to app_rt;
grant insert (company_id, sealed) on company_keys to app_rt;
create policy may_read on company_keys for select to app_rt using (company_id = any ((select app.scope_for('vendor.readPrivate'))::uuid[]));
create policy may_insert on company_keys for insert to app_rt
  with check (company_id = any ((select app.scope_for('vendor.readPrivate'))::uuid[]));
