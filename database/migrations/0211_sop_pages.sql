-- With all columns that the fence asks for and that lists are sorted by: counts and pages of 5,000 SOPs read no texts.
create index sops_pages on sops (company_id, visibility, status) include (id, title, created_at, updated_at);
