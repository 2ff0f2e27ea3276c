/* The owner of the database may be anybody: managed PostgreSQL gives out no superuser and no BYPASSRLS, and forced policies hold for
   owners too. app_owner owns the tables, whoever runs the product is a member of it, and nobody else is: this policy is for them alone
   (the catalogue check knows it by its name). Called after each migration (server/platform/migrations.ts), for what that one made. */
create procedure app.let_owner_in() language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare target regclass;
begin
  for target in
    select c.oid from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity and c.relforcerowsecurity
      and c.relowner = 'app_owner'::regrole
      and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'owner_all')
  loop
    execute format('create policy owner_all on %s for all to app_owner using (true) with check (true)', target);
  end loop;
end $$;
call app.let_owner_in();

/* The password of the login that the server runs as: random, made at the first start, read by nobody but the owner. One row per login:
   a copy of a database has another one and makes its own. */
create table app.runtime_logins (role text primary key, password text not null);
