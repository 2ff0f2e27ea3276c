-- An undo finds the movements of its change set also where they change no record: what was moved from place to place.
create index stock_movements_of_set on stock_movements (company_id, change_set_id);
