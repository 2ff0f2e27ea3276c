-- The reports that wait for an answer. Of 100,000 tasks nearly all have a report that was confirmed long ago.
create index task_reports_unanswered on task_reports (company_id, kind, task_id) where is_current and answer is null;
