-- The feed: what changed in a company, in the order of transactions, for programs that ask again from where they were.

/* The page after a place in the feed. It ends before the oldest transaction that still runs: one that began earlier and commits later would
   stand before what was read already, and be missed. So a long import delays the feed, and nothing is lost.

   One row for each record and kind of change of a change set, the first that the log has of it; a change set that has nothing more is one row
   without `log_id`. The next page begins after the last row. Without the fence, for the functions below: with it PostgreSQL expects hardly any
   row, and walks the whole log for each. `first_log` and `last_log` are looked up by an order that only one index has, and bound every plan. */
create or replace function app.feed_places(company uuid, after_transaction bigint, after_set uuid, after_log bigint, take int)
returns table (transaction_id bigint, change_set_id uuid, log_id bigint)
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select s.transaction_id, s.id, l.id
  from (
    select c.id, c.transaction_id,
      (select f.id from activity_logs f where f.company_id = company and f.change_set_id >= c.id
        order by f.change_set_id, f.id limit 1) as first_log,
      (select f.id from activity_logs f where f.company_id = company and f.change_set_id <= c.id
        order by f.change_set_id desc, f.id desc limit 1) as last_log
    from change_sets c
    where c.company_id = company and (c.transaction_id, c.id) >= (after_transaction, after_set)
      and c.transaction_id < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
      and (c.id <> after_set or after_log < 9223372036854775807)
    order by c.transaction_id, c.id limit take
  ) s
  left join lateral (
    select n.id from activity_logs n
    where n.company_id = company and n.change_set_id = s.id and n.id between s.first_log and s.last_log
      and n.id > case when s.id = after_set then after_log else 0 end
      and not exists (
        select from activity_logs e
        where e.company_id = company and e.entity_id = n.entity_id and e.id >= s.first_log and e.id < n.id
          and e.change_set_id is not distinct from s.id -- with `=` PostgreSQL might read the whole set for each row
          and e.entity_type = n.entity_type
          and (e.action = n.action or (e.action <> 'deleted' and n.action not in ('created', 'deleted'))) offset 0)
    order by n.id limit take
  ) l on true
  order by s.transaction_id, s.id, l.id limit take
$$;

-- The places of a page for a session. The caller reads the rows of the log through the fence.
create or replace function app.feed(company uuid, after_transaction bigint, after_set uuid, after_log bigint, take int)
returns table (transaction_id bigint, change_set_id uuid, log_id bigint)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.transaction_id, p.change_set_id, p.log_id from app.feed_places(company, after_transaction, after_set, after_log, take) p
  where company = any (app.scope_for('activity.read'))
$$;

-- What an event says about a row of the log.
create or replace function app.feed_action(action text, brings_back bigint) returns text
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case when brings_back is not null then 'restored' when action in ('created', 'deleted') then action else 'changed' end
$$;

/* Tells the places of one database from those of another: a copy, a restored one, and one that a standby has gone on with may have other
   transactions under the same numbers. */
create or replace function app.feed_origin() returns text
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select left(md5(m.database || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8)), 12) from app.store_mark() m
$$;

/* Rows that came from another database may name transactions that this one has yet to begin. They get the number of this transaction: the
   feed has shown none of them. At each start, and after a restore. */
create or replace function app.settle_feed() returns void
language sql volatile set search_path = pg_catalog, public, pg_temp as $$
  update change_sets s set transaction_id = pg_current_xact_id()::text::bigint from companies c
  where s.company_id = c.id and s.transaction_id >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint
$$;

grant execute on function app.feed_places, app.feed_action to app_auth;
grant execute on function app.feed, app.feed_action, app.feed_origin to app_rt;
