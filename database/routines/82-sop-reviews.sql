-- The people who look after a SOP are told when its review date has come (decision 0135).

-- Reviews that are due by the clock of each company; each date once.
create or replace function app.untold_sop_reviews() returns table (company_id uuid, sop_id uuid, created_by uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.company_id, s.id, s.created_by from public.companies c join public.sops s on s.company_id = c.id
  where c.status = 'active' and s.review_on <= (now() at time zone c.time_zone)::date
    and not exists (select from public.notifications n where n.company_id = s.company_id
      and n.topic = 'sop_review' and n.entity_type = 'sop' and n.entity_id = s.id and n.created_at >= s.review_on)
$$;

create or replace function app.companies_with_sop_reviews() returns table (company_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct u.company_id from app.untold_sop_reviews() u
$$;

-- The people to tell: its author, and everybody who may change the SOPs of others.
create or replace function app.notice_sop_reviews(company uuid) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not company = any (app.scope()) then raise exception 'another company' using errcode = 'insufficient_privilege'; end if;
  perform app.write_notices(company, 'sop_review', 'sop', u.sop_id, null,
    array(select r.user_id from public.user_roles r join app.role_permissions g on g.role = r.role and g.action = 'sop.write'
      where r.company_id = company and g.reach <> 'none' and (g.reach <> 'own' or r.user_id = u.created_by)), null)
    from app.untold_sop_reviews() u where u.company_id = company;
end $$;

call app.give_to('app_auth', 'untold_sop_reviews', 'companies_with_sop_reviews', 'notice_sop_reviews');
grant execute on function app.untold_sop_reviews to app_auth;
grant execute on function app.companies_with_sop_reviews, app.notice_sop_reviews to app_worker;
