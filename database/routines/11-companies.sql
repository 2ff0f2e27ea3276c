-- Companies. Two simultaneous requests could break some rules, so the database checks them: a broken rule has SQLSTATE SB001 and the name of
-- a sentence in contract/errors.ts (decision 0011).

call app.allow_all_rows('companies', 'app_auth', 'select,update'); -- update: to lock the row that people are put into
grant select (id, name, company_type, status, is_sbr, time_zone, shift_hours, color, are_breaks_paid, auto_break_hours, auto_break_minutes,
    takes_suggestions, allows_negative_stock, parent_company_id, version, created_at, updated_at) on companies to app_rt;
grant select (id, name, company_type, status, is_sbr, time_zone, shift_hours, parent_company_id, created_at) on companies to app_worker;
grant insert (id, name, description, website, industry, founded_on, employee_count, annual_revenue, address, contact_info, metadata,
    status, company_type, parent_company_id, time_zone, shift_hours, color, are_breaks_paid, auto_break_hours, auto_break_minutes,
    takes_suggestions, allows_negative_stock),
  update (name, description, website, industry, founded_on, employee_count, annual_revenue, address, contact_info, metadata,
    status, company_type, parent_company_id, time_zone, shift_hours, color, are_breaks_paid, auto_break_hours, auto_break_minutes, takes_suggestions,
    allows_negative_stock, updated_at) on companies to app_rt;
create policy company_read on companies for select to app_rt, app_worker using (id = any ((select app.scope())::uuid[]));
create policy company_insert on companies for insert to app_rt with check ((select app.may('company.write')));
create policy company_update on companies for update to app_rt
  using (id = any ((select app.scope_for('company.write'))::uuid[])) with check (id = any ((select app.scope_for('company.write'))::uuid[]));
create trigger version before update on companies for each row execute function app.bump_version();

-- A new company gets the colour that the fewest companies have, counting also companies that the session does not see.
create or replace function app.color_company() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  new.color := (
    select known.color from unnest(array['blue', 'orange', 'green', 'pink', 'teal', 'red', 'purple', 'amber', 'cyan', 'olive'])
      with ordinality known(color, place) left join public.companies c on c.color = known.color
    group by known.color, known.place order by count(c.id), known.place limit 1);
  return new;
end $$;
create trigger color before insert on companies for each row when (new.color is null) execute function app.color_company();

-- All fields of the companies that the session may read in full: row-level security has no columns.
create or replace function app.company_records() returns setof companies
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select * from public.companies c
  where (select app.may('portfolio.read')) or c.id = any ((select app.scope_for('company.readFull'))::uuid[])
$$;

-- A parent company has the type parent, and has no parent itself. The lock makes changes of parents run one after the other.
create or replace function app.check_company_family() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.is_sbr and (new.status <> 'active' or new.company_type <> 'parent' or new.parent_company_id is not null) then
    raise exception 'firm_locked' using errcode = 'SB001';
  end if;
  if new.parent_company_id = new.id then raise exception 'parent_itself' using errcode = 'SB001'; end if;
  if tg_op = 'INSERT' and new.parent_company_id is null then return new; end if;
  perform pg_advisory_xact_lock(7203003);
  if new.parent_company_id is not null then
    if new.company_type = 'parent' then raise exception 'parent_of_parent' using errcode = 'SB001'; end if;
    if not exists (select from public.companies c where c.id = new.parent_company_id) then
      raise exception 'company_unknown' using errcode = 'SB001';
    end if;
    if not exists (select from public.companies c where c.id = new.parent_company_id and c.company_type = 'parent') then
      raise exception 'parent_type' using errcode = 'SB001';
    end if;
  end if;
  if new.company_type <> 'parent' and exists (select from public.companies c where c.parent_company_id = new.id) then
    raise exception 'has_children' using errcode = 'SB001';
  end if;
  return new;
end $$;
create trigger company_family before insert or update of status, company_type, parent_company_id on companies
  for each row execute function app.check_company_family();

-- Clients know time zones that PostgreSQL does not: check the zone before anything is calculated with it.
create or replace function app.check_time_zone() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform now() at time zone new.time_zone;
  return new;
exception when invalid_parameter_value then
  raise exception 'zone_unknown' using errcode = 'SB001';
end $$;
create trigger time_zone before insert or update of time_zone on companies for each row execute function app.check_time_zone();

grant execute on function app.company_records to app_rt;
