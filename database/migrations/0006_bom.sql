/* A line of a bill of materials: `quantity` of one component go into one assembly or product. A column per kind, so that each is a
   foreign key within the company; parent_id, component_id and component_type are what the queries read. */
create table bom_lines (
  id uuid not null default uuidv7(),
  company_id uuid not null references companies,
  assembly_id uuid,
  product_id uuid,
  part_id uuid,
  sub_assembly_id uuid,
  sub_product_id uuid,
  quantity int not null check (quantity between 1 and 1000000),
  position int not null default 0,
  parent_id uuid not null generated always as (coalesce(assembly_id, product_id)) stored,
  component_id uuid not null generated always as (coalesce(part_id, sub_assembly_id, sub_product_id)) stored,
  component_type text not null generated always as (
    case when part_id is not null then 'part' when sub_assembly_id is not null then 'assembly' else 'product' end) stored,
  primary key (company_id, id),
  unique (company_id, parent_id, component_id),
  check (num_nonnulls(assembly_id, product_id) = 1),
  check (num_nonnulls(part_id, sub_assembly_id, sub_product_id) = 1),
  foreign key (company_id, assembly_id) references assemblies (company_id, id),
  foreign key (company_id, product_id) references products (company_id, id),
  foreign key (company_id, part_id) references parts (company_id, id),
  foreign key (company_id, sub_assembly_id) references assemblies (company_id, id),
  foreign key (company_id, sub_product_id) references products (company_id, id)
) with (fillfactor = 85);
create index bom_lines_down on bom_lines (company_id, parent_id) include (component_id, quantity);
create index bom_lines_nested on bom_lines (company_id, parent_id) include (component_id, quantity) where part_id is null;
create index bom_lines_up on bom_lines (company_id, component_id) include (parent_id, quantity);
-- What the foreign keys look up when an item is deleted.
create index bom_lines_assembly on bom_lines (company_id, assembly_id) where assembly_id is not null;
create index bom_lines_product on bom_lines (company_id, product_id) where product_id is not null;
create index bom_lines_part on bom_lines (company_id, part_id) where part_id is not null;
create index bom_lines_sub_assembly on bom_lines (company_id, sub_assembly_id) where sub_assembly_id is not null;
create index bom_lines_sub_product on bom_lines (company_id, sub_product_id) where sub_product_id is not null;
