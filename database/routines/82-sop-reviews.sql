-- Reviews of SOPs whose date has come, by the clock of each company, without a notification yet: one for each date (decision 0135). It goes to the
-- author, and everybody who may change the SOPs of others.
create or replace function app.due_sop_reviews() returns table (company_id uuid, record_id uuid, people uuid[])
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.company_id, s.id, array(select r.user_id from public.user_roles r
    join app.role_permissions g on g.role = r.role and g.action = 'sop.write'
    where r.company_id = s.company_id and g.reach <> 'none' and (g.reach <> 'own' or r.user_id = s.created_by))
  from public.companies c join public.sops s on s.company_id = c.id
  where c.status = 'active' and s.review_on <= (now() at time zone c.time_zone)::date
    and not exists (select from public.notifications n where n.company_id = s.company_id
      and n.topic = 'sop_review' and n.entity_type = 'sop' and n.entity_id = s.id and n.created_at >= s.review_on)
$$;

grant execute on function app.due_sop_reviews to app_worker;
