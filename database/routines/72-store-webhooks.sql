-- Notices of stores. A store has no session: it signs what it sends, and the server checks the signature with a key that only it can open.

-- The connection that belongs to a webhook address, its store, and the sealed keys that sign its notices.
create or replace function app.webhook_target(integration uuid)
returns table (company_id uuid, domain text, field text, sealed text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select c.company_id, coalesce(t.domain, c.config ->> 'store_url'), s.field, s.sealed -- a renamed store signs with its first domain
  from public.integration_configs c left join public.stores t on t.company_id = c.company_id
  join public.companies o on o.id = c.company_id and o.status = 'active'
  join public.integration_secrets s on s.company_id = c.company_id and s.integration_id = c.id
  where c.id = integration and c.integration_name = 'shopify' and c.is_enabled and s.field in ('client_secret', 'webhook_secret')
$$;

/* Keeps a notice until a job has read its record. A store repeats notices that were not answered in time, and sometimes others. @returns
   whether the caller has to add the job: the notice is new, and no job waits. A job begins by taking the lock exclusively (app.claim_notices), so
   a job that waits now will see this notice. */
create or replace function app.take_webhook(integration uuid, webhook text, topic text, record_kind text, record_id bigint, is_deleted boolean) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare company uuid;
begin
  select c.company_id into company from public.integration_configs c where c.id = integration and c.integration_name = 'shopify';
  perform pg_advisory_xact_lock_shared(7203110, hashtext(company::text));
  insert into public.store_webhooks (company_id, provider, webhook_id, topic, record_kind, record_id, is_deleted, is_waiting)
    select company, 'shopify', webhook, take_webhook.topic, take_webhook.record_kind, take_webhook.record_id, take_webhook.is_deleted, true
    where company is not null
  on conflict do nothing;
  return found and not exists (
    select from jobs.job_common j where j.name = 'shopify-notices' and j.state in ('created', 'retry') and j.data ->> 'companyId' = company::text);
end $$;

/* Gives notices to a job, the oldest first; several jobs at once get different ones. Notices of a job that has ended are free again. */
create or replace function app.claim_notices(company uuid, job uuid, take int)
returns table (webhook_id text, record_kind text, record_id text, is_deleted boolean)
language plpgsql volatile set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(7203110, hashtext(company::text));
  return query
    update public.store_webhooks w set claimed_by = job
    where w.company_id = company and w.provider = 'shopify' and w.webhook_id = any (array(
      select s.webhook_id from public.store_webhooks s
      where s.company_id = company and s.is_waiting and (s.claimed_by is null or s.claimed_by = job
        or not exists (select from jobs.job_common j where j.name = 'shopify-notices' and j.id = s.claimed_by and j.state in ('created', 'retry', 'active')))
      order by s.received_at, s.webhook_id limit take))
    returning w.webhook_id, w.record_kind, w.record_id::text, w.is_deleted;
end $$;
grant execute on function app.claim_notices to app_worker;

call app.allow_all_rows('store_webhooks', 'app_auth', 'insert');
grant execute on function app.webhook_target, app.take_webhook to app_rt;
