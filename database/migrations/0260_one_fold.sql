/* 'The same text' is wider now (app.folded): other dashes, quotes, blanks within, and signs that nobody sees make no difference. So a database
   may have twins already. As in decision 0068, the one made first keeps its number; the others get ' (2)', ' (3)' behind theirs, and the
   activity log shows it. The indexes are dropped first: they hold the keys of the former fold. */
drop index parts_company_id_part_number_key;
drop index assemblies_company_id_assembly_number_key;
drop index products_company_id_sku_key;
drop index vendors_company_id_name_key;
drop index saved_views_company_id_name_key;

do $$
declare
  kind record;
  twin record;
  suffix int;
  is_taken boolean;
begin
  for kind in select * from (values ('parts', 'part_number', 'company_id', 'true'), ('assemblies', 'assembly_number', 'company_id', 'true'),
    ('products', 'sku', 'company_id', 'true'), ('vendors', 'name', 'company_id', 'true'),
    ('saved_views', 'name', 'company_id, created_by, list', 'deleted_at is null')) k (table_name, key, scope, condition)
  loop
    for twin in execute format(
      'select company_id, id, written from (select company_id, id, %1$I as written, created_at,
         row_number() over (partition by %3$s, app.folded(%1$I) order by created_at, id) as place from %2$I where %4$s) t
       where place > 1 order by created_at, id', kind.key, kind.table_name, kind.scope, kind.condition)
    loop
      suffix := 1;
      loop
        suffix := suffix + 1;
        execute format('select exists (select from %I where company_id = $1 and app.folded(%I) = app.folded($2))', kind.table_name, kind.key)
          into is_taken using twin.company_id, twin.written || ' (' || suffix || ')';
        exit when not is_taken;
      end loop;
      execute format('update %I set %I = $3 where company_id = $1 and id = $2', kind.table_name, kind.key)
        using twin.company_id, twin.id, twin.written || ' (' || suffix || ')';
    end loop;
  end loop;
end $$;

create unique index parts_company_id_part_number_key on parts (company_id, app.folded(part_number));
create unique index assemblies_company_id_assembly_number_key on assemblies (company_id, app.folded(assembly_number));
create unique index products_company_id_sku_key on products (company_id, app.folded(sku));
create unique index vendors_company_id_name_key on vendors (company_id, app.folded(name));
create unique index saved_views_company_id_name_key on saved_views (company_id, created_by, list, app.folded(name)) where deleted_at is null;
reindex index store_variants_sku;

-- Searches look in the folded text without accents. The number stands there once more without its signs, as before.
alter table parts alter column search_text set expression as (app.searchable(
  name || chr(10) || part_number || chr(10) || coalesce(barcode, '') || chr(10)
  || coalesce(nullif(translate(app.folded(part_number), '-./ ', ''), app.folded(part_number)), '') || chr(10)
  || coalesce(location, '') || chr(10) || coalesce(supplier_name, '') || chr(10) || coalesce(supplier_account, '')));
alter table assemblies alter column search_text set expression as (app.searchable(
  name || chr(10) || assembly_number || chr(10)
  || coalesce(nullif(translate(app.folded(assembly_number), '-./ ', ''), app.folded(assembly_number)), '') || chr(10) || coalesce(location, '')));
alter table products alter column search_text set expression as (app.searchable(
  name || chr(10) || sku || chr(10) || coalesce(nullif(translate(app.folded(sku), '-./ ', ''), app.folded(sku)), '') || chr(10)
  || coalesce(location, '') || chr(10) || coalesce(category, '')));
alter table vendors alter column search_text set expression as (app.searchable(
  name || chr(10) || coalesce(contact_person, '') || chr(10) || coalesce(email, '')));
alter table profiles alter column search_text set expression as (app.searchable(
  coalesce(first_name, '') || ' ' || coalesce(last_name, '') || chr(10) || email));
alter table sops alter column search_text set expression as (app.searchable(title || chr(10) || coalesce(description, '')));
alter table tasks alter column search_text set expression as (app.searchable(title || chr(10) || coalesce(description, '')));
alter table task_templates alter column search_text set expression as (app.searchable(title || chr(10) || coalesce(description, '')));
alter table sops alter column words set expression as (
  setweight(to_tsvector('simple', translate(app.searchable(title) collate "C", '-_/.,:;+*#|()[]<>="''`~!?\', repeat(' ', 30))), 'A')
  || setweight(to_tsvector('simple', translate(app.searchable(coalesce(description, '')), '-_/.,:;+*#|()[]<>="''`~!?\', repeat(' ', 30))), 'B')
  || setweight(to_tsvector('simple', translate(app.searchable(coalesce(content, '')), '-_/.,:;+*#|()[]<>="''`~!?\', repeat(' ', 30))), 'C'));
alter table sops alter column head_words set expression as (
  setweight(to_tsvector('simple', translate(app.searchable(title) collate "C", '-_/.,:;+*#|()[]<>="''`~!?\', repeat(' ', 30))), 'A')
  || setweight(to_tsvector('simple', translate(app.searchable(coalesce(description, '')), '-_/.,:;+*#|()[]<>="''`~!?\', repeat(' ', 30))), 'B'));
