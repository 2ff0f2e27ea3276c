-- Stock below zero, for companies that allow it (decision 0480). The rule for the others is a trigger: it asks the company.
alter table companies add column allows_negative_stock boolean not null default false;

alter table parts
  drop constraint parts_stock_level_check,
  add constraint parts_stock_level_check check (abs(stock_level) <= 2147483647 and stock_level = trunc(stock_level, decimals)) not valid;
alter table parts validate constraint parts_stock_level_check;
alter table assemblies drop constraint assemblies_stock_level_check;
alter table products drop constraint products_stock_level_check;
alter table stock_movements drop constraint stock_movements_balance_check;
