-- Clocking in while somebody takes the access away, or sells the company: one comes first and the other sees it. Locks in the
-- order of those who administer people (person, company, role): otherwise both would wait for each other until one is refused.
create or replace function app.check_clock_in() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
declare held text;
begin
  perform from public.profiles p where p.user_id = new.user_id for key share;
  perform from public.companies c where c.id = new.company_id and c.status <> 'sold' for share;
  if not found then raise exception 'nobody to clock in' using errcode = 'insufficient_privilege'; end if;
  select r.role into held from public.user_roles r
    where r.user_id = new.user_id and r.company_id = new.company_id for share;
  if not exists (select from app.role_permissions p where p.role = held and p.action = 'time.clock' and p.reach <> 'none') then
    raise exception 'nobody to clock in' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
