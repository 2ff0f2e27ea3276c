/* A regular expression for texts with a word that begins with the given letters. A trigram index helps with one or two letters only at the
   beginning of a word, and only when the signs before it are listed: with a class such as \s or [^[:alnum:]] it reads every row. */
create or replace function app.word_begins(written text) returns text language sql immutable strict parallel safe
set search_path = pg_catalog, pg_temp
return '(?:^|[- \n./,:;()\[\]_#"''*+=&@<>{}|])' || regexp_replace(written, '([^[:alnum:]])', '\\\1', 'g');

/* The records that one word of a search finds, by their own text or by the name of their vendor. `operator`: like or ~; `pattern`: folded
   (app.searchable). A number is also found without its dashes. */
create or replace function app.found_by(company uuid, columns text[], operator text, pattern text) returns text
language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  bare text := case when operator = 'like' then translate(pattern, '-./', '') end;
  matches text := format('r.search_text %s %L', operator, pattern);
  named uuid[];
begin
  if bare <> pattern and length(bare) > 4 then matches := matches || format(' or r.search_text like %L', bare); end if;
  if 'vendor_id' = any (columns) then
    named := array(select v.id from vendors v where v.company_id = company
      and case operator when 'like' then app.searchable(v.name) like pattern else app.searchable(v.name) ~ pattern end limit 1000);
    if named <> '{}' then matches := matches || format(' or r.vendor_id = any (%L::uuid[])', named); end if;
  end if;
  return ' and (' || matches || ')';
end $$;

/* One page of a search. LIKE is not leakproof, so under a policy PostgreSQL would use no trigram index: this function checks the fence itself
   and then searches without it. Names of columns come from app.tenant_tables only. A row must match all `words` (LIKE patterns, folded as app.searchable does)
   and all `starts`: a word of the row begins with each; if no row has that, the row contains each anywhere, which reads far more rows. `said`:
   the search as typed. In the usual order, by name, the best matches come first, unless there are thousands: `search_text` begins with the name, and
   the number is its second line.
   The filters `updated_since` and `after` are for programs that read a whole list; sorted by id it walks the primary key from `after` on. */
create or replace function app.search_page(
  target text, company uuid, words text[], starts text[], said text, filters jsonb, sort text, descending boolean, skip int, take int, cap int,
  out ids uuid[], out hits bigint
) language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  t app.tenant_tables;
  always text := '';
  further text := '';
  wheres text;
  word text;
  is_beginning boolean;
  is_ranked boolean := said is not null and sort = 'name' and not descending;
  f record;
begin
  ids := '{}'; hits := 0;
  select * into strict t from app.tenant_tables where table_name = target;
  if not company = any (app.scope_for('inventory.read')) then return; end if;
  if sort <> 'id' and not sort = any (t.search_columns) then raise exception 'unknown column %', sort; end if;
  for f in select key, value from jsonb_each_text(filters) loop
    if f.key = 'updated_since' then always := always || format(' and r.updated_at >= %L', f.value); continue; end if;
    if f.key = 'after' then
      if f.value <> 'start' then further := format(' and r.id > %L', f.value); end if;
      continue;
    end if;
    if not f.key = any (t.search_columns) then raise exception 'unknown column %', f.key; end if;
    always := always || format(' and r.%I = %L', f.key, f.value);
  end loop;
  foreach word in array words loop always := always || app.found_by(company, t.search_columns, 'like', word); end loop;
  foreach is_beginning in array case when starts = '{}' then array[true] else array[true, false] end loop
    wheres := always;
    foreach word in array starts loop
      wheres := wheres || case when is_beginning then app.found_by(company, t.search_columns, '~', app.word_begins(word))
        else app.found_by(company, t.search_columns, 'like', '%' || word || '%') end;
    end loop;
    if sort = 'id' then
      execute format(
        'select array(select r.id from public.%1$I r where r.company_id = $1 %2$s %3$s order by r.id limit $2),
                (select count(*) from (select from public.%1$I r where r.company_id = $1 %2$s limit $3) n)', target, wheres, further)
      into ids, hits using company, take, cap;
      exit when hits > 0 or ids <> '{}';
      continue;
    end if;
    execute format(
      'with found as materialized (select r.id, %1$s as k%5$s from public.%2$I r where r.company_id = $1 %3$s)
       select coalesce((select array_agg(id) from (select id from found order by %6$s k %4$s nulls last, id offset $2 limit $3) p), ''{}''),
              (select count(*) from (select from found limit $4) n)',
      coalesce(t.sort_expressions ->> sort, format('r.%I', sort)), target, wheres, case when descending then 'desc' else 'asc' end,
      case when is_ranked then ', r.search_text collate "C" as texts' end,
      case when is_ranked then format('case when (select count(*) from (select from found limit 2001) m) <= 2000 then
           case when split_part(texts, chr(10), %1$s) = $5 then 0 when starts_with(split_part(texts, chr(10), %1$s), $5) then 1
           when starts_with(texts, $5) then 2 when strpos(split_part(texts, chr(10), 1), $5) > 0 then 3 else 4 end end, ',
        case when t.number_column is null then 1 else 2 end) end)
    into ids, hits using company, skip, take, cap, app.searchable(said);
    exit when hits > 0 or ids <> '{}';
  end loop;
end $$;

/* Candidates among parts, assemblies, products and vendors for one search over everything: the records with exactly this number (vendors:
   name), and at most `take` of each kind that match all patterns, for the caller to rank. `patterns`: for LIKE. `starts`: two letters that a
   word begins with. Without both, only exact matches are found. Plans that read a whole company to reach the limit are switched off. */
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
  foreach word in array starts loop wheres := wheres || format(' and r.search_text ~ %L', app.word_begins(word)); end loop;
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

/* The records of a table with these numbers (vendors: names), however they are spelled. Comparing folded texts is not leakproof, so under a policy
   PostgreSQL would read all records of the company for each number: this function checks the fence itself, and looks them up. */
create or replace function app.find_by_number(company uuid, target text, numbers text[])
returns table (asked text, id uuid, number text, name text)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  key text := case target when 'parts' then 'part_number' when 'assemblies' then 'assembly_number' when 'products' then 'sku' when 'vendors' then 'name' end;
begin
  if not company = any (app.scope_for('inventory.read')) then return; end if;
  if key is null then raise exception 'unknown table %', target; end if;
  return query execute format('select a.asked, found.* from unnest($2) a(asked) cross join lateral (
    select r.id, r.%2$I::text, r.name::text from public.%1$I r
    where r.company_id = $1 and app.folded(r.%2$I) = app.folded(a.asked) limit 1) found', target, key) using company, numbers;
end $$;

call app.give_to('app_auth', 'found_by');
grant execute on function app.word_begins to app_auth, app_rt;
grant execute on function app.search_page, app.find_items, app.find_by_number to app_rt;
