-- An undo asks for the movements of one item in its change set. By the set alone each of 100,000 items read the movements of all.
drop index stock_movements_of_set;
create index stock_movements_of_set on stock_movements (company_id, change_set_id, item_id);
