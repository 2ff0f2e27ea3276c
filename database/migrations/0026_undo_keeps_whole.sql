/* As in 0012, but a record that is kept keeps its lines: an assembly that was used or changed since its making stood there empty after
   the undo. What a kept record contains is kept too, since it is used. `touched` is null for those lines: they stay with their
   record, which is reported itself. */
create or replace function app.undo_candidates(company uuid, target_set uuid, entity text)
returns table (entity_id uuid, entity_name text, touched boolean)
language sql stable set search_path = pg_catalog, public as $$
  with recursive used_elsewhere as materialized (
    select l.component_id as id from public.bom_lines l where entity = 'bom_line' and l.company_id = company and l.part_id is null
      and l.id not in (select u.entity_id from app.undo_records(company, target_set, 'bom_line') u where u.was_created)
  ), kept(id) as (
    select m.entity_id from (
      select r.*, 'assembly' as kind from app.undo_records(company, target_set, 'assembly') r
      union all select r.*, 'product' from app.undo_records(company, target_set, 'product') r) m
    where entity = 'bom_line' and m.was_created and not m.was_deleted and (exists (
      select from (
        select n.change_set_id from public.activity_logs n
        where n.company_id = company and n.entity_id = m.entity_id and n.entity_type = m.kind and n.id > m.last_id
        union all
        select n.change_set_id from public.activity_logs n
        where n.company_id = company and n.parent_id = m.entity_id and n.id > m.last_id
      ) n join public.change_sets s on s.company_id = company and s.id = n.change_set_id
      where s.id <> target_set and s.undoes is distinct from target_set and s.undone_by is null and not exists (
          select from public.change_sets u where u.company_id = company and u.id = s.undoes and u.undone_by = s.id)
    ) or m.entity_id in (select id from used_elsewhere))
    union
    select l.component_id from kept k join public.bom_lines l on l.company_id = company and l.parent_id = k.id and l.part_id is null
  ), kept_lines as materialized (
    select l.id from kept k join public.bom_lines l on l.company_id = company and l.parent_id = k.id
  )
  select r.entity_id, r.entity_name, case when exists (
    select from (
      select n.change_set_id from public.activity_logs n
      where n.company_id = company and n.entity_id = r.entity_id and n.entity_type = entity and n.id > r.last_id
      union all
      select n.change_set_id from public.activity_logs n
      where n.company_id = company and n.parent_id = r.entity_id and n.id > r.last_id
    ) n join public.change_sets s on s.company_id = company and s.id = n.change_set_id
    where s.id <> target_set and s.undoes is distinct from target_set and s.undone_by is null and not exists (
        select from public.change_sets u where u.company_id = company and u.id = s.undoes and u.undone_by = s.id)
  ) then true when r.entity_id in (select id from kept_lines) then null else false end
  from app.undo_records(company, target_set, entity) r where r.was_created and not r.was_deleted
$$;
