/* PostgreSQL looks for types and tables among the temporary objects of a session first, unless pg_temp is named in the search path: then
   there. A function of ours that names it last never takes a caller's domain named text for the real one (review S7). */
do $$
declare
  f record;
  path text;
begin
  -- Templates write functions: from now on with the right path.
  for f in select p.oid, p.prosrc from pg_proc p
    where p.pronamespace = 'app'::regnamespace and p.prosrc ~ 'set search_path = pg_catalog(, public)? as'
  loop
    execute regexp_replace(pg_get_functiondef(f.oid), 'set search_path = (pg_catalog(, public)?) as', 'set search_path = \1, pg_temp as', 'g');
  end loop;
  for f in select p.oid, p.prokind, p.proconfig from pg_proc p
    where p.pronamespace in ('app'::regnamespace, 'public'::regnamespace) and p.prokind in ('f', 'p')
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  loop
    path := (select substr(c, length('search_path=') + 1) from unnest(f.proconfig) c where c like 'search_path=%');
    if coalesce(path, '') ~ 'pg_temp"?$' then continue; end if;
    execute format('alter %s %s set search_path = %s', case f.prokind when 'p' then 'procedure' else 'function' end,
      f.oid::regprocedure, coalesce(nullif(path, ''), 'pg_catalog, public') || ', pg_temp');
  end loop;
end $$;
