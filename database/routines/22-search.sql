/* One page of a search. LIKE is not leakproof, so under a policy no trigram index would be used: this function asks the fence itself and then
   searches without it. Names of columns come from app.tenant_tables only. `words`: LIKE patterns in lower case, all of which a row must match, each
   by its own text or by the name of its vendor; a number is found without its signs too. `said`: the search as it was written: in the usual order,
   by name, the best matches come first, unless there are thousands. */
create or replace function app.search_page(
  target text, company uuid, words text[], said text, filters jsonb, sort text, descending boolean, skip int, take int, cap int,
  out ids uuid[], out hits bigint
) language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  t app.tenant_tables;
  wheres text := '';
  word text;
  bare text;
  matches text;
  named uuid[];
  is_ranked boolean := said is not null and sort = 'name' and not descending;
  f record;
begin
  ids := '{}'; hits := 0;
  select * into strict t from app.tenant_tables where table_name = target;
  if not company = any (app.scope_for('inventory.read')) then return; end if;
  if not sort = any (t.search_columns) then raise exception 'unknown column %', sort; end if;
  for f in select key, value from jsonb_each_text(filters) loop
    if not f.key = any (t.search_columns) then raise exception 'unknown column %', f.key; end if;
    wheres := wheres || format(' and r.%I = %L', f.key, f.value);
  end loop;
  foreach word in array coalesce(words, '{}') loop
    matches := format('r.search_text like %L', word);
    bare := translate(word, '-./', '');
    if bare <> word and length(bare) > 4 then matches := matches || format(' or r.search_text like %L', bare); end if;
    if 'vendor_id' = any (t.search_columns) then
      named := array(select v.id from vendors v where v.company_id = company and lower(v.name) like word limit 1000);
      if named <> '{}' then matches := matches || format(' or r.vendor_id = any (%L::uuid[])', named); end if;
    end if;
    wheres := wheres || ' and (' || matches || ')';
  end loop;
  execute format(
    'with found as materialized (select r.id, %1$s as k, %5$s as num, %6$s as nm from public.%2$I r where r.company_id = $1 %3$s)
     select coalesce((select array_agg(id) from (select id from found order by %7$s k %4$s nulls last, id offset $2 limit $3) p), ''{}''),
            (select count(*) from (select from found limit $4) n)',
    coalesce(t.sort_expressions ->> sort, format('r.%I', sort)), target, wheres, case when descending then 'desc' else 'asc' end,
    case when is_ranked then format('r.%I', coalesce(t.number_column, 'name')) else 'null' end, case when is_ranked then 'r.name' else 'null' end,
    case when is_ranked then
      'case when (select count(*) from (select from found limit 2001) m) > 2000 then 0 when lower(num) collate "C" = $5 then 0
         when starts_with(lower(num) collate "C", $5) then 1 when starts_with(lower(nm) collate "C", $5) then 2
         when strpos(lower(nm) collate "C", $5) > 0 then 3 else 4 end, '
    else '' end)
  into ids, hits using company, skip, take, cap, lower(said);
end $$;

/* Candidates among parts, assemblies, products and vendors for one search over everything: the records with exactly this number (vendors:
   name), and at most `take` of a kind that match all patterns, for the caller to rank. `patterns`: LIKE. `starts`: words of two letters,
   which begin the text, a line, or a word after a blank: there the trigram index knows them. Without both only exact ones are found.
   Plans that walk a whole company to reach the limit are switched off. */
create or replace function app.find_items(company uuid, exact text, patterns text[], starts text[], take int)
returns table (kind text, id uuid, number text, name text, search_text text, is_exact boolean)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp set enable_seqscan = off set enable_indexscan = off as $$
declare
  wheres text := '';
  word text;
  t record;
begin
  if not company = any (app.scope_for('inventory.read')) then return; end if;
  foreach word in array patterns loop wheres := wheres || format(' and r.search_text like %L', word); end loop;
  foreach word in array starts loop
    wheres := wheres || format(' and (r.search_text like %L or r.search_text like %L or r.search_text like %L)',
      word || '%', '% ' || word || '%', E'%\n' || word || '%');
  end loop;
  for t in
    select * from (values ('part', 'parts', 'part_number', 'r.part_number::text'), ('assembly', 'assemblies', 'assembly_number', 'r.assembly_number::text'),
      ('product', 'products', 'sku', 'r.sku::text'), ('vendor', 'vendors', 'name', 'null::text')) kinds (kind, table_name, key, number)
  loop
    return query execute format('select %1$L, r.id, %2$s, r.name::text, r.search_text, true from public.%3$I r
      where r.company_id = $1 and app.folded(r.%4$I) = app.folded($2)', t.kind, t.number, t.table_name, t.key) using company, exact;
    continue when wheres = '';
    return query execute format('select %1$L, r.id, %2$s, r.name::text, r.search_text, false from public.%3$I r
      where r.company_id = $1 %4$s limit $2', t.kind, t.number, t.table_name, wheres) using company, take;
  end loop;
end $$;

call app.give_to('app_auth', 'search_page', 'find_items');
grant execute on function app.search_page, app.find_items to app_rt;
