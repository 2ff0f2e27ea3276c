-- The published versions of SOPs, and who has read them. Both tables only grow.

/* Readers of a SOP read its versions, except those that were published for others: while it belonged to another company, or to SBR alone. */
call app.allow_all_rows('sop_versions', 'app_auth', 'select,insert');
grant select on sop_versions to app_rt, app_worker;
create policy may_read on sop_versions for select to app_rt, app_worker using (
  company_id = any ((select app.scope_with_firm('sop.read', 'sop.read'))::uuid[])
  and (visibility <> 'company' or company_id = any ((select app.scope_for('sop.read'))::uuid[]))
  and (visibility <> 'sbr_only' or (select app.may('sop.readInternal')))
  and exists (select from sops s where s.id = sop_versions.sop_id));
create trigger append_only before update or delete or truncate on sop_versions for each statement execute function app.refuse_change();

/* Every change that leaves a SOP published makes a version, unless its text is the one that was published last. The server gives
   the note and says whether people have to read it again (server/sops/versions.queries.ts); everybody has to read the first version. */
create or replace function app.publish_sop() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  last public.sop_versions;
  asks boolean;
begin
  if new.status <> 'published' then return null; end if;
  select * into last from public.sop_versions v where v.sop_id = new.id order by v.number desc limit 1;
  if (last.company_id, last.visibility, last.title, last.description, last.content, last.video_url)
    is not distinct from (new.company_id, new.visibility, new.title, new.description, new.content, new.video_url) then
    return null;
  end if;
  asks := last.number is null or current_setting('app.sop_asks_again', true) is not distinct from 'true';
  insert into public.sop_versions (company_id, sop_id, number, title, description, content, video_url, visibility, note, asks_again, published_by)
  values (new.company_id, new.id, coalesce(last.number, 0) + 1, new.title, new.description, new.content, new.video_url, new.visibility,
    nullif(current_setting('app.sop_note', true), ''),
    asks, coalesce(app.user_id(), new.created_by));
  -- People are told only of what a person publishes, not of the demo data.
  if asks and app.user_id() is not null and new.visibility <> 'sbr_only' then
    perform app.write_notices(c.id, 'sop_to_read', 'sop', new.id, null, null, 'sop.acknowledge')
      from public.companies c where c.status = 'active' and (new.visibility = 'sbr_public' or c.id = new.company_id) order by c.id;
  end if;
  return null;
end $$;
create trigger publish after insert or update on sops for each row execute function app.publish_sop();

/* People confirm for themselves, and only what is published now. Managers and operators see who has read. */
call app.allow_all_rows('sop_readings', 'app_auth', 'select');
grant select on sop_readings to app_rt, app_worker;
grant insert (company_id, sop_id, user_id, version) on sop_readings to app_rt;
call app.let_people('sop_readings', 'select', 'sop.read', $$((select app.reaches_all('sop.overview')) or user_id = (select app.user_id()))$$);
create policy job_select on sop_readings for select to app_worker using (company_id = any ((select app.scope())::uuid[]));
call app.let_people('sop_readings', 'insert', 'sop.acknowledge',
  $$user_id = (select app.user_id())
    and exists (select from sops s where s.id = sop_readings.sop_id and s.status = 'published')
    and version = (select max(v.number) from sop_versions v where v.sop_id = sop_readings.sop_id)$$);
create trigger append_only before update or delete or truncate on sop_readings for each statement execute function app.refuse_change();

/* How many people of each company have read a SOP that SBR shares, up to the last version that asked for it; who published it has read it. The firm learns numbers only. */
create or replace function app.sop_reading_counts(sop uuid) returns table (company_id uuid, name text, people bigint, readers bigint)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select c.id, c.name, count(*), count(*) filter (where greatest(
      (select max(d.version) from public.sop_readings d where d.company_id = c.id and d.sop_id = s.id and d.user_id = r.user_id),
      (select max(o.number) from public.sop_versions o where o.sop_id = s.id and o.published_by = r.user_id))
    >= (select max(v.number) from public.sop_versions v where v.sop_id = s.id and v.asks_again))
  from public.sops s cross join public.companies c join public.user_roles r on r.company_id = c.id
  where s.id = sop and s.visibility = 'sbr_public' and s.status = 'published' and app.may('sop.share')
    and not c.is_sbr and c.status = 'active'
  group by c.id, c.name order by c.name
$$;

grant execute on function app.sop_reading_counts to app_rt;
