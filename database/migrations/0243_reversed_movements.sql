-- The movement that a movement takes back, so that none is taken back twice (decision 0177). A movement that takes back a reversal brings the
-- first one back into effect; so a movement and what reverses it form a line, never a tree.
alter table stock_movements
  add column reverses bigint,
  add foreign key (company_id, part_id, reverses) references stock_movements (company_id, part_id, id);
create unique index stock_movements_reverses on stock_movements (company_id, part_id, reverses) where reverses is not null;
