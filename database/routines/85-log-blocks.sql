-- The seal of the activity log (migrations/0380_log_blocks.sql). A job of the firm seals the logs of all companies.

call app.allow_all_rows('log_blocks', 'app_auth', 'select,insert');
create trigger append_only before update or delete or truncate on log_blocks for each statement execute function app.refuse_change();

/* The digest of a change set and its rows of the log, as they stand. Columns are listed, so that a new one changes no digest; what may change is
   left out: the place in the feed, the undo, and the values of bank data, which are sealed themselves and given up when their key is lost. */
create or replace function app.log_digest(company uuid, change_set uuid) returns table (digest text, entries int)
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select encode(sha256(convert_to(jsonb_build_array(s.company_id, s.id, s.user_id, s.kind, s.undoes, extract(epoch from s.created_at))::text, 'UTF8')
    || coalesce(l.digests, '')), 'base64'), l.entries::int
  from change_sets s cross join lateral (
    select count(*) as entries, string_agg(sha256(convert_to(jsonb_build_array(a.id, a.entity_type, a.entity_id, a.entity_name, a.entity_number,
      a.parent_type, a.parent_id, a.action, a.field_changed, a.description, a.user_id, a.brings_back, extract(epoch from a.created_at),
      case when a.entity_type <> 'vendor_private' then jsonb_build_array(a.old_value, a.new_value, a.metadata) end)::text, 'UTF8')), '' order by a.id) as digests
    from activity_logs a where a.company_id = company and a.change_set_id = s.id) l
  where s.company_id = company and s.id = change_set
$$;

-- Whether a company has something to seal, or its newest block has another key than the one that seals now.
create or replace function app.companies_to_seal(key text) returns table (company_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select c.id from public.companies c
  left join lateral (select * from public.log_blocks b where b.company_id = c.id order by b.number desc limit 1) h on true
  cross join app.store_mark() m
  where h.key_id <> key or exists (
    select from public.change_sets s
    where s.company_id = c.id and s.transaction_id < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
      and (s.transaction_id, s.id) > (case when h.database = m.database then h.at_transaction else 0 end, coalesce(h.at_set, s.company_id)))
$$;

create or replace function app.newest_log_block(company uuid) returns jsonb
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select to_jsonb(b) from public.log_blocks b where (select app.is_job('seal-log')) and b.company_id = company order by b.number desc limit 1
$$;

/* The change sets after a place, with their digests: some hundreds, fewer when they are large. It ends before the oldest transaction that still
   runs (83-feed.sql), so none appears later before the place. */
create or replace function app.log_to_seal(company uuid, after_transaction bigint, after_set uuid)
returns table (change_set_id uuid, transaction_id bigint, digest text, entries int)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare total int := 0;
begin
  if not app.is_job('seal-log') then return; end if;
  for change_set_id, transaction_id, digest, entries in
    select s.id, s.transaction_id, d.digest, d.entries
    from (select c.id, c.transaction_id from public.change_sets c
      where c.company_id = company and (c.transaction_id, c.id) > (after_transaction, after_set)
        and c.transaction_id < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
      order by c.transaction_id, c.id limit 500 offset 0) s
    cross join lateral app.log_digest(company, s.id) d
  loop
    return next;
    total := total + entries;
    exit when total > 50000;
  end loop;
end $$;

create or replace function app.add_log_block(added jsonb) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not app.is_job('seal-log') then raise exception 'only its job seals the log' using errcode = 'insufficient_privilege'; end if;
  insert into public.log_blocks select * from jsonb_populate_record(null::public.log_blocks, added);
end $$;

grant execute on function app.log_digest to app_auth;
grant execute on function app.companies_to_seal, app.newest_log_block, app.log_to_seal, app.add_log_block, app.store_mark, app.firm to app_worker;
