-- Two functions answered whoever called them, with or without a session (review S7). Now both ask.

/* Change sets are opened by triggers, which belong to app_audit: nobody else calls this. Behind a trigger stands somebody with a session,
   or the owner of the database (seeds, repairs). */
revoke execute on function app.change_set(uuid) from app_rt, app_worker;
create or replace function app.change_set(company uuid) returns uuid
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  open text := current_setting('app.change_set', true);
  author uuid;
  made uuid;
begin
  if left(open, 36) = company::text then return substr(open, 38)::uuid; end if;
  author := app.user_id();
  if author is null and not pg_has_role(session_user, 'app_owner', 'member') then
    raise exception 'a change without a session' using errcode = 'insufficient_privilege';
  end if;
  insert into public.change_sets (company_id, user_id, kind, undoes) values (
    company, author, coalesce(nullif(current_setting('app.change_kind', true), ''), 'edit'),
    nullif(current_setting('app.undoes', true), '')::uuid) returning id into made;
  perform set_config('app.change_set', company::text || ':' || made, true);
  return made;
end $$;

/* Events of the web server. Without a session only refused sign-ins happen, with a short reason; all others are written in the name of
   the session that asks. Bounded, so that nobody fills the log with a text. */
create or replace function app.record_security_event(kind text, detail jsonb, address text) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare c app.context := app.ctx();
begin
  if c.user_id is null and (kind <> 'sign_in_refused' or length(detail::text) > 500)
    and not pg_has_role(session_user, 'app_owner', 'member') then
    raise exception 'an event without a session' using errcode = 'insufficient_privilege';
  end if;
  if kind !~ '^[a-z_]{1,40}$' or length(detail::text) > 10000 or length(address) > 100 then
    raise exception 'too much for an event' using errcode = 'check_violation';
  end if;
  insert into public.security_events (kind, user_id, company_id, address, detail)
  values (record_security_event.kind, c.user_id, c.company_id, record_security_event.address, coalesce(record_security_event.detail, '{}'));
end $$;
