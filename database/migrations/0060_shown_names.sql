-- What a person is called on a screen: the name; the address of somebody without one, for readers who may know it (the matrix,
-- colleague.readEmail, of people within reach); else a neutral word. Never null for a known person: null is the system.
create function app.shown_name(person uuid) returns text
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(
    nullif(trim(concat(p.first_name, ' ', p.last_name)), ''),
    case when p.user_id = (app.known()).user_id
      or app.may('colleague.readEmail') and (app.may('person.read') or exists (
        select from public.user_roles r where r.user_id = p.user_id and r.company_id = any ((app.known()).scope)))
      then p.email end,
    'A colleague')
  from public.profiles p where p.user_id = person and (app.known()).role is not null
$$;
alter function app.shown_name(uuid) owner to app_auth;
grant execute on function app.shown_name(uuid) to app_rt;
