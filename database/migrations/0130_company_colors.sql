-- The colour by which people recognise a company, the same for everybody. Which one a new company gets: routines/11-companies.sql.
alter table companies add column color text check (
  color in ('blue', 'orange', 'green', 'pink', 'teal', 'red', 'purple', 'amber', 'cyan', 'olive'));

update companies c set color = (array['blue', 'orange', 'green', 'pink', 'teal', 'red', 'purple', 'amber', 'cyan', 'olive'])[(r.rank - 1) % 10 + 1]
from (select id, row_number() over (order by is_sbr desc, id) as rank from companies) r where r.id = c.id;

alter table companies alter column color set not null;
