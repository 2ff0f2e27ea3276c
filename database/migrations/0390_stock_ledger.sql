/* Stock is a ledger (decision 0390): every change of a quantity is a movement with its value, of parts, assemblies and products. The value
   follows the moving average of an item (routines/23-stock.sql). `unit_cost`: the price that something came in with; null = it took the
   average. `value`: by how much the value of the stock changed; `variance`: what the change cost beyond that. Both are null, and so is
   `value_after`, in movements from before the ledger. */
alter table stock_movements rename column part_id to item_id;
alter table stock_movements
  drop constraint stock_movements_delta_check,
  drop constraint stock_movements_reason_check,
  alter delta type numeric(18, 4),
  alter balance type numeric(18, 4),
  add item_type text not null default 'part' check (item_type in ('part', 'assembly', 'product')),
  add unit_cost numeric(20, 6) check (unit_cost >= 0),
  add value numeric(28, 6),
  add variance numeric(28, 6),
  add value_after numeric(28, 6),
  add action_id uuid, -- of the request that asked for it: one id, one effect, for ever
  add arrived_on date, -- information: the value follows the order of booking
  add check (delta <> 0 or reason in ('counted', 'revalued')),
  add check (reason in ('received', 'used', 'counted', 'damaged', 'returned', 'other', 'edited', 'imported', 'undone', 'opening', 'deleted',
    'revalued'));
alter table stock_movements alter item_type drop default;
create index stock_movements_action on stock_movements (company_id, action_id) where action_id is not null;

-- The column that movements change. An undo changes it back by their quantities, whatever it is by now.
alter table app.tenant_tables add ledger_column name;
alter table assemblies add stock_level int not null default 0 check (stock_level >= 0);
alter table products add stock_level int not null default 0 check (stock_level >= 0);

/* What is on hand of each item that has ever moved, and what it is worth. `average_cost`: the last average, also when nothing is left.
   `is_priced`: something has come in with a price, so an edit of the item's cost no longer revalues its stock. */
create table stock_items (
  company_id uuid not null,
  item_id uuid not null, -- without a foreign key: a deleted item may come back by undo
  item_type text not null check (item_type in ('part', 'assembly', 'product')),
  on_hand numeric(18, 4) not null,
  value numeric(28, 6) not null,
  average_cost numeric(24, 12) not null,
  is_priced boolean not null default false,
  primary key (company_id, item_id)
) with (fillfactor = 70); -- each movement writes its row again

-- What a part began with is its first movement. Before the others of its part, it has a negative id.
insert into stock_movements (id, company_id, item_id, item_type, delta, balance, reason, change_set_id, created_at)
  overriding system value
select -row_number() over (order by m.company_id, m.item_id), m.company_id, m.item_id, 'part', m.balance - m.delta, m.balance - m.delta, 'opening',
  m.change_set_id, m.created_at
from (select distinct on (company_id, item_id) * from stock_movements order by company_id, item_id, id) m where m.balance <> m.delta;

-- Deleted parts have nothing on hand.
insert into stock_movements (company_id, item_id, item_type, delta, balance, reason, change_set_id, created_at)
select m.company_id, m.item_id, 'part', -m.balance, 0, 'deleted', coalesce(d.change_set_id, m.change_set_id), coalesce(d.created_at, m.created_at)
from (select distinct on (company_id, item_id) * from stock_movements order by company_id, item_id, id desc) m
left join lateral (select l.change_set_id, l.created_at from activity_logs l
  where l.company_id = m.company_id and l.entity_id = m.item_id and l.action = 'deleted' order by l.id desc limit 1) d on true
where m.balance <> 0 and not exists (select from parts p where p.company_id = m.company_id and p.id = m.item_id);

-- From here on each part has a value: its stock at its cost.
insert into stock_movements (company_id, item_id, item_type, delta, balance, reason, unit_cost, value, variance, value_after, change_set_id)
select p.company_id, p.id, 'part', case when m.has_moved then 0 else p.stock_level end, p.stock_level,
  case when m.has_moved then 'revalued' else 'opening' end, p.cost, round(p.stock_level * p.cost, 6), 0, round(p.stock_level * p.cost, 6),
  coalesce((select l.change_set_id from activity_logs l where l.company_id = p.company_id and l.entity_id = p.id order by l.id limit 1), uuidv7())
from parts p
cross join lateral (select exists (select from stock_movements s where s.company_id = p.company_id and s.item_id = p.id) as has_moved) m
where p.stock_level > 0;

insert into stock_items (company_id, item_id, item_type, on_hand, value, average_cost)
select p.company_id, p.id, 'part', p.stock_level, round(p.stock_level * p.cost, 6), p.cost from parts p
where exists (select from stock_movements s where s.company_id = p.company_id and s.item_id = p.id);
