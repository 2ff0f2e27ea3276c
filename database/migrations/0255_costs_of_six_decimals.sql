-- A resistor costs $0.00046 (docs/product.md 5). 15 digits are exact as a JSON number.
alter table parts alter column cost type numeric(15, 6), alter column retail_price type numeric(15, 6);
alter table products alter column cost type numeric(15, 6), alter column retail_price type numeric(15, 6);
alter table company_days alter column value_at_cost type numeric(24, 6), alter column value_at_retail type numeric(24, 6);
