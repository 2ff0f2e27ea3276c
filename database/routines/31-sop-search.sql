-- The search of SOPs.

/* For app.sop_hits only: the SOPs of some companies whose text has the words, with the columns that the fence needs, and with `ranks` their rank by
   title and description. It is planned without knowing the words. Otherwise, for a word of very many texts, the planner would not use the index:
   it knows that the index leaves few texts out, but not that each text has to be unpacked to be read without it. */
create or replace function app.sops_with_words(within uuid[], query tsquery, pattern text, ranks boolean)
returns table (id uuid, company_id uuid, visibility text, status text, head real)
language sql stable set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_generic_plan as $$
  select s.id, s.company_id, s.visibility, s.status,
    case when ranks then ts_rank(s.head_words, query) + case when s.search_text like pattern then 0.5 else 0 end else 0 end
  from public.sops s where s.company_id = any (within) and s.words @@ query
$$;
grant execute on function app.sops_with_words to app_auth;

/* The SOPs of a company and of the firm that match a search: each word begins a word of the text, or title or description contains the pattern.
   Better hits have a higher rank. Neither @@ nor LIKE is leakproof, so under a policy PostgreSQL would use no index: this function applies the
   conditions of may_read (30-sops.sql) itself and searches without the policy. It makes two lookups, because the index of words suffices for the
   first, while one lookup for both would read every text again. They are materialized, or the planner would read the texts, too. `words`: a
   tsquery, or null. With `ranks` the hits are ranked by title and description, and the first hundred also by their whole text: reading
   all texts takes seconds. */
create or replace function app.sop_hits(company uuid, words text, pattern text, cap int, ranks boolean) returns table (id uuid, rank real)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  query tsquery := to_tsquery('simple', sop_hits.words);
  within uuid[] := array[company, app.firm()];
begin
  if company <> all (app.scope_for('sop.read')) then return; end if;
  return query
  with in_words as materialized (select * from app.sops_with_words(within, query, pattern, ranks)),
  in_head as materialized (
    select s.id, s.company_id, s.visibility, s.status,
      (case when sop_hits.ranks then coalesce(ts_rank(s.head_words, query), 0) + 0.5 else 0 end)::real as head
    from public.sops s where s.company_id = any (within) and s.search_text like pattern
      and not exists (select from in_words w where w.id = s.id)),
  hits as (select * from in_words union all select * from in_head),
  found as materialized (
    select s.id, s.head from hits s
    where (s.company_id = company or s.visibility <> 'company')
      and ((select app.may('sop.readInternal')) or (s.visibility <> 'sbr_only'
        and (s.status = 'published' or (s.visibility = 'company' and (select app.may('sop.readDraft'))))))
    limit cap),
  placed as (select f.*, row_number() over (order by f.head desc, f.id desc) as place from found f)
  select p.id, (p.head + case when sop_hits.ranks and p.place <= 100
    then 2 + coalesce(ts_rank((select s.words from public.sops s where s.id = p.id), query), 0) else 0 end)::real
  from placed p;
end $$;
grant execute on function app.sop_hits to app_rt;
