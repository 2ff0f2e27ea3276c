-- The search of SOPs.

/* The SOPs of a company and of the firm in which all of the words begin a word, or whose title or description holds the pattern; the best
   first have the higher rank. Neither @@ nor LIKE is leakproof, so under a policy no index would be used: this function asks the fence
   itself, with the conditions of may_read (30-sops.sql), and then searches without it. `words`: a tsquery, or null. */
create or replace function app.sop_hits(company uuid, words text, pattern text, cap int) returns table (id uuid, rank real)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.id, coalesce(ts_rank(s.words, to_tsquery('simple', sop_hits.words)), 0) + case when s.search_text like pattern then 0.5 else 0 end
  from public.sops s
  where company = any (app.scope_for('sop.read')) and s.company_id = any (array[company, app.firm()])
    and (s.company_id = company or s.visibility <> 'company')
    and (app.may('sop.readInternal') or (s.visibility <> 'sbr_only'
      and (s.status = 'published' or (s.visibility = 'company' and app.may('sop.readDraft')))))
    and (s.words @@ to_tsquery('simple', sop_hits.words) or s.search_text like pattern)
  limit cap
$$;
call app.give_to('app_auth', 'sop_hits');
grant execute on function app.sop_hits to app_rt;
