-- The words of a SOP, for the search in title, description and content. In no language: companies write in several. Marks and
-- punctuation are blanks, so that "P-100" is found by "100".
alter table sops add column words tsvector not null generated always as (
  setweight(to_tsvector('simple', translate(title collate "C", '-_/.,:;+*#|()[]<>="''`~!?\', repeat(' ', 30))), 'A')
  || setweight(to_tsvector('simple', translate(coalesce(description, ''), '-_/.,:;+*#|()[]<>="''`~!?\', repeat(' ', 30))), 'B')
  || setweight(to_tsvector('simple', translate(coalesce(content, ''), '-_/.,:;+*#|()[]<>="''`~!?\', repeat(' ', 30))), 'C')) stored;
create index sops_words on sops using gin (company_id, words);
create index sops_search on sops using gin (company_id, search_text gin_trgm_ops);
