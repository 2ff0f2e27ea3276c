-- An import attaches a file of the company to another record: both rows name the same bytes, which stay while one of them does.
alter table files drop constraint files_storage_key_key;
create index files_storage_key on files (storage_key);
create index files_path on files (company_id, path);
