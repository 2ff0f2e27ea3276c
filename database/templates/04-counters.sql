-- Triggers count the rows of a company in a table and add up their value, so that lists need not count. They count the changes too: a figure
-- computed from a table is current while that number stays the same.

-- Adds a difference to a counter row that no other writer has locked, or to a new one.
create or replace function app.add_counts(company uuid, name text, d_total bigint, d_marked bigint, d_cost numeric, d_retail numeric, d_margins bigint,
  d_margin numeric) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare free uuid;
begin
  select slot into free from public.row_counts where company_id = company and table_name = name limit 1 for update skip locked;
  if free is null then
    insert into public.row_counts (company_id, table_name, total, marked, value_at_cost, value_at_retail, margins, margin_sum, changes)
    values (company, name, d_total, d_marked, d_cost, d_retail, d_margins, d_margin, 1);
  else
    update public.row_counts set total = total + d_total, marked = marked + d_marked,
      value_at_cost = value_at_cost + d_cost, value_at_retail = value_at_retail + d_retail, margins = margins + d_margins,
      margin_sum = margin_sum + d_margin, changes = changes + 1
    where company_id = company and table_name = name and slot = free;
  end if;
end $$;

/* `marked`: SQL of a condition on a row r; matching rows are counted separately. `at_cost` and `at_retail`: SQL of the value of a row r;
   `margin`: SQL of its margin; those above 0 are counted and added up. A row that moves to another company is counted in its new one. */
create or replace procedure app.counted_table(target text, marked text default 'false', at_cost text default '0', at_retail text default '0',
  margin text default 'null::numeric')
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  -- What the rows of one side of a change add to the counters, or take off.
  counts text := format('select r.company_id, %%1$s1 as n, case when %s then %%1$s1 else 0 end as m, %%1$s(%s) as c, %%1$s(%s) as p,
      case when g.margin > 0 then %%1$s1 else 0 end as g, case when g.margin > 0 then %%1$sg.margin end as s
      from %%2$s r cross join lateral (select %s as margin) g', marked, at_cost, at_retail, margin);
  added text := format(counts, '+', 'new_rows');
  taken text := format(counts, '-', 'old_rows');
  summed text := format($f$perform app.add_counts(d.company_id, %L, sum(d.n), sum(d.m), coalesce(sum(d.c), 0), coalesce(sum(d.p), 0),
          sum(d.g), coalesce(sum(d.s), 0))
        from (%%s) d group by d.company_id$f$, target);
begin
  execute format($f$
    create or replace function app.%I() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $body$
    begin
      if tg_op = 'INSERT' then
        %s;
      elsif tg_op = 'DELETE' then
        %s;
      else
        %s;
      end if;
      return null;
    end $body$ $f$, 'count_' || target, format(summed, added), format(summed, taken), format(summed, added || ' union all ' || taken));
  call app.give_to('app_audit', 'count_' || target);
  call app.each_statement(target, 'count', format('%I()', 'count_' || target));
end $$;

-- With its arguments: templates run before the migration that drops a former one of this name.
alter function app.add_counts(uuid, text, bigint, bigint, numeric, numeric, bigint, numeric) owner to app_audit;
grant execute on function app.add_counts(uuid, text, bigint, bigint, numeric, numeric, bigint, numeric) to app_audit;
