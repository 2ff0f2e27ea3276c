-- What is printed on a part or on its package: an EAN, a UPC. Two parts may have the same. The search finds it.
alter table parts add column barcode text collate app.natural;
alter table parts alter column search_text set expression as (lower(name || chr(10) || part_number || chr(10) || coalesce(barcode, '')));
