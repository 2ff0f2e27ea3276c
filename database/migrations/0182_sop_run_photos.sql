-- Photos and notes of the steps of a run (decision 0151). A step is known by its place in the checklist of the version.
call app.file_parent('sop_run', 'sop_runs');
alter table files
  add column step int check (step >= 0),
  add constraint files_step_of_run check (step is null or sop_run_id is not null);
alter table sop_run_steps add column note text check (note <> '');
