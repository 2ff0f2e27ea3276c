-- The preview of a backup: which backup it is, and what was added since it was made. Only what was shown then can be deleted with it.
alter table imports add backup_id uuid, add added_since jsonb;
call app.grant_columns('imports');

-- As in 0047, but `app.set_kind` names the change set where its rows come back as by an undo and yet are part of something else: the
-- import of a backup.
create or replace function app.change_set(company uuid) returns uuid
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  open text := current_setting('app.change_set', true);
  author uuid;
  named text := nullif(current_setting('app.set_kind', true), '');
  made uuid;
begin
  if left(open, 36) = company::text then return substr(open, 38)::uuid; end if;
  author := app.user_id();
  if author is null and not pg_has_role(session_user, 'app_owner', 'member') then
    raise exception 'a change without a session' using errcode = 'insufficient_privilege';
  end if;
  insert into public.change_sets (company_id, user_id, kind, undoes) values (
    company, author, coalesce(named, nullif(current_setting('app.change_kind', true), ''), 'edit'),
    case when named is null then nullif(current_setting('app.undoes', true), '')::uuid end) returning id into made;
  perform set_config('app.change_set', company::text || ':' || made, true);
  return made;
end $$;
