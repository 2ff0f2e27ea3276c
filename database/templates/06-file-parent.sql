/* Lets the records of a table have files; a migration calls it. Adds the column <entity>_id and renews everything that depends on the kinds
   of parents. The policies come with the routines (routines/33-files.sql). */
create or replace procedure app.file_parent(entity text, target text) language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  columns text; kinds text;
begin
  insert into app.file_parents (entity_type, table_name) values (entity, target);
  execute format('alter table public.files add %1$I uuid,
    add foreign key (company_id, %1$I) references public.%2$I (company_id, id) on update cascade on delete cascade', entity || '_id', target);
  execute format('create index %I on public.files (company_id, %2$I) where %2$I is not null', 'files_' || entity, entity || '_id');
  select string_agg(quote_ident(f.entity_type || '_id'), ', ' order by f.place),
    string_agg(format('when %I is not null then %L', f.entity_type || '_id', f.entity_type), ' ' order by f.place)
    into columns, kinds from app.file_parents f;
  execute format('alter table public.files drop constraint if exists files_one_parent,
    add constraint files_one_parent check (num_nonnulls(%1$s) = 1),
    alter parent_id set expression as (coalesce(%1$s)), alter parent_type set expression as (case %2$s end)', columns, kinds);
end $$;
