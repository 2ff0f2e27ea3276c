-- The words of title and description alone: small enough to rank every hit of a search by them.
alter table sops add column head_words tsvector not null generated always as (
  setweight(to_tsvector('simple', translate(title collate "C", '-_/.,:;+*#|()[]<>="''`~!?\', repeat(' ', 30))), 'A')
  || setweight(to_tsvector('simple', translate(coalesce(description, ''), '-_/.,:;+*#|()[]<>="''`~!?\', repeat(' ', 30))), 'B')) stored;
drop function if exists app.sop_hits(uuid, text, text, int);
