/* The units of sales by day and by month of the company's time zone, for each variant and SKU of the store, kept by triggers
   (routines/71-units-sold.sql). Months are kept beside days, so that the figures of a year take hardly more rows than those of a month. */
create table units_sold (
  company_id uuid not null references companies,
  period text not null check (period in ('day', 'month')),
  begins_on date not null,
  variant_id bigint not null, -- 0: none
  sku text not null, -- '': none
  units bigint not null,
  primary key (company_id, period, begins_on, variant_id, sku)
) with (fillfactor = 85);

insert into units_sold (company_id, period, begins_on, variant_id, sku, units)
select o.company_id, p.period, date_trunc(p.period, o.processed_at at time zone c.time_zone)::date, coalesce(l.variant_id, 0), coalesce(l.sku, ''),
  sum(l.current_quantity)
from store_orders o join companies c on c.id = o.company_id join store_order_lines l on l.company_id = o.company_id and l.order_id = o.id
  cross join (values ('day'), ('month')) p (period)
where o.is_sale group by 1, 2, 3, 4, 5;
