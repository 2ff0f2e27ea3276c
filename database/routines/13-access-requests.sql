-- Requests for access: by people who could not sign in (app.request_access), and by operators of companies for people whom they miss.

create trigger updated_at before update on access_requests for each row execute function app.set_updated_at();

/* Asks the firm for a person. Asking again opens the request again, with the new name and role. It does not tell whether somebody of another
   company has this address. */
create or replace function app.ask_for_person(company uuid, wanted_email text, full_name text, wanted_role text, address text) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare request uuid;
begin
  if ask_for_person.company <> all (app.scope_for('person.ask')) then
    raise exception 'not allowed' using errcode = 'insufficient_privilege';
  end if;
  if exists (select from app.roles r where r.role = ask_for_person.wanted_role and r.is_group_wide) then
    raise exception 'not allowed' using errcode = 'insufficient_privilege';
  end if;
  if exists (select from public.profiles p join public.user_roles r on r.user_id = p.user_id
      where p.email = wanted_email and p.deleted_at is null and r.company_id = ask_for_person.company) then
    raise exception 'already_member' using errcode = 'SB001';
  end if;
  insert into public.access_requests (issuer, subject, email, name, wanted_company, wanted_role, asked_by)
  values ('company', concat(ask_for_person.company, ' ', wanted_email), wanted_email, full_name, ask_for_person.company, ask_for_person.wanted_role, app.user_id())
  on conflict (issuer, subject) do update set name = excluded.name, wanted_role = excluded.wanted_role, asked_by = excluded.asked_by,
    requested_at = now(), status = 'open'
  returning id into request;
  perform app.record_security_event('access_asked', jsonb_build_object('request', request), address);
end $$;

/* The name of the company that asks for a person, whatever company the reader looks at. */
create or replace function app.asking_company(company uuid) returns text
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select c.name from public.companies c where c.id = asking_company.company and app.may('person.read')
$$;

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

grant execute on function app.ask_for_person, app.asking_company, app.approve_access, app.dismiss_access to app_rt;
