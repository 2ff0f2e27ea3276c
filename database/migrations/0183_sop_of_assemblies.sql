-- An assembly may name the SOP by which it is made, as parts and products do.
alter table assemblies add column sop_id uuid;
create index assemblies_sop on assemblies (sop_id) where sop_id is not null;
