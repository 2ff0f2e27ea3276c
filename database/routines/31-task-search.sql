-- Searches of tasks without the policy. Each function applies the conditions of the policy itself.

/* The tasks of a company that the caller may read and whose title or description contains all `words`, LIKE patterns in lower case, and all `starts`.
   Each of these begins a word; if no task has them all like that, they may stand anywhere (`is_beginning` says which). At most `cap` ids, in no
   order. LIKE is not leakproof, so below the policy PostgreSQL would use no index: this function applies the conditions of may_read
   (31-tasks.sql) itself and searches without the policy. The statement holds the patterns themselves, so the planner knows whether a word is
   rare, and uses its index, or frequent, and reads only the first rows of any order. */
create or replace function app.task_hits(company uuid, words text[], starts text[], cap int, out ids uuid[], out is_beginning boolean)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  mine text := '';
  always text := '';
  wheres text;
  word text;
begin
  ids := '{}'; is_beginning := true;
  if company = any (app.scope_for('task.read')) is not true then return; end if;
  if not app.reaches_all('task.read') then
    mine := format('and (t.assigned_to = %1$L %2$s)', app.user_id(), case when app.may('task.create') then format('or t.assigned_by = %L', app.user_id()) end);
  end if;
  foreach word in array words loop always := always || format(' and t.search_text like %L', word); end loop;
  foreach is_beginning in array case when starts = '{}' then array[true] else array[true, false] end loop
    wheres := always;
    foreach word in array starts loop
      wheres := wheres || case when is_beginning then format(' and t.search_text ~ %L', app.word_begins(word))
        else format(' and t.search_text like %L', '%' || word || '%') end;
    end loop;
    execute format('select array(select t.id from public.tasks t where t.company_id = %L %s %s limit %s)', company, wheres, mine, cap) into ids;
    exit when ids <> '{}';
  end loop;
end $$;

/* The tasks of a company that name a record, or wait for it. Ids only: the caller reads the tasks below the fence. The index of the named
   records has an expression, which is not leakproof either. */
create or replace function app.tasks_about(company uuid, record uuid) returns setof uuid
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.id from public.tasks t where company = any (app.scope_for('task.read')) and t.company_id = company
    and (coalesce(t.part_id, t.assembly_id, t.product_id) = record or t.sop_id = record or t.blocked_by_part = record)
$$;

grant execute on function app.task_hits, app.tasks_about to app_rt;
