-- The content of a database of the build before the baseline: its history as that build wrote it, and some of its tables and rows.
create table schema_migrations (name text primary key, hash text not null, applied_at timestamptz not null default now());
insert into schema_migrations (name, hash) values
  ('0001_identity.sql', '7e182997b67bc94471acf95540386d4a97843f47f9d7ef8273689eec9e447e74'),
  ('0002_fence.sql', 'b8d0e958d569396f9f697da2074e043c6e6575bf30349056b251c23d67f35269'),
  ('0003_activity.sql', 'ecd12c1b95ba4d1c790591528d2d5123748c933baf25bf20fbd792cdb39b1f84'),
  ('0004_tenant_table.sql', '4eb509e006ef5e01d036a95387e2a4fe266e5c541eb9f9feac1f6510963f41af'),
  ('0005_inventory.sql', '26849461eb8c423df1b69e5f2a485948d608d8ef66a9ffab95b28473fea1bf19'),
  ('0006_undo.sql', '97a4d61b3a880316fe8453003856d3f01e57ad6440b6a44d5d23824a724b2345'),
  ('0007_imports.sql', '9586e33e8b93fedc035a473504da6687781e4d9a9ae398ed94149c6d1ae9e3f1'),
  ('0008_sign_in.sql', 'd250fe3234c86fd44afe11f3bd76b1da07ffd4a7f5d8b25f808164f314ce5641'),
  ('0009_housekeeping.sql', '56c96c74f1bc55ab42fae3538bf8e4c5bf5ea93d9602ece54ba8b25c7e69fc54'),
  ('0010_room_for_updates.sql', 'dd9534168b58d42d8fd6a2142fef8b1049823c04721ebae53da1cd954198e929'),
  ('0011_people.sql', '3d5c807b68b38c06dc6b7f0dfe2f9dac4a5472d02f2567da59dbf264fb4b106e'),
  ('0012_bom.sql', '813e9a6c6b4c464aef430105b37e2ec3a84e86d878b2600bb48398a91d174062'),
  ('0013_files.sql', 'e193f6a76e0cedcd8f752d0dd25cf06a307f24eeb61215619480d088f576dd99'),
  ('0014_sops.sql', '3f33a1ca9b4b2fae392d39c3080ec09fb993b4232b54c366fe6eb302edfe3e8d'),
  ('0015_tasks.sql', '8e4f9780e3927640668fd5acc995b3c8a4f37ec4361d6b57a692906b5fd2284d'),
  ('0016_time_entries.sql', '571dd6c9ce51983366d6ef00ca47cb93ad919a4d2bdd438f22745b35d5b9cba6'),
  ('0017_stock_movements.sql', '6b68744332da32701b9ca3095c2799fb68bdc56c1098b481c0c909bbeac62d4f'),
  ('0018_preferences.sql', '033a162b93ad94588b001a39179ff035ce10bc301cea2eaf1fa5dd85da6b5306'),
  ('0019_backups.sql', '83f66f4590efa36e1056c9db94263c2484619ea099ccc12f1b65cdeae5f7fa17'),
  ('0020_administration.sql', 'd018238342a5e6ee64b93ac727bea99d82b4b08147fa53bacf187060a017c8b4'),
  ('0021_build_analysis.sql', '19bcd94bfbc9900ca7a611d2d409cf0df708f27037835f15152769634802279f'),
  ('0022_time_entries_locks.sql', '015e611d5d63c8a06e2b027ec8b2580640d9e3f69b077d88eb597159945f2341'),
  ('0023_undo_by_key.sql', '4b201e00f3deddc34ab5446fe74e48341b6d1c2873b6ff94638045ce9249b80f'),
  ('0024_nesting_faults.sql', '416cfdc4e6bfe63757c7996aca9ff3b3c851c466ee22c90ef5a1a35b2b30e69a'),
  ('0025_undo_beside_loops.sql', '9a291f1940f1510858b137f23317d8167c15ccc844fb9ea242935f489862fc1f'),
  ('0026_undo_keeps_whole.sql', '3aa5207461bc1c1bebe86f940bf1422d417eadd76fb89cc15191e73fa884ff1b'),
  ('0027_undo_by_sets.sql', '7460467c71a4fdd43b862854e4b39032e5ff2ecc6663fabaaa3dcb3ed8148688'),
  ('0028_files_of_sops_and_tasks.sql', '721d0e8db84a2fd1ceadc5b7a5430a88b0723593fcc7e6304589d03f268184cc'),
  ('0030_undo_of_ones_own.sql', 'cc40ca554593e7b2c252c00fa4b2118692300a4be717ff3ec791f5c02c1a10dc'),
  ('0031_undo_in_halves.sql', '4fa97b8f3e71977aa699ed5d75689d8cf73adfac6f2b2b726d6567c9ae347587'),
  ('0032_fresh_statistics.sql', '82ca9f4bf60a4bdd52177f80e3ce9532f07a6fac8186f3321ff9e47461fafd87'),
  ('0033_bought_products.sql', '68108436a582331ca5b8388339a7bc4e06978bf176d7b434f35fd92da2d4ac54'),
  ('0036_parts_by_value.sql', 'e7a868a760cb4d97404122faa38656280cbe42f94a03f3c717843274362d132a'),
  ('0040_store.sql', '6f31b8f0df55809a00591cd6e8ef15c6edd43ad52a581a7df6f0a90ea16ec4c6'),
  ('0041_security_events_age.sql', 'b4e188c2fa6b68a7675d42c3a9a4a7757cd047ac6f212f203b5c12bb99615c1f'),
  ('0044_import_stages.sql', 'adf01912755d1b395a2b7ddedae9d8bf7b46de74bfa7aff8bebe94cf5caa958c'),
  ('0045_any_owner.sql', '1f6b97654bcbdec0b68aebe5e6106d0c6553f5078e0637e62a5960f2dc8c0dee'),
  ('0046_temporary_objects_last.sql', '29993f62c603a0d6c0b8a27c75281f78f5462482c5bb21c262e105ad0669387d'),
  ('0047_who_asks.sql', '1dc967fc7b768001538a4d5367f5e45eb6834e8c4b13080cf3fb01331d610042'),
  ('0052_import_choices.sql', '94d109e82730491d05933a2611dabd0456a5f8803772fe2e40c727e1deaf27ba'),
  ('0056_rate_limits.sql', '1dd75c57976fc938486e9a4293aebba36e72030df54086ef5c08c4e9a6e145df'),
  ('0057_token_bound.sql', 'b9af3326d1efd4ab6d17c187512cf0477c44ce0e7ff8526bd1e142150b30a6cb'),
  ('0060_shown_names.sql', '292ccc6299557c872f86d09e8d3809ec97115a93338e207ecd531214da84d1f0'),
  ('0061_attempts_once.sql', 'b69982106b419a7fa34b672780a0acf828184a8bf02c70310f087e93c71a78c3'),
  ('0064_recently_deleted.sql', '1074821827dcbd3e7ea7e5c2f3bbad2a497419ca580efeeb0bfad2a6f3693c3e'),
  ('0065_backups_beside_today.sql', '9d0e525d73168b5600969726c981d5c1e592c6299c23bb107d3bb41dfc409ed0'),
  ('0068_one_number_whatever_its_case.sql', '2caa14d19e4035c4351e39394304b54bcf253ec976317130e72b855f00e4ba8b'),
  ('0069_equal_counts.sql', 'bc4975eeb22c099ade0822665800ee1c8b0637ca87c51b3a88bf3ef9df749300'),
  ('0070_margins.sql', '9735cef35dca32292e0d706a1c9087d8f595c6f3d48448ad67aacef8037fcde0'),
  ('0071_shift_hours_and_folded_items.sql', '4322056b174d5e7214029e067df8611414dcd7ab41d00b3c5473db9a8940a554'),
  ('0074_deletions_that_came_back.sql', '357d553ed48b5ddaf81b5ed85aed5a7feae1969d30ccc8caa1a89eeddec69fac');

create schema app;
create table app.tenant_tables (table_name text primary key, entity_type text not null unique, undo_order int not null generated always as identity);
insert into app.tenant_tables (table_name, entity_type) values ('parts', 'part');
create table companies (id uuid primary key default uuidv7(), name text not null, is_sbr boolean not null default false);
insert into companies (name, is_sbr) values ('SBR', true), ('North', false);
create table parts (
  id uuid not null default uuidv7(), company_id uuid not null, part_number text not null, name text not null,
  primary key (company_id, id), unique (company_id, part_number));
insert into parts (company_id, part_number, name) select id, 'P-1', 'Bolt' from companies;
create function app.folded(written text) returns text language sql immutable as 'select lower(written)';
