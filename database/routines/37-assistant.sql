-- The assistant: who may use a company's OpenAI, and how often. Some of these people may not see the integration, so its key is given out
-- here for one call at a time.

call app.allow_all_rows('assistant_months', 'app_auth', 'select,insert,update');
grant select on assistant_months to app_rt;
call app.let_people('assistant_months', 'select', 'assistant.use');

-- The most calls in a month that a company allows; 200 until somebody sets it.
create or replace function app.assistant_limit(config jsonb) returns int
language sql immutable set search_path = pg_catalog, public, pg_temp as $$
  select case when config ->> 'monthly_limit' ~ '^[0-9]{1,6}$' then (config ->> 'monthly_limit')::int else 200 end
$$;

/* Whether the caller may ask now, and the calls of this month. The assistant is ready when it is on and has a working key and a model. No row for
   people who may not use it. */
create or replace function app.assistant_state(company uuid)
returns table (is_ready boolean, name text, calls int, monthly_limit int, tokens bigint, month date)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(c.is_enabled and not c.needs_reconnect and coalesce(c.config ->> 'model', '') <> '' and exists (
      select from public.integration_secrets s
      where s.company_id = company and s.integration_id = c.id and s.field = 'api_key'), false),
    c.config ->> 'assistant_name', coalesce(m.calls, 0), app.assistant_limit(c.config), coalesce(m.tokens, 0), d.month
  from public.companies o
  cross join lateral (select date_trunc('month', now() at time zone o.time_zone)::date as month) d
  left join public.integration_configs c on c.company_id = o.id and c.integration_name = 'openai'
  left join public.assistant_months m on m.company_id = o.id and m.month = d.month
  where o.id = company and company = any (app.scope_for('assistant.use'))
$$;

/* Counts a call and returns what it needs. One statement raises the count before the call, so a hundred people at once do not get
   past the limit. */
create or replace function app.begin_assistance(company uuid)
returns table (integration_id uuid, config jsonb, sealed text, month date)
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare state record;
begin
  select * into state from app.assistant_state(company);
  if not found then raise exception 'no right to the assistant' using errcode = 'insufficient_privilege'; end if;
  if not state.is_ready then raise exception 'assistant_off' using errcode = 'SB001'; end if;
  if state.monthly_limit > 0 then
    insert into public.assistant_months as m (company_id, month, calls) values (company, state.month, 1)
      on conflict (company_id, month) do update set calls = m.calls + 1 where m.calls < state.monthly_limit;
  end if;
  if state.monthly_limit = 0 or not found then raise exception 'assistant_used_up' using errcode = 'SB001'; end if;
  return query select c.id, c.config, s.sealed, state.month
    from public.integration_configs c
    join public.integration_secrets s on s.company_id = c.company_id and s.integration_id = c.id and s.field = 'api_key'
    where c.company_id = company and c.integration_name = 'openai';
end $$;

/* Notes how a call ended: with the tokens it used, or without any, so that it does not count. `failure`: the failure of the connection, as
   text; null when the connection works. */
create or replace function app.end_assistance(company uuid, of_month date, used bigint, counts boolean, failure text, is_key_bad boolean) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not company = any (app.scope_for('assistant.use')) then
    raise exception 'no right to the assistant' using errcode = 'insufficient_privilege';
  end if;
  update public.assistant_months m set tokens = m.tokens + used, calls = m.calls - case when counts then 0 else 1 end
    where m.company_id = company and m.month = of_month;
  update public.integration_configs c set
    status = case when failure is null then 'connected' else 'error' end,
    last_success_at = case when failure is null then now() else c.last_success_at end,
    last_error = left(failure, 1000), last_error_at = case when failure is not null then now() end,
    needs_reconnect = is_key_bad
  where c.company_id = company and c.integration_name = 'openai' and (counts or failure is not null)
    and c.credentials_set_at is not null; -- a call that was under way during a disconnect says nothing any more
end $$;

call app.give_to('app_auth', 'assistant_limit');
grant execute on function app.assistant_limit to app_auth;
grant execute on function app.assistant_state, app.begin_assistance, app.end_assistance to app_rt;
