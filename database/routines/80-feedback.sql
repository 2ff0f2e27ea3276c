-- Feedback: everybody can write it, and the firm reads it (security.md 2.2, row 41).

grant select, insert (company_id, submitted_by, title, description, type), update (status, priority) on feedback to app_rt;
call app.let_people('feedback', 'select', 'feedback.read');
call app.let_people('feedback', 'insert', 'feedback.create', $$submitted_by = (select app.user_id())$$);
call app.let_people('feedback', 'update', 'feedback.answer');
create trigger version before update on feedback for each row execute function app.bump_version();
