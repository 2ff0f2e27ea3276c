-- Long work of a person (server/platform/http/long-jobs.ts): its job acts as that person, with the rights of the moment (decision 0550).

-- Held by the transaction of the job, so that two tries never work at once, and a cancelled one is found.
create or replace function app.long_job_lock(job uuid) returns int language sql immutable set search_path = pg_catalog, pg_temp as $$ select hashtext(job::text) $$;

/* The caller of a job that runs. A role that the person has lost, or a token that was revoked, ends the work. The limits of a token hold
   in its job as in app.ctx(). */
create or replace function app.long_job(job uuid) returns app.context
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  c app.context;
  payload jsonb;
  reaches boolean;
begin
  c.scope := '{}';
  select j.data into payload from jobs.job_common j where j.name = 'long-work' and j.id = job and j.state = 'active';
  select p.user_id into c.user_id from public.profiles p where p.user_id::text = payload ->> 'personId' and (payload ->> 'tokenId' is null or exists (
    select from public.sessions s where s.id::text = payload ->> 'tokenId' and s.user_id = p.user_id and s.expires_at > now() and s.idle_expires_at > now()));
  if c.user_id is null then return c; end if;
  c.needs_touch := false;
  select case when t.only_company_id is null then r.role else coalesce(g.in_one_company, r.role) end, o.id, o.status, t.is_read_only, t.areas,
      case when t.id is null then null when t.only_company_id is null then 'person' else 'company' end,
      coalesce(t.only_company_id, o.id) = o.id and (g.is_group_wide or (r.company_id = o.id and o.status <> 'sold'))
    into c.role, c.company_id, c.company_status, c.is_read_only, c.areas, c.token_reach, reaches
    from public.user_roles r join app.roles g on g.role = r.role join public.companies o on o.id::text = payload ->> 'companyId'
    left join public.sessions t on t.id::text = payload ->> 'tokenId'
    where r.user_id = c.user_id order by r.created_at desc limit 1;
  if reaches then c.scope := array[c.company_id]; end if;
  return c;
end $$;

/* As for a link (33-files.sql): the transaction of the job itself gives out a proof, made with a key that only app_auth can read. So calling
   functions as the web server is not enough to act as the person of a job. */
create or replace function app.long_job_proof(job uuid) returns text
language sql stable security definer set search_path = pg_catalog, app, pg_temp as $$
  select encode(sha256(k.key || convert_to('long job ' || job, 'UTF8') || k.key), 'hex') from app.context_key k
$$;

create or replace function app.prove_long_job(job uuid) returns text
language sql stable security definer set search_path = pg_catalog, app, pg_temp as $$
  select app.long_job_proof(j.id) from jobs.job_common j where app.is_job('long-work') and j.name = 'long-work' and j.id = job and j.state = 'active'
    and j.data ->> 'companyId' = any (app.scope()::text[])
$$;

-- First statement of the transaction of a job, like app.enter of a request.
create or replace function app.enter_long_job(job uuid, proof text, change_kind text) returns app.context
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare c app.context;
begin
  c.scope := '{}';
  perform pg_advisory_xact_lock(550, app.long_job_lock(job));
  if proof = app.long_job_proof(job) then c := app.long_job(job); end if;
  perform set_config('app.session', '', true), set_config('app.company', coalesce(c.company_id::text, ''), true),
          set_config('app.change_kind', coalesce(change_kind, ''), true), set_config('app.change_set', '', true),
          set_config('app.collects_news', 'on', true), set_config('app.ctx', app.seal(c::text) || c::text, true);
  return c;
end $$;

-- Last statement before the commit: nobody cancels the job from here on, and what was cancelled is refused.
create or replace function app.end_long_job(job uuid, proof text) returns app.context
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from jobs.job_common j where j.name = 'long-work' and j.id = job and j.state = 'active' and proof = app.long_job_proof(job) for share;
  if not found then return null::app.context; end if;
  return app.long_job(job);
end $$;

/* Cancels a job of the caller, unless its change is stored: then the answer is kept. @returns whether it is cancelled now */
create or replace function app.cancel_long_job(job uuid) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare kept_as text;
begin
  select j.data #>> '{request,key}' into kept_as from jobs.job_common j where j.name = 'long-work' and j.id = job and j.state < 'completed'
    and j.data ->> 'personId' = app.user_id()::text and j.data ->> 'companyId' = any (app.scope()::text[]) for update;
  if kept_as is null or exists (select from public.idempotency_keys k where k.user_id = app.user_id() and k.key = kept_as) then return false; end if;
  update jobs.job_common j set state = 'cancelled', completed_on = now() where j.name = 'long-work' and j.id = job;
  return true;
end $$;

-- The connection whose transaction works on a job.
create or replace function app.backend_of_long_job(job uuid) returns setof int
language sql volatile set search_path = pg_catalog, pg_temp as $$
  select l.pid from pg_locks l where l.locktype = 'advisory' and l.objsubid = 2 and l.granted and l.classid::bigint = 550
    and l.objid::bigint = (app.long_job_lock(job)::bigint & 4294967295) and l.database = (select d.oid from pg_database d where d.datname = current_database())
$$;

/* How many jobs of the caller wait or run, in all companies. The more, the later the next one is done: who begins fifty delays nobody who begins
   one. */
create or replace function app.long_jobs_under_way() returns int
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select count(*)::int from jobs.job_common j where j.name = 'long-work' and j.state < 'completed' and j.data ->> 'personId' = app.user_id()::text
$$;

grant update (state, completed_on) on jobs.job_common to app_auth;
grant execute on function app.long_job_lock to app_auth, app_rt;
grant execute on function app.long_job, app.long_job_proof to app_auth;
grant execute on function app.prove_long_job to app_worker;
grant execute on function app.enter_long_job, app.end_long_job, app.cancel_long_job, app.backend_of_long_job, app.long_jobs_under_way to app_rt;
