/* Comments on records of any kind: one column for each kind, as in files. A comment that its author removed stays for a while, so that it
   can come back; nobody else reads it. */
create table comments (
  id uuid not null default uuidv7(),
  company_id uuid not null references companies,
  task_id uuid,
  part_id uuid,
  assembly_id uuid,
  product_id uuid,
  vendor_id uuid,
  body text not null check (body <> ''),
  mentioned uuid[] not null default '{}',
  author_id uuid not null references profiles,
  edited_at timestamptz,
  removed_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  parent_id uuid not null generated always as (coalesce(task_id, part_id, assembly_id, product_id, vendor_id)) stored,
  parent_type text not null generated always as (case when task_id is not null then 'task' when part_id is not null then 'part'
    when assembly_id is not null then 'assembly' when product_id is not null then 'product' else 'vendor' end) stored,
  primary key (company_id, id),
  foreign key (company_id, task_id) references tasks (company_id, id) on delete cascade,
  foreign key (company_id, part_id) references parts (company_id, id) on delete cascade,
  foreign key (company_id, assembly_id) references assemblies (company_id, id) on delete cascade,
  foreign key (company_id, product_id) references products (company_id, id) on delete cascade,
  foreign key (company_id, vendor_id) references vendors (company_id, id) on delete cascade,
  check (num_nonnulls(task_id, part_id, assembly_id, product_id, vendor_id) = 1)
) with (fillfactor = 85);
create index comments_parent on comments (company_id, parent_id, id);
create index comments_part on comments (company_id, part_id) where part_id is not null;
create index comments_assembly on comments (company_id, assembly_id) where assembly_id is not null;
create index comments_product on comments (company_id, product_id) where product_id is not null;
create index comments_vendor on comments (company_id, vendor_id) where vendor_id is not null;
create index comments_task on comments (company_id, task_id) where task_id is not null;
