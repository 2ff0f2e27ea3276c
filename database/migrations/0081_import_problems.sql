-- What is wrong with an import is kept as codes and parameters (contract/inventory/import-problems.ts); sentences are made where they
-- are shown. Sentences from before are kept as problems of the code `told`.
create function app.told(sentence text) returns jsonb language sql immutable as $$
  select jsonb_build_object('code', 'told', 'field', null, 'params', jsonb_build_object('sentence', sentence)) $$;
create function app.all_told(sentences jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_agg(app.told(s.sentence) order by s.place), '[]')
  from jsonb_array_elements_text(coalesce(sentences, '[]')) with ordinality s(sentence, place) $$;

alter table import_rows add column problems jsonb;
update import_rows set problems = jsonb_build_array(app.told(error)) where error is not null;
alter table import_rows drop column error;

alter table imports alter column warnings drop default;
alter table imports alter column warnings type jsonb using app.all_told(to_jsonb(warnings));
alter table imports alter column warnings set default '[]';
update imports set sections = (
  select coalesce(jsonb_agg(s.section || jsonb_build_object('problems', app.all_told(s.section -> 'problems')) order by s.place), '[]')
  from jsonb_array_elements(sections) with ordinality s(section, place)
) where jsonb_typeof(sections) = 'array';
update imports set result = result - 'errors' || jsonb_build_object('problems', (
  select coalesce(jsonb_agg(jsonb_build_array(app.told(s.sentence)) order by s.place), '[]')
  from jsonb_array_elements_text(result -> 'errors') with ordinality s(sentence, place)
)) where result ? 'errors';
drop function app.all_told(jsonb), app.told(text);

-- Who makes and who takes a stage stands in the code: each is a value that one function makes (server/inventory/imports/stages.ts).
alter table app.import_stages drop column filled_by, drop column read_by;
