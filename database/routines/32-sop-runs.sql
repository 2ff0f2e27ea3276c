-- Runs of SOPs. Everybody sees their own; managers and operators see those of the company. Nobody deletes a run, and a finished run cannot change.

grant select on sop_runs to app_rt, app_worker;
grant insert (company_id, sop_id, sop_version, sop_title, user_id, step_count, task_id), update (note, finished_at) on sop_runs to app_rt;
call app.let_people('sop_runs', 'select', 'sop.run', $$((select app.reaches_all('sop.overview')) or user_id = (select app.user_id()))$$);
create policy job_select on sop_runs for select to app_worker using (company_id = any ((select app.scope())::uuid[]));
call app.let_people('sop_runs', 'insert', 'sop.run',
  $$user_id = (select app.user_id())
    and exists (select from sops s where s.id = sop_runs.sop_id and s.status = 'published')
    and (task_id is null or exists (select from tasks t where t.company_id = sop_runs.company_id and t.id = sop_runs.task_id))
    and sop_version = (select max(v.number) from sop_versions v where v.sop_id = sop_runs.sop_id)$$);
create policy may_update on sop_runs for update to app_rt
  using (company_id = any ((select app.scope_for('sop.run'))::uuid[]) and user_id = (select app.user_id()) and finished_at is null)
  with check (company_id = any ((select app.scope_for('sop.run'))::uuid[]) and user_id = (select app.user_id()));

-- The database sets the time of the end and of the change.
create or replace function app.finish_sop_run() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.finished_at is not null then new.finished_at := now(); end if;
  new.updated_at := now();
  return new;
end $$;
create trigger finish before update on sop_runs for each row execute function app.finish_sop_run();
grant execute on function app.finish_sop_run to app_rt;

create trigger begin after insert on sop_runs for each row when (new.task_id is not null) execute function app.report_begun();

grant select on sop_run_steps to app_rt, app_worker;
grant insert (company_id, run_id, number, is_done, note), update (is_done, note, changed_at) on sop_run_steps to app_rt;
call app.let_people('sop_run_steps', 'select', 'sop.run',
  $$exists (select from sop_runs r where r.company_id = sop_run_steps.company_id and r.id = sop_run_steps.run_id)$$);
create policy job_select on sop_run_steps for select to app_worker using (company_id = any ((select app.scope())::uuid[]));
call app.let_people('sop_run_steps', 'insert,update', 'sop.run',
  $$exists (select from sop_runs r where r.company_id = sop_run_steps.company_id and r.id = sop_run_steps.run_id
    and r.user_id = (select app.user_id()) and r.finished_at is null and sop_run_steps.number < r.step_count)$$);

/* The photos of a run are files of it (33-files.sql): the owner of the run attaches and removes them until it is finished. Their log is for people who may
   read the run. The policy is restrictive: it narrows activity_read and adds nothing. */
create policy activity_of_runs on activity_logs as restrictive for select to app_rt, app_worker using (
  company_id = any ((select app.scope_for('activity.read'))::uuid[])
  and (parent_type is distinct from 'sop_run' or exists (
    select from sop_runs r where r.company_id = activity_logs.company_id and r.id = activity_logs.parent_id)));
