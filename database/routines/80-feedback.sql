-- Feedback: everybody can write it, and the firm reads it (security.md 2.2, row 41).

call app.close_table('feedback');
grant select, insert (company_id, submitted_by, title, description, type), update (status, priority) on feedback to app_rt;
create policy feedback_read on feedback for select to app_rt using (company_id = any ((select app.scope_for('feedback.read'))::uuid[]));
create policy feedback_insert on feedback for insert to app_rt
  with check (company_id = any ((select app.scope_for('feedback.create'))::uuid[]) and submitted_by = (select app.user_id()));
create policy feedback_update on feedback for update to app_rt
  using (company_id = any ((select app.scope_for('feedback.answer'))::uuid[]))
  with check (company_id = any ((select app.scope_for('feedback.answer'))::uuid[]));
create trigger version before update on feedback for each row execute function app.bump_version();
