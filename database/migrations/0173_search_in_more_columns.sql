-- The search of lists also looks at locations, suppliers and accounts, and finds numbers without their signs. Linked vendors are looked up by
-- app.search_page, whose arguments are others now.

alter table parts alter column search_text set expression as (lower(
  name || chr(10) || part_number || chr(10) || coalesce(barcode, '') || chr(10)
  || coalesce(nullif(translate(part_number, '-./ ', ''), part_number), '') || chr(10)
  || coalesce(location, '') || chr(10) || coalesce(supplier_name, '') || chr(10) || coalesce(supplier_account, '')));
alter table assemblies alter column search_text set expression as (lower(
  name || chr(10) || assembly_number || chr(10) || coalesce(nullif(translate(assembly_number, '-./ ', ''), assembly_number), '') || chr(10)
  || coalesce(location, '')));
alter table products alter column search_text set expression as (lower(
  name || chr(10) || sku || chr(10) || coalesce(nullif(translate(sku, '-./ ', ''), sku), '') || chr(10)
  || coalesce(location, '') || chr(10) || coalesce(category, '')));

drop function if exists app.search_page(text, uuid, text, jsonb, text, boolean, int, int, int);
