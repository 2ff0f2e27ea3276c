-- The list of all stock movements of a company, newest first.
create index stock_movements_newest on stock_movements (company_id, id desc);
