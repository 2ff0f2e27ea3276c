-- The list of parts is sorted by what they are worth at retail: the rows behind the first term of the total value (spec.md 9).
update app.tenant_tables set search_columns = search_columns || array['value'],
  sort_expressions = sort_expressions || jsonb_build_object('value', 'r.retail_price * r.stock_level')
  where table_name = 'parts';
