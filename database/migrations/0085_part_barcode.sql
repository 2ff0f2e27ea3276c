-- What is printed on a part or on its package: an EAN, a UPC. Two parts may have the same.
alter table parts add column barcode text collate app.natural;
alter table parts alter column search_text set expression as (lower(name || chr(10) || part_number || chr(10) || coalesce(barcode, '')));
update app.tenant_tables set search_columns = search_columns || array['barcode'] where table_name = 'parts';
