/* What the planner knows of a table is a minute old at best. After an import into tables that were small it took them for small and
   read the whole index of a company for each key: an import of 2,000 assemblies into an empty list took a minute. Called after many rows
   were written, in the same transaction; a table that somebody else looks at already is left to them. */
create function app.refresh_statistics(tables text[]) returns void
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  target text;
begin
  for target in
    select x.relname from pg_stat_xact_user_tables x
    where x.schemaname = 'public' and x.relname = any (tables)
      and x.n_tup_ins + x.n_tup_upd + x.n_tup_del > 500 order by 1
  loop
    execute format('analyze (skip_locked) public.%I', target);
  end loop;
end $$;
alter function app.refresh_statistics(text[]) owner to app_auth;
grant maintain on parts, vendors, assemblies, products, bom_lines to app_auth;
grant execute on function app.refresh_statistics(text[]) to app_rt;
