-- 'L-1' and 'l-1' are one lot of an item, by the fold of all numbers; the first spelling stays. This index finds it.
alter table stock_movements disable trigger user; -- append only
update stock_movements m set lot_number = f.lot_number
from (select distinct on (company_id, item_id, app.folded(lot_number)) company_id, item_id, lot_number from stock_movements
  where lot_number is not null order by company_id, item_id, app.folded(lot_number), id) f
where m.company_id = f.company_id and m.item_id = f.item_id and app.folded(m.lot_number) = app.folded(f.lot_number) and m.lot_number <> f.lot_number;
alter table stock_movements enable trigger user;

create temporary table spots on commit drop as
select b.company_id, b.item_id, b.location_id, min(f.lot_number) as lot_number, sum(b.quantity) as quantity, array_agg(b.id order by b.id) as ids
from stock_balances b join lateral (select m.lot_number from stock_movements m where m.company_id = b.company_id and m.item_id = b.item_id
  and app.folded(m.lot_number) = app.folded(b.lot_number) limit 1) f on true
group by b.company_id, b.item_id, b.location_id, app.folded(b.lot_number);
delete from stock_balances b using spots s where b.company_id = s.company_id and b.id = any (s.ids[2:]);
update stock_balances b set lot_number = s.lot_number, quantity = s.quantity from spots s where b.company_id = s.company_id and b.id = s.ids[1]
  and (b.lot_number, b.quantity) is distinct from (s.lot_number, s.quantity);
drop table spots;

create index stock_movements_lot on stock_movements (company_id, app.folded(lot_number), item_id, id) where lot_number is not null;
