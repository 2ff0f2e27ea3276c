-- Each token is a way in that somebody has to keep an eye on: a person has at most 50 of them (review S4).
create function app.bound_tokens() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  -- Two at once would both count 49.
  perform pg_advisory_xact_lock(hashtextextended('tokens of ' || new.user_id, 0));
  if (select count(*) from public.sessions s
      where s.user_id = new.user_id and s.kind = 'token' and s.expires_at > now() and s.idle_expires_at > now()) >= 50 then
    raise exception using errcode = 'SB001', message = 'too_many_tokens';
  end if;
  return new;
end $$;
create trigger bound_tokens before insert on sessions for each row when (new.kind = 'token') execute function app.bound_tokens();
