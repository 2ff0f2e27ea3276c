-- Requests for access by people who could not sign in (app.request_access).

/* Gives a role to the person who asked: as a new pre-authorised person, or as a known person whose role was taken away. Returns
   null when there is no such request. */
create or replace function app.approve_access(request uuid, wanted_role text, wanted_company uuid, allows_unmanaged boolean, address text) returns uuid
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  asked public.access_requests;
  person uuid;
begin
  if not app.may('person.write') then raise exception 'not allowed' using errcode = 'insufficient_privilege'; end if;
  select * into asked from public.access_requests a where a.id = request for update;
  if not found then return null; end if;
  if asked.status = 'approved' then raise exception 'request_closed' using errcode = 'SB001'; end if;
  select l.user_id into person from public.identity_links l where l.issuer = asked.issuer and l.subject = asked.subject;
  if person is null then
    select p.user_id into person from public.profiles p where p.email = asked.email and p.deleted_at is null;
  end if;
  if person is null then
    person := app.create_person(asked.email, nullif(split_part(asked.name, ' ', 1), ''),
      nullif(trim(substr(asked.name, length(split_part(asked.name, ' ', 1)) + 1)), ''), wanted_role, wanted_company, allows_unmanaged, address);
  else
    perform from app.person_to_change(person);
    if exists (select from public.user_roles r where r.user_id = person) then raise exception 'has_access' using errcode = 'SB001'; end if;
    perform app.set_access(person, wanted_role, wanted_company, address);
    if allows_unmanaged then perform app.allow_unmanaged_account(person, true, address); end if;
  end if;
  update public.access_requests set status = 'approved' where id = request;
  perform app.record_security_event('access_approved', jsonb_build_object('person', person, 'request', request), address);
  return person;
end $$;

create or replace function app.dismiss_access(request uuid, address text) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare was text;
begin
  if not app.may('person.write') then raise exception 'not allowed' using errcode = 'insufficient_privilege'; end if;
  select a.status into was from public.access_requests a where a.id = request for update;
  if not found then return false; end if;
  if was = 'approved' then raise exception 'request_closed' using errcode = 'SB001'; end if;
  update public.access_requests set status = 'dismissed' where id = request;
  perform app.record_security_event('access_dismissed', jsonb_build_object('request', request), address);
  return true;
end $$;

call app.give_to('app_auth', 'approve_access', 'dismiss_access');
grant execute on function app.approve_access, app.dismiss_access to app_rt;
