-- Notices of stores. A store has no session: it signs what it sends, and the server checks the signature with a key that only it can open.

-- The connection that an address of ours stands for, its store, and the sealed keys that sign its notices.
create or replace function app.webhook_target(integration uuid)
returns table (company_id uuid, domain text, field text, sealed text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select c.company_id, c.config ->> 'store_url', s.field, s.sealed
  from public.integration_configs c
  join public.companies o on o.id = c.company_id and o.status = 'active'
  join public.integration_secrets s on s.company_id = c.company_id and s.integration_id = c.id
  where c.id = integration and c.integration_name = 'shopify' and c.is_enabled and s.field in ('client_secret', 'webhook_secret')
$$;

-- Whether a notice is new. A store repeats what was not answered in time, and sometimes what was.
create or replace function app.take_webhook(integration uuid, webhook text, topic text) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into public.store_webhooks (company_id, provider, webhook_id, topic)
    select c.company_id, 'shopify', webhook, take_webhook.topic from public.integration_configs c
    where c.id = integration and c.integration_name = 'shopify'
  on conflict do nothing;
  return found;
end $$;

call app.let_in('store_webhooks', 'app_auth', 'insert');
call app.give_to('app_auth', 'webhook_target', 'take_webhook');
grant execute on function app.webhook_target, app.take_webhook to app_rt;
