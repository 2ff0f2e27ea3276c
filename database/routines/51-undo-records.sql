/* Undo, first part: the records of a change set, their later changes, and the records that can be deleted together. Begin with 51-undo.sql. */

-- The records that a change set created or deleted. `was_made`: its last action created the record, so the record existed afterwards.
-- `was_deleted`: its first action deleted the record, so the record existed before. Both: the set deleted the record and created it again.
-- `owner_id`: the record that a row belongs to; `deletion`: the log row with its old values.
create or replace function app.set_records(company uuid, target_set uuid)
returns table (entity_type text, entity_id uuid, owner_id uuid, was_made boolean, was_deleted boolean, last_id bigint, deletion bigint)
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select l.entity_type, l.entity_id, (array_agg(l.parent_id))[1],
    coalesce(max(l.id) filter (where l.action = 'created') = max(l.id), false),
    coalesce(min(l.id) filter (where l.action = 'deleted') = min(l.id), false), max(l.id),
    min(l.id) filter (where l.action = 'deleted')
  from public.activity_logs l
  where l.company_id = company and l.change_set_id = target_set and l.action in ('created', 'deleted')
  group by l.entity_type, l.entity_id
$$;

-- The last change after a log row, of each record or of a row that belongs to it. A change that an undo took back does not count, and
-- neither does that undo; a change that the undo had to keep counts.
create or replace function app.touches_since(company uuid, target_set uuid, after_id bigint)
returns table (entity_id uuid, last_id bigint)
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  with others as materialized (
    select s.id, s.undone_by from public.change_sets s
    left join public.change_sets u on u.company_id = company and u.id = s.undoes and u.undone_by = s.id
    where s.company_id = company and s.id <> target_set and s.undoes is distinct from target_set and u.id is null
  ), later as materialized (
    select n.id, n.entity_type, n.entity_id, n.parent_id, coalesce(n.field_changed, '') as field, o.undone_by
    from public.activity_logs n join others o on o.id = n.change_set_id
    where n.company_id = company and n.id > after_id
  ), taken_back as materialized (
    select distinct m.change_set_id, m.entity_type, m.entity_id, coalesce(m.field_changed, '') as field
    from (select distinct l.undone_by from later l where l.undone_by is not null) u
    join public.activity_logs m on m.company_id = company and m.change_set_id = u.undone_by
  ), standing as (
    select l.* from later l left join taken_back b
      on b.change_set_id = l.undone_by and b.entity_type = l.entity_type and b.entity_id = l.entity_id and b.field = l.field
    where b.entity_id is null
  )
  select s.entity_id, max(s.id) from standing s group by s.entity_id
  union all
  select s.parent_id, max(s.id) from standing s where s.parent_id is not null group by s.parent_id
$$;

-- Of the records to be deleted, those that a row refers to which would stay.
create or replace function app.used_among(company uuid, ids uuid[], types text[]) returns setof uuid
language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  f record;
begin
  for f in
    select c.conrelid::regclass as child, k.attname as refers,
      exists (select from pg_attribute i where i.attrelid = c.conrelid and i.attname = 'id') as has_id
    from app.tenant_tables t
    join pg_constraint c on c.contype = 'f' and c.confrelid = format('public.%I', t.table_name)::regclass and c.confdeltype in ('a', 'r')
    cross join lateral unnest(c.conkey, c.confkey) p(own, theirs)
    join pg_attribute a on a.attrelid = c.confrelid and a.attnum = p.theirs and a.attname = 'id'
    join pg_attribute k on k.attrelid = c.conrelid and k.attnum = p.own
    where t.entity_type = any (types) and has_table_privilege(c.conrelid, 'select')
      and exists (select from pg_attribute o where o.attrelid = c.conrelid and o.attname = 'company_id')
  loop
    return query execute format('select distinct g.id from unnest($2) g(id) join %1$s x on x.company_id = $1 and x.%2$I = g.id
      left join unnest($2) o(id) on o.id = %3$s where o.id is null', f.child, f.refers, case when f.has_id then 'x.id' else 'null::uuid' end)
      using company, ids;
  end loop;
end $$;

/* The records that can be deleted without leaving a part of something behind: a row that belongs to a record that stays, stays too. With
   `types`, the records that a staying row uses stay as well. Rows that share an id are deleted together or not at all. */
create or replace function app.what_can_go(company uuid, made uuid[], owners uuid[], staying uuid[], types text[]) returns uuid[]
language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  kept uuid[] := staying;
  going uuid[];
  before int;
  used uuid[] := '{}';
begin
  loop
    before := cardinality(kept);
    going := array(select m.id from unnest(made, owners) m(id, owner)
      left join unnest(kept) k(id) on k.id = m.id left join unnest(kept) o(id) on o.id = m.owner where k.id is null and o.id is null);
    kept := array(select m.id from unnest(made) m(id) left join unnest(going) g(id) on g.id = m.id where g.id is null);
    if types is not null then used := array(select distinct u from app.used_among(company, going, types) u); end if;
    exit when cardinality(kept) = before and cardinality(used) = 0;
    kept := kept || used;
  end loop;
  return going;
end $$;

-- The columns whose values the log writes as JSON, not as text.
create or replace function app.json_columns(target regclass) returns text[]
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(array_agg(a.attname::text), '{}') from pg_attribute a join pg_type y on y.oid = a.atttypid
  where a.attrelid = target and a.attnum > 0 and not a.attisdropped
    and (y.typcategory in ('A', 'C') or a.atttypid in ('json'::regtype, 'jsonb'::regtype))
$$;

-- The net change of each field of some records: its value before the change set and after it.
create or replace function app.fields_of_set(company uuid, target_set uuid, entity text, ids uuid[])
returns table (entity_id uuid, field text, was text, became text)
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select l.entity_id, l.field_changed, (array_agg(l.old_value order by l.id))[1], (array_agg(l.new_value order by l.id desc))[1]
  from public.activity_logs l join unnest(ids) u(id) on u.id = l.entity_id
  where l.company_id = company and l.change_set_id = target_set and l.entity_type = entity and l.field_changed is not null
  group by l.entity_id, l.field_changed
$$;
