-- Generated from the migrated database by `npm run db:types`: the schema as it stands, to read. Not to be edited, and not run.

create extension btree_gin;
create extension pg_trgm;
create schema app; -- owner app_owner
create schema public; -- owner app_owner
grant create, usage on schema app to app_audit;
grant create, usage on schema app to app_auth;
grant usage on schema app to app_rt;
grant usage on schema app to app_stages;
grant usage on schema app to app_worker;
grant usage on schema public to app_audit;
grant usage on schema public to app_auth;
grant usage on schema public to app_rt;
grant usage on schema public to app_worker;
default privileges of app_owner on f: {app_owner=X/app_owner}
create collation app.natural (provider = i, locale = en-u-kn-true);
create type app.context as (user_id uuid, role text, company_id uuid, company_status text, scope uuid[], session_id uuid, needs_touch boolean, is_read_only boolean, token_reach text);

create table access_requests (
  id uuid not null default uuidv7(),
  issuer text not null,
  subject text not null,
  email text not null,
  name text,
  is_managed boolean not null default true,
  status text not null default 'open'::text,
  requested_at timestamp with time zone not null default now(),
  constraint access_requests_pkey PRIMARY KEY (id),
  constraint access_requests_issuer_subject_key UNIQUE (issuer, subject),
  constraint access_requests_status_check CHECK ((status = ANY (ARRAY['open'::text, 'approved'::text, 'dismissed'::text])))
);
CREATE INDEX access_requests_time ON public.access_requests USING btree (status, requested_at DESC);
-- owner app_owner, forced row-level security
grant insert, select, update on access_requests to app_auth;
grant select on access_requests to app_rt;
create policy app_auth_insert on access_requests for insert to app_auth
  with check true;
create policy app_auth_select on access_requests for select to app_auth
  using true;
create policy app_auth_update on access_requests for update to app_auth
  using true
  with check true;
create policy owner_all on access_requests for all to app_owner
  using true
  with check true;
create policy request_read on access_requests for select to app_rt
  using ( SELECT app.may('person.read'::text) AS may);
CREATE TRIGGER announce AFTER INSERT OR UPDATE ON public.access_requests FOR EACH STATEMENT EXECUTE FUNCTION app.announce_access_request();
CREATE TRIGGER notice_asked AFTER INSERT OR UPDATE ON public.access_requests FOR EACH ROW WHEN ((new.status = 'open'::text)) EXECUTE FUNCTION app.notice_access_asked();

create table activity_logs (
  id bigint not null generated always as identity,
  company_id uuid not null,
  entity_type text not null,
  entity_id uuid not null,
  entity_name text,
  entity_number text,
  parent_type text,
  parent_id uuid,
  action text not null,
  field_changed text,
  old_value text,
  new_value text,
  description text not null,
  user_id uuid,
  metadata jsonb,
  change_set_id uuid not null,
  brings_back bigint,
  created_at timestamp with time zone not null default now(),
  constraint activity_logs_pkey PRIMARY KEY (company_id, id),
  constraint activity_logs_action_check CHECK ((action = ANY (ARRAY['created'::text, 'updated'::text, 'deleted'::text, 'stock_changed'::text, 'vendor_assigned'::text])))
);
CREATE INDEX activity_logs_blobs ON public.activity_logs USING btree ((((metadata -> 'row'::text) ->> 'storage_key'::text))) WHERE ((entity_type = 'file'::text) AND (action = 'deleted'::text));
CREATE INDEX activity_logs_deleted ON public.activity_logs USING btree (company_id, created_at DESC, id DESC) WHERE ((action = 'deleted'::text) AND (entity_type <> ALL (ARRAY['bom_line'::text, 'vendor_private'::text])));
CREATE INDEX activity_logs_entity ON public.activity_logs USING btree (company_id, entity_id, id DESC);
CREATE INDEX activity_logs_parent ON public.activity_logs USING btree (company_id, parent_id, id DESC) WHERE (parent_id IS NOT NULL);
CREATE INDEX activity_logs_returns ON public.activity_logs USING btree (company_id, brings_back) WHERE (brings_back IS NOT NULL);
CREATE INDEX activity_logs_set ON public.activity_logs USING btree (company_id, change_set_id);
-- owner app_owner, forced row-level security
grant insert, select on activity_logs to app_audit;
grant select on activity_logs to app_auth;
grant select on activity_logs to app_rt;
grant select on activity_logs to app_worker;
create policy activity_of_runs on activity_logs as restrictive for select to app_rt, app_worker
  using ((company_id = ANY (( SELECT app.scope_for('activity.read'::text) AS scope_for)::uuid[])) AND ((parent_type IS DISTINCT FROM 'sop_run'::text) OR (EXISTS ( SELECT
   FROM sop_runs r
  WHERE ((r.company_id = activity_logs.company_id) AND (r.id = activity_logs.parent_id))))));
create policy activity_of_tasks on activity_logs as restrictive for select to app_rt, app_worker
  using ((company_id = ANY (( SELECT app.scope_for('activity.read'::text) AS scope_for)::uuid[])) AND (((entity_type <> 'task'::text) AND (parent_type IS DISTINCT FROM 'task'::text)) OR ( SELECT app.reaches_all('task.read'::text) AS reaches_all) OR ((action = 'deleted'::text) AND (user_id = ( SELECT app.user_id() AS user_id)) AND ( SELECT app.may('task.edit'::text) AS may) AND (NOT app.came_back(company_id, id))) OR (EXISTS ( SELECT
   FROM tasks t
  WHERE ((t.company_id = activity_logs.company_id) AND (t.id = COALESCE(activity_logs.parent_id, activity_logs.entity_id)))))));
create policy activity_of_templates on activity_logs as restrictive for select to app_rt, app_worker
  using ((company_id = ANY (( SELECT app.scope_for('activity.read'::text) AS scope_for)::uuid[])) AND (((entity_type <> 'task_template'::text) AND (parent_type IS DISTINCT FROM 'task_template'::text)) OR ( SELECT app.may('task.create'::text) AS may)));
create policy activity_of_time_entries on activity_logs as restrictive for select to app_rt, app_worker
  using ((company_id = ANY (( SELECT app.scope_for('activity.read'::text) AS scope_for)::uuid[])) AND ((entity_type <> 'time_entry'::text) OR ( SELECT app.reaches_all('time.read'::text) AS reaches_all) OR (EXISTS ( SELECT
   FROM time_entries e
  WHERE ((e.company_id = activity_logs.company_id) AND (e.id = activity_logs.entity_id))))));
create policy activity_read on activity_logs for select to app_rt, app_worker
  using ((company_id = ANY (( SELECT app.scope_for('activity.read'::text) AS scope_for)::uuid[])) AND ((entity_type <> 'vendor_private'::text) OR ( SELECT app.may('vendor.readPrivate'::text) AS may)));
create policy app_audit_insert on activity_logs for insert to app_audit
  with check true;
create policy app_audit_select on activity_logs for select to app_audit
  using true;
create policy app_auth_select on activity_logs for select to app_auth
  using true;
create policy owner_all on activity_logs for all to app_owner
  using true
  with check true;
create policy sop_history on activity_logs as restrictive for select to app_rt, app_worker
  using ((company_id = ANY (( SELECT app.scope_for('activity.read'::text) AS scope_for)::uuid[])) AND (((entity_type <> 'sop'::text) AND (parent_type IS DISTINCT FROM 'sop'::text)) OR (( SELECT app.may('sop.readDraft'::text) AS may) AND (( SELECT app.may('sop.readInternal'::text) AS may) OR (EXISTS ( SELECT
   FROM sops s
  WHERE (s.id = COALESCE(activity_logs.parent_id, activity_logs.entity_id)))) OR (NOT app.sop_exists(COALESCE(parent_id, entity_id)))))));
CREATE TRIGGER announce AFTER INSERT ON public.activity_logs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce_log();
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.activity_logs FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();

create table agreed_hours (
  company_id uuid not null,
  user_id uuid not null,
  valid_from date not null,
  hours_per_week numeric(5,2) not null,
  set_by uuid not null,
  set_at timestamp with time zone not null default now(),
  constraint agreed_hours_pkey PRIMARY KEY (company_id, user_id, valid_from),
  constraint agreed_hours_hours_per_week_check CHECK (((hours_per_week >= (0)::numeric) AND (hours_per_week <= (168)::numeric))),
  constraint agreed_hours_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint agreed_hours_set_by_fkey FOREIGN KEY (set_by) REFERENCES profiles(user_id),
  constraint agreed_hours_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(user_id)
);
-- owner app_owner, forced row-level security
grant delete, insert, select, update on agreed_hours to app_auth;
grant select on agreed_hours to app_rt;
grant select on agreed_hours to app_worker;
create policy app_auth_delete on agreed_hours for delete to app_auth
  using true;
create policy app_auth_insert on agreed_hours for insert to app_auth
  with check true;
create policy app_auth_select on agreed_hours for select to app_auth
  using true;
create policy app_auth_update on agreed_hours for update to app_auth
  using true
  with check true;
create policy may_read on agreed_hours for select to app_rt, app_worker
  using ((company_id = ANY (( SELECT app.scope_for('time.read'::text) AS scope_for)::uuid[])) AND (( SELECT app.reaches_all('time.read'::text) AS reaches_all) OR (user_id = ( SELECT app.user_id() AS user_id))));
create policy owner_all on agreed_hours for all to app_owner
  using true
  with check true;

create table assemblies (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  assembly_number text collate app."natural" not null,
  name text collate app."natural" not null,
  location text collate app."natural",
  vendor_id uuid,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  entity_name text not null generated always as (name) stored,
  search_text text not null generated always as (lower(((((((name || chr(10)) || assembly_number) || chr(10)) || COALESCE(NULLIF(translate(assembly_number, '-./ '::text, ''::text), assembly_number), ''::text)) || chr(10)) || COALESCE(location, ''::text)))) stored,
  sop_id uuid,
  constraint assemblies_pkey PRIMARY KEY (company_id, id),
  constraint assemblies_assembly_number_check CHECK ((assembly_number <> ''::text)),
  constraint assemblies_name_check CHECK ((name <> ''::text)),
  constraint assemblies_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint assemblies_company_id_vendor_id_fkey FOREIGN KEY (company_id, vendor_id) REFERENCES vendors(company_id, id)
) with (fillfactor=85);
CREATE INDEX assemblies_name ON public.assemblies USING btree (company_id, name, id);
CREATE INDEX assemblies_search ON public.assemblies USING gin (company_id, search_text gin_trgm_ops);
CREATE INDEX assemblies_sop ON public.assemblies USING btree (sop_id) WHERE (sop_id IS NOT NULL);
CREATE INDEX assemblies_vendor ON public.assemblies USING btree (company_id, vendor_id) WHERE (vendor_id IS NOT NULL);
CREATE UNIQUE INDEX assemblies_company_id_assembly_number_key ON public.assemblies USING btree (company_id, app.folded(assembly_number));
-- owner app_owner, forced row-level security
grant delete, insert, select on assemblies to app_rt;
grant maintain, select on assemblies to app_auth;
grant select on assemblies to app_audit;
grant select on assemblies to app_worker;
grant update (assembly_number, location, name, sop_id, updated_at, vendor_id, version) on assemblies to app_rt;
create policy app_audit_select on assemblies for select to app_audit
  using true;
create policy job_select on assemblies for select to app_worker
  using (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]));
create policy may_delete on assemblies for delete to app_rt
  using (company_id = ANY (( SELECT app.scope_for('inventory.write'::text) AS scope_for)::uuid[]));
create policy may_insert on assemblies for insert to app_rt
  with check (company_id = ANY (( SELECT app.scope_for('inventory.write'::text) AS scope_for)::uuid[]));
create policy may_read on assemblies for select to app_rt
  using (company_id = ANY (( SELECT app.scope_for('inventory.read'::text) AS scope_for)::uuid[]));
create policy may_update on assemblies for update to app_rt
  using (company_id = ANY (( SELECT app.scope_for('inventory.write'::text) AS scope_for)::uuid[]))
  with check (company_id = ANY (( SELECT app.scope_for('inventory.write'::text) AS scope_for)::uuid[]));
create policy owner_all on assemblies for all to app_owner
  using true
  with check true;
create policy search on assemblies for select to app_auth
  using true;
CREATE TRIGGER count_delete AFTER DELETE ON public.assemblies REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION app.count_assemblies();
CREATE TRIGGER count_insert AFTER INSERT ON public.assemblies REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.count_assemblies();
CREATE TRIGGER count_update AFTER UPDATE ON public.assemblies REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.count_assemblies();
CREATE TRIGGER log_delete AFTER DELETE ON public.assemblies REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_delete('assembly');
CREATE TRIGGER log_insert AFTER INSERT ON public.assemblies REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_insert('assembly');
CREATE TRIGGER log_update AFTER UPDATE ON public.assemblies REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_update('assembly');
CREATE TRIGGER sop_link_insert BEFORE INSERT ON public.assemblies FOR EACH ROW WHEN ((new.sop_id IS NOT NULL)) EXECUTE FUNCTION app.check_sop_link();
CREATE TRIGGER sop_link_update BEFORE UPDATE ON public.assemblies FOR EACH ROW WHEN (((new.sop_id IS NOT NULL) AND (new.sop_id IS DISTINCT FROM old.sop_id))) EXECUTE FUNCTION app.check_sop_link();
CREATE TRIGGER version BEFORE UPDATE ON public.assemblies FOR EACH ROW EXECUTE FUNCTION app.bump_version();

create table assistant_months (
  company_id uuid not null,
  month date not null,
  calls integer not null default 0,
  tokens bigint not null default 0,
  constraint assistant_months_pkey PRIMARY KEY (company_id, month),
  constraint assistant_months_calls_check CHECK ((calls >= 0)),
  constraint assistant_months_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
-- owner app_owner, forced row-level security
grant insert, select, update on assistant_months to app_auth;
grant select on assistant_months to app_rt;
create policy app_auth_insert on assistant_months for insert to app_auth
  with check true;
create policy app_auth_select on assistant_months for select to app_auth
  using true;
create policy app_auth_update on assistant_months for update to app_auth
  using true
  with check true;
create policy may_read on assistant_months for select to app_rt
  using (company_id = ANY (( SELECT app.scope_for('assistant.use'::text) AS scope_for)::uuid[]));
create policy owner_all on assistant_months for all to app_owner
  using true
  with check true;

create table backups (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  name text not null,
  format text not null,
  path text not null generated always as (((('company/'::text || company_id) || '/backups/'::text) || name)) stored,
  key text not null,
  size bigint not null,
  row_count integer not null,
  sha256 text not null,
  created_by uuid not null,
  deleted_at timestamp with time zone,
  deleted_by uuid,
  created_at timestamp with time zone not null default now(),
  sealed text,
  constraint backups_pkey PRIMARY KEY (company_id, id),
  constraint backups_company_id_name_key UNIQUE (company_id, name),
  constraint backups_format_check CHECK ((format = ANY (ARRAY['internal'::text, 'shopify'::text]))),
  constraint backups_name_check CHECK ((name ~ '^inventory(_shopify)?_[0-9]{4}-[0-9]{2}-[0-9]{2}-[0-9]{4}(-[0-9]{1,3})?\.csv$'::text)),
  constraint backups_row_count_check CHECK ((row_count >= 0)),
  constraint backups_size_check CHECK ((size >= 0)),
  constraint backups_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
CREATE INDEX backups_key ON public.backups USING btree (key);
CREATE INDEX backups_time ON public.backups USING btree (company_id, id DESC) WHERE (deleted_at IS NULL);
-- owner app_owner, forced row-level security
grant delete, insert, select on backups to app_rt;
grant delete, select on backups to app_auth;
grant update (created_by, deleted_at, deleted_by, format, key, name, row_count, sealed, sha256, size) on backups to app_rt;
create policy app_auth_delete on backups for delete to app_auth
  using true;
create policy app_auth_select on backups for select to app_auth
  using true;
create policy may_all on backups for all to app_rt
  using (company_id = ANY (( SELECT app.scope_for('backup.manage'::text) AS scope_for)::uuid[]))
  with check (company_id = ANY (( SELECT app.scope_for('backup.manage'::text) AS scope_for)::uuid[]));
create policy owner_all on backups for all to app_owner
  using true
  with check true;
CREATE TRIGGER announce_delete AFTER DELETE ON public.backups REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('backup', 'company_id');
CREATE TRIGGER announce_insert AFTER INSERT ON public.backups REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('backup', 'company_id');
CREATE TRIGGER announce_update AFTER UPDATE ON public.backups REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('backup', 'company_id');

create table bom_lines (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  assembly_id uuid,
  product_id uuid,
  part_id uuid,
  sub_assembly_id uuid,
  sub_product_id uuid,
  quantity integer not null,
  "position" integer not null default 0,
  parent_id uuid not null generated always as (COALESCE(assembly_id, product_id)) stored,
  component_id uuid not null generated always as (COALESCE(part_id, sub_assembly_id, sub_product_id)) stored,
  component_type text not null generated always as (
CASE
    WHEN (part_id IS NOT NULL) THEN 'part'::text
    WHEN (sub_assembly_id IS NOT NULL) THEN 'assembly'::text
    ELSE 'product'::text
END) stored,
  constraint bom_lines_pkey PRIMARY KEY (company_id, id),
  constraint bom_lines_company_id_parent_id_component_id_key UNIQUE (company_id, parent_id, component_id),
  constraint bom_lines_check CHECK ((num_nonnulls(assembly_id, product_id) = 1)),
  constraint bom_lines_check1 CHECK ((num_nonnulls(part_id, sub_assembly_id, sub_product_id) = 1)),
  constraint bom_lines_quantity_check CHECK (((quantity >= 1) AND (quantity <= 1000000))),
  constraint bom_lines_company_id_assembly_id_fkey FOREIGN KEY (company_id, assembly_id) REFERENCES assemblies(company_id, id),
  constraint bom_lines_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint bom_lines_company_id_part_id_fkey FOREIGN KEY (company_id, part_id) REFERENCES parts(company_id, id),
  constraint bom_lines_company_id_product_id_fkey FOREIGN KEY (company_id, product_id) REFERENCES products(company_id, id),
  constraint bom_lines_company_id_sub_assembly_id_fkey FOREIGN KEY (company_id, sub_assembly_id) REFERENCES assemblies(company_id, id),
  constraint bom_lines_company_id_sub_product_id_fkey FOREIGN KEY (company_id, sub_product_id) REFERENCES products(company_id, id)
) with (fillfactor=85);
CREATE INDEX bom_lines_assembly ON public.bom_lines USING btree (company_id, assembly_id) WHERE (assembly_id IS NOT NULL);
CREATE INDEX bom_lines_down ON public.bom_lines USING btree (company_id, parent_id) INCLUDE (component_id, quantity);
CREATE INDEX bom_lines_nested ON public.bom_lines USING btree (company_id, parent_id) INCLUDE (component_id, quantity) WHERE (part_id IS NULL);
CREATE INDEX bom_lines_part ON public.bom_lines USING btree (company_id, part_id) WHERE (part_id IS NOT NULL);
CREATE INDEX bom_lines_product ON public.bom_lines USING btree (company_id, product_id) WHERE (product_id IS NOT NULL);
CREATE INDEX bom_lines_sub_assembly ON public.bom_lines USING btree (company_id, sub_assembly_id) WHERE (sub_assembly_id IS NOT NULL);
CREATE INDEX bom_lines_sub_product ON public.bom_lines USING btree (company_id, sub_product_id) WHERE (sub_product_id IS NOT NULL);
CREATE INDEX bom_lines_up ON public.bom_lines USING btree (company_id, component_id) INCLUDE (parent_id, quantity);
-- owner app_owner, forced row-level security
grant delete, insert, select on bom_lines to app_rt;
grant maintain, select on bom_lines to app_auth;
grant select on bom_lines to app_worker;
grant update (assembly_id, part_id, "position", product_id, quantity, sub_assembly_id, sub_product_id) on bom_lines to app_rt;
create policy job_select on bom_lines for select to app_worker
  using (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]));
create policy may_delete on bom_lines for delete to app_rt
  using (company_id = ANY (( SELECT app.scope_for('inventory.write'::text) AS scope_for)::uuid[]));
create policy may_insert on bom_lines for insert to app_rt
  with check (company_id = ANY (( SELECT app.scope_for('inventory.write'::text) AS scope_for)::uuid[]));
create policy may_read on bom_lines for select to app_rt
  using (company_id = ANY (( SELECT app.scope_for('inventory.read'::text) AS scope_for)::uuid[]));
create policy may_update on bom_lines for update to app_rt
  using (company_id = ANY (( SELECT app.scope_for('inventory.write'::text) AS scope_for)::uuid[]))
  with check (company_id = ANY (( SELECT app.scope_for('inventory.write'::text) AS scope_for)::uuid[]));
create policy owner_all on bom_lines for all to app_owner
  using true
  with check true;
create policy search on bom_lines for select to app_auth
  using true;
CREATE TRIGGER check_insert AFTER INSERT ON public.bom_lines REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.check_bom();
CREATE TRIGGER check_update AFTER UPDATE ON public.bom_lines REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.check_bom();
CREATE TRIGGER count_delete AFTER DELETE ON public.bom_lines REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION app.count_bom_lines();
CREATE TRIGGER count_insert AFTER INSERT ON public.bom_lines REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.count_bom_lines();
CREATE TRIGGER count_update AFTER UPDATE ON public.bom_lines REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.count_bom_lines();
CREATE TRIGGER log_delete AFTER DELETE ON public.bom_lines REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_bom_lines();
CREATE TRIGGER log_insert AFTER INSERT ON public.bom_lines REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_bom_lines();
CREATE TRIGGER log_update AFTER UPDATE ON public.bom_lines REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_bom_lines();
CREATE TRIGGER touch_delete AFTER DELETE ON public.bom_lines REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION app.touch_bom_parents();
CREATE TRIGGER touch_insert AFTER INSERT ON public.bom_lines REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION app.touch_bom_parents();
CREATE TRIGGER touch_update AFTER UPDATE ON public.bom_lines REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION app.touch_bom_parents();

create table calendar_events (
  company_id uuid not null,
  task_id uuid not null,
  calendar_id text,
  generation integer not null default 0,
  is_tried boolean not null default false,
  etag text,
  url text,
  sent text,
  is_changed boolean not null default true,
  changed_at timestamp with time zone not null default now(),
  is_queued boolean not null default false,
  constraint calendar_events_pkey PRIMARY KEY (company_id, task_id),
  constraint calendar_events_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
CREATE INDEX calendar_events_changed ON public.calendar_events USING btree (company_id, changed_at) WHERE is_changed;
-- owner app_owner, forced row-level security
grant delete, insert, select, update on calendar_events to app_auth;
grant delete, insert, select, update on calendar_events to app_worker;
grant select on calendar_events to app_rt;
create policy app_auth_delete on calendar_events for delete to app_auth
  using true;
create policy app_auth_insert on calendar_events for insert to app_auth
  with check true;
create policy app_auth_select on calendar_events for select to app_auth
  using true;
create policy app_auth_update on calendar_events for update to app_auth
  using true
  with check true;
create policy job_delete on calendar_events for delete to app_worker
  using (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]));
create policy job_insert on calendar_events for insert to app_worker
  with check (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]));
create policy job_select on calendar_events for select to app_worker
  using (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]));
create policy job_update on calendar_events for update to app_worker
  using (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]))
  with check (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]));
create policy may_read on calendar_events for select to app_rt
  using ((company_id = ANY (( SELECT app.scope_for('task.read'::text) AS scope_for)::uuid[])) AND (EXISTS ( SELECT
   FROM tasks t
  WHERE ((t.company_id = calendar_events.company_id) AND (t.id = calendar_events.task_id)))));
create policy owner_all on calendar_events for all to app_owner
  using true
  with check true;

create table change_sets (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  user_id uuid,
  kind text not null,
  undoes uuid,
  undone_by uuid,
  created_at timestamp with time zone not null default now(),
  constraint change_sets_pkey PRIMARY KEY (company_id, id),
  constraint change_sets_kind_check CHECK ((kind = ANY (ARRAY['edit'::text, 'bulk_delete'::text, 'bulk_edit'::text, 'import'::text, 'undo'::text, 'seed'::text]))),
  constraint change_sets_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint change_sets_company_id_undoes_fkey FOREIGN KEY (company_id, undoes) REFERENCES change_sets(company_id, id),
  constraint change_sets_company_id_undone_by_fkey FOREIGN KEY (company_id, undone_by) REFERENCES change_sets(company_id, id)
);
CREATE INDEX change_sets_time ON public.change_sets USING btree (company_id, created_at DESC);
-- owner app_owner, forced row-level security
grant insert, select, update on change_sets to app_audit;
grant select on change_sets to app_rt;
grant select on change_sets to app_worker;
grant select, update on change_sets to app_auth;
grant update (undone_by) on change_sets to app_rt;
create policy app_audit_insert on change_sets for insert to app_audit
  with check true;
create policy app_audit_select on change_sets for select to app_audit
  using true;
create policy app_audit_update on change_sets for update to app_audit
  using true
  with check true;
create policy app_auth_select on change_sets for select to app_auth
  using true;
create policy app_auth_update on change_sets for update to app_auth
  using true
  with check true;
create policy change_set_read on change_sets for select to app_rt, app_worker
  using (company_id = ANY (( SELECT app.scope_for('activity.read'::text) AS scope_for)::uuid[]));
create policy change_set_undone on change_sets for update to app_rt
  using ((company_id = ANY (( SELECT app.scope_for('activity.undo'::text) AS scope_for)::uuid[])) AND ((( SELECT app.reach('activity.undo'::text) AS reach) <> 'own'::text) OR (user_id = ( SELECT app.user_id() AS user_id))))
  with check ((company_id = ANY (( SELECT app.scope_for('activity.undo'::text) AS scope_for)::uuid[])) AND ((( SELECT app.reach('activity.undo'::text) AS reach) <> 'own'::text) OR (user_id = ( SELECT app.user_id() AS user_id))));
create policy owner_all on change_sets for all to app_owner
  using true
  with check true;
CREATE TRIGGER import_undone AFTER UPDATE OF undone_by ON public.change_sets FOR EACH ROW WHEN (((new.kind = 'import'::text) AND (new.undone_by IS DISTINCT FROM old.undone_by))) EXECUTE FUNCTION app.mark_import();

create table comments (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  task_id uuid,
  part_id uuid,
  assembly_id uuid,
  product_id uuid,
  vendor_id uuid,
  body text not null,
  mentioned uuid[] not null default '{}'::uuid[],
  author_id uuid not null default app.user_id(),
  edited_at timestamp with time zone,
  removed_at timestamp with time zone,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  parent_id uuid not null generated always as (COALESCE(task_id, part_id, assembly_id, product_id, vendor_id)) stored,
  parent_type text not null generated always as (
CASE
    WHEN (task_id IS NOT NULL) THEN 'task'::text
    WHEN (part_id IS NOT NULL) THEN 'part'::text
    WHEN (assembly_id IS NOT NULL) THEN 'assembly'::text
    WHEN (product_id IS NOT NULL) THEN 'product'::text
    ELSE 'vendor'::text
END) stored,
  constraint comments_pkey PRIMARY KEY (company_id, id),
  constraint comments_body_check CHECK ((body <> ''::text)),
  constraint comments_check CHECK ((num_nonnulls(task_id, part_id, assembly_id, product_id, vendor_id) = 1)),
  constraint comments_author_id_fkey FOREIGN KEY (author_id) REFERENCES profiles(user_id),
  constraint comments_company_id_assembly_id_fkey FOREIGN KEY (company_id, assembly_id) REFERENCES assemblies(company_id, id) ON DELETE CASCADE,
  constraint comments_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint comments_company_id_part_id_fkey FOREIGN KEY (company_id, part_id) REFERENCES parts(company_id, id) ON DELETE CASCADE,
  constraint comments_company_id_product_id_fkey FOREIGN KEY (company_id, product_id) REFERENCES products(company_id, id) ON DELETE CASCADE,
  constraint comments_company_id_task_id_fkey FOREIGN KEY (company_id, task_id) REFERENCES tasks(company_id, id) ON DELETE CASCADE,
  constraint comments_company_id_vendor_id_fkey FOREIGN KEY (company_id, vendor_id) REFERENCES vendors(company_id, id) ON DELETE CASCADE
) with (fillfactor=85);
CREATE INDEX comments_assembly ON public.comments USING btree (company_id, assembly_id) WHERE (assembly_id IS NOT NULL);
CREATE INDEX comments_parent ON public.comments USING btree (company_id, parent_id, id);
CREATE INDEX comments_part ON public.comments USING btree (company_id, part_id) WHERE (part_id IS NOT NULL);
CREATE INDEX comments_product ON public.comments USING btree (company_id, product_id) WHERE (product_id IS NOT NULL);
CREATE INDEX comments_task ON public.comments USING btree (company_id, task_id) WHERE (task_id IS NOT NULL);
CREATE INDEX comments_vendor ON public.comments USING btree (company_id, vendor_id) WHERE (vendor_id IS NOT NULL);
-- owner app_owner, forced row-level security
grant delete, insert, select on comments to app_rt;
grant select on comments to app_auth;
grant select on comments to app_worker;
grant update (body, edited_at, mentioned, removed_at) on comments to app_rt;
create policy app_auth_select on comments for select to app_auth
  using true;
create policy job_select on comments for select to app_worker
  using (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]));
create policy may_delete on comments for delete to app_rt
  using ((company_id = ANY (( SELECT app.scope_for('comment.write'::text) AS scope_for)::uuid[])) AND
CASE parent_type
    WHEN 'task'::text THEN (EXISTS ( SELECT
       FROM tasks t
      WHERE ((t.company_id = comments.company_id) AND (t.id = comments.parent_id))))
    WHEN 'part'::text THEN (EXISTS ( SELECT
       FROM parts t
      WHERE ((t.company_id = comments.company_id) AND (t.id = comments.parent_id))))
    WHEN 'assembly'::text THEN (EXISTS ( SELECT
       FROM assemblies t
      WHERE ((t.company_id = comments.company_id) AND (t.id = comments.parent_id))))
    WHEN 'product'::text THEN (EXISTS ( SELECT
       FROM products t
      WHERE ((t.company_id = comments.company_id) AND (t.id = comments.parent_id))))
    WHEN 'vendor'::text THEN (EXISTS ( SELECT
       FROM vendors t
      WHERE ((t.company_id = comments.company_id) AND (t.id = comments.parent_id))))
    ELSE NULL::boolean
END AND ((author_id = ( SELECT app.user_id() AS user_id)) OR ((current_setting('app.change_kind'::text, true) = 'undo'::text) AND ( SELECT app.may(
        CASE comments.parent_type
            WHEN 'task'::text THEN 'task.edit'::text
            ELSE 'inventory.write'::text
        END) AS may))) AND (current_setting('app.change_kind'::text, true) = 'undo'::text));
create policy may_insert on comments for insert to app_rt
  with check ((company_id = ANY (( SELECT app.scope_for('comment.write'::text) AS scope_for)::uuid[])) AND
CASE parent_type
    WHEN 'task'::text THEN (EXISTS ( SELECT
       FROM tasks t
      WHERE ((t.company_id = comments.company_id) AND (t.id = comments.parent_id))))
    WHEN 'part'::text THEN (EXISTS ( SELECT
       FROM parts t
      WHERE ((t.company_id = comments.company_id) AND (t.id = comments.parent_id))))
    WHEN 'assembly'::text THEN (EXISTS ( SELECT
       FROM assemblies t
      WHERE ((t.company_id = comments.company_id) AND (t.id = comments.parent_id))))
    WHEN 'product'::text THEN (EXISTS ( SELECT
       FROM products t
      WHERE ((t.company_id = comments.company_id) AND (t.id = comments.parent_id))))
    WHEN 'vendor'::text THEN (EXISTS ( SELECT
       FROM vendors t
      WHERE ((t.company_id = comments.company_id) AND (t.id = comments.parent_id))))
    ELSE NULL::boolean
END AND ((author_id = ( SELECT app.user_id() AS user_id)) OR ((current_setting('app.change_kind'::text, true) = 'undo'::text) AND ( SELECT app.may(
        CASE comments.parent_type
            WHEN 'task'::text THEN 'task.edit'::text
            ELSE 'inventory.write'::text
        END) AS may))));
create policy may_read on comments for select to app_rt
  using ((company_id = ANY (( SELECT app.scope_for('comment.write'::text) AS scope_for)::uuid[])) AND
CASE parent_type
    WHEN 'task'::text THEN (EXISTS ( SELECT
       FROM tasks t
      WHERE ((t.company_id = comments.company_id) AND (t.id = comments.parent_id))))
    WHEN 'part'::text THEN (EXISTS ( SELECT
       FROM parts t
      WHERE ((t.company_id = comments.company_id) AND (t.id = comments.parent_id))))
    WHEN 'assembly'::text THEN (EXISTS ( SELECT
       FROM assemblies t
      WHERE ((t.company_id = comments.company_id) AND (t.id = comments.parent_id))))
    WHEN 'product'::text THEN (EXISTS ( SELECT
       FROM products t
      WHERE ((t.company_id = comments.company_id) AND (t.id = comments.parent_id))))
    WHEN 'vendor'::text THEN (EXISTS ( SELECT
       FROM vendors t
      WHERE ((t.company_id = comments.company_id) AND (t.id = comments.parent_id))))
    ELSE NULL::boolean
END AND ((removed_at IS NULL) OR ((author_id = ( SELECT app.user_id() AS user_id)) OR ((current_setting('app.change_kind'::text, true) = 'undo'::text) AND ( SELECT app.may(
        CASE comments.parent_type
            WHEN 'task'::text THEN 'task.edit'::text
            ELSE 'inventory.write'::text
        END) AS may)))));
create policy may_update on comments for update to app_rt
  using ((company_id = ANY (( SELECT app.scope_for('comment.write'::text) AS scope_for)::uuid[])) AND
CASE parent_type
    WHEN 'task'::text THEN (EXISTS ( SELECT
       FROM tasks t
      WHERE ((t.company_id = comments.company_id) AND (t.id = comments.parent_id))))
    WHEN 'part'::text THEN (EXISTS ( SELECT
       FROM parts t
      WHERE ((t.company_id = comments.company_id) AND (t.id = comments.parent_id))))
    WHEN 'assembly'::text THEN (EXISTS ( SELECT
       FROM assemblies t
      WHERE ((t.company_id = comments.company_id) AND (t.id = comments.parent_id))))
    WHEN 'product'::text THEN (EXISTS ( SELECT
       FROM products t
      WHERE ((t.company_id = comments.company_id) AND (t.id = comments.parent_id))))
    WHEN 'vendor'::text THEN (EXISTS ( SELECT
       FROM vendors t
      WHERE ((t.company_id = comments.company_id) AND (t.id = comments.parent_id))))
    ELSE NULL::boolean
END AND ((author_id = ( SELECT app.user_id() AS user_id)) OR ((current_setting('app.change_kind'::text, true) = 'undo'::text) AND ( SELECT app.may(
        CASE comments.parent_type
            WHEN 'task'::text THEN 'task.edit'::text
            ELSE 'inventory.write'::text
        END) AS may))))
  with check ((company_id = ANY (( SELECT app.scope_for('comment.write'::text) AS scope_for)::uuid[])) AND
CASE parent_type
    WHEN 'task'::text THEN (EXISTS ( SELECT
       FROM tasks t
      WHERE ((t.company_id = comments.company_id) AND (t.id = comments.parent_id))))
    WHEN 'part'::text THEN (EXISTS ( SELECT
       FROM parts t
      WHERE ((t.company_id = comments.company_id) AND (t.id = comments.parent_id))))
    WHEN 'assembly'::text THEN (EXISTS ( SELECT
       FROM assemblies t
      WHERE ((t.company_id = comments.company_id) AND (t.id = comments.parent_id))))
    WHEN 'product'::text THEN (EXISTS ( SELECT
       FROM products t
      WHERE ((t.company_id = comments.company_id) AND (t.id = comments.parent_id))))
    WHEN 'vendor'::text THEN (EXISTS ( SELECT
       FROM vendors t
      WHERE ((t.company_id = comments.company_id) AND (t.id = comments.parent_id))))
    ELSE NULL::boolean
END AND ((author_id = ( SELECT app.user_id() AS user_id)) OR ((current_setting('app.change_kind'::text, true) = 'undo'::text) AND ( SELECT app.may(
        CASE comments.parent_type
            WHEN 'task'::text THEN 'task.edit'::text
            ELSE 'inventory.write'::text
        END) AS may))));
create policy owner_all on comments for all to app_owner
  using true
  with check true;
CREATE TRIGGER log_delete AFTER DELETE ON public.comments REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_comments();
CREATE TRIGGER log_insert AFTER INSERT ON public.comments REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_comments();
CREATE TRIGGER log_update AFTER UPDATE ON public.comments REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_comments();
CREATE TRIGGER version BEFORE UPDATE ON public.comments FOR EACH ROW EXECUTE FUNCTION app.bump_version();

create table companies (
  id uuid not null default uuidv7(),
  name text collate app."natural" not null,
  description text,
  website text,
  industry text,
  founded_on date,
  employee_count integer,
  annual_revenue numeric(16,2),
  address jsonb not null default '{}'::jsonb,
  contact_info jsonb not null default '{}'::jsonb,
  metadata jsonb not null default '{}'::jsonb,
  status text not null default 'active'::text,
  company_type text not null default 'portfolio'::text,
  parent_company_id uuid,
  is_sbr boolean not null default false,
  time_zone text not null default 'UTC'::text,
  shift_hours integer not null default 12,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  color text not null,
  are_breaks_paid boolean not null default false,
  auto_break_hours integer,
  auto_break_minutes integer not null default 30,
  constraint companies_pkey PRIMARY KEY (id),
  constraint companies_annual_revenue_check CHECK (((annual_revenue >= (0)::numeric) AND (annual_revenue < '10000000000000'::numeric))),
  constraint companies_auto_break_hours_check CHECK (((auto_break_hours >= 1) AND (auto_break_hours <= 24))),
  constraint companies_auto_break_minutes_check CHECK (((auto_break_minutes >= 1) AND (auto_break_minutes <= 240))),
  constraint companies_check CHECK ((parent_company_id <> id)),
  constraint companies_check1 CHECK (((NOT is_sbr) OR ((status = 'active'::text) AND (company_type = 'parent'::text) AND (parent_company_id IS NULL)))),
  constraint companies_color_check CHECK ((color = ANY (ARRAY['blue'::text, 'orange'::text, 'green'::text, 'pink'::text, 'teal'::text, 'red'::text, 'purple'::text, 'amber'::text, 'cyan'::text, 'olive'::text]))),
  constraint companies_company_type_check CHECK ((company_type = ANY (ARRAY['parent'::text, 'portfolio'::text]))),
  constraint companies_employee_count_check CHECK ((employee_count >= 0)),
  constraint companies_name_check CHECK ((name <> ''::text)),
  constraint companies_shift_hours_check CHECK (((shift_hours >= 1) AND (shift_hours <= 24))),
  constraint companies_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text, 'sold'::text]))),
  constraint companies_parent_company_id_fkey FOREIGN KEY (parent_company_id) REFERENCES companies(id)
);
CREATE UNIQUE INDEX companies_one_sbr ON public.companies USING btree (is_sbr) WHERE is_sbr;
-- owner app_owner, forced row-level security
grant select, update on companies to app_auth;
grant insert (address, annual_revenue, are_breaks_paid, auto_break_hours, auto_break_minutes, color, company_type, contact_info, description, employee_count, founded_on, id, industry, metadata, name, parent_company_id, shift_hours, status, time_zone, website) on companies to app_rt;
grant select (are_breaks_paid, auto_break_hours, auto_break_minutes, color, company_type, created_at, id, is_sbr, name, parent_company_id, shift_hours, status, time_zone, updated_at, version) on companies to app_rt;
grant select (company_type, created_at, id, is_sbr, name, parent_company_id, shift_hours, status, time_zone) on companies to app_worker;
grant update (address, annual_revenue, are_breaks_paid, auto_break_hours, auto_break_minutes, color, company_type, contact_info, description, employee_count, founded_on, industry, metadata, name, parent_company_id, shift_hours, status, time_zone, updated_at, website) on companies to app_rt;
create policy app_auth_select on companies for select to app_auth
  using true;
create policy app_auth_update on companies for update to app_auth
  using true
  with check true;
create policy company_insert on companies for insert to app_rt
  with check ( SELECT app.may('company.write'::text) AS may);
create policy company_read on companies for select to app_rt, app_worker
  using (id = ANY (( SELECT app.scope() AS scope)::uuid[]));
create policy company_update on companies for update to app_rt
  using (id = ANY (( SELECT app.scope_for('company.write'::text) AS scope_for)::uuid[]))
  with check (id = ANY (( SELECT app.scope_for('company.write'::text) AS scope_for)::uuid[]));
create policy owner_all on companies for all to app_owner
  using true
  with check true;
CREATE TRIGGER access_insert AFTER INSERT ON public.companies FOR EACH STATEMENT EXECUTE FUNCTION app.announce_companies();
CREATE TRIGGER access_update AFTER UPDATE ON public.companies FOR EACH ROW WHEN ((new.status <> old.status)) EXECUTE FUNCTION app.announce_companies();
CREATE TRIGGER announce_delete AFTER DELETE ON public.companies REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('company', 'id');
CREATE TRIGGER announce_insert AFTER INSERT ON public.companies REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('company', 'id');
CREATE TRIGGER announce_update AFTER UPDATE ON public.companies REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('company', 'id');
CREATE TRIGGER close_entries AFTER UPDATE OF status ON public.companies FOR EACH ROW WHEN (((new.status = 'sold'::text) AND (old.status <> 'sold'::text))) EXECUTE FUNCTION app.close_entries_of_company();
CREATE TRIGGER color BEFORE INSERT ON public.companies FOR EACH ROW WHEN ((new.color IS NULL)) EXECUTE FUNCTION app.color_company();
CREATE TRIGGER company_family BEFORE INSERT OR UPDATE OF status, company_type, parent_company_id ON public.companies FOR EACH ROW EXECUTE FUNCTION app.check_company_family();
CREATE TRIGGER revenue_zone AFTER UPDATE OF time_zone ON public.companies FOR EACH ROW WHEN ((old.time_zone IS DISTINCT FROM new.time_zone)) EXECUTE FUNCTION app.revenue_in_new_zone();
CREATE TRIGGER sales_zone AFTER UPDATE OF time_zone ON public.companies FOR EACH ROW WHEN ((old.time_zone IS DISTINCT FROM new.time_zone)) EXECUTE FUNCTION app.sales_in_new_zone();
CREATE TRIGGER time_zone BEFORE INSERT OR UPDATE OF time_zone ON public.companies FOR EACH ROW EXECUTE FUNCTION app.check_time_zone();
CREATE TRIGGER version BEFORE UPDATE ON public.companies FOR EACH ROW EXECUTE FUNCTION app.bump_version();

create table company_days (
  company_id uuid not null,
  day date not null,
  value_at_cost numeric(24,4),
  value_at_retail numeric(24,4),
  low_stock integer,
  buildable integer,
  open_tasks integer,
  overdue_tasks integer,
  blocked_tasks integer,
  seconds_worked bigint,
  orders integer,
  revenue numeric(24,4),
  written_at timestamp with time zone not null default now(),
  has_new_sales boolean not null default false,
  constraint company_days_pkey PRIMARY KEY (company_id, day),
  constraint company_days_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
CREATE INDEX company_days_new_sales ON public.company_days USING btree (company_id) WHERE has_new_sales;
-- owner app_owner, forced row-level security
grant insert, select, update on company_days to app_auth;
grant select on company_days to app_rt;
create policy app_auth_insert on company_days for insert to app_auth
  with check true;
create policy app_auth_select on company_days for select to app_auth
  using true;
create policy app_auth_update on company_days for update to app_auth
  using true
  with check true;
create policy may_read on company_days for select to app_rt
  using (company_id = ANY (( SELECT app.scope_for('figures.read'::text) AS scope_for)::uuid[]));
create policy owner_all on company_days for all to app_owner
  using true
  with check true;
CREATE TRIGGER announce_delete AFTER DELETE ON public.company_days REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('figure', 'company_id');
CREATE TRIGGER announce_insert AFTER INSERT ON public.company_days REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('figure', 'company_id');
CREATE TRIGGER announce_update AFTER UPDATE ON public.company_days REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('figure', 'company_id');

create table company_figures (
  company_id uuid not null,
  changes bigint not null,
  buildable integer not null,
  unbuildable integer not null,
  average_margin numeric,
  constraint company_figures_pkey PRIMARY KEY (company_id),
  constraint company_figures_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
-- owner app_owner, forced row-level security
grant insert, select, update on company_figures to app_auth;
grant select on company_figures to app_rt;
create policy app_auth_insert on company_figures for insert to app_auth
  with check true;
create policy app_auth_select on company_figures for select to app_auth
  using true;
create policy app_auth_update on company_figures for update to app_auth
  using true
  with check true;
create policy may_read on company_figures for select to app_rt
  using (company_id = ANY (( SELECT app.scope_for('inventory.read'::text) AS scope_for)::uuid[]));
create policy owner_all on company_figures for all to app_owner
  using true
  with check true;
CREATE TRIGGER announce_delete AFTER DELETE ON public.company_figures REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('figure', 'company_id');
CREATE TRIGGER announce_insert AFTER INSERT ON public.company_figures REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('figure', 'company_id');
CREATE TRIGGER announce_update AFTER UPDATE ON public.company_figures REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('figure', 'company_id');

create table company_keys (
  company_id uuid not null,
  sealed text not null,
  created_at timestamp with time zone not null default now(),
  constraint company_keys_pkey PRIMARY KEY (company_id),
  constraint company_keys_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
-- owner app_owner, forced row-level security
grant insert, select on company_keys to app_auth;
grant select on company_keys to app_rt;
create policy app_auth_insert on company_keys for insert to app_auth
  with check true;
create policy app_auth_select on company_keys for select to app_auth
  using true;
create policy may_read on company_keys for select to app_rt
  using (company_id = ANY (( SELECT app.scope_for('vendor.readPrivate'::text) AS scope_for)::uuid[]));
create policy owner_all on company_keys for all to app_owner
  using true
  with check true;

create table default_views (
  company_id uuid not null,
  user_id uuid not null,
  list text not null,
  view_id uuid not null,
  constraint default_views_pkey PRIMARY KEY (company_id, user_id, list),
  constraint default_views_company_id_view_id_fkey FOREIGN KEY (company_id, view_id) REFERENCES saved_views(company_id, id) ON DELETE CASCADE,
  constraint default_views_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(user_id) ON DELETE CASCADE
);
-- owner app_owner, forced row-level security
grant delete, insert, select on default_views to app_rt;
grant delete, select on default_views to app_auth;
grant update (view_id) on default_views to app_rt;
create policy app_auth_delete on default_views for delete to app_auth
  using true;
create policy app_auth_select on default_views for select to app_auth
  using true;
create policy default_delete on default_views for delete to app_rt
  using ((company_id = ANY (( SELECT app.scope_for('view.write'::text) AS scope_for)::uuid[])) AND (user_id = ( SELECT app.user_id() AS user_id)));
create policy default_insert on default_views for insert to app_rt
  with check ((company_id = ANY (( SELECT app.scope_for('view.write'::text) AS scope_for)::uuid[])) AND (user_id = ( SELECT app.user_id() AS user_id)));
create policy default_read on default_views for select to app_rt
  using ((company_id = ANY (( SELECT app.scope_for('view.write'::text) AS scope_for)::uuid[])) AND (user_id = ( SELECT app.user_id() AS user_id)));
create policy default_update on default_views for update to app_rt
  using ((company_id = ANY (( SELECT app.scope_for('view.write'::text) AS scope_for)::uuid[])) AND (user_id = ( SELECT app.user_id() AS user_id)))
  with check ((company_id = ANY (( SELECT app.scope_for('view.write'::text) AS scope_for)::uuid[])) AND (user_id = ( SELECT app.user_id() AS user_id)));
create policy owner_all on default_views for all to app_owner
  using true
  with check true;

create table feedback (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  submitted_by uuid not null,
  title text not null,
  description text not null,
  type text not null,
  status text not null default 'open'::text,
  priority text not null default 'medium'::text,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint feedback_pkey PRIMARY KEY (id),
  constraint feedback_description_check CHECK ((description <> ''::text)),
  constraint feedback_priority_check CHECK ((priority = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text, 'critical'::text]))),
  constraint feedback_status_check CHECK ((status = ANY (ARRAY['open'::text, 'in_progress'::text, 'done'::text, 'declined'::text]))),
  constraint feedback_title_check CHECK ((title <> ''::text)),
  constraint feedback_type_check CHECK ((type = ANY (ARRAY['bug'::text, 'feature'::text, 'improvement'::text, 'question'::text]))),
  constraint feedback_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint feedback_submitted_by_fkey FOREIGN KEY (submitted_by) REFERENCES profiles(user_id)
);
CREATE INDEX feedback_company ON public.feedback USING btree (company_id, created_at DESC);
CREATE INDEX feedback_status ON public.feedback USING btree (status, created_at DESC);
-- owner app_owner, forced row-level security
grant select on feedback to app_rt;
grant insert (company_id, description, submitted_by, title, type) on feedback to app_rt;
grant update (priority, status) on feedback to app_rt;
create policy feedback_insert on feedback for insert to app_rt
  with check ((company_id = ANY (( SELECT app.scope_for('feedback.create'::text) AS scope_for)::uuid[])) AND (submitted_by = ( SELECT app.user_id() AS user_id)));
create policy feedback_read on feedback for select to app_rt
  using (company_id = ANY (( SELECT app.scope_for('feedback.read'::text) AS scope_for)::uuid[]));
create policy feedback_update on feedback for update to app_rt
  using (company_id = ANY (( SELECT app.scope_for('feedback.answer'::text) AS scope_for)::uuid[]))
  with check (company_id = ANY (( SELECT app.scope_for('feedback.answer'::text) AS scope_for)::uuid[]));
create policy owner_all on feedback for all to app_owner
  using true
  with check true;
CREATE TRIGGER announce_delete AFTER DELETE ON public.feedback REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('feedback', 'company_id');
CREATE TRIGGER announce_insert AFTER INSERT ON public.feedback REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('feedback', 'company_id');
CREATE TRIGGER announce_update AFTER UPDATE ON public.feedback REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('feedback', 'company_id');
CREATE TRIGGER version BEFORE UPDATE ON public.feedback FOR EACH ROW EXECUTE FUNCTION app.bump_version();

create table files (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  name text not null,
  type text not null,
  size bigint not null,
  sha256 text not null,
  storage_key text not null,
  path text not null,
  uploaded_by uuid default app.user_id(),
  created_at timestamp with time zone not null default now(),
  parent_id uuid generated always as (COALESCE(part_id, assembly_id, product_id, sop_id, task_id, task_template_id, sop_run_id)) stored,
  parent_type text generated always as (
CASE
    WHEN (part_id IS NOT NULL) THEN 'part'::text
    WHEN (assembly_id IS NOT NULL) THEN 'assembly'::text
    WHEN (product_id IS NOT NULL) THEN 'product'::text
    WHEN (sop_id IS NOT NULL) THEN 'sop'::text
    WHEN (task_id IS NOT NULL) THEN 'task'::text
    WHEN (task_template_id IS NOT NULL) THEN 'task_template'::text
    WHEN (sop_run_id IS NOT NULL) THEN 'sop_run'::text
    ELSE NULL::text
END) stored,
  entity_name text not null generated always as (name) stored,
  part_id uuid,
  assembly_id uuid,
  product_id uuid,
  sop_id uuid,
  task_id uuid,
  task_template_id uuid,
  sop_run_id uuid,
  step integer,
  width integer,
  height integer,
  constraint files_pkey PRIMARY KEY (company_id, id),
  constraint files_storage_key_key UNIQUE (storage_key),
  constraint files_height_check CHECK ((height > 0)),
  constraint files_name_check CHECK ((name <> ''::text)),
  constraint files_one_parent CHECK ((num_nonnulls(part_id, assembly_id, product_id, sop_id, task_id, task_template_id, sop_run_id) = 1)),
  constraint files_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint files_size_check CHECK ((size > 0)),
  constraint files_step_check CHECK ((step >= 0)),
  constraint files_step_of_run CHECK (((step IS NULL) OR (sop_run_id IS NOT NULL))),
  constraint files_width_check CHECK ((width > 0)),
  constraint files_company_id_assembly_id_fkey FOREIGN KEY (company_id, assembly_id) REFERENCES assemblies(company_id, id) ON UPDATE CASCADE ON DELETE CASCADE,
  constraint files_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint files_company_id_part_id_fkey FOREIGN KEY (company_id, part_id) REFERENCES parts(company_id, id) ON UPDATE CASCADE ON DELETE CASCADE,
  constraint files_company_id_product_id_fkey FOREIGN KEY (company_id, product_id) REFERENCES products(company_id, id) ON UPDATE CASCADE ON DELETE CASCADE,
  constraint files_company_id_sop_id_fkey FOREIGN KEY (company_id, sop_id) REFERENCES sops(company_id, id) ON UPDATE CASCADE ON DELETE CASCADE,
  constraint files_company_id_sop_run_id_fkey FOREIGN KEY (company_id, sop_run_id) REFERENCES sop_runs(company_id, id) ON UPDATE CASCADE ON DELETE CASCADE,
  constraint files_company_id_task_id_fkey FOREIGN KEY (company_id, task_id) REFERENCES tasks(company_id, id) ON UPDATE CASCADE ON DELETE CASCADE,
  constraint files_company_id_task_template_id_fkey FOREIGN KEY (company_id, task_template_id) REFERENCES task_templates(company_id, id) ON UPDATE CASCADE ON DELETE CASCADE
) with (fillfactor=85);
CREATE INDEX files_assembly ON public.files USING btree (company_id, assembly_id) WHERE (assembly_id IS NOT NULL);
CREATE INDEX files_parent ON public.files USING btree (company_id, parent_id, id);
CREATE INDEX files_part ON public.files USING btree (company_id, part_id) WHERE (part_id IS NOT NULL);
CREATE INDEX files_product ON public.files USING btree (company_id, product_id) WHERE (product_id IS NOT NULL);
CREATE INDEX files_sop ON public.files USING btree (company_id, sop_id) WHERE (sop_id IS NOT NULL);
CREATE INDEX files_sop_run ON public.files USING btree (company_id, sop_run_id) WHERE (sop_run_id IS NOT NULL);
CREATE INDEX files_task ON public.files USING btree (company_id, task_id) WHERE (task_id IS NOT NULL);
CREATE INDEX files_task_template ON public.files USING btree (company_id, task_template_id) WHERE (task_template_id IS NOT NULL);
-- owner app_owner, forced row-level security
grant delete, insert, select on files to app_rt;
grant select on files to app_auth;
grant select on files to app_worker;
grant update (assembly_id, height, name, part_id, path, product_id, sha256, size, sop_id, sop_run_id, step, storage_key, task_id, task_template_id, type, uploaded_by, width) on files to app_rt;
create policy job_select on files for select to app_worker
  using (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]));
create policy may_delete on files for delete to app_rt
  using ((company_id = ANY (( SELECT app.scope_with_firm('file.write'::text, 'sop.share'::text) AS scope_with_firm)::uuid[])) AND
CASE
    WHEN (part_id IS NOT NULL) THEN (EXISTS ( SELECT
       FROM parts
      WHERE ((parts.company_id = files.company_id) AND (parts.id = files.part_id) AND (parts.company_id = ANY (( SELECT app.scope_for('inventory.write'::text) AS scope_for)::uuid[])))))
    WHEN (assembly_id IS NOT NULL) THEN (EXISTS ( SELECT
       FROM assemblies
      WHERE ((assemblies.company_id = files.company_id) AND (assemblies.id = files.assembly_id) AND (assemblies.company_id = ANY (( SELECT app.scope_for('inventory.write'::text) AS scope_for)::uuid[])))))
    WHEN (product_id IS NOT NULL) THEN (EXISTS ( SELECT
       FROM products
      WHERE ((products.company_id = files.company_id) AND (products.id = files.product_id) AND (products.company_id = ANY (( SELECT app.scope_for('inventory.write'::text) AS scope_for)::uuid[])))))
    WHEN (sop_id IS NOT NULL) THEN (EXISTS ( SELECT
       FROM sops
      WHERE ((sops.company_id = files.company_id) AND (sops.id = files.sop_id) AND ((sops.company_id = ANY (( SELECT app.scope_with_firm('sop.write'::text, 'sop.share'::text) AS scope_with_firm)::uuid[])) AND
            CASE
                WHEN (sops.visibility = 'company'::text) THEN (sops.company_id = ANY (( SELECT app.scope_for('sop.write'::text) AS scope_for)::uuid[]))
                ELSE ( SELECT app.may('sop.share'::text) AS may)
            END AND ((( SELECT app.reach('sop.write'::text) AS reach) <> 'own'::text) OR (sops.created_by = ( SELECT app.user_id() AS user_id)))))))
    WHEN (task_id IS NOT NULL) THEN (EXISTS ( SELECT
       FROM tasks
      WHERE ((tasks.company_id = files.company_id) AND (tasks.id = files.task_id) AND (((tasks.company_id = ANY (( SELECT app.scope_for('task.setStatus'::text) AS scope_for)::uuid[])) AND (( SELECT app.reaches_all('task.setStatus'::text) AS reaches_all) OR (tasks.assigned_to = ( SELECT app.user_id() AS user_id)) OR (tasks.assigned_by = ( SELECT app.user_id() AS user_id)))) OR (files.uploaded_by = ( SELECT app.user_id() AS user_id))))))
    WHEN (task_template_id IS NOT NULL) THEN (EXISTS ( SELECT
       FROM task_templates
      WHERE ((task_templates.company_id = files.company_id) AND (task_templates.id = files.task_template_id) AND ((task_templates.company_id = ANY (( SELECT app.scope_for('task.edit'::text) AS scope_for)::uuid[])) AND (( SELECT app.reaches_all('task.edit'::text) AS reaches_all) OR (task_templates.created_by = ( SELECT app.user_id() AS user_id)))))))
    WHEN (sop_run_id IS NOT NULL) THEN (EXISTS ( SELECT
       FROM sop_runs
      WHERE ((sop_runs.company_id = files.company_id) AND (sop_runs.id = files.sop_run_id) AND ((sop_runs.company_id = ANY (( SELECT app.scope_for('sop.run'::text) AS scope_for)::uuid[])) AND (sop_runs.user_id = ( SELECT app.user_id() AS user_id)) AND (sop_runs.finished_at IS NULL)))))
    ELSE false
END);
create policy may_insert on files for insert to app_rt
  with check ((company_id = ANY (( SELECT app.scope_with_firm('file.write'::text, 'sop.share'::text) AS scope_with_firm)::uuid[])) AND
CASE
    WHEN (part_id IS NOT NULL) THEN (EXISTS ( SELECT
       FROM parts
      WHERE ((parts.company_id = files.company_id) AND (parts.id = files.part_id) AND (parts.company_id = ANY (( SELECT app.scope_for('inventory.write'::text) AS scope_for)::uuid[])))))
    WHEN (assembly_id IS NOT NULL) THEN (EXISTS ( SELECT
       FROM assemblies
      WHERE ((assemblies.company_id = files.company_id) AND (assemblies.id = files.assembly_id) AND (assemblies.company_id = ANY (( SELECT app.scope_for('inventory.write'::text) AS scope_for)::uuid[])))))
    WHEN (product_id IS NOT NULL) THEN (EXISTS ( SELECT
       FROM products
      WHERE ((products.company_id = files.company_id) AND (products.id = files.product_id) AND (products.company_id = ANY (( SELECT app.scope_for('inventory.write'::text) AS scope_for)::uuid[])))))
    WHEN (sop_id IS NOT NULL) THEN (EXISTS ( SELECT
       FROM sops
      WHERE ((sops.company_id = files.company_id) AND (sops.id = files.sop_id) AND ((sops.company_id = ANY (( SELECT app.scope_with_firm('sop.write'::text, 'sop.share'::text) AS scope_with_firm)::uuid[])) AND
            CASE
                WHEN (sops.visibility = 'company'::text) THEN (sops.company_id = ANY (( SELECT app.scope_for('sop.write'::text) AS scope_for)::uuid[]))
                ELSE ( SELECT app.may('sop.share'::text) AS may)
            END AND ((( SELECT app.reach('sop.write'::text) AS reach) <> 'own'::text) OR (sops.created_by = ( SELECT app.user_id() AS user_id)))))))
    WHEN (task_id IS NOT NULL) THEN (EXISTS ( SELECT
       FROM tasks
      WHERE ((tasks.company_id = files.company_id) AND (tasks.id = files.task_id) AND ((tasks.company_id = ANY (( SELECT app.scope_for('task.read'::text) AS scope_for)::uuid[])) AND (( SELECT app.reaches_all('task.read'::text) AS reaches_all) OR (tasks.assigned_to = ( SELECT app.user_id() AS user_id)) OR ((tasks.assigned_by = ( SELECT app.user_id() AS user_id)) AND ( SELECT app.may('task.create'::text) AS may)))))))
    WHEN (task_template_id IS NOT NULL) THEN (EXISTS ( SELECT
       FROM task_templates
      WHERE ((task_templates.company_id = files.company_id) AND (task_templates.id = files.task_template_id) AND ((task_templates.company_id = ANY (( SELECT app.scope_for('task.edit'::text) AS scope_for)::uuid[])) AND (( SELECT app.reaches_all('task.edit'::text) AS reaches_all) OR (task_templates.created_by = ( SELECT app.user_id() AS user_id)))))))
    WHEN (sop_run_id IS NOT NULL) THEN (EXISTS ( SELECT
       FROM sop_runs
      WHERE ((sop_runs.company_id = files.company_id) AND (sop_runs.id = files.sop_run_id) AND ((sop_runs.company_id = ANY (( SELECT app.scope_for('sop.run'::text) AS scope_for)::uuid[])) AND (sop_runs.user_id = ( SELECT app.user_id() AS user_id)) AND (sop_runs.finished_at IS NULL)))))
    ELSE false
END);
create policy may_read on files for select to app_rt
  using ((company_id = ANY (( SELECT app.scope_with_firm('file.read'::text, 'file.read'::text) AS scope_with_firm)::uuid[])) AND
CASE
    WHEN (part_id IS NOT NULL) THEN (EXISTS ( SELECT
       FROM parts
      WHERE ((parts.company_id = files.company_id) AND (parts.id = files.part_id))))
    WHEN (assembly_id IS NOT NULL) THEN (EXISTS ( SELECT
       FROM assemblies
      WHERE ((assemblies.company_id = files.company_id) AND (assemblies.id = files.assembly_id))))
    WHEN (product_id IS NOT NULL) THEN (EXISTS ( SELECT
       FROM products
      WHERE ((products.company_id = files.company_id) AND (products.id = files.product_id))))
    WHEN (sop_id IS NOT NULL) THEN (EXISTS ( SELECT
       FROM sops
      WHERE ((sops.company_id = files.company_id) AND (sops.id = files.sop_id))))
    WHEN (task_id IS NOT NULL) THEN (EXISTS ( SELECT
       FROM tasks
      WHERE ((tasks.company_id = files.company_id) AND (tasks.id = files.task_id))))
    WHEN (task_template_id IS NOT NULL) THEN (EXISTS ( SELECT
       FROM task_templates
      WHERE ((task_templates.company_id = files.company_id) AND (task_templates.id = files.task_template_id))))
    WHEN (sop_run_id IS NOT NULL) THEN (EXISTS ( SELECT
       FROM sop_runs
      WHERE ((sop_runs.company_id = files.company_id) AND (sop_runs.id = files.sop_run_id))))
    ELSE false
END);
create policy may_update on files for update to app_rt
  using ((company_id = ANY (( SELECT app.scope_with_firm('file.write'::text, 'sop.share'::text) AS scope_with_firm)::uuid[])) AND
CASE
    WHEN (part_id IS NOT NULL) THEN (EXISTS ( SELECT
       FROM parts
      WHERE ((parts.company_id = files.company_id) AND (parts.id = files.part_id) AND (parts.company_id = ANY (( SELECT app.scope_for('inventory.write'::text) AS scope_for)::uuid[])))))
    WHEN (assembly_id IS NOT NULL) THEN (EXISTS ( SELECT
       FROM assemblies
      WHERE ((assemblies.company_id = files.company_id) AND (assemblies.id = files.assembly_id) AND (assemblies.company_id = ANY (( SELECT app.scope_for('inventory.write'::text) AS scope_for)::uuid[])))))
    WHEN (product_id IS NOT NULL) THEN (EXISTS ( SELECT
       FROM products
      WHERE ((products.company_id = files.company_id) AND (products.id = files.product_id) AND (products.company_id = ANY (( SELECT app.scope_for('inventory.write'::text) AS scope_for)::uuid[])))))
    WHEN (sop_id IS NOT NULL) THEN (EXISTS ( SELECT
       FROM sops
      WHERE ((sops.company_id = files.company_id) AND (sops.id = files.sop_id) AND ((sops.company_id = ANY (( SELECT app.scope_with_firm('sop.write'::text, 'sop.share'::text) AS scope_with_firm)::uuid[])) AND
            CASE
                WHEN (sops.visibility = 'company'::text) THEN (sops.company_id = ANY (( SELECT app.scope_for('sop.write'::text) AS scope_for)::uuid[]))
                ELSE ( SELECT app.may('sop.share'::text) AS may)
            END AND ((( SELECT app.reach('sop.write'::text) AS reach) <> 'own'::text) OR (sops.created_by = ( SELECT app.user_id() AS user_id)))))))
    WHEN (task_id IS NOT NULL) THEN (EXISTS ( SELECT
       FROM tasks
      WHERE ((tasks.company_id = files.company_id) AND (tasks.id = files.task_id) AND (((tasks.company_id = ANY (( SELECT app.scope_for('task.setStatus'::text) AS scope_for)::uuid[])) AND (( SELECT app.reaches_all('task.setStatus'::text) AS reaches_all) OR (tasks.assigned_to = ( SELECT app.user_id() AS user_id)) OR (tasks.assigned_by = ( SELECT app.user_id() AS user_id)))) OR (files.uploaded_by = ( SELECT app.user_id() AS user_id))))))
    WHEN (task_template_id IS NOT NULL) THEN (EXISTS ( SELECT
       FROM task_templates
      WHERE ((task_templates.company_id = files.company_id) AND (task_templates.id = files.task_template_id) AND ((task_templates.company_id = ANY (( SELECT app.scope_for('task.edit'::text) AS scope_for)::uuid[])) AND (( SELECT app.reaches_all('task.edit'::text) AS reaches_all) OR (task_templates.created_by = ( SELECT app.user_id() AS user_id)))))))
    WHEN (sop_run_id IS NOT NULL) THEN (EXISTS ( SELECT
       FROM sop_runs
      WHERE ((sop_runs.company_id = files.company_id) AND (sop_runs.id = files.sop_run_id) AND ((sop_runs.company_id = ANY (( SELECT app.scope_for('sop.run'::text) AS scope_for)::uuid[])) AND (sop_runs.user_id = ( SELECT app.user_id() AS user_id)) AND (sop_runs.finished_at IS NULL)))))
    ELSE false
END)
  with check ((company_id = ANY (( SELECT app.scope_with_firm('file.write'::text, 'sop.share'::text) AS scope_with_firm)::uuid[])) AND
CASE
    WHEN (part_id IS NOT NULL) THEN (EXISTS ( SELECT
       FROM parts
      WHERE ((parts.company_id = files.company_id) AND (parts.id = files.part_id) AND (parts.company_id = ANY (( SELECT app.scope_for('inventory.write'::text) AS scope_for)::uuid[])))))
    WHEN (assembly_id IS NOT NULL) THEN (EXISTS ( SELECT
       FROM assemblies
      WHERE ((assemblies.company_id = files.company_id) AND (assemblies.id = files.assembly_id) AND (assemblies.company_id = ANY (( SELECT app.scope_for('inventory.write'::text) AS scope_for)::uuid[])))))
    WHEN (product_id IS NOT NULL) THEN (EXISTS ( SELECT
       FROM products
      WHERE ((products.company_id = files.company_id) AND (products.id = files.product_id) AND (products.company_id = ANY (( SELECT app.scope_for('inventory.write'::text) AS scope_for)::uuid[])))))
    WHEN (sop_id IS NOT NULL) THEN (EXISTS ( SELECT
       FROM sops
      WHERE ((sops.company_id = files.company_id) AND (sops.id = files.sop_id) AND ((sops.company_id = ANY (( SELECT app.scope_with_firm('sop.write'::text, 'sop.share'::text) AS scope_with_firm)::uuid[])) AND
            CASE
                WHEN (sops.visibility = 'company'::text) THEN (sops.company_id = ANY (( SELECT app.scope_for('sop.write'::text) AS scope_for)::uuid[]))
                ELSE ( SELECT app.may('sop.share'::text) AS may)
            END AND ((( SELECT app.reach('sop.write'::text) AS reach) <> 'own'::text) OR (sops.created_by = ( SELECT app.user_id() AS user_id)))))))
    WHEN (task_id IS NOT NULL) THEN (EXISTS ( SELECT
       FROM tasks
      WHERE ((tasks.company_id = files.company_id) AND (tasks.id = files.task_id) AND (((tasks.company_id = ANY (( SELECT app.scope_for('task.setStatus'::text) AS scope_for)::uuid[])) AND (( SELECT app.reaches_all('task.setStatus'::text) AS reaches_all) OR (tasks.assigned_to = ( SELECT app.user_id() AS user_id)) OR (tasks.assigned_by = ( SELECT app.user_id() AS user_id)))) OR (files.uploaded_by = ( SELECT app.user_id() AS user_id))))))
    WHEN (task_template_id IS NOT NULL) THEN (EXISTS ( SELECT
       FROM task_templates
      WHERE ((task_templates.company_id = files.company_id) AND (task_templates.id = files.task_template_id) AND ((task_templates.company_id = ANY (( SELECT app.scope_for('task.edit'::text) AS scope_for)::uuid[])) AND (( SELECT app.reaches_all('task.edit'::text) AS reaches_all) OR (task_templates.created_by = ( SELECT app.user_id() AS user_id)))))))
    WHEN (sop_run_id IS NOT NULL) THEN (EXISTS ( SELECT
       FROM sop_runs
      WHERE ((sop_runs.company_id = files.company_id) AND (sop_runs.id = files.sop_run_id) AND ((sop_runs.company_id = ANY (( SELECT app.scope_for('sop.run'::text) AS scope_for)::uuid[])) AND (sop_runs.user_id = ( SELECT app.user_id() AS user_id)) AND (sop_runs.finished_at IS NULL)))))
    ELSE false
END);
create policy owner_all on files for all to app_owner
  using true
  with check true;
create policy search on files for select to app_auth
  using true;
CREATE TRIGGER check_new BEFORE INSERT ON public.files FOR EACH ROW EXECUTE FUNCTION app.check_new_file();
CREATE TRIGGER count_delete AFTER DELETE ON public.files REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION app.count_files();
CREATE TRIGGER count_insert AFTER INSERT ON public.files REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.count_files();
CREATE TRIGGER count_update AFTER UPDATE ON public.files REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.count_files();
CREATE TRIGGER log_delete AFTER DELETE ON public.files REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_files();
CREATE TRIGGER log_insert AFTER INSERT ON public.files REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_files();
CREATE TRIGGER log_update AFTER UPDATE ON public.files REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_files();
CREATE TRIGGER unchangeable AFTER UPDATE ON public.files FOR EACH ROW WHEN (((new.company_id = old.company_id) OR ((to_jsonb(new.*) - 'company_id'::text) IS DISTINCT FROM (to_jsonb(old.*) - 'company_id'::text)))) EXECUTE FUNCTION app.refuse_change();

create table idempotency_keys (
  user_id uuid not null,
  key text not null,
  created_at timestamp with time zone not null default now(),
  sealed text not null,
  constraint idempotency_keys_pkey PRIMARY KEY (user_id, key)
);
CREATE INDEX idempotency_keys_time ON public.idempotency_keys USING btree (created_at);
-- owner app_owner, forced row-level security
grant delete, insert, select on idempotency_keys to app_auth;
grant insert, select on idempotency_keys to app_rt;
create policy app_auth_delete on idempotency_keys for delete to app_auth
  using true;
create policy app_auth_insert on idempotency_keys for insert to app_auth
  with check true;
create policy app_auth_select on idempotency_keys for select to app_auth
  using true;
create policy key_insert on idempotency_keys for insert to app_rt
  with check (user_id = ( SELECT app.user_id() AS user_id));
create policy key_read on idempotency_keys for select to app_rt
  using (user_id = ( SELECT app.user_id() AS user_id));
create policy owner_all on idempotency_keys for all to app_owner
  using true
  with check true;

create table identity_links (
  issuer text not null,
  subject text not null,
  user_id uuid not null,
  created_at timestamp with time zone not null default now(),
  constraint identity_links_pkey PRIMARY KEY (issuer, subject),
  constraint identity_links_user_id_issuer_key UNIQUE (user_id, issuer),
  constraint identity_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(user_id) ON DELETE CASCADE
);
-- owner app_owner, forced row-level security
grant delete, insert, select on identity_links to app_auth;
create policy app_auth_delete on identity_links for delete to app_auth
  using true;
create policy app_auth_insert on identity_links for insert to app_auth
  with check true;
create policy app_auth_select on identity_links for select to app_auth
  using true;
create policy owner_all on identity_links for all to app_owner
  using true
  with check true;

create table import_mappings (
  company_id uuid not null,
  type text not null,
  header_hash text not null,
  mapping jsonb not null,
  decimals jsonb not null default '{}'::jsonb,
  constraint import_mappings_pkey PRIMARY KEY (company_id, type, header_hash),
  constraint import_mappings_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
-- owner app_owner, forced row-level security
grant delete, insert, select on import_mappings to app_rt;
grant select on import_mappings to app_auth;
grant update (decimals, header_hash, mapping, type) on import_mappings to app_rt;
create policy may_all on import_mappings for all to app_rt
  using (company_id = ANY (( SELECT app.scope_for('inventory.import'::text) AS scope_for)::uuid[]))
  with check (company_id = ANY (( SELECT app.scope_for('inventory.import'::text) AS scope_for)::uuid[]));
create policy owner_all on import_mappings for all to app_owner
  using true
  with check true;

create table import_rows (
  company_id uuid not null,
  import_id uuid not null,
  row_number integer not null,
  section integer not null,
  type text not null,
  action text not null,
  "values" text[],
  cells text[] not null,
  is_line_error boolean not null default false,
  entity_id uuid,
  entity_key text,
  seen text,
  changes jsonb,
  problems jsonb,
  constraint import_rows_pkey PRIMARY KEY (company_id, import_id, row_number),
  constraint import_rows_action_check CHECK ((action = ANY (ARRAY['create'::text, 'update'::text, 'unchanged'::text, 'error'::text])))
);
CREATE INDEX import_rows_faults ON public.import_rows USING btree (company_id, import_id, row_number) WHERE (action = 'error'::text);
-- owner app_owner, forced row-level security
grant delete, insert, select on import_rows to app_rt;
grant delete, select on import_rows to app_auth;
grant update (action, cells, changes, entity_id, entity_key, import_id, is_line_error, problems, row_number, section, seen, type, "values") on import_rows to app_rt;
create policy app_auth_delete on import_rows for delete to app_auth
  using true;
create policy app_auth_select on import_rows for select to app_auth
  using true;
create policy may_all on import_rows for all to app_rt
  using (company_id = ANY (( SELECT app.scope_for('inventory.import'::text) AS scope_for)::uuid[]))
  with check (company_id = ANY (( SELECT app.scope_for('inventory.import'::text) AS scope_for)::uuid[]));
create policy owner_all on import_rows for all to app_owner
  using true
  with check true;

create table imports (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  created_by uuid not null,
  type text not null,
  file_name text,
  status text not null,
  mapping jsonb not null default '{}'::jsonb,
  choices jsonb not null default '{}'::jsonb,
  suppliers jsonb,
  warnings jsonb not null default '[]'::jsonb,
  count_create integer not null default 0,
  count_update integer not null default 0,
  count_unchanged integer not null default 0,
  count_error integer not null default 0,
  result jsonb,
  change_set_id uuid,
  backup_id uuid,
  added_since jsonb,
  created_at timestamp with time zone not null default now(),
  sealed_sections text,
  constraint imports_pkey PRIMARY KEY (company_id, id),
  constraint imports_status_check CHECK ((status = ANY (ARRAY['needs_mapping'::text, 'previewed'::text, 'committed'::text, 'undone'::text]))),
  constraint imports_company_id_change_set_id_fkey FOREIGN KEY (company_id, change_set_id) REFERENCES change_sets(company_id, id),
  constraint imports_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
CREATE INDEX imports_time ON public.imports USING btree (company_id, created_at DESC);
-- owner app_owner, forced row-level security
grant delete, insert, select on imports to app_rt;
grant select on imports to app_auth;
grant update (added_since, backup_id, change_set_id, choices, count_create, count_error, count_unchanged, count_update, created_by, file_name, mapping, result, sealed_sections, status, suppliers, type, warnings) on imports to app_rt;
create policy app_auth_select on imports for select to app_auth
  using true;
create policy may_all on imports for all to app_rt
  using (company_id = ANY (( SELECT app.scope_for('inventory.import'::text) AS scope_for)::uuid[]))
  with check (company_id = ANY (( SELECT app.scope_for('inventory.import'::text) AS scope_for)::uuid[]));
create policy owner_all on imports for all to app_owner
  using true
  with check true;
CREATE TRIGGER announce_delete AFTER DELETE ON public.imports REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('import', 'company_id');
CREATE TRIGGER announce_insert AFTER INSERT ON public.imports REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('import', 'company_id');
CREATE TRIGGER announce_update AFTER UPDATE ON public.imports REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('import', 'company_id');

create table integration_calls (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  integration_name text not null,
  at timestamp(3) with time zone not null default now(),
  operation text not null,
  status text not null,
  http_status integer,
  message text not null,
  details jsonb not null default '{}'::jsonb,
  duration_ms integer not null,
  quota text,
  constraint integration_calls_pkey PRIMARY KEY (company_id, id),
  constraint integration_calls_status_check CHECK ((status = ANY (ARRAY['success'::text, 'error'::text]))),
  constraint integration_calls_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
CREATE INDEX integration_calls_age ON public.integration_calls USING btree (at);
CREATE INDEX integration_calls_time ON public.integration_calls USING btree (company_id, integration_name, status, at DESC, id DESC);
-- owner app_owner, forced row-level security
grant delete, insert, select on integration_calls to app_auth;
grant select on integration_calls to app_rt;
create policy app_auth_delete on integration_calls for delete to app_auth
  using true;
create policy app_auth_insert on integration_calls for insert to app_auth
  with check true;
create policy app_auth_select on integration_calls for select to app_auth
  using true;
create policy may_read on integration_calls for select to app_rt
  using (company_id = ANY (( SELECT app.scope_for('integration.read'::text) AS scope_for)::uuid[]));
create policy owner_all on integration_calls for all to app_owner
  using true
  with check true;

create table integration_configs (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  integration_name text not null,
  is_enabled boolean not null default false,
  config jsonb not null default '{}'::jsonb,
  status text not null default 'disconnected'::text,
  needs_reconnect boolean not null default false,
  account_id text,
  account_name text,
  missing_scopes text[] not null default '{}'::text[],
  last_test_at timestamp with time zone,
  last_test_message text,
  last_success_at timestamp with time zone,
  last_error text,
  last_error_at timestamp with time zone,
  credentials_set_at timestamp with time zone,
  credential_expires_at timestamp with time zone,
  quota text,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint integration_configs_pkey PRIMARY KEY (company_id, id),
  constraint integration_configs_company_id_integration_name_key UNIQUE (company_id, integration_name),
  constraint integration_configs_config_check CHECK ((jsonb_typeof(config) = 'object'::text)),
  constraint integration_configs_integration_name_check CHECK ((integration_name = ANY (ARRAY['shopify'::text, 'quickbooks'::text, 'shipstation'::text, 'google_calendar'::text, 'openai'::text]))),
  constraint integration_configs_status_check CHECK ((status = ANY (ARRAY['connected'::text, 'error'::text, 'disconnected'::text, 'connecting'::text]))),
  constraint integration_configs_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
) with (fillfactor=70);
-- owner app_owner, forced row-level security
grant delete, insert, select, update on integration_configs to app_auth;
grant select on integration_configs to app_rt;
grant select on integration_configs to app_worker;
grant insert (company_id, config, integration_name, is_enabled) on integration_configs to app_rt;
grant update (config, is_enabled) on integration_configs to app_rt;
create policy app_auth_delete on integration_configs for delete to app_auth
  using true;
create policy app_auth_insert on integration_configs for insert to app_auth
  with check true;
create policy app_auth_select on integration_configs for select to app_auth
  using true;
create policy app_auth_update on integration_configs for update to app_auth
  using true
  with check true;
create policy job_select on integration_configs for select to app_worker
  using (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]));
create policy may_insert on integration_configs for insert to app_rt
  with check (company_id = ANY (( SELECT app.scope_for('integration.write'::text) AS scope_for)::uuid[]));
create policy may_read on integration_configs for select to app_rt
  using (company_id = ANY (( SELECT app.scope_for('integration.read'::text) AS scope_for)::uuid[]));
create policy may_update on integration_configs for update to app_rt
  using (company_id = ANY (( SELECT app.scope_for('integration.write'::text) AS scope_for)::uuid[]))
  with check (company_id = ANY (( SELECT app.scope_for('integration.write'::text) AS scope_for)::uuid[]));
create policy owner_all on integration_configs for all to app_owner
  using true
  with check true;
CREATE TRIGGER announce_delete AFTER DELETE ON public.integration_configs REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('integration', 'company_id');
CREATE TRIGGER announce_insert AFTER INSERT ON public.integration_configs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('integration', 'company_id');
CREATE TRIGGER announce_update AFTER UPDATE ON public.integration_configs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('integration', 'company_id');
CREATE TRIGGER version BEFORE UPDATE OF is_enabled, config ON public.integration_configs FOR EACH ROW EXECUTE FUNCTION app.bump_version();

create table integration_consents (
  company_id uuid not null,
  integration_id uuid not null,
  state_hash text not null,
  session_id uuid not null,
  sealed_verifier text not null,
  redirect_uri text not null,
  created_at timestamp with time zone not null default now(),
  constraint integration_consents_pkey PRIMARY KEY (company_id, integration_id, state_hash),
  constraint integration_consents_state_hash_key UNIQUE (state_hash),
  constraint integration_consents_company_id_integration_id_fkey FOREIGN KEY (company_id, integration_id) REFERENCES integration_configs(company_id, id) ON DELETE CASCADE,
  constraint integration_consents_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);
CREATE INDEX integration_consents_session ON public.integration_consents USING btree (session_id);
-- owner app_owner, forced row-level security
grant delete, insert, select on integration_consents to app_auth;
create policy app_auth_delete on integration_consents for delete to app_auth
  using true;
create policy app_auth_insert on integration_consents for insert to app_auth
  with check true;
create policy app_auth_select on integration_consents for select to app_auth
  using true;
create policy owner_all on integration_consents for all to app_owner
  using true
  with check true;

create table integration_secrets (
  company_id uuid not null,
  integration_id uuid not null,
  field text not null,
  sealed text not null,
  last4 text,
  expires_at timestamp with time zone,
  changed_at timestamp with time zone not null default now(),
  constraint integration_secrets_pkey PRIMARY KEY (company_id, integration_id, field),
  constraint integration_secrets_company_id_integration_id_fkey FOREIGN KEY (company_id, integration_id) REFERENCES integration_configs(company_id, id) ON DELETE CASCADE
);
-- owner app_owner, forced row-level security
grant delete, insert, select, update on integration_secrets to app_auth;
grant select (changed_at, company_id, expires_at, field, integration_id, last4) on integration_secrets to app_rt;
grant select (changed_at, company_id, expires_at, field, integration_id, last4) on integration_secrets to app_worker;
create policy app_auth_delete on integration_secrets for delete to app_auth
  using true;
create policy app_auth_insert on integration_secrets for insert to app_auth
  with check true;
create policy app_auth_select on integration_secrets for select to app_auth
  using true;
create policy app_auth_update on integration_secrets for update to app_auth
  using true
  with check true;
create policy job_select on integration_secrets for select to app_worker
  using (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]));
create policy may_read on integration_secrets for select to app_rt
  using (company_id = ANY (( SELECT app.scope_for('integration.read'::text) AS scope_for)::uuid[]));
create policy owner_all on integration_secrets for all to app_owner
  using true
  with check true;

create table job_steps (
  company_id uuid not null,
  job_id uuid not null,
  step text not null,
  done_at timestamp with time zone not null default now(),
  constraint job_steps_pkey PRIMARY KEY (company_id, job_id, step),
  constraint job_steps_step_check CHECK (((length(step) >= 1) AND (length(step) <= 200))),
  constraint job_steps_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
CREATE INDEX job_steps_done_at ON public.job_steps USING btree (done_at);
-- owner app_owner, forced row-level security
grant delete, select on job_steps to app_auth;
grant insert, select on job_steps to app_worker;
create policy app_auth_delete on job_steps for delete to app_auth
  using true;
create policy app_auth_select on job_steps for select to app_auth
  using true;
create policy job_insert on job_steps for insert to app_worker
  with check (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]));
create policy job_select on job_steps for select to app_worker
  using (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]));
create policy owner_all on job_steps for all to app_owner
  using true
  with check true;

create table notification_digests (
  company_id uuid not null,
  user_id uuid not null,
  day date not null,
  state text not null default 'due'::text,
  made_at timestamp with time zone not null default now(),
  constraint notification_digests_pkey PRIMARY KEY (company_id, user_id, day),
  constraint notification_digests_state_check CHECK ((state = ANY (ARRAY['due'::text, 'sending'::text, 'sent'::text]))),
  constraint notification_digests_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint notification_digests_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(user_id) ON DELETE CASCADE
);
-- owner app_owner, forced row-level security
grant delete, insert, select on notification_digests to app_auth;
grant select, update on notification_digests to app_worker;
create policy app_auth_delete on notification_digests for delete to app_auth
  using true;
create policy app_auth_insert on notification_digests for insert to app_auth
  with check true;
create policy app_auth_select on notification_digests for select to app_auth
  using true;
create policy job_select on notification_digests for select to app_worker
  using (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]));
create policy job_update on notification_digests for update to app_worker
  using (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]))
  with check (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]));
create policy owner_all on notification_digests for all to app_owner
  using true
  with check true;

create table notifications (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  user_id uuid not null,
  topic text not null,
  entity_type text,
  entity_id uuid,
  params jsonb not null default '{}'::jsonb,
  made_by uuid,
  created_at timestamp with time zone not null default now(),
  read_at timestamp with time zone,
  constraint notifications_pkey PRIMARY KEY (company_id, id),
  constraint notifications_check CHECK (((entity_type IS NULL) = (entity_id IS NULL))),
  constraint notifications_entity_type_check CHECK ((entity_type ~ '^[a-z_]{1,40}$'::text)),
  constraint notifications_params_check CHECK (((jsonb_typeof(params) = 'object'::text) AND (pg_column_size(params) <= 2048))),
  constraint notifications_topic_check CHECK ((topic ~ '^[a-z_]{1,40}$'::text)),
  constraint notifications_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint notifications_made_by_fkey FOREIGN KEY (made_by) REFERENCES profiles(user_id) ON DELETE SET NULL,
  constraint notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(user_id) ON DELETE CASCADE
);
CREATE INDEX notifications_by_age ON public.notifications USING btree (created_at);
CREATE INDEX notifications_of_person ON public.notifications USING btree (company_id, user_id, created_at DESC);
CREATE UNIQUE INDEX notifications_unread ON public.notifications USING btree (company_id, user_id, topic, entity_type, entity_id) NULLS NOT DISTINCT WHERE (read_at IS NULL);
-- owner app_owner, forced row-level security
grant delete, insert, select, update on notifications to app_auth;
grant select on notifications to app_rt;
grant update (read_at) on notifications to app_rt;
create policy app_auth_delete on notifications for delete to app_auth
  using true;
create policy app_auth_insert on notifications for insert to app_auth
  with check true;
create policy app_auth_select on notifications for select to app_auth
  using true;
create policy app_auth_update on notifications for update to app_auth
  using true
  with check true;
create policy may_read on notifications for select to app_rt
  using ((company_id = ANY (( SELECT app.scope_for('notification.read'::text) AS scope_for)::uuid[])) AND (user_id = ( SELECT app.user_id() AS user_id)) AND ((entity_id IS NULL) OR (app.subject_of(company_id, entity_type, entity_id) IS NOT NULL)));
create policy may_update on notifications for update to app_rt
  using ((company_id = ANY (( SELECT app.scope_for('notification.read'::text) AS scope_for)::uuid[])) AND (user_id = ( SELECT app.user_id() AS user_id)))
  with check ((company_id = ANY (( SELECT app.scope_for('notification.read'::text) AS scope_for)::uuid[])) AND (user_id = ( SELECT app.user_id() AS user_id)));
create policy owner_all on notifications for all to app_owner
  using true
  with check true;
CREATE TRIGGER announce_delete AFTER DELETE ON public.notifications REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('notification', 'company_id', 'user_id');
CREATE TRIGGER announce_insert AFTER INSERT ON public.notifications REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('notification', 'company_id', 'user_id');
CREATE TRIGGER announce_update AFTER UPDATE ON public.notifications REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('notification', 'company_id', 'user_id');

create table parts (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  part_number text collate app."natural" not null,
  name text collate app."natural" not null,
  location text collate app."natural",
  supplier_name text collate app."natural",
  supplier_account text,
  vendor_id uuid,
  cost numeric(14,4) not null default 0,
  retail_price numeric(14,4) not null default 0,
  stock_level integer not null default 0,
  reorder_threshold integer not null default 0,
  sop_id uuid,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  is_low_stock boolean not null generated always as ((stock_level <= reorder_threshold)) stored,
  entity_name text not null generated always as (name) stored,
  search_text text not null generated always as (lower(((((((((((((name || chr(10)) || part_number) || chr(10)) || COALESCE(barcode, ''::text)) || chr(10)) || COALESCE(NULLIF(translate(part_number, '-./ '::text, ''::text), part_number), ''::text)) || chr(10)) || COALESCE(location, ''::text)) || chr(10)) || COALESCE(supplier_name, ''::text)) || chr(10)) || COALESCE(supplier_account, ''::text)))) stored,
  barcode text collate app."natural",
  constraint parts_pkey PRIMARY KEY (company_id, id),
  constraint parts_cost_check CHECK (((cost >= (0)::numeric) AND (cost < '1000000000'::numeric))),
  constraint parts_name_check CHECK ((name <> ''::text)),
  constraint parts_part_number_check CHECK ((part_number <> ''::text)),
  constraint parts_reorder_threshold_check CHECK ((reorder_threshold >= 0)),
  constraint parts_retail_price_check CHECK (((retail_price >= (0)::numeric) AND (retail_price < '1000000000'::numeric))),
  constraint parts_stock_level_check CHECK ((stock_level >= 0)),
  constraint parts_company_id_vendor_id_fkey FOREIGN KEY (company_id, vendor_id) REFERENCES vendors(company_id, id)
) with (fillfactor=85);
CREATE INDEX parts_low_stock ON public.parts USING btree (company_id, name, id) WHERE is_low_stock;
CREATE INDEX parts_name ON public.parts USING btree (company_id, name, id);
CREATE INDEX parts_search ON public.parts USING gin (company_id, search_text gin_trgm_ops);
CREATE INDEX parts_sop ON public.parts USING btree (sop_id) WHERE (sop_id IS NOT NULL);
CREATE INDEX parts_vendor ON public.parts USING btree (company_id, vendor_id) WHERE (vendor_id IS NOT NULL);
CREATE UNIQUE INDEX parts_company_id_part_number_key ON public.parts USING btree (company_id, app.folded(part_number));
-- owner app_owner, forced row-level security
grant delete, insert, select on parts to app_rt;
grant maintain, select on parts to app_auth;
grant select on parts to app_audit;
grant select on parts to app_worker;
grant update (barcode, cost, location, name, part_number, reorder_threshold, retail_price, sop_id, stock_level, supplier_account, supplier_name, updated_at, vendor_id, version) on parts to app_rt;
create policy app_audit_select on parts for select to app_audit
  using true;
create policy job_select on parts for select to app_worker
  using (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]));
create policy may_delete on parts for delete to app_rt
  using (company_id = ANY (( SELECT app.scope_for('inventory.write'::text) AS scope_for)::uuid[]));
create policy may_insert on parts for insert to app_rt
  with check (company_id = ANY (( SELECT app.scope_for('inventory.write'::text) AS scope_for)::uuid[]));
create policy may_read on parts for select to app_rt
  using (company_id = ANY (( SELECT app.scope_for('inventory.read'::text) AS scope_for)::uuid[]));
create policy may_update on parts for update to app_rt
  using (company_id = ANY (( SELECT app.scope_for('inventory.write'::text) AS scope_for)::uuid[]))
  with check (company_id = ANY (( SELECT app.scope_for('inventory.write'::text) AS scope_for)::uuid[]));
create policy owner_all on parts for all to app_owner
  using true
  with check true;
create policy search on parts for select to app_auth
  using true;
CREATE TRIGGER count_delete AFTER DELETE ON public.parts REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION app.count_parts();
CREATE TRIGGER count_insert AFTER INSERT ON public.parts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.count_parts();
CREATE TRIGGER count_update AFTER UPDATE ON public.parts REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.count_parts();
CREATE TRIGGER log_delete AFTER DELETE ON public.parts REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_delete('part');
CREATE TRIGGER log_insert AFTER INSERT ON public.parts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_insert('part');
CREATE TRIGGER log_update AFTER UPDATE ON public.parts REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_update('part');
CREATE TRIGGER notice_low AFTER UPDATE ON public.parts REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.notice_low_parts();
CREATE TRIGGER sop_link_insert BEFORE INSERT ON public.parts FOR EACH ROW WHEN ((new.sop_id IS NOT NULL)) EXECUTE FUNCTION app.check_sop_link();
CREATE TRIGGER sop_link_update BEFORE UPDATE ON public.parts FOR EACH ROW WHEN (((new.sop_id IS NOT NULL) AND (new.sop_id IS DISTINCT FROM old.sop_id))) EXECUTE FUNCTION app.check_sop_link();
CREATE TRIGGER stock_update AFTER UPDATE ON public.parts REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.move_stock();
CREATE TRIGGER version BEFORE UPDATE ON public.parts FOR EACH ROW EXECUTE FUNCTION app.bump_version();

create table password_resets (
  token_hash text not null,
  user_id uuid not null,
  expires_at timestamp with time zone not null,
  constraint password_resets_pkey PRIMARY KEY (token_hash),
  constraint password_resets_token_hash_check CHECK ((token_hash ~ '^[0-9a-f]{64}$'::text)),
  constraint password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(user_id) ON DELETE CASCADE
);
CREATE INDEX password_resets_user ON public.password_resets USING btree (user_id);
-- owner app_owner, forced row-level security
grant delete, insert, select on password_resets to app_auth;
create policy app_auth_delete on password_resets for delete to app_auth
  using true;
create policy app_auth_insert on password_resets for insert to app_auth
  with check true;
create policy app_auth_select on password_resets for select to app_auth
  using true;
create policy owner_all on password_resets for all to app_owner
  using true
  with check true;

create table passwords (
  user_id uuid not null,
  sealed_hash text not null,
  version uuid not null default uuidv7(),
  changed_at timestamp with time zone not null default now(),
  constraint passwords_pkey PRIMARY KEY (user_id),
  constraint passwords_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(user_id) ON DELETE CASCADE
);
-- owner app_owner, forced row-level security
grant delete, insert, select, update on passwords to app_auth;
create policy app_auth_delete on passwords for delete to app_auth
  using true;
create policy app_auth_insert on passwords for insert to app_auth
  with check true;
create policy app_auth_select on passwords for select to app_auth
  using true;
create policy app_auth_update on passwords for update to app_auth
  using true
  with check true;
create policy owner_all on passwords for all to app_owner
  using true
  with check true;

create table products (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  sku text collate app."natural" not null,
  name text collate app."natural" not null,
  category text,
  location text collate app."natural",
  cost numeric(14,4) not null default 0,
  retail_price numeric(14,4) not null default 0,
  shopify_product_id text,
  sop_id uuid,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  entity_name text not null generated always as (name) stored,
  search_text text not null generated always as (lower(((((((((name || chr(10)) || sku) || chr(10)) || COALESCE(NULLIF(translate(sku, '-./ '::text, ''::text), sku), ''::text)) || chr(10)) || COALESCE(location, ''::text)) || chr(10)) || COALESCE(category, ''::text)))) stored,
  constraint products_pkey PRIMARY KEY (company_id, id),
  constraint products_cost_check CHECK (((cost >= (0)::numeric) AND (cost < '1000000000'::numeric))),
  constraint products_name_check CHECK ((name <> ''::text)),
  constraint products_retail_price_check CHECK (((retail_price >= (0)::numeric) AND (retail_price < '1000000000'::numeric))),
  constraint products_sku_check CHECK ((sku <> ''::text)),
  constraint products_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
) with (fillfactor=85);
CREATE INDEX products_name ON public.products USING btree (company_id, name, id);
CREATE INDEX products_search ON public.products USING gin (company_id, search_text gin_trgm_ops);
CREATE INDEX products_shopify ON public.products USING btree (company_id, shopify_product_id) WHERE (shopify_product_id IS NOT NULL);
CREATE INDEX products_sop ON public.products USING btree (sop_id) WHERE (sop_id IS NOT NULL);
CREATE UNIQUE INDEX products_company_id_sku_key ON public.products USING btree (company_id, app.folded(sku));
-- owner app_owner, forced row-level security
grant delete, insert, select on products to app_rt;
grant maintain, select on products to app_auth;
grant select on products to app_audit;
grant select on products to app_worker;
grant update (category, cost, location, name, retail_price, shopify_product_id, sku, sop_id, updated_at, version) on products to app_rt;
create policy app_audit_select on products for select to app_audit
  using true;
create policy job_select on products for select to app_worker
  using (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]));
create policy may_delete on products for delete to app_rt
  using (company_id = ANY (( SELECT app.scope_for('inventory.write'::text) AS scope_for)::uuid[]));
create policy may_insert on products for insert to app_rt
  with check (company_id = ANY (( SELECT app.scope_for('inventory.write'::text) AS scope_for)::uuid[]));
create policy may_read on products for select to app_rt
  using (company_id = ANY (( SELECT app.scope_for('inventory.read'::text) AS scope_for)::uuid[]));
create policy may_update on products for update to app_rt
  using (company_id = ANY (( SELECT app.scope_for('inventory.write'::text) AS scope_for)::uuid[]))
  with check (company_id = ANY (( SELECT app.scope_for('inventory.write'::text) AS scope_for)::uuid[]));
create policy owner_all on products for all to app_owner
  using true
  with check true;
create policy search on products for select to app_auth
  using true;
CREATE TRIGGER count_delete AFTER DELETE ON public.products REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION app.count_products();
CREATE TRIGGER count_insert AFTER INSERT ON public.products REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.count_products();
CREATE TRIGGER count_update AFTER UPDATE ON public.products REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.count_products();
CREATE TRIGGER log_delete AFTER DELETE ON public.products REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_delete('product');
CREATE TRIGGER log_insert AFTER INSERT ON public.products REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_insert('product');
CREATE TRIGGER log_update AFTER UPDATE ON public.products REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_update('product');
CREATE TRIGGER sop_link_insert BEFORE INSERT ON public.products FOR EACH ROW WHEN ((new.sop_id IS NOT NULL)) EXECUTE FUNCTION app.check_sop_link();
CREATE TRIGGER sop_link_update BEFORE UPDATE ON public.products FOR EACH ROW WHEN (((new.sop_id IS NOT NULL) AND (new.sop_id IS DISTINCT FROM old.sop_id))) EXECUTE FUNCTION app.check_sop_link();
CREATE TRIGGER version BEFORE UPDATE ON public.products FOR EACH ROW EXECUTE FUNCTION app.bump_version();

create table profiles (
  user_id uuid not null default uuidv7(),
  email text not null,
  first_name text,
  last_name text,
  is_pre_authorized boolean not null default true,
  allows_unmanaged_account boolean not null default false,
  deleted_at timestamp with time zone,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  sort_name text collate app."natural" not null generated always as (COALESCE(NULLIF(TRIM(BOTH FROM ((COALESCE(first_name, ''::text) || ' '::text) || COALESCE(last_name, ''::text))), ''::text), email)) stored,
  search_text text not null generated always as (lower(((((COALESCE(first_name, ''::text) || ' '::text) || COALESCE(last_name, ''::text)) || chr(10)) || email))) stored,
  constraint profiles_pkey PRIMARY KEY (user_id),
  constraint profiles_email_check CHECK (((email = lower(email)) AND (email ~ '^[\x21-\x7e]+@[\x21-\x7e]+$'::text)))
);
CREATE INDEX profiles_created ON public.profiles USING btree (created_at, user_id) WHERE (deleted_at IS NULL);
CREATE INDEX profiles_name ON public.profiles USING btree (sort_name, user_id) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX profiles_email_key ON public.profiles USING btree (email) WHERE (deleted_at IS NULL);
-- owner app_owner, forced row-level security
grant insert, select, update on profiles to app_auth;
grant select on profiles to app_rt;
grant update (first_name, last_name) on profiles to app_rt;
create policy app_auth_insert on profiles for insert to app_auth
  with check true;
create policy app_auth_select on profiles for select to app_auth
  using true;
create policy app_auth_update on profiles for update to app_auth
  using true
  with check true;
create policy owner_all on profiles for all to app_owner
  using true
  with check true;
create policy profile_read on profiles for select to app_rt
  using (( SELECT app.may('person.read'::text) AS may) OR (user_id = ( SELECT app.user_id() AS user_id)) OR (EXISTS ( SELECT
   FROM user_roles r
  WHERE ((r.user_id = profiles.user_id) AND (r.company_id = ANY (( SELECT app.scope() AS scope)::uuid[]))))));
create policy profile_write on profiles for update to app_rt
  using (user_id = ( SELECT app.user_id() AS user_id))
  with check (user_id = ( SELECT app.user_id() AS user_id));
CREATE TRIGGER version BEFORE UPDATE ON public.profiles FOR EACH ROW EXECUTE FUNCTION app.bump_version();

create unlogged table rate_limits (
  key character varying(255) not null,
  points integer not null default 0,
  expire bigint,
  constraint rate_limits_pkey PRIMARY KEY (key)
);
-- owner app_owner, forced row-level security
grant delete, insert, select, update on rate_limits to app_rt;
create policy app_rt_delete on rate_limits for delete to app_rt
  using true;
create policy app_rt_insert on rate_limits for insert to app_rt
  with check true;
create policy app_rt_select on rate_limits for select to app_rt
  using true;
create policy app_rt_update on rate_limits for update to app_rt
  using true
  with check true;
create policy owner_all on rate_limits for all to app_owner
  using true
  with check true;

create table revenue_months (
  company_id uuid not null,
  year integer not null,
  month integer not null,
  status text not null,
  orders bigint not null,
  amount numeric(24,4) not null,
  refunded numeric(24,4) not null,
  constraint revenue_months_pkey PRIMARY KEY (company_id, year, month, status),
  constraint revenue_months_month_check CHECK (((month >= 1) AND (month <= 12))),
  constraint revenue_months_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
-- owner app_owner, forced row-level security
grant delete, insert, select, update on revenue_months to app_auth;
grant select on revenue_months to app_rt;
grant select on revenue_months to app_worker;
create policy app_auth_delete on revenue_months for delete to app_auth
  using true;
create policy app_auth_insert on revenue_months for insert to app_auth
  with check true;
create policy app_auth_select on revenue_months for select to app_auth
  using true;
create policy app_auth_update on revenue_months for update to app_auth
  using true
  with check true;
create policy may_read on revenue_months for select to app_rt, app_worker
  using (company_id = ANY (( SELECT app.scope_for('revenue.readTotals'::text) AS scope_for)::uuid[]));
create policy owner_all on revenue_months for all to app_owner
  using true
  with check true;

create table row_counts (
  company_id uuid not null,
  table_name text not null,
  slot uuid not null default uuidv7(),
  total bigint not null,
  marked bigint not null,
  value_at_cost numeric not null,
  value_at_retail numeric not null,
  changes bigint not null default 0,
  constraint row_counts_pkey PRIMARY KEY (company_id, table_name, slot),
  constraint row_counts_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
) with (fillfactor=50);
-- owner app_owner, forced row-level security
grant insert, select, update on row_counts to app_audit;
grant select on row_counts to app_auth;
grant select on row_counts to app_rt;
grant select on row_counts to app_worker;
create policy app_audit_insert on row_counts for insert to app_audit
  with check true;
create policy app_audit_select on row_counts for select to app_audit
  using true;
create policy app_audit_update on row_counts for update to app_audit
  using true
  with check true;
create policy app_auth_select on row_counts for select to app_auth
  using true;
create policy count_read on row_counts for select to app_rt, app_worker
  using (company_id = ANY (( SELECT app.scope_for('inventory.read'::text) AS scope_for)::uuid[]));
create policy owner_all on row_counts for all to app_owner
  using true
  with check true;

create table saved_views (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  created_by uuid not null,
  list text not null,
  name text collate app."natural" not null,
  state jsonb not null,
  is_shared boolean not null default false,
  deleted_at timestamp with time zone,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint saved_views_pkey PRIMARY KEY (company_id, id),
  constraint saved_views_list_check CHECK ((list ~ '^[a-z-]{1,40}$'::text)),
  constraint saved_views_name_check CHECK (((name <> ''::text) AND (length(name) <= 80))),
  constraint saved_views_state_check CHECK ((pg_column_size(state) <= 32768)),
  constraint saved_views_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint saved_views_created_by_fkey FOREIGN KEY (created_by) REFERENCES profiles(user_id)
);
CREATE INDEX saved_views_list ON public.saved_views USING btree (company_id, list, name, id) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX saved_views_company_id_name_key ON public.saved_views USING btree (company_id, created_by, list, app.folded(name)) WHERE (deleted_at IS NULL);
-- owner app_owner, forced row-level security
grant delete, select on saved_views to app_auth;
grant select on saved_views to app_rt;
grant insert (company_id, created_by, is_shared, list, name, state) on saved_views to app_rt;
grant update (deleted_at, is_shared, name, state) on saved_views to app_rt;
create policy app_auth_delete on saved_views for delete to app_auth
  using true;
create policy app_auth_select on saved_views for select to app_auth
  using true;
create policy owner_all on saved_views for all to app_owner
  using true
  with check true;
create policy view_insert on saved_views for insert to app_rt
  with check ((company_id = ANY (( SELECT app.scope_for('view.write'::text) AS scope_for)::uuid[])) AND (created_by = ( SELECT app.user_id() AS user_id)) AND ((NOT is_shared) OR ( SELECT app.may('view.share'::text) AS may)));
create policy view_read on saved_views for select to app_rt
  using ((company_id = ANY (( SELECT app.scope_for('view.write'::text) AS scope_for)::uuid[])) AND ((created_by = ( SELECT app.user_id() AS user_id)) OR is_shared));
create policy view_update on saved_views for update to app_rt
  using ((company_id = ANY (( SELECT app.scope_for('view.write'::text) AS scope_for)::uuid[])) AND (((created_by = ( SELECT app.user_id() AS user_id)) AND ((NOT is_shared) OR ( SELECT app.may('view.share'::text) AS may))) OR (is_shared AND ( SELECT app.reaches_all('view.share'::text) AS reaches_all))))
  with check ((company_id = ANY (( SELECT app.scope_for('view.write'::text) AS scope_for)::uuid[])) AND (((created_by = ( SELECT app.user_id() AS user_id)) AND ((NOT is_shared) OR ( SELECT app.may('view.share'::text) AS may))) OR (is_shared AND ( SELECT app.reaches_all('view.share'::text) AS reaches_all))));
CREATE TRIGGER bound_insert BEFORE INSERT ON public.saved_views FOR EACH ROW EXECUTE FUNCTION app.bound_views();
CREATE TRIGGER bound_restore BEFORE UPDATE ON public.saved_views FOR EACH ROW WHEN (((old.deleted_at IS NOT NULL) AND (new.deleted_at IS NULL))) EXECUTE FUNCTION app.bound_views();
CREATE TRIGGER version BEFORE UPDATE ON public.saved_views FOR EACH ROW EXECUTE FUNCTION app.bump_version();

create table schema_migrations (
  name text not null,
  hash text not null,
  applied_at timestamp with time zone not null default now(),
  constraint schema_migrations_pkey PRIMARY KEY (name)
);
-- owner app_owner, open
grant select on schema_migrations to app_rt;

create table security_events (
  id bigint not null generated always as identity,
  kind text not null,
  user_id uuid,
  company_id uuid,
  address text,
  detail jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null default now(),
  constraint security_events_pkey PRIMARY KEY (id)
);
CREATE INDEX security_events_time ON public.security_events USING btree (created_at);
-- owner app_owner, forced row-level security
grant delete, insert, select on security_events to app_auth;
create policy app_auth_delete on security_events for delete to app_auth
  using true;
create policy app_auth_insert on security_events for insert to app_auth
  with check true;
create policy app_auth_select on security_events for select to app_auth
  using true;
create policy owner_all on security_events for all to app_owner
  using true
  with check true;

create table sessions (
  id uuid not null default uuidv7(),
  token_hash text not null,
  user_id uuid not null,
  kind text not null,
  name text,
  created_at timestamp with time zone not null default now(),
  last_seen_at timestamp with time zone not null default now(),
  idle_expires_at timestamp with time zone not null,
  idle_seconds integer not null,
  expires_at timestamp with time zone not null,
  user_agent text,
  is_read_only boolean not null default false,
  only_company_id uuid,
  last_address text,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_token_hash_key UNIQUE (token_hash),
  constraint sessions_kind_check CHECK ((kind = ANY (ARRAY['browser'::text, 'token'::text]))),
  constraint sessions_token_hash_check CHECK ((token_hash ~ '^[0-9a-f]{64}$'::text)),
  constraint sessions_only_company_id_fkey FOREIGN KEY (only_company_id) REFERENCES companies(id),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(user_id) ON DELETE CASCADE
);
CREATE INDEX sessions_user ON public.sessions USING btree (user_id, kind);
-- owner app_owner, forced row-level security
grant delete on sessions to app_rt;
grant delete, insert, select, update on sessions to app_auth;
grant select (created_at, expires_at, id, idle_expires_at, is_read_only, kind, last_address, last_seen_at, name, only_company_id, user_agent, user_id) on sessions to app_rt;
create policy app_auth_delete on sessions for delete to app_auth
  using true;
create policy app_auth_insert on sessions for insert to app_auth
  with check true;
create policy app_auth_select on sessions for select to app_auth
  using true;
create policy app_auth_update on sessions for update to app_auth
  using true
  with check true;
create policy owner_all on sessions for all to app_owner
  using true
  with check true;
create policy session_delete on sessions for delete to app_rt
  using ((user_id = ( SELECT app.user_id() AS user_id)) AND ((( SELECT (app.known()).token_reach AS token_reach) IS NULL) OR (id = ( SELECT (app.known()).session_id AS session_id))));
create policy session_read on sessions for select to app_rt
  using ((user_id = ( SELECT app.user_id() AS user_id)) AND ((( SELECT (app.known()).token_reach AS token_reach) IS NULL) OR (id = ( SELECT (app.known()).session_id AS session_id))));
CREATE TRIGGER access_delete AFTER DELETE ON public.sessions FOR EACH ROW WHEN (((old.expires_at > now()) AND (old.idle_expires_at > now()))) EXECUTE FUNCTION app.announce_session();
CREATE TRIGGER access_update AFTER UPDATE ON public.sessions FOR EACH ROW WHEN (((new.expires_at < old.expires_at) OR (new.idle_expires_at < old.idle_expires_at))) EXECUTE FUNCTION app.announce_session();
CREATE TRIGGER bound_tokens BEFORE INSERT ON public.sessions FOR EACH ROW WHEN ((new.kind = 'token'::text)) EXECUTE FUNCTION app.bound_tokens();

create table shipment_accounts (
  company_id uuid not null,
  api_version integer not null,
  parcels_until timestamp with time zone,
  orders_until timestamp with time zone,
  read_at timestamp with time zone not null default now(),
  constraint shipment_accounts_pkey PRIMARY KEY (company_id),
  constraint shipment_accounts_api_version_check CHECK ((api_version = ANY (ARRAY[1, 2]))),
  constraint shipment_accounts_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
-- owner app_owner, forced row-level security
grant delete, insert, select, update on shipment_accounts to app_worker;
grant delete, select on shipment_accounts to app_auth;
grant select on shipment_accounts to app_rt;
create policy app_auth_delete on shipment_accounts for delete to app_auth
  using true;
create policy app_auth_select on shipment_accounts for select to app_auth
  using true;
create policy may_read on shipment_accounts for select to app_rt
  using (company_id = ANY (( SELECT app.scope_for('revenue.read'::text) AS scope_for)::uuid[]));
create policy owner_all on shipment_accounts for all to app_owner
  using true
  with check true;
create policy worker_all on shipment_accounts for all to app_worker
  using (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]))
  with check (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]));

create table shipment_orders (
  company_id uuid not null,
  id text not null,
  order_number text not null,
  constraint shipment_orders_pkey PRIMARY KEY (company_id, id),
  constraint shipment_orders_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
-- owner app_owner, forced row-level security
grant delete, insert, select, update on shipment_orders to app_worker;
grant delete, select on shipment_orders to app_auth;
grant select on shipment_orders to app_rt;
create policy app_auth_delete on shipment_orders for delete to app_auth
  using true;
create policy app_auth_select on shipment_orders for select to app_auth
  using true;
create policy may_read on shipment_orders for select to app_rt
  using (company_id = ANY (( SELECT app.scope_for('revenue.read'::text) AS scope_for)::uuid[]));
create policy owner_all on shipment_orders for all to app_owner
  using true
  with check true;
create policy worker_all on shipment_orders for all to app_worker
  using (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]))
  with check (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]));

create table shipments (
  company_id uuid not null,
  id text not null,
  shipment_id text,
  order_number text,
  order_key text generated always as (app.order_key(order_number)) stored,
  carrier_code text not null,
  service_code text,
  tracking_number text,
  shipped_on date,
  made_at timestamp with time zone not null,
  is_voided boolean not null,
  is_return boolean not null,
  read_at timestamp with time zone not null,
  constraint shipments_pkey PRIMARY KEY (company_id, id),
  constraint shipments_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
) with (fillfactor=85);
CREATE INDEX shipments_order ON public.shipments USING btree (company_id, order_key);
CREATE INDEX shipments_shipment ON public.shipments USING btree (company_id, shipment_id) WHERE (shipment_id IS NOT NULL);
-- owner app_owner, forced row-level security
grant delete, insert, select, update on shipments to app_worker;
grant delete, select on shipments to app_auth;
grant select on shipments to app_rt;
create policy app_auth_delete on shipments for delete to app_auth
  using true;
create policy app_auth_select on shipments for select to app_auth
  using true;
create policy may_read on shipments for select to app_rt
  using (company_id = ANY (( SELECT app.scope_for('revenue.read'::text) AS scope_for)::uuid[]));
create policy owner_all on shipments for all to app_owner
  using true
  with check true;
create policy worker_all on shipments for all to app_worker
  using (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]))
  with check (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]));
CREATE TRIGGER announce_delete AFTER DELETE ON public.shipments REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('parcel', 'company_id');
CREATE TRIGGER announce_insert AFTER INSERT ON public.shipments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('parcel', 'company_id');
CREATE TRIGGER announce_update AFTER UPDATE ON public.shipments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('parcel', 'company_id');

create table sop_readings (
  company_id uuid not null,
  sop_id uuid not null,
  user_id uuid not null,
  version integer not null,
  read_at timestamp with time zone not null default now(),
  constraint sop_readings_pkey PRIMARY KEY (company_id, sop_id, user_id, version),
  constraint sop_readings_version_check CHECK ((version > 0)),
  constraint sop_readings_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint sop_readings_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(user_id)
);
-- owner app_owner, forced row-level security
grant select on sop_readings to app_auth;
grant select on sop_readings to app_rt;
grant select on sop_readings to app_worker;
grant insert (company_id, sop_id, user_id, version) on sop_readings to app_rt;
create policy app_auth_select on sop_readings for select to app_auth
  using true;
create policy job_select on sop_readings for select to app_worker
  using (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]));
create policy may_insert on sop_readings for insert to app_rt
  with check ((company_id = ANY (( SELECT app.scope_for('sop.acknowledge'::text) AS scope_for)::uuid[])) AND (user_id = ( SELECT app.user_id() AS user_id)) AND (EXISTS ( SELECT
   FROM sops s
  WHERE ((s.id = sop_readings.sop_id) AND (s.status = 'published'::text)))) AND (version = ( SELECT max(v.number) AS max
   FROM sop_versions v
  WHERE (v.sop_id = sop_readings.sop_id))));
create policy may_read on sop_readings for select to app_rt
  using ((company_id = ANY (( SELECT app.scope_for('sop.read'::text) AS scope_for)::uuid[])) AND (( SELECT app.reaches_all('sop.overview'::text) AS reaches_all) OR (user_id = ( SELECT app.user_id() AS user_id))));
create policy owner_all on sop_readings for all to app_owner
  using true
  with check true;
CREATE TRIGGER announce_delete AFTER DELETE ON public.sop_readings REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('sop_reading', 'company_id');
CREATE TRIGGER announce_insert AFTER INSERT ON public.sop_readings REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('sop_reading', 'company_id');
CREATE TRIGGER announce_update AFTER UPDATE ON public.sop_readings REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('sop_reading', 'company_id');
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.sop_readings FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();

create table sop_run_steps (
  company_id uuid not null,
  run_id uuid not null,
  number integer not null,
  is_done boolean not null,
  changed_at timestamp with time zone not null default now(),
  note text,
  constraint sop_run_steps_pkey PRIMARY KEY (company_id, run_id, number),
  constraint sop_run_steps_note_check CHECK ((note <> ''::text)),
  constraint sop_run_steps_number_check CHECK ((number >= 0)),
  constraint sop_run_steps_company_id_run_id_fkey FOREIGN KEY (company_id, run_id) REFERENCES sop_runs(company_id, id) ON DELETE CASCADE
);
-- owner app_owner, forced row-level security
grant select on sop_run_steps to app_rt;
grant select on sop_run_steps to app_worker;
grant insert (company_id, is_done, note, number, run_id) on sop_run_steps to app_rt;
grant update (changed_at, is_done, note) on sop_run_steps to app_rt;
create policy job_select on sop_run_steps for select to app_worker
  using (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]));
create policy may_insert on sop_run_steps for insert to app_rt
  with check ((company_id = ANY (( SELECT app.scope_for('sop.run'::text) AS scope_for)::uuid[])) AND (EXISTS ( SELECT
   FROM sop_runs r
  WHERE ((r.company_id = sop_run_steps.company_id) AND (r.id = sop_run_steps.run_id) AND (r.user_id = ( SELECT app.user_id() AS user_id)) AND (r.finished_at IS NULL) AND (sop_run_steps.number < r.step_count)))));
create policy may_read on sop_run_steps for select to app_rt
  using ((company_id = ANY (( SELECT app.scope_for('sop.run'::text) AS scope_for)::uuid[])) AND (EXISTS ( SELECT
   FROM sop_runs r
  WHERE ((r.company_id = sop_run_steps.company_id) AND (r.id = sop_run_steps.run_id)))));
create policy may_update on sop_run_steps for update to app_rt
  using ((company_id = ANY (( SELECT app.scope_for('sop.run'::text) AS scope_for)::uuid[])) AND (EXISTS ( SELECT
   FROM sop_runs r
  WHERE ((r.company_id = sop_run_steps.company_id) AND (r.id = sop_run_steps.run_id) AND (r.user_id = ( SELECT app.user_id() AS user_id)) AND (r.finished_at IS NULL) AND (sop_run_steps.number < r.step_count)))))
  with check ((company_id = ANY (( SELECT app.scope_for('sop.run'::text) AS scope_for)::uuid[])) AND (EXISTS ( SELECT
   FROM sop_runs r
  WHERE ((r.company_id = sop_run_steps.company_id) AND (r.id = sop_run_steps.run_id) AND (r.user_id = ( SELECT app.user_id() AS user_id)) AND (r.finished_at IS NULL) AND (sop_run_steps.number < r.step_count)))));
create policy owner_all on sop_run_steps for all to app_owner
  using true
  with check true;
CREATE TRIGGER announce_delete AFTER DELETE ON public.sop_run_steps REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('sop_run', 'company_id');
CREATE TRIGGER announce_insert AFTER INSERT ON public.sop_run_steps REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('sop_run', 'company_id');
CREATE TRIGGER announce_update AFTER UPDATE ON public.sop_run_steps REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('sop_run', 'company_id');

create table sop_runs (
  company_id uuid not null,
  id uuid not null default uuidv7(),
  sop_id uuid not null,
  sop_version integer not null,
  sop_title text not null,
  user_id uuid not null,
  step_count integer not null,
  note text,
  started_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  constraint sop_runs_pkey PRIMARY KEY (company_id, id),
  constraint sop_runs_step_count_check CHECK ((step_count >= 0)),
  constraint sop_runs_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint sop_runs_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(user_id)
);
CREATE INDEX sop_runs_started ON public.sop_runs USING btree (company_id, started_at DESC, id);
CREATE UNIQUE INDEX sop_runs_open ON public.sop_runs USING btree (company_id, user_id, sop_id, sop_version) WHERE (finished_at IS NULL);
-- owner app_owner, forced row-level security
grant select on sop_runs to app_rt;
grant select on sop_runs to app_worker;
grant insert (company_id, sop_id, sop_title, sop_version, step_count, user_id) on sop_runs to app_rt;
grant update (finished_at, note) on sop_runs to app_rt;
create policy job_select on sop_runs for select to app_worker
  using (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]));
create policy may_insert on sop_runs for insert to app_rt
  with check ((company_id = ANY (( SELECT app.scope_for('sop.run'::text) AS scope_for)::uuid[])) AND (user_id = ( SELECT app.user_id() AS user_id)) AND (EXISTS ( SELECT
   FROM sops s
  WHERE ((s.id = sop_runs.sop_id) AND (s.status = 'published'::text)))) AND (sop_version = ( SELECT max(v.number) AS max
   FROM sop_versions v
  WHERE (v.sop_id = sop_runs.sop_id))));
create policy may_read on sop_runs for select to app_rt
  using ((company_id = ANY (( SELECT app.scope_for('sop.run'::text) AS scope_for)::uuid[])) AND (( SELECT app.reaches_all('sop.overview'::text) AS reaches_all) OR (user_id = ( SELECT app.user_id() AS user_id))));
create policy may_update on sop_runs for update to app_rt
  using ((company_id = ANY (( SELECT app.scope_for('sop.run'::text) AS scope_for)::uuid[])) AND (user_id = ( SELECT app.user_id() AS user_id)) AND (finished_at IS NULL))
  with check ((company_id = ANY (( SELECT app.scope_for('sop.run'::text) AS scope_for)::uuid[])) AND (user_id = ( SELECT app.user_id() AS user_id)));
create policy owner_all on sop_runs for all to app_owner
  using true
  with check true;
CREATE TRIGGER announce_delete AFTER DELETE ON public.sop_runs REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('sop_run', 'company_id');
CREATE TRIGGER announce_insert AFTER INSERT ON public.sop_runs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('sop_run', 'company_id');
CREATE TRIGGER announce_update AFTER UPDATE ON public.sop_runs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('sop_run', 'company_id');
CREATE TRIGGER finish BEFORE UPDATE ON public.sop_runs FOR EACH ROW EXECUTE FUNCTION app.finish_sop_run();

create table sop_versions (
  company_id uuid not null,
  sop_id uuid not null,
  number integer not null,
  title text not null,
  description text,
  content text,
  video_url text,
  visibility text not null,
  note text,
  asks_again boolean not null,
  published_by uuid,
  published_at timestamp with time zone not null default now(),
  constraint sop_versions_pkey PRIMARY KEY (company_id, sop_id, number),
  constraint sop_versions_sop_id_number_key UNIQUE (sop_id, number),
  constraint sop_versions_number_check CHECK ((number > 0)),
  constraint sop_versions_visibility_check CHECK ((visibility = ANY (ARRAY['sbr_only'::text, 'sbr_public'::text, 'company'::text]))),
  constraint sop_versions_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
-- owner app_owner, forced row-level security
grant insert, select on sop_versions to app_auth;
grant select on sop_versions to app_rt;
grant select on sop_versions to app_worker;
create policy app_auth_insert on sop_versions for insert to app_auth
  with check true;
create policy app_auth_select on sop_versions for select to app_auth
  using true;
create policy may_read on sop_versions for select to app_rt, app_worker
  using ((company_id = ANY (( SELECT app.scope_with_firm('sop.read'::text, 'sop.read'::text) AS scope_with_firm)::uuid[])) AND ((visibility <> 'company'::text) OR (company_id = ANY (( SELECT app.scope_for('sop.read'::text) AS scope_for)::uuid[]))) AND ((visibility <> 'sbr_only'::text) OR ( SELECT app.may('sop.readInternal'::text) AS may)) AND (EXISTS ( SELECT
   FROM sops s
  WHERE (s.id = sop_versions.sop_id))));
create policy owner_all on sop_versions for all to app_owner
  using true
  with check true;
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.sop_versions FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();

create table sops (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  title text collate app."natural" not null default 'Untitled SOP'::text,
  description text,
  visibility text not null default 'company'::text,
  type text not null default 'other'::text,
  stage text not null default 'other'::text,
  status text not null default 'published'::text,
  content text,
  video_url text,
  created_by uuid default app.user_id(),
  home_company_id uuid,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  entity_name text not null generated always as (title) stored,
  search_text text not null generated always as (lower(((title || chr(10)) || COALESCE(description, ''::text)))) stored,
  review_on date,
  words tsvector not null generated always as (((setweight(to_tsvector('simple'::regconfig, translate((title COLLATE "C"), '-_/.,:;+*#|()[]<>="''`~!?\'::text, repeat(' '::text, 30))), 'A'::"char") || setweight(to_tsvector('simple'::regconfig, translate(COALESCE(description, ''::text), '-_/.,:;+*#|()[]<>="''`~!?\'::text, repeat(' '::text, 30))), 'B'::"char")) || setweight(to_tsvector('simple'::regconfig, translate(COALESCE(content, ''::text), '-_/.,:;+*#|()[]<>="''`~!?\'::text, repeat(' '::text, 30))), 'C'::"char"))) stored,
  head_words tsvector not null generated always as ((setweight(to_tsvector('simple'::regconfig, translate((title COLLATE "C"), '-_/.,:;+*#|()[]<>="''`~!?\'::text, repeat(' '::text, 30))), 'A'::"char") || setweight(to_tsvector('simple'::regconfig, translate(COALESCE(description, ''::text), '-_/.,:;+*#|()[]<>="''`~!?\'::text, repeat(' '::text, 30))), 'B'::"char"))) stored,
  constraint sops_pkey PRIMARY KEY (company_id, id),
  constraint sops_id_key UNIQUE (id),
  constraint sops_stage_check CHECK ((stage = ANY (ARRAY['intake'::text, 'turnaround'::text, 'fulfillment'::text, 'delivery'::text, 'support'::text, 'other'::text]))),
  constraint sops_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'published'::text]))),
  constraint sops_title_check CHECK ((title <> ''::text)),
  constraint sops_type_check CHECK ((type = ANY (ARRAY['inventory'::text, 'task'::text, 'form'::text, 'process'::text, 'safety'::text, 'other'::text]))),
  constraint sops_visibility_check CHECK ((visibility = ANY (ARRAY['sbr_only'::text, 'sbr_public'::text, 'company'::text]))),
  constraint sops_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint sops_home_company_id_fkey FOREIGN KEY (home_company_id) REFERENCES companies(id)
) with (fillfactor=85);
CREATE INDEX sops_created ON public.sops USING btree (company_id, created_at DESC, id);
CREATE INDEX sops_pages ON public.sops USING btree (company_id, visibility, status) INCLUDE (id, title, created_at, updated_at);
CREATE INDEX sops_search ON public.sops USING gin (company_id, search_text gin_trgm_ops);
CREATE INDEX sops_title ON public.sops USING btree (company_id, title, id);
CREATE INDEX sops_words ON public.sops USING gin (company_id, words);
-- owner app_owner, forced row-level security
grant delete, insert, select on sops to app_rt;
grant select, update on sops to app_auth;
grant update (content, created_by, description, home_company_id, review_on, stage, status, title, type, updated_at, version, video_url, visibility) on sops to app_rt;
create policy app_auth_select on sops for select to app_auth
  using true;
create policy app_auth_update on sops for update to app_auth
  using true
  with check true;
create policy may_delete on sops for delete to app_rt
  using ((company_id = ANY (( SELECT app.scope_with_firm('sop.write'::text, 'sop.share'::text) AS scope_with_firm)::uuid[])) AND
CASE
    WHEN (visibility = 'company'::text) THEN (company_id = ANY (( SELECT app.scope_for('sop.write'::text) AS scope_for)::uuid[]))
    ELSE ( SELECT app.may('sop.share'::text) AS may)
END AND ((( SELECT app.reach('sop.write'::text) AS reach) <> 'own'::text) OR (created_by = ( SELECT app.user_id() AS user_id))));
create policy may_insert on sops for insert to app_rt
  with check ((company_id = ANY (( SELECT app.scope_with_firm('sop.create'::text, 'sop.share'::text) AS scope_with_firm)::uuid[])) AND
CASE
    WHEN (visibility = 'company'::text) THEN (company_id = ANY (( SELECT app.scope_for('sop.create'::text) AS scope_for)::uuid[]))
    ELSE ( SELECT app.may('sop.share'::text) AS may)
END AND ((( SELECT app.reach('sop.write'::text) AS reach) <> 'own'::text) OR (created_by = ( SELECT app.user_id() AS user_id))));
create policy may_read on sops for select to app_rt, app_worker
  using ((company_id = ANY (( SELECT app.scope_with_firm('sop.read'::text, 'sop.read'::text) AS scope_with_firm)::uuid[])) AND ((visibility <> 'company'::text) OR (company_id = ANY (( SELECT app.scope_for('sop.read'::text) AS scope_for)::uuid[]))) AND (( SELECT app.may('sop.readInternal'::text) AS may) OR ((visibility <> 'sbr_only'::text) AND ((status = 'published'::text) OR ((visibility = 'company'::text) AND ( SELECT app.may('sop.readDraft'::text) AS may))))));
create policy may_update on sops for update to app_rt
  using ((company_id = ANY (( SELECT app.scope_with_firm('sop.write'::text, 'sop.share'::text) AS scope_with_firm)::uuid[])) AND
CASE
    WHEN (visibility = 'company'::text) THEN (company_id = ANY (( SELECT app.scope_for('sop.write'::text) AS scope_for)::uuid[]))
    ELSE ( SELECT app.may('sop.share'::text) AS may)
END AND ((( SELECT app.reach('sop.write'::text) AS reach) <> 'own'::text) OR (created_by = ( SELECT app.user_id() AS user_id))))
  with check ((company_id = ANY (( SELECT app.scope_with_firm('sop.write'::text, 'sop.share'::text) AS scope_with_firm)::uuid[])) AND
CASE
    WHEN (visibility = 'company'::text) THEN (company_id = ANY (( SELECT app.scope_for('sop.write'::text) AS scope_for)::uuid[]))
    ELSE ( SELECT app.may('sop.share'::text) AS may)
END AND ((( SELECT app.reach('sop.write'::text) AS reach) <> 'own'::text) OR (created_by = ( SELECT app.user_id() AS user_id))));
create policy owner_all on sops for all to app_owner
  using true
  with check true;
CREATE TRIGGER log_delete AFTER DELETE ON public.sops REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_delete('sop');
CREATE TRIGGER log_insert AFTER INSERT ON public.sops REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_insert('sop');
CREATE TRIGGER log_update AFTER UPDATE ON public.sops REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_sop_update();
CREATE TRIGGER place BEFORE INSERT OR UPDATE ON public.sops FOR EACH ROW EXECUTE FUNCTION app.place_sop();
CREATE TRIGGER publish AFTER INSERT OR UPDATE ON public.sops FOR EACH ROW EXECUTE FUNCTION app.publish_sop();
CREATE TRIGGER unused AFTER DELETE ON public.sops FOR EACH ROW EXECUTE FUNCTION app.check_sop_unused();
CREATE TRIGGER version BEFORE UPDATE ON public.sops FOR EACH ROW EXECUTE FUNCTION app.bump_version();

create table stock_movements (
  id bigint not null generated always as identity,
  company_id uuid not null,
  part_id uuid not null,
  delta integer not null,
  balance integer not null,
  reason text not null,
  note text,
  user_id uuid,
  change_set_id uuid not null,
  created_at timestamp with time zone not null default now(),
  reverses bigint,
  constraint stock_movements_pkey PRIMARY KEY (company_id, part_id, id),
  constraint stock_movements_balance_check CHECK ((balance >= 0)),
  constraint stock_movements_delta_check CHECK (((delta <> 0) OR (reason = 'counted'::text))),
  constraint stock_movements_reason_check CHECK ((reason = ANY (ARRAY['received'::text, 'used'::text, 'counted'::text, 'damaged'::text, 'returned'::text, 'other'::text, 'edited'::text, 'imported'::text, 'undone'::text]))),
  constraint stock_movements_company_id_part_id_reverses_fkey FOREIGN KEY (company_id, part_id, reverses) REFERENCES stock_movements(company_id, part_id, id)
);
CREATE INDEX stock_movements_newest ON public.stock_movements USING btree (company_id, id DESC);
CREATE UNIQUE INDEX stock_movements_reverses ON public.stock_movements USING btree (company_id, part_id, reverses) WHERE (reverses IS NOT NULL);
-- owner app_owner, forced row-level security
grant insert, select on stock_movements to app_audit;
grant select on stock_movements to app_rt;
grant select on stock_movements to app_worker;
create policy app_audit_insert on stock_movements for insert to app_audit
  with check true;
create policy app_audit_select on stock_movements for select to app_audit
  using true;
create policy movement_read on stock_movements for select to app_rt, app_worker
  using (company_id = ANY (( SELECT app.scope_for('inventory.read'::text) AS scope_for)::uuid[]));
create policy owner_all on stock_movements for all to app_owner
  using true
  with check true;
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.stock_movements FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();

create table store_customers (
  company_id uuid not null,
  id bigint not null,
  first_name text,
  last_name text,
  email text,
  orders_count integer not null,
  total_spent numeric(18,4) not null,
  created_at_shopify timestamp with time zone not null,
  updated_at_shopify timestamp with time zone not null,
  read_at timestamp with time zone not null,
  constraint store_customers_pkey PRIMARY KEY (company_id, id),
  constraint store_customers_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
) with (fillfactor=85);
CREATE INDEX store_customers_spent ON public.store_customers USING btree (company_id, total_spent DESC, id DESC);
-- owner app_owner, forced row-level security
grant delete, insert, select, update on store_customers to app_worker;
grant delete, select on store_customers to app_auth;
grant select on store_customers to app_rt;
create policy app_auth_delete on store_customers for delete to app_auth
  using true;
create policy app_auth_select on store_customers for select to app_auth
  using true;
create policy may_read on store_customers for select to app_rt
  using (company_id = ANY (( SELECT app.scope_for('revenue.read'::text) AS scope_for)::uuid[]));
create policy owner_all on store_customers for all to app_owner
  using true
  with check true;
create policy worker_all on store_customers for all to app_worker
  using (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]))
  with check (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]));
CREATE TRIGGER count_delete AFTER DELETE ON public.store_customers REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION app.count_store_customers();
CREATE TRIGGER count_insert AFTER INSERT ON public.store_customers REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.count_store_customers();
CREATE TRIGGER count_update AFTER UPDATE ON public.store_customers REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.count_store_customers();

create table store_order_lines (
  company_id uuid not null,
  order_id bigint not null,
  "position" integer not null,
  id bigint not null,
  variant_id bigint,
  sku text,
  title text not null,
  quantity integer not null,
  current_quantity integer not null,
  unit_price numeric(18,4) not null,
  constraint store_order_lines_pkey PRIMARY KEY (company_id, order_id, "position"),
  constraint store_order_lines_company_id_order_id_fkey FOREIGN KEY (company_id, order_id) REFERENCES store_orders(company_id, id) ON DELETE CASCADE
);
-- owner app_owner, forced row-level security
grant delete, insert, select, update on store_order_lines to app_worker;
grant delete, select on store_order_lines to app_auth;
grant select on store_order_lines to app_rt;
create policy app_auth_delete on store_order_lines for delete to app_auth
  using true;
create policy app_auth_select on store_order_lines for select to app_auth
  using true;
create policy may_read on store_order_lines for select to app_rt
  using (company_id = ANY (( SELECT app.scope_for('revenue.read'::text) AS scope_for)::uuid[]));
create policy owner_all on store_order_lines for all to app_owner
  using true
  with check true;
create policy worker_all on store_order_lines for all to app_worker
  using (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]))
  with check (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]));

create table store_orders (
  company_id uuid not null,
  id bigint not null,
  order_number text not null,
  created_at_shopify timestamp with time zone not null,
  updated_at_shopify timestamp with time zone not null,
  cancelled_at timestamp with time zone,
  is_test boolean not null,
  customer_id bigint,
  email text,
  currency text not null,
  total_price numeric(18,4) not null,
  current_total numeric(18,4) not null,
  refunded numeric(18,4) not null,
  financial_status text not null,
  fulfillment_status text not null,
  read_at timestamp with time zone not null,
  is_counted boolean not null generated always as (((NOT is_test) AND (cancelled_at IS NULL))) stored,
  constraint store_orders_pkey PRIMARY KEY (company_id, id),
  constraint store_orders_financial_status_check CHECK ((financial_status ~ '^[a-z_]{1,40}$'::text)),
  constraint store_orders_fulfillment_status_check CHECK ((fulfillment_status ~ '^[a-z_]{0,40}$'::text)),
  constraint store_orders_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
) with (fillfactor=85);
CREATE INDEX store_orders_made ON public.store_orders USING btree (company_id, created_at_shopify DESC, id DESC) WHERE is_counted;
CREATE INDEX store_orders_number ON public.store_orders USING btree (company_id, order_number) WHERE is_counted;
-- owner app_owner, forced row-level security
grant delete, insert, select, update on store_orders to app_worker;
grant delete, select on store_orders to app_auth;
grant select on store_orders to app_rt;
create policy app_auth_delete on store_orders for delete to app_auth
  using true;
create policy app_auth_select on store_orders for select to app_auth
  using true;
create policy may_read on store_orders for select to app_rt
  using (company_id = ANY (( SELECT app.scope_for('revenue.read'::text) AS scope_for)::uuid[]));
create policy owner_all on store_orders for all to app_owner
  using true
  with check true;
create policy worker_all on store_orders for all to app_worker
  using (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]))
  with check (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]));
CREATE TRIGGER announce_delete AFTER DELETE ON public.store_orders REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('order', 'company_id');
CREATE TRIGGER announce_insert AFTER INSERT ON public.store_orders REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('order', 'company_id');
CREATE TRIGGER announce_update AFTER UPDATE ON public.store_orders REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('order', 'company_id');
CREATE TRIGGER mark_delete AFTER DELETE ON public.store_orders REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.mark_sales();
CREATE TRIGGER mark_insert AFTER INSERT ON public.store_orders REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.mark_sales();
CREATE TRIGGER mark_update AFTER UPDATE ON public.store_orders REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.mark_sales();
CREATE TRIGGER sum_delete AFTER DELETE ON public.store_orders REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION app.sum_orders();
CREATE TRIGGER sum_insert AFTER INSERT ON public.store_orders REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.sum_orders();
CREATE TRIGGER sum_update AFTER UPDATE ON public.store_orders REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.sum_orders();

create table store_products (
  company_id uuid not null,
  id bigint not null,
  title text collate app."natural" not null,
  status text not null,
  updated_at_shopify timestamp with time zone not null,
  read_at timestamp with time zone not null,
  constraint store_products_pkey PRIMARY KEY (company_id, id),
  constraint store_products_status_check CHECK ((status ~ '^[a-z_]{1,40}$'::text)),
  constraint store_products_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
CREATE INDEX store_products_title ON public.store_products USING btree (company_id, title, id);
-- owner app_owner, forced row-level security
grant delete, insert, select, update on store_products to app_worker;
grant delete, select on store_products to app_auth;
grant select on store_products to app_rt;
create policy app_auth_delete on store_products for delete to app_auth
  using true;
create policy app_auth_select on store_products for select to app_auth
  using true;
create policy may_read on store_products for select to app_rt
  using (company_id = ANY (( SELECT app.scope_for('revenue.read'::text) AS scope_for)::uuid[]));
create policy owner_all on store_products for all to app_owner
  using true
  with check true;
create policy worker_all on store_products for all to app_worker
  using (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]))
  with check (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]));
CREATE TRIGGER announce_delete AFTER DELETE ON public.store_products REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('store_product', 'company_id');
CREATE TRIGGER announce_insert AFTER INSERT ON public.store_products REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('store_product', 'company_id');
CREATE TRIGGER announce_update AFTER UPDATE ON public.store_products REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('store_product', 'company_id');
CREATE TRIGGER count_delete AFTER DELETE ON public.store_products REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION app.count_store_products();
CREATE TRIGGER count_insert AFTER INSERT ON public.store_products REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.count_store_products();
CREATE TRIGGER count_update AFTER UPDATE ON public.store_products REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.count_store_products();

create table store_variants (
  company_id uuid not null,
  product_id bigint not null,
  "position" integer not null,
  id bigint not null,
  title text not null,
  sku text,
  price numeric(18,4) not null,
  unit_cost numeric(18,4),
  inventory_item_id bigint,
  is_tracked boolean not null,
  quantity integer not null,
  constraint store_variants_pkey PRIMARY KEY (company_id, product_id, "position"),
  constraint store_variants_company_id_product_id_fkey FOREIGN KEY (company_id, product_id) REFERENCES store_products(company_id, id) ON DELETE CASCADE
);
CREATE INDEX store_variants_id ON public.store_variants USING btree (company_id, id);
CREATE INDEX store_variants_sku ON public.store_variants USING btree (company_id, app.folded(sku)) WHERE (sku IS NOT NULL);
-- owner app_owner, forced row-level security
grant delete, insert, select, update on store_variants to app_worker;
grant delete, select on store_variants to app_auth;
grant select on store_variants to app_rt;
create policy app_auth_delete on store_variants for delete to app_auth
  using true;
create policy app_auth_select on store_variants for select to app_auth
  using true;
create policy may_read on store_variants for select to app_rt
  using (company_id = ANY (( SELECT app.scope_for('revenue.read'::text) AS scope_for)::uuid[]));
create policy owner_all on store_variants for all to app_owner
  using true
  with check true;
create policy worker_all on store_variants for all to app_worker
  using (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]))
  with check (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]));

create table store_webhooks (
  company_id uuid not null,
  provider text not null,
  webhook_id text not null,
  topic text not null,
  received_at timestamp with time zone not null default now(),
  record_kind text,
  record_id bigint,
  is_deleted boolean not null default false,
  is_waiting boolean not null default false,
  claimed_by uuid,
  constraint store_webhooks_pkey PRIMARY KEY (company_id, provider, webhook_id),
  constraint store_webhooks_record_kind_check CHECK ((record_kind = ANY (ARRAY['order'::text, 'customer'::text, 'product'::text]))),
  constraint store_webhooks_webhook_id_check CHECK ((length(webhook_id) <= 200)),
  constraint store_webhooks_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
CREATE INDEX store_webhooks_received ON public.store_webhooks USING btree (received_at);
CREATE INDEX store_webhooks_waiting ON public.store_webhooks USING btree (company_id, received_at) WHERE is_waiting;
-- owner app_owner, forced row-level security
grant delete, insert, select on store_webhooks to app_auth;
grant delete, insert, select, update on store_webhooks to app_worker;
grant select on store_webhooks to app_rt;
create policy app_auth_delete on store_webhooks for delete to app_auth
  using true;
create policy app_auth_insert on store_webhooks for insert to app_auth
  with check true;
create policy app_auth_select on store_webhooks for select to app_auth
  using true;
create policy may_read on store_webhooks for select to app_rt
  using (company_id = ANY (( SELECT app.scope_for('revenue.read'::text) AS scope_for)::uuid[]));
create policy owner_all on store_webhooks for all to app_owner
  using true
  with check true;
create policy worker_all on store_webhooks for all to app_worker
  using (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]))
  with check (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]));

create table stores (
  company_id uuid not null,
  domain text not null,
  name text not null,
  currency text not null,
  time_zone text not null,
  orders_since timestamp with time zone,
  orders_until timestamp with time zone,
  customers_until timestamp with time zone,
  read_at timestamp with time zone not null default now(),
  may_read_customers boolean not null default true,
  constraint stores_pkey PRIMARY KEY (company_id),
  constraint stores_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint stores_domain_check CHECK ((domain <> ''::text)),
  constraint stores_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
-- owner app_owner, forced row-level security
grant delete, insert, select, update on stores to app_worker;
grant delete, select on stores to app_auth;
grant select on stores to app_rt;
create policy app_auth_delete on stores for delete to app_auth
  using true;
create policy app_auth_select on stores for select to app_auth
  using true;
create policy may_read on stores for select to app_rt
  using (company_id = ANY (( SELECT app.scope_for('revenue.read'::text) AS scope_for)::uuid[]));
create policy owner_all on stores for all to app_owner
  using true
  with check true;
create policy worker_all on stores for all to app_worker
  using (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]))
  with check (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]));
CREATE TRIGGER forget_sales AFTER DELETE ON public.stores FOR EACH ROW EXECUTE FUNCTION app.forget_sales();

create table sync_runs (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  integration_id uuid not null,
  integration_name text not null,
  kind text not null,
  state text not null default 'queued'::text,
  done integer not null default 0,
  total integer,
  message text,
  cursor jsonb,
  created_at timestamp with time zone not null default now(),
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint sync_runs_pkey PRIMARY KEY (company_id, id),
  constraint sync_runs_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'failed'::text, 'stopped'::text]))),
  constraint sync_runs_company_id_integration_id_fkey FOREIGN KEY (company_id, integration_id) REFERENCES integration_configs(company_id, id) ON DELETE CASCADE
);
CREATE INDEX sync_runs_latest ON public.sync_runs USING btree (company_id, integration_id, id DESC);
CREATE UNIQUE INDEX sync_runs_open ON public.sync_runs USING btree (company_id, integration_name) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text]));
-- owner app_owner, forced row-level security
grant delete, select, update on sync_runs to app_auth;
grant insert, select, update on sync_runs to app_worker;
grant select on sync_runs to app_rt;
grant insert (company_id, cursor, integration_id, integration_name, kind, message) on sync_runs to app_rt;
grant update (cursor, done, ended_at, message, started_at, state, total) on sync_runs to app_rt;
create policy app_auth_delete on sync_runs for delete to app_auth
  using true;
create policy app_auth_select on sync_runs for select to app_auth
  using true;
create policy app_auth_update on sync_runs for update to app_auth
  using true
  with check true;
create policy job_insert on sync_runs for insert to app_worker
  with check (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]));
create policy job_select on sync_runs for select to app_worker
  using (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]));
create policy job_update on sync_runs for update to app_worker
  using (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]))
  with check (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]));
create policy may_insert on sync_runs for insert to app_rt
  with check (company_id = ANY (( SELECT app.scope_for('integration.write'::text) AS scope_for)::uuid[]));
create policy may_read on sync_runs for select to app_rt
  using (company_id = ANY (( SELECT app.scope_for('integration.read'::text) AS scope_for)::uuid[]));
create policy may_update on sync_runs for update to app_rt
  using (company_id = ANY (( SELECT app.scope_for('integration.write'::text) AS scope_for)::uuid[]))
  with check (company_id = ANY (( SELECT app.scope_for('integration.write'::text) AS scope_for)::uuid[]));
create policy owner_all on sync_runs for all to app_owner
  using true
  with check true;
CREATE TRIGGER announce_delete AFTER DELETE ON public.sync_runs REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('sync_run', 'company_id');
CREATE TRIGGER announce_insert AFTER INSERT ON public.sync_runs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('sync_run', 'company_id');
CREATE TRIGGER announce_update AFTER UPDATE ON public.sync_runs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('sync_run', 'company_id');
CREATE TRIGGER notice_failed AFTER UPDATE ON public.sync_runs FOR EACH ROW WHEN (((new.state = 'failed'::text) AND (old.state <> 'failed'::text))) EXECUTE FUNCTION app.notice_sync_failed();

create table task_items (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  task_id uuid not null,
  text text not null,
  "position" integer not null default 0,
  is_done boolean not null default false,
  done_by uuid,
  done_at timestamp with time zone,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  parent_id uuid not null generated always as (task_id) stored,
  parent_type text not null generated always as ('task'::text) stored,
  constraint task_items_pkey PRIMARY KEY (company_id, id),
  constraint task_items_check CHECK ((is_done = (done_at IS NOT NULL))),
  constraint task_items_text_check CHECK ((text <> ''::text)),
  constraint task_items_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint task_items_company_id_task_id_fkey FOREIGN KEY (company_id, task_id) REFERENCES tasks(company_id, id) ON DELETE CASCADE,
  constraint task_items_done_by_fkey FOREIGN KEY (done_by) REFERENCES profiles(user_id)
) with (fillfactor=85);
CREATE INDEX task_items_task ON public.task_items USING btree (company_id, task_id, "position", id);
-- owner app_owner, forced row-level security
grant delete, insert, select on task_items to app_rt;
grant insert, select on task_items to app_auth;
grant insert, select on task_items to app_worker;
grant update (done_at, done_by, is_done, "position", task_id, text, updated_at, version) on task_items to app_rt;
create policy app_auth_insert on task_items for insert to app_auth
  with check true;
create policy app_auth_select on task_items for select to app_auth
  using true;
create policy job_insert on task_items for insert to app_worker
  with check (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]));
create policy job_select on task_items for select to app_worker
  using (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]));
create policy may_delete on task_items for delete to app_rt
  using ((company_id = ANY (( SELECT app.scope_for('task.edit'::text) AS scope_for)::uuid[])) AND (EXISTS ( SELECT
   FROM tasks t
  WHERE ((t.company_id = task_items.company_id) AND (t.id = task_items.task_id) AND (( SELECT app.reaches_all('task.edit'::text) AS reaches_all) OR (t.assigned_by = ( SELECT app.user_id() AS user_id)))))));
create policy may_insert on task_items for insert to app_rt
  with check ((company_id = ANY (( SELECT app.scope_for('task.edit'::text) AS scope_for)::uuid[])) AND (EXISTS ( SELECT
   FROM tasks t
  WHERE ((t.company_id = task_items.company_id) AND (t.id = task_items.task_id) AND (( SELECT app.reaches_all('task.edit'::text) AS reaches_all) OR (t.assigned_by = ( SELECT app.user_id() AS user_id)))))));
create policy may_read on task_items for select to app_rt
  using ((company_id = ANY (( SELECT app.scope_for('task.read'::text) AS scope_for)::uuid[])) AND (EXISTS ( SELECT
   FROM tasks t
  WHERE ((t.company_id = task_items.company_id) AND (t.id = task_items.task_id) AND true))));
create policy may_update on task_items for update to app_rt
  using ((company_id = ANY (( SELECT app.scope_for('task.report'::text) AS scope_for)::uuid[])) AND (EXISTS ( SELECT
   FROM tasks t
  WHERE ((t.company_id = task_items.company_id) AND (t.id = task_items.task_id) AND ((t.assigned_to = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.may('task.setStatus'::text) AS may))))))
  with check ((company_id = ANY (( SELECT app.scope_for('task.report'::text) AS scope_for)::uuid[])) AND (EXISTS ( SELECT
   FROM tasks t
  WHERE ((t.company_id = task_items.company_id) AND (t.id = task_items.task_id) AND ((t.assigned_to = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.may('task.setStatus'::text) AS may))))));
create policy owner_all on task_items for all to app_owner
  using true
  with check true;
CREATE TRIGGER log_delete AFTER DELETE ON public.task_items REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_task_items();
CREATE TRIGGER log_insert AFTER INSERT ON public.task_items REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_task_items();
CREATE TRIGGER log_update AFTER UPDATE ON public.task_items REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_task_items();
CREATE TRIGGER tick BEFORE UPDATE ON public.task_items FOR EACH ROW EXECUTE FUNCTION app.tick_item();
CREATE TRIGGER version BEFORE UPDATE ON public.task_items FOR EACH ROW EXECUTE FUNCTION app.bump_version();

create table task_notices (
  company_id uuid not null,
  task_id uuid not null,
  kind text not null,
  about text not null,
  told_at timestamp with time zone not null default now(),
  constraint task_notices_pkey PRIMARY KEY (company_id, task_id, kind, about),
  constraint task_notices_kind_check CHECK ((kind = ANY (ARRAY['overdue'::text, 'unblocked'::text]))),
  constraint task_notices_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint task_notices_company_id_task_id_fkey FOREIGN KEY (company_id, task_id) REFERENCES tasks(company_id, id) ON DELETE CASCADE
);
-- owner app_owner, forced row-level security
grant insert, select on task_notices to app_worker;
grant select on task_notices to app_auth;
grant select on task_notices to app_rt;
create policy app_auth_select on task_notices for select to app_auth
  using true;
create policy job_insert on task_notices for insert to app_worker
  with check (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]));
create policy job_select on task_notices for select to app_worker
  using (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]));
create policy may_read on task_notices for select to app_rt
  using ((company_id = ANY (( SELECT app.scope_for('task.read'::text) AS scope_for)::uuid[])) AND (EXISTS ( SELECT
   FROM tasks t
  WHERE ((t.company_id = task_notices.company_id) AND (t.id = task_notices.task_id)))));
create policy owner_all on task_notices for all to app_owner
  using true
  with check true;

create table task_reports (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  task_id uuid not null,
  kind text not null,
  comment text,
  file_ids uuid[] not null default '{}'::uuid[],
  reported_by uuid not null,
  is_current boolean not null default true,
  answer text,
  answer_comment text,
  answered_by uuid,
  answered_at timestamp with time zone,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  parent_id uuid not null generated always as (task_id) stored,
  parent_type text not null generated always as ('task'::text) stored,
  constraint task_reports_pkey PRIMARY KEY (company_id, id),
  constraint task_reports_answer_check CHECK ((answer = ANY (ARRAY['confirmed'::text, 'sent_back'::text]))),
  constraint task_reports_check CHECK (((answer IS NULL) = (answered_at IS NULL))),
  constraint task_reports_kind_check CHECK ((kind = ANY (ARRAY['started'::text, 'needs_help'::text, 'done'::text]))),
  constraint task_reports_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES profiles(user_id),
  constraint task_reports_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint task_reports_company_id_task_id_fkey FOREIGN KEY (company_id, task_id) REFERENCES tasks(company_id, id) ON DELETE CASCADE,
  constraint task_reports_reported_by_fkey FOREIGN KEY (reported_by) REFERENCES profiles(user_id)
) with (fillfactor=85);
CREATE INDEX task_reports_task ON public.task_reports USING btree (company_id, task_id, id);
CREATE INDEX task_reports_unanswered ON public.task_reports USING btree (company_id, kind, task_id) WHERE (is_current AND (answer IS NULL));
CREATE UNIQUE INDEX task_reports_current ON public.task_reports USING btree (company_id, task_id) WHERE is_current;
-- owner app_owner, forced row-level security
grant delete, insert, select on task_reports to app_rt;
grant delete, insert, select, update on task_reports to app_auth;
grant select on task_reports to app_worker;
grant update (answer, answer_comment, answered_at, answered_by, comment, file_ids, is_current, kind, reported_by, task_id, updated_at, version) on task_reports to app_rt;
create policy app_auth_delete on task_reports for delete to app_auth
  using true;
create policy app_auth_insert on task_reports for insert to app_auth
  with check true;
create policy app_auth_select on task_reports for select to app_auth
  using true;
create policy app_auth_update on task_reports for update to app_auth
  using true
  with check true;
create policy may_delete on task_reports for delete to app_rt
  using ((company_id = ANY (( SELECT app.scope_for('task.edit'::text) AS scope_for)::uuid[])) AND (current_setting('app.change_kind'::text, true) = 'undo'::text) AND (EXISTS ( SELECT
   FROM tasks t
  WHERE ((t.company_id = task_reports.company_id) AND (t.id = task_reports.task_id)))));
create policy may_insert on task_reports for insert to app_rt
  with check ((company_id = ANY (( SELECT app.scope_for('task.edit'::text) AS scope_for)::uuid[])) AND (current_setting('app.change_kind'::text, true) = 'undo'::text) AND (EXISTS ( SELECT
   FROM tasks t
  WHERE ((t.company_id = task_reports.company_id) AND (t.id = task_reports.task_id)))));
create policy may_read on task_reports for select to app_rt, app_worker
  using ((company_id = ANY (( SELECT app.scope_for('task.read'::text) AS scope_for)::uuid[])) AND (EXISTS ( SELECT
   FROM tasks t
  WHERE ((t.company_id = task_reports.company_id) AND (t.id = task_reports.task_id)))));
create policy may_update on task_reports for update to app_rt
  using ((company_id = ANY (( SELECT app.scope_for('task.edit'::text) AS scope_for)::uuid[])) AND (current_setting('app.change_kind'::text, true) = 'undo'::text) AND (EXISTS ( SELECT
   FROM tasks t
  WHERE ((t.company_id = task_reports.company_id) AND (t.id = task_reports.task_id)))))
  with check ((company_id = ANY (( SELECT app.scope_for('task.edit'::text) AS scope_for)::uuid[])) AND (current_setting('app.change_kind'::text, true) = 'undo'::text) AND (EXISTS ( SELECT
   FROM tasks t
  WHERE ((t.company_id = task_reports.company_id) AND (t.id = task_reports.task_id)))));
create policy owner_all on task_reports for all to app_owner
  using true
  with check true;
CREATE TRIGGER log_delete AFTER DELETE ON public.task_reports REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_task_reports();
CREATE TRIGGER log_insert AFTER INSERT ON public.task_reports REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_task_reports();
CREATE TRIGGER log_update AFTER UPDATE ON public.task_reports REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_task_reports();
CREATE TRIGGER version BEFORE UPDATE ON public.task_reports FOR EACH ROW EXECUTE FUNCTION app.bump_version();
CREATE TRIGGER withdrawal AFTER DELETE ON public.task_reports FOR EACH ROW WHEN ((COALESCE(current_setting('app.change_kind'::text, true), ''::text) = 'undo'::text)) EXECUTE FUNCTION app.withdraw_report_notice();

create table task_templates (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  title text collate app."natural" not null,
  description text,
  priority text not null default 'medium'::text,
  assigned_to uuid,
  due_days integer,
  part_id uuid,
  assembly_id uuid,
  product_id uuid,
  sop_id uuid,
  items text[] not null default '{}'::text[],
  repeat jsonb,
  next_on date,
  created_by uuid not null,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  entity_name text not null generated always as (title) stored,
  search_text text not null generated always as (lower(((title || chr(10)) || COALESCE(description, ''::text)))) stored,
  constraint task_templates_pkey PRIMARY KEY (company_id, id),
  constraint task_templates_check CHECK ((num_nonnulls(part_id, assembly_id, product_id) <= 1)),
  constraint task_templates_check1 CHECK (((repeat IS NULL) OR (assigned_to IS NOT NULL))),
  constraint task_templates_check2 CHECK (((next_on IS NULL) OR (repeat IS NOT NULL))),
  constraint task_templates_due_days_check CHECK ((due_days >= 0)),
  constraint task_templates_items_check CHECK ((cardinality(items) <= 100)),
  constraint task_templates_priority_check CHECK ((priority = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text, 'critical'::text]))),
  constraint task_templates_title_check CHECK ((title <> ''::text)),
  constraint task_templates_assigned_to_fkey FOREIGN KEY (assigned_to) REFERENCES profiles(user_id),
  constraint task_templates_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint task_templates_created_by_fkey FOREIGN KEY (created_by) REFERENCES profiles(user_id)
) with (fillfactor=85);
CREATE INDEX task_templates_due ON public.task_templates USING btree (company_id, next_on) WHERE (next_on IS NOT NULL);
CREATE INDEX task_templates_title ON public.task_templates USING btree (company_id, title, id);
-- owner app_owner, forced row-level security
grant delete, insert, select on task_templates to app_rt;
grant select on task_templates to app_worker;
grant select, update on task_templates to app_auth;
grant update (assembly_id, assigned_to, created_by, description, due_days, items, next_on, part_id, priority, product_id, repeat, sop_id, title, updated_at, version) on task_templates to app_rt;
create policy app_auth_select on task_templates for select to app_auth
  using true;
create policy app_auth_update on task_templates for update to app_auth
  using true
  with check true;
create policy job_select on task_templates for select to app_worker
  using (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]));
create policy may_delete on task_templates for delete to app_rt
  using ((company_id = ANY (( SELECT app.scope_for('task.edit'::text) AS scope_for)::uuid[])) AND (( SELECT app.reaches_all('task.edit'::text) AS reaches_all) OR (created_by = ( SELECT app.user_id() AS user_id))));
create policy may_insert on task_templates for insert to app_rt
  with check ((company_id = ANY (( SELECT app.scope_for('task.create'::text) AS scope_for)::uuid[])) AND ((created_by = ( SELECT app.user_id() AS user_id)) OR ((current_setting('app.change_kind'::text, true) = 'undo'::text) AND ( SELECT app.reaches_all('task.edit'::text) AS reaches_all))));
create policy may_read on task_templates for select to app_rt
  using ((company_id = ANY (( SELECT app.scope_for('task.read'::text) AS scope_for)::uuid[])) AND (( SELECT app.may('task.create'::text) AS may) OR (EXISTS ( SELECT
   FROM tasks t
  WHERE ((t.company_id = task_templates.company_id) AND (t.template_id = task_templates.id))))));
create policy may_update on task_templates for update to app_rt
  using ((company_id = ANY (( SELECT app.scope_for('task.edit'::text) AS scope_for)::uuid[])) AND (( SELECT app.reaches_all('task.edit'::text) AS reaches_all) OR (created_by = ( SELECT app.user_id() AS user_id))))
  with check ((company_id = ANY (( SELECT app.scope_for('task.edit'::text) AS scope_for)::uuid[])) AND (( SELECT app.reaches_all('task.edit'::text) AS reaches_all) OR (created_by = ( SELECT app.user_id() AS user_id))));
create policy owner_all on task_templates for all to app_owner
  using true
  with check true;
CREATE TRIGGER links AFTER INSERT OR UPDATE ON public.task_templates FOR EACH ROW EXECUTE FUNCTION app.check_template();
CREATE TRIGGER log_delete AFTER DELETE ON public.task_templates REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_delete('task_template');
CREATE TRIGGER log_insert AFTER INSERT ON public.task_templates REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_insert('task_template');
CREATE TRIGGER log_update AFTER UPDATE ON public.task_templates REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_update('task_template');
CREATE TRIGGER version BEFORE UPDATE ON public.task_templates FOR EACH ROW EXECUTE FUNCTION app.bump_version();

create table tasks (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  title text collate app."natural" not null,
  description text,
  priority text not null default 'medium'::text,
  status text not null default 'not_started'::text,
  assigned_to uuid not null,
  assigned_by uuid not null,
  due_on date,
  completed_at timestamp with time zone,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  entity_name text not null generated always as (title) stored,
  search_text text not null generated always as (lower(((title || chr(10)) || COALESCE(description, ''::text)))) stored,
  part_id uuid,
  assembly_id uuid,
  product_id uuid,
  sop_id uuid,
  sop_version integer,
  blocked_by_part uuid,
  blocked_quantity integer,
  blocked_by_person uuid,
  blocked_by_task uuid,
  blocked_at timestamp with time zone,
  template_id uuid,
  repeat_on date,
  constraint tasks_pkey PRIMARY KEY (company_id, id),
  constraint tasks_blocked_quantity_check CHECK ((blocked_quantity > 0)),
  constraint tasks_check CHECK (((status = 'complete'::text) = (completed_at IS NOT NULL))),
  constraint tasks_check1 CHECK ((num_nonnulls(part_id, assembly_id, product_id) <= 1)),
  constraint tasks_check2 CHECK ((num_nonnulls(blocked_by_part, blocked_by_person, blocked_by_task) <= 1)),
  constraint tasks_check3 CHECK (((blocked_by_part IS NULL) = (blocked_quantity IS NULL))),
  constraint tasks_check4 CHECK (((sop_version IS NULL) OR (sop_id IS NOT NULL))),
  constraint tasks_priority_check CHECK ((priority = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text, 'critical'::text]))),
  constraint tasks_sop_version_check CHECK ((sop_version > 0)),
  constraint tasks_status_check CHECK ((status = ANY (ARRAY['not_started'::text, 'in_progress'::text, 'blocked'::text, 'complete'::text]))),
  constraint tasks_title_check CHECK ((title <> ''::text)),
  constraint tasks_assigned_by_fkey FOREIGN KEY (assigned_by) REFERENCES profiles(user_id),
  constraint tasks_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
) with (fillfactor=85);
CREATE INDEX tasks_assigned_by ON public.tasks USING btree (company_id, assigned_by, created_at DESC, id);
CREATE INDEX tasks_assigned_to ON public.tasks USING btree (company_id, assigned_to, created_at DESC, id);
CREATE INDEX tasks_blocked_by ON public.tasks USING btree (company_id, blocked_by_task) WHERE (blocked_by_task IS NOT NULL);
CREATE INDEX tasks_blocked_by_part ON public.tasks USING btree (company_id, blocked_by_part) WHERE (blocked_by_part IS NOT NULL);
CREATE INDEX tasks_completed ON public.tasks USING btree (company_id, completed_at DESC, created_at DESC, id) WHERE (completed_at IS NOT NULL);
CREATE INDEX tasks_created ON public.tasks USING btree (company_id, created_at DESC, id);
CREATE INDEX tasks_due ON public.tasks USING btree (company_id, due_on);
CREATE INDEX tasks_item ON public.tasks USING btree (company_id, COALESCE(part_id, assembly_id, product_id)) WHERE (COALESCE(part_id, assembly_id, product_id) IS NOT NULL);
CREATE INDEX tasks_open ON public.tasks USING btree (company_id, assigned_to, due_on) WHERE (status <> 'complete'::text);
CREATE INDEX tasks_priority ON public.tasks USING btree (company_id, priority, due_on, created_at DESC, id);
CREATE INDEX tasks_search ON public.tasks USING gin (company_id, search_text gin_trgm_ops);
CREATE INDEX tasks_sop ON public.tasks USING btree (company_id, sop_id) WHERE (sop_id IS NOT NULL);
CREATE INDEX tasks_status ON public.tasks USING btree (company_id, status, created_at DESC, id);
CREATE INDEX tasks_status_due ON public.tasks USING btree (company_id, status, due_on, created_at DESC, id);
CREATE INDEX tasks_status_priority ON public.tasks USING btree (company_id, status, priority, due_on, created_at DESC, id);
CREATE INDEX tasks_template ON public.tasks USING btree (company_id, template_id) WHERE (template_id IS NOT NULL);
CREATE INDEX tasks_title ON public.tasks USING btree (company_id, title);
CREATE INDEX tasks_unfinished ON public.tasks USING btree (company_id, due_on) INCLUDE (status, assigned_to, assigned_by) WHERE (status <> 'complete'::text);
CREATE UNIQUE INDEX tasks_repeat ON public.tasks USING btree (company_id, template_id, repeat_on) WHERE (repeat_on IS NOT NULL);
-- owner app_owner, forced row-level security
grant delete, insert, select on tasks to app_rt;
grant insert, select, update on tasks to app_auth;
grant select on tasks to app_worker;
grant update (assembly_id, assigned_by, assigned_to, blocked_at, blocked_by_part, blocked_by_person, blocked_by_task, blocked_quantity, completed_at, description, due_on, part_id, priority, product_id, repeat_on, sop_id, sop_version, status, template_id, title, updated_at, version) on tasks to app_rt;
create policy app_auth_insert on tasks for insert to app_auth
  with check true;
create policy app_auth_select on tasks for select to app_auth
  using true;
create policy app_auth_update on tasks for update to app_auth
  using true
  with check true;
create policy job_select on tasks for select to app_worker
  using (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]));
create policy may_delete on tasks for delete to app_rt
  using ((company_id = ANY (( SELECT app.scope_for('task.edit'::text) AS scope_for)::uuid[])) AND (( SELECT app.reaches_all('task.edit'::text) AS reaches_all) OR (assigned_by = ( SELECT app.user_id() AS user_id))));
create policy may_insert on tasks for insert to app_rt
  with check ((company_id = ANY (( SELECT app.scope_for('task.create'::text) AS scope_for)::uuid[])) AND ((assigned_by = ( SELECT app.user_id() AS user_id)) OR ((current_setting('app.change_kind'::text, true) = 'undo'::text) AND ( SELECT app.reaches_all('task.edit'::text) AS reaches_all))));
create policy may_read on tasks for select to app_rt, app_worker
  using ((company_id = ANY (( SELECT app.scope_for('task.read'::text) AS scope_for)::uuid[])) AND (( SELECT app.reaches_all('task.read'::text) AS reaches_all) OR (assigned_to = ( SELECT app.user_id() AS user_id)) OR ((assigned_by = ( SELECT app.user_id() AS user_id)) AND ( SELECT app.may('task.create'::text) AS may))));
create policy may_update on tasks for update to app_rt
  using ((company_id = ANY (( SELECT app.scope_for('task.setStatus'::text) AS scope_for)::uuid[])) AND (( SELECT app.reaches_all('task.setStatus'::text) AS reaches_all) OR (assigned_to = ( SELECT app.user_id() AS user_id)) OR (assigned_by = ( SELECT app.user_id() AS user_id))))
  with check ((company_id = ANY (( SELECT app.scope_for('task.setStatus'::text) AS scope_for)::uuid[])) AND (( SELECT app.reaches_all('task.setStatus'::text) AS reaches_all) OR (assigned_to = ( SELECT app.user_id() AS user_id)) OR (assigned_by = ( SELECT app.user_id() AS user_id))));
create policy owner_all on tasks for all to app_owner
  using true
  with check true;
CREATE TRIGGER assignee AFTER INSERT OR UPDATE OF assigned_to ON public.tasks FOR EACH ROW EXECUTE FUNCTION app.check_assignee();
CREATE TRIGGER block BEFORE INSERT OR UPDATE ON public.tasks FOR EACH ROW EXECUTE FUNCTION app.note_block();
CREATE TRIGGER calendar AFTER INSERT OR DELETE OR UPDATE ON public.tasks FOR EACH ROW EXECUTE FUNCTION app.note_calendar_task();
CREATE TRIGGER completion BEFORE INSERT OR UPDATE ON public.tasks FOR EACH ROW EXECUTE FUNCTION app.complete_task();
CREATE TRIGGER edit BEFORE UPDATE ON public.tasks FOR EACH ROW EXECUTE FUNCTION app.check_task_edit();
CREATE TRIGGER links AFTER INSERT OR UPDATE ON public.tasks FOR EACH ROW EXECUTE FUNCTION app.check_task_links();
CREATE TRIGGER log_delete AFTER DELETE ON public.tasks REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_delete('task');
CREATE TRIGGER log_insert AFTER INSERT ON public.tasks REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_insert('task');
CREATE TRIGGER log_update AFTER UPDATE ON public.tasks REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_update('task');
CREATE TRIGGER repeat AFTER UPDATE ON public.tasks FOR EACH ROW WHEN (((new.repeat_on IS NOT NULL) AND ((new.status = 'complete'::text) <> (old.status = 'complete'::text)))) EXECUTE FUNCTION app.note_completion();
CREATE TRIGGER repeat_deleted AFTER DELETE ON public.tasks FOR EACH ROW WHEN (((old.repeat_on IS NOT NULL) AND (old.status <> 'complete'::text))) EXECUTE FUNCTION app.note_completion();
CREATE TRIGGER reports AFTER UPDATE ON public.tasks FOR EACH ROW WHEN (((new.assigned_to <> old.assigned_to) OR ((new.status = 'complete'::text) AND (old.status <> 'complete'::text)))) EXECUTE FUNCTION app.close_report();
CREATE TRIGGER version BEFORE UPDATE ON public.tasks FOR EACH ROW EXECUTE FUNCTION app.bump_version();

create table time_entries (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  user_id uuid not null,
  started_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  notes text,
  is_ended_by_system boolean not null default false,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  entity_name text generated always as (NULL::text) stored,
  breaks tstzmultirange not null default '{}'::tstzmultirange,
  break_started_at timestamp with time zone,
  are_breaks_paid boolean not null default false,
  has_auto_break boolean not null default false,
  is_end_proposed boolean not null default false,
  in_press_id uuid,
  out_press_id uuid,
  in_received_at timestamp with time zone,
  out_received_at timestamp with time zone,
  removed_at timestamp with time zone,
  constraint time_entries_pkey PRIMARY KEY (company_id, id),
  constraint time_entries_check CHECK ((ended_at >= started_at)),
  constraint time_entries_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint time_entries_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(user_id)
) with (fillfactor=85);
CREATE INDEX time_entries_ended ON public.time_entries USING btree (company_id, ended_at) INCLUDE (started_at, user_id) WHERE (ended_at IS NOT NULL);
CREATE INDEX time_entries_long ON public.time_entries USING btree (company_id, started_at) WHERE ((ended_at - started_at) > '2 days'::interval);
CREATE INDEX time_entries_open ON public.time_entries USING btree (company_id, started_at) WHERE (ended_at IS NULL);
CREATE INDEX time_entries_person ON public.time_entries USING btree (company_id, user_id, started_at DESC);
CREATE INDEX time_entries_time ON public.time_entries USING btree (company_id, started_at DESC, id);
CREATE UNIQUE INDEX time_entries_one_open ON public.time_entries USING btree (user_id) WHERE ((ended_at IS NULL) AND (removed_at IS NULL));
CREATE UNIQUE INDEX time_entries_press ON public.time_entries USING btree (company_id, user_id, in_press_id) WHERE (in_press_id IS NOT NULL);
-- owner app_owner, forced row-level security
grant insert, select, update on time_entries to app_auth;
grant select on time_entries to app_rt;
grant select on time_entries to app_worker;
create policy app_auth_insert on time_entries for insert to app_auth
  with check true;
create policy app_auth_select on time_entries for select to app_auth
  using true;
create policy app_auth_update on time_entries for update to app_auth
  using true
  with check true;
create policy may_read on time_entries for select to app_rt, app_worker
  using ((company_id = ANY (( SELECT app.scope_for('time.read'::text) AS scope_for)::uuid[])) AND (( SELECT app.reaches_all('time.read'::text) AS reaches_all) OR (user_id = ( SELECT app.user_id() AS user_id))));
create policy owner_all on time_entries for all to app_owner
  using true
  with check true;
CREATE TRIGGER breaks BEFORE INSERT OR UPDATE OF started_at, ended_at, breaks ON public.time_entries FOR EACH ROW WHEN ((new.ended_at IS NOT NULL)) EXECUTE FUNCTION app.settle_breaks();
CREATE TRIGGER clock_in BEFORE INSERT ON public.time_entries FOR EACH ROW WHEN ((new.ended_at IS NULL)) EXECUTE FUNCTION app.check_clock_in();
CREATE TRIGGER locked BEFORE INSERT OR DELETE OR UPDATE OF started_at, ended_at, breaks, break_started_at, are_breaks_paid, notes, removed_at ON public.time_entries FOR EACH ROW EXECUTE FUNCTION app.keep_locked();
CREATE TRIGGER log_delete AFTER DELETE ON public.time_entries REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_delete('time_entry');
CREATE TRIGGER log_insert AFTER INSERT ON public.time_entries REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_insert('time_entry');
CREATE TRIGGER log_update AFTER UPDATE ON public.time_entries REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_update('time_entry');
CREATE TRIGGER version BEFORE UPDATE ON public.time_entries FOR EACH ROW EXECUTE FUNCTION app.bump_version();

create table time_entry_revisions (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  entry_id uuid not null,
  editor_id uuid,
  is_self_edited boolean not null,
  reason text not null,
  old_started_at timestamp with time zone not null,
  new_started_at timestamp with time zone not null,
  old_ended_at timestamp with time zone,
  new_ended_at timestamp with time zone,
  old_notes text,
  new_notes text,
  created_at timestamp with time zone not null default now(),
  kind text not null default 'edited'::text,
  proposal_id uuid,
  old_breaks tstzmultirange,
  new_breaks tstzmultirange,
  constraint time_entry_revisions_pkey PRIMARY KEY (company_id, id),
  constraint time_entry_revisions_kind_check CHECK ((kind = ANY (ARRAY['edited'::text, 'added'::text, 'removed'::text, 'restored'::text, 'end_proposed'::text, 'end_confirmed'::text]))),
  constraint time_entry_revisions_reason_check CHECK ((reason <> ''::text)),
  constraint time_entry_revisions_company_id_entry_id_fkey FOREIGN KEY (company_id, entry_id) REFERENCES time_entries(company_id, id),
  constraint time_entry_revisions_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint time_entry_revisions_company_id_proposal_id_fkey FOREIGN KEY (company_id, proposal_id) REFERENCES time_proposals(company_id, id),
  constraint time_entry_revisions_editor_id_fkey FOREIGN KEY (editor_id) REFERENCES profiles(user_id)
);
CREATE INDEX time_entry_revisions_entry ON public.time_entry_revisions USING btree (company_id, entry_id, id);
-- owner app_owner, forced row-level security
grant insert, select on time_entry_revisions to app_auth;
grant select on time_entry_revisions to app_rt;
grant select on time_entry_revisions to app_worker;
create policy app_auth_insert on time_entry_revisions for insert to app_auth
  with check true;
create policy app_auth_select on time_entry_revisions for select to app_auth
  using true;
create policy may_read on time_entry_revisions for select to app_rt, app_worker
  using ((company_id = ANY (( SELECT app.scope_for('time.read'::text) AS scope_for)::uuid[])) AND (EXISTS ( SELECT
   FROM time_entries e
  WHERE ((e.company_id = time_entry_revisions.company_id) AND (e.id = time_entry_revisions.entry_id)))));
create policy owner_all on time_entry_revisions for all to app_owner
  using true
  with check true;
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.time_entry_revisions FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();

create table time_locks (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  from_on date not null,
  to_on date not null,
  time_zone text not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  locked_by uuid not null,
  locked_at timestamp with time zone not null default now(),
  unlocked_by uuid,
  unlocked_at timestamp with time zone,
  unlock_reason text,
  constraint time_locks_pkey PRIMARY KEY (company_id, id),
  constraint time_locks_check CHECK ((to_on >= from_on)),
  constraint time_locks_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint time_locks_locked_by_fkey FOREIGN KEY (locked_by) REFERENCES profiles(user_id),
  constraint time_locks_unlocked_by_fkey FOREIGN KEY (unlocked_by) REFERENCES profiles(user_id)
);
CREATE INDEX time_locks_active ON public.time_locks USING btree (company_id, from_on) WHERE (unlocked_at IS NULL);
-- owner app_owner, forced row-level security
grant insert, select, update on time_locks to app_auth;
grant select on time_locks to app_rt;
grant select on time_locks to app_worker;
create policy app_auth_insert on time_locks for insert to app_auth
  with check true;
create policy app_auth_select on time_locks for select to app_auth
  using true;
create policy app_auth_update on time_locks for update to app_auth
  using true
  with check true;
create policy may_read on time_locks for select to app_rt, app_worker
  using (company_id = ANY (( SELECT app.scope_for('time.read'::text) AS scope_for)::uuid[]));
create policy owner_all on time_locks for all to app_owner
  using true
  with check true;
CREATE TRIGGER announce_delete AFTER DELETE ON public.time_locks REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('time_lock', 'company_id');
CREATE TRIGGER announce_insert AFTER INSERT ON public.time_locks REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('time_lock', 'company_id');
CREATE TRIGGER announce_update AFTER UPDATE ON public.time_locks REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('time_lock', 'company_id');

create table time_proposals (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  user_id uuid not null,
  entry_id uuid,
  kind text not null,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  breaks tstzmultirange,
  notes text,
  reason text not null,
  status text not null default 'open'::text,
  decided_by uuid,
  decided_at timestamp with time zone,
  answer text,
  created_at timestamp with time zone not null default now(),
  constraint time_proposals_pkey PRIMARY KEY (company_id, id),
  constraint time_proposals_check CHECK (((entry_id IS NOT NULL) OR (kind = 'add'::text))),
  constraint time_proposals_kind_check CHECK ((kind = ANY (ARRAY['add'::text, 'change'::text, 'remove'::text, 'end'::text]))),
  constraint time_proposals_reason_check CHECK ((reason <> ''::text)),
  constraint time_proposals_status_check CHECK ((status = ANY (ARRAY['open'::text, 'accepted'::text, 'declined'::text, 'withdrawn'::text, 'superseded'::text]))),
  constraint time_proposals_company_id_entry_id_fkey FOREIGN KEY (company_id, entry_id) REFERENCES time_entries(company_id, id),
  constraint time_proposals_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint time_proposals_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES profiles(user_id),
  constraint time_proposals_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(user_id)
);
CREATE INDEX time_proposals_open ON public.time_proposals USING btree (company_id, id) WHERE (status = 'open'::text);
CREATE INDEX time_proposals_person ON public.time_proposals USING btree (company_id, user_id, id);
CREATE UNIQUE INDEX time_proposals_one_open ON public.time_proposals USING btree (company_id, entry_id) WHERE ((status = 'open'::text) AND (entry_id IS NOT NULL));
-- owner app_owner, forced row-level security
grant insert, select, update on time_proposals to app_auth;
grant select on time_proposals to app_rt;
grant select on time_proposals to app_worker;
create policy app_auth_insert on time_proposals for insert to app_auth
  with check true;
create policy app_auth_select on time_proposals for select to app_auth
  using true;
create policy app_auth_update on time_proposals for update to app_auth
  using true
  with check true;
create policy may_read on time_proposals for select to app_rt, app_worker
  using ((company_id = ANY (( SELECT app.scope_for('time.read'::text) AS scope_for)::uuid[])) AND (( SELECT app.reaches_all('time.read'::text) AS reaches_all) OR (user_id = ( SELECT app.user_id() AS user_id))));
create policy owner_all on time_proposals for all to app_owner
  using true
  with check true;
CREATE TRIGGER announce_delete AFTER DELETE ON public.time_proposals REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('time_proposal', 'company_id');
CREATE TRIGGER announce_insert AFTER INSERT ON public.time_proposals REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('time_proposal', 'company_id');
CREATE TRIGGER announce_update AFTER UPDATE ON public.time_proposals REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('time_proposal', 'company_id');

create table user_preferences (
  user_id uuid not null,
  key text not null,
  value jsonb not null,
  updated_at timestamp with time zone not null default now(),
  constraint user_preferences_pkey PRIMARY KEY (user_id, key),
  constraint user_preferences_key_check CHECK ((key ~ '^[a-zA-Z.-]{1,60}$'::text)),
  constraint user_preferences_value_check CHECK ((pg_column_size(value) <= 8192)),
  constraint user_preferences_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(user_id) ON DELETE CASCADE
);
-- owner app_owner, forced row-level security
grant insert, select on user_preferences to app_rt;
grant select on user_preferences to app_auth;
grant update (updated_at, value) on user_preferences to app_rt;
create policy app_auth_select on user_preferences for select to app_auth
  using true;
create policy own_insert on user_preferences for insert to app_rt
  with check (user_id = ( SELECT app.user_id() AS user_id));
create policy own_read on user_preferences for select to app_rt
  using (user_id = ( SELECT app.user_id() AS user_id));
create policy own_update on user_preferences for update to app_rt
  using (user_id = ( SELECT app.user_id() AS user_id))
  with check (user_id = ( SELECT app.user_id() AS user_id));
create policy owner_all on user_preferences for all to app_owner
  using true
  with check true;

create table user_roles (
  user_id uuid not null,
  company_id uuid not null,
  role text not null,
  created_at timestamp with time zone not null default now(),
  constraint user_roles_pkey PRIMARY KEY (user_id, company_id),
  constraint user_roles_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint user_roles_role_fkey FOREIGN KEY (role) REFERENCES app.roles(role),
  constraint user_roles_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(user_id) ON DELETE CASCADE
);
CREATE INDEX user_roles_company ON public.user_roles USING btree (company_id);
-- owner app_owner, forced row-level security
grant delete, insert, select, update on user_roles to app_auth;
grant select on user_roles to app_rt;
create policy app_auth_delete on user_roles for delete to app_auth
  using true;
create policy app_auth_insert on user_roles for insert to app_auth
  with check true;
create policy app_auth_select on user_roles for select to app_auth
  using true;
create policy app_auth_update on user_roles for update to app_auth
  using true
  with check true;
create policy owner_all on user_roles for all to app_owner
  using true
  with check true;
create policy role_read on user_roles for select to app_rt
  using (( SELECT app.may('person.read'::text) AS may) OR (user_id = ( SELECT app.user_id() AS user_id)) OR (company_id = ANY (( SELECT app.scope() AS scope)::uuid[])));
CREATE CONSTRAINT TRIGGER operator_remains AFTER DELETE OR UPDATE ON public.user_roles DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.check_operator_remains();
CREATE TRIGGER access_delete AFTER DELETE ON public.user_roles REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce_roles();
CREATE TRIGGER access_insert AFTER INSERT ON public.user_roles REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce_roles();
CREATE TRIGGER access_update AFTER UPDATE ON public.user_roles REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce_roles();
CREATE TRIGGER announce_delete AFTER DELETE ON public.user_roles REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('person', 'company_id');
CREATE TRIGGER announce_insert AFTER INSERT ON public.user_roles REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('person', 'company_id');
CREATE TRIGGER announce_update AFTER UPDATE ON public.user_roles REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('person', 'company_id');
CREATE TRIGGER close_entries AFTER DELETE ON public.user_roles FOR EACH ROW EXECUTE FUNCTION app.close_entries_of_leaver();
CREATE TRIGGER close_entries_change AFTER UPDATE ON public.user_roles FOR EACH ROW WHEN (((old.company_id IS DISTINCT FROM new.company_id) OR (old.role IS DISTINCT FROM new.role))) EXECUTE FUNCTION app.close_entries_of_leaver();
CREATE TRIGGER notice_role AFTER INSERT OR UPDATE OF role ON public.user_roles FOR EACH ROW EXECUTE FUNCTION app.notice_role_changed();
CREATE TRIGGER person_version AFTER INSERT OR DELETE OR UPDATE ON public.user_roles FOR EACH ROW EXECUTE FUNCTION app.bump_person();
CREATE TRIGGER role_company BEFORE INSERT OR UPDATE ON public.user_roles FOR EACH ROW EXECUTE FUNCTION app.check_role_company();

create table vendor_private (
  id uuid not null,
  company_id uuid not null,
  account_number text,
  payment_terms text,
  routing_number text,
  swift_code text,
  iban text,
  shipping_account text,
  preferred_shipping_method text not null default 'none'::text,
  tax_id text,
  notes text,
  entity_name text generated always as (NULL::text) stored,
  constraint vendor_private_pkey PRIMARY KEY (company_id, id),
  constraint vendor_private_preferred_shipping_method_check CHECK ((preferred_shipping_method = ANY (ARRAY['none'::text, 'fedex'::text, 'ups'::text, 'dhl'::text, 'usps'::text, 'freight'::text, 'pickup'::text]))),
  constraint vendor_private_sealed CHECK ((starts_with(account_number, 's1.'::text) AND starts_with(routing_number, 's1.'::text) AND starts_with(swift_code, 's1.'::text) AND starts_with(iban, 's1.'::text) AND starts_with(shipping_account, 's1.'::text) AND starts_with(tax_id, 's1.'::text) AND starts_with(notes, 's1.'::text))) NOT VALID,
  constraint vendor_private_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint vendor_private_company_id_id_fkey FOREIGN KEY (company_id, id) REFERENCES vendors(company_id, id) ON DELETE CASCADE
) with (fillfactor=85);
-- owner app_owner, forced row-level security
grant delete, insert, select on vendor_private to app_rt;
grant select on vendor_private to app_auth;
grant update (account_number, iban, notes, payment_terms, preferred_shipping_method, routing_number, shipping_account, swift_code, tax_id) on vendor_private to app_rt;
create policy may_delete on vendor_private for delete to app_rt
  using (company_id = ANY (( SELECT app.scope_for('inventory.write'::text) AS scope_for)::uuid[]));
create policy may_insert on vendor_private for insert to app_rt
  with check (company_id = ANY (( SELECT app.scope_for('inventory.write'::text) AS scope_for)::uuid[]));
create policy may_read on vendor_private for select to app_rt
  using (company_id = ANY (( SELECT app.scope_for('vendor.readPrivate'::text) AS scope_for)::uuid[]));
create policy may_update on vendor_private for update to app_rt
  using (company_id = ANY (( SELECT app.scope_for('inventory.write'::text) AS scope_for)::uuid[]))
  with check (company_id = ANY (( SELECT app.scope_for('inventory.write'::text) AS scope_for)::uuid[]));
create policy owner_all on vendor_private for all to app_owner
  using true
  with check true;
create policy search on vendor_private for select to app_auth
  using true;
CREATE TRIGGER count_delete AFTER DELETE ON public.vendor_private REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION app.count_vendor_private();
CREATE TRIGGER count_insert AFTER INSERT ON public.vendor_private REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.count_vendor_private();
CREATE TRIGGER count_update AFTER UPDATE ON public.vendor_private REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.count_vendor_private();
CREATE TRIGGER log_delete AFTER DELETE ON public.vendor_private REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_delete('vendor_private');
CREATE TRIGGER log_insert AFTER INSERT ON public.vendor_private REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_insert('vendor_private');
CREATE TRIGGER log_update AFTER UPDATE ON public.vendor_private REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_update('vendor_private');

create table vendors (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  name text collate app."natural" not null,
  contact_person text collate app."natural",
  email text,
  phone text,
  address text,
  website text,
  status text not null default 'active'::text,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  is_active boolean not null generated always as ((status = 'active'::text)) stored,
  entity_name text not null generated always as (name) stored,
  search_text text not null generated always as (lower(((((name || chr(10)) || COALESCE(contact_person, ''::text)) || chr(10)) || COALESCE(email, ''::text)))) stored,
  constraint vendors_pkey PRIMARY KEY (company_id, id),
  constraint vendors_name_check CHECK ((name <> ''::text)),
  constraint vendors_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint vendors_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
) with (fillfactor=85);
CREATE INDEX vendors_search ON public.vendors USING gin (company_id, search_text gin_trgm_ops);
CREATE UNIQUE INDEX vendors_company_id_name_key ON public.vendors USING btree (company_id, app.folded(name));
-- owner app_owner, forced row-level security
grant delete, insert, select on vendors to app_rt;
grant maintain, select on vendors to app_auth;
grant select on vendors to app_worker;
grant update (address, contact_person, email, name, phone, status, updated_at, version, website) on vendors to app_rt;
create policy job_select on vendors for select to app_worker
  using (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]));
create policy may_delete on vendors for delete to app_rt
  using (company_id = ANY (( SELECT app.scope_for('inventory.write'::text) AS scope_for)::uuid[]));
create policy may_insert on vendors for insert to app_rt
  with check (company_id = ANY (( SELECT app.scope_for('inventory.write'::text) AS scope_for)::uuid[]));
create policy may_read on vendors for select to app_rt
  using (company_id = ANY (( SELECT app.scope_for('inventory.read'::text) AS scope_for)::uuid[]));
create policy may_update on vendors for update to app_rt
  using (company_id = ANY (( SELECT app.scope_for('inventory.write'::text) AS scope_for)::uuid[]))
  with check (company_id = ANY (( SELECT app.scope_for('inventory.write'::text) AS scope_for)::uuid[]));
create policy owner_all on vendors for all to app_owner
  using true
  with check true;
create policy search on vendors for select to app_auth
  using true;
CREATE TRIGGER count_delete AFTER DELETE ON public.vendors REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION app.count_vendors();
CREATE TRIGGER count_insert AFTER INSERT ON public.vendors REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.count_vendors();
CREATE TRIGGER count_update AFTER UPDATE ON public.vendors REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.count_vendors();
CREATE TRIGGER log_delete AFTER DELETE ON public.vendors REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_delete('vendor');
CREATE TRIGGER log_insert AFTER INSERT ON public.vendors REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_insert('vendor');
CREATE TRIGGER log_update AFTER UPDATE ON public.vendors REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_update('vendor');
CREATE TRIGGER version BEFORE UPDATE ON public.vendors FOR EACH ROW EXECUTE FUNCTION app.bump_version();

create table app.applied_routines (
  name text not null,
  hash text not null,
  applied_at timestamp with time zone not null default now(),
  constraint applied_routines_pkey PRIMARY KEY (name)
);
-- owner app_owner, open

create table app.context_key (
  key bytea not null
);
-- owner app_owner, open
grant select on app.context_key to app_auth;

create table app.file_parents (
  entity_type text not null,
  table_name text not null,
  place integer not null generated always as identity,
  attached_by text not null default 'may_update'::text,
  constraint file_parents_pkey PRIMARY KEY (entity_type)
);
-- owner app_owner, open

create table app.import_stages (
  name text not null,
  columns text not null,
  index_on text,
  constraint import_stages_pkey PRIMARY KEY (name)
);
-- owner app_owner, open
grant select on app.import_stages to app_stages;

create table app.installation (
  only_row boolean not null default true,
  id uuid not null default uuidv7(),
  is_demo boolean not null,
  default_time_zone text not null default 'UTC'::text,
  constraint installation_pkey PRIMARY KEY (only_row),
  constraint installation_only_row_check CHECK (only_row)
);
-- owner app_owner, open
grant select on app.installation to app_auth;
grant select on app.installation to app_rt;

create table app.integration_caches (
  table_name text not null,
  integration_name text not null,
  place integer not null generated always as identity,
  constraint integration_caches_pkey PRIMARY KEY (table_name)
);
-- owner app_owner, open
grant select on app.integration_caches to app_auth;

create table app.role_permissions (
  role text not null,
  action text not null,
  reach text not null,
  constraint role_permissions_pkey PRIMARY KEY (role, action),
  constraint role_permissions_reach_check CHECK ((reach = ANY (ARRAY['all'::text, 'company'::text, 'own'::text, 'none'::text])))
);
-- owner app_owner, open
grant select on app.role_permissions to app_auth;

create table app.roles (
  role text not null,
  is_group_wide boolean not null,
  in_one_company text,
  constraint roles_pkey PRIMARY KEY (role),
  constraint roles_in_one_company_fkey FOREIGN KEY (in_one_company) REFERENCES app.roles(role)
);
-- owner app_owner, open
grant select on app.roles to app_auth;

create table app.runtime_logins (
  role text not null,
  password text not null,
  constraint runtime_logins_pkey PRIMARY KEY (role)
);
-- owner app_owner, open

create table app.tenant_tables (
  table_name text not null,
  entity_type text not null,
  written_by text not null,
  undo_order integer not null,
  comes_first boolean not null default false,
  is_listed boolean not null default true,
  number_column text,
  search_columns text[] not null default '{}'::text[],
  sort_expressions jsonb not null default '{}'::jsonb,
  owner_column text,
  loose_references jsonb not null default '{}'::jsonb,
  exists_by text,
  rules text[] not null default '{}'::text[],
  log_actions jsonb not null default '{}'::jsonb,
  constraint tenant_tables_pkey PRIMARY KEY (table_name),
  constraint tenant_tables_entity_type_key UNIQUE (entity_type),
  constraint tenant_tables_undo_order_key UNIQUE (undo_order)
);
-- owner app_owner, open
grant select on app.tenant_tables to app_audit;
grant select on app.tenant_tables to app_auth;
grant select on app.tenant_tables to app_rt;

create table app.unfinished_migrations (
  name text not null,
  done text[] not null,
  constraint unfinished_migrations_pkey PRIMARY KEY (name)
);
-- owner app_owner, open

create table app.used_attempts (
  digest text not null,
  used_at timestamp with time zone not null default now(),
  constraint used_attempts_pkey PRIMARY KEY (digest)
);
CREATE INDEX used_attempts_time ON app.used_attempts USING btree (used_at);
-- owner app_owner, open
grant delete, insert, select on app.used_attempts to app_auth;

-- rows of app.tenant_tables
--
--   rules: []
--   exists_by: null
--   is_listed: true
--   table_name: assemblies
--   undo_order: 50
--   written_by: inventory.write
--   comes_first: false
--   entity_type: assembly
--   log_actions: {"vendor_id":"vendor_assigned"}
--   owner_column: null
--   number_column: assembly_number
--   search_columns: ["name","assembly_number","location","vendor_id","created_at","updated_at"]
--   loose_references: {"sop_id":"sops"}
--   sort_expressions: {}
--
--   rules: ["bom_loop","bom_too_deep"]
--   exists_by: null
--   is_listed: false
--   table_name: bom_lines
--   undo_order: 60
--   written_by: inventory.write
--   comes_first: false
--   entity_type: bom_line
--   log_actions: {}
--   owner_column: parent_id
--   number_column: null
--   search_columns: []
--   loose_references: {}
--   sort_expressions: {}
--
--   rules: []
--   exists_by: null
--   is_listed: false
--   table_name: comments
--   undo_order: 77
--   written_by: comment.write
--   comes_first: false
--   entity_type: comment
--   log_actions: {}
--   owner_column: parent_id
--   number_column: null
--   search_columns: []
--   loose_references: {}
--   sort_expressions: {}
--
--   rules: []
--   exists_by: null
--   is_listed: true
--   table_name: files
--   undo_order: 80
--   written_by: file.write
--   comes_first: false
--   entity_type: file
--   log_actions: {}
--   owner_column: parent_id
--   number_column: null
--   search_columns: []
--   loose_references: {}
--   sort_expressions: {}
--
--   rules: []
--   exists_by: null
--   is_listed: true
--   table_name: parts
--   undo_order: 30
--   written_by: inventory.write
--   comes_first: false
--   entity_type: part
--   log_actions: {"vendor_id":"vendor_assigned","stock_level":"stock_changed"}
--   owner_column: null
--   number_column: part_number
--   search_columns: ["name","part_number","supplier_name","location","stock_level","cost","retail_price","created_at","updated_at","is_low_stock","vendor_id","value","urgency","barcode"]
--   loose_references: {"sop_id":"sops"}
--   sort_expressions: {"value":"r.retail_price * r.stock_level","urgency":"row(app.urgency(r.stock_level, r.reorder_threshold), r.name)","supplier_name":"coalesce((select v.name from public.vendors v where v.company_id = r.company_id and v.id = r.vendor_id), r.supplier_name)"}
--
--   rules: []
--   exists_by: null
--   is_listed: true
--   table_name: products
--   undo_order: 40
--   written_by: inventory.write
--   comes_first: false
--   entity_type: product
--   log_actions: {}
--   owner_column: null
--   number_column: sku
--   search_columns: ["name","sku","cost","retail_price","created_at","updated_at","category","location"]
--   loose_references: {"sop_id":"sops"}
--   sort_expressions: {}
--
--   rules: []
--   exists_by: sop_exists
--   is_listed: true
--   table_name: sops
--   undo_order: 70
--   written_by: sop.write
--   comes_first: true
--   entity_type: sop
--   log_actions: {}
--   owner_column: null
--   number_column: null
--   search_columns: []
--   loose_references: {}
--   sort_expressions: {}
--
--   rules: []
--   exists_by: null
--   is_listed: false
--   table_name: task_items
--   undo_order: 78
--   written_by: task.report
--   comes_first: false
--   entity_type: task_item
--   log_actions: {}
--   owner_column: task_id
--   number_column: null
--   search_columns: []
--   loose_references: {}
--   sort_expressions: {}
--
--   rules: []
--   exists_by: null
--   is_listed: false
--   table_name: task_reports
--   undo_order: 76
--   written_by: task.report
--   comes_first: false
--   entity_type: task_report
--   log_actions: {}
--   owner_column: task_id
--   number_column: null
--   search_columns: []
--   loose_references: {}
--   sort_expressions: {}
--
--   rules: []
--   exists_by: null
--   is_listed: true
--   table_name: task_templates
--   undo_order: 74
--   written_by: task.edit
--   comes_first: false
--   entity_type: task_template
--   log_actions: {}
--   owner_column: null
--   number_column: null
--   search_columns: []
--   loose_references: {}
--   sort_expressions: {}
--
--   rules: ["assignee_unknown","task_loop"]
--   exists_by: null
--   is_listed: true
--   table_name: tasks
--   undo_order: 75
--   written_by: task.edit
--   comes_first: false
--   entity_type: task
--   log_actions: {}
--   owner_column: null
--   number_column: null
--   search_columns: []
--   loose_references: {}
--   sort_expressions: {}
--
--   rules: []
--   exists_by: null
--   is_listed: false
--   table_name: vendor_private
--   undo_order: 20
--   written_by: inventory.write
--   comes_first: true
--   entity_type: vendor_private
--   log_actions: {}
--   owner_column: id
--   number_column: null
--   search_columns: []
--   loose_references: {}
--   sort_expressions: {}
--
--   rules: []
--   exists_by: null
--   is_listed: true
--   table_name: vendors
--   undo_order: 10
--   written_by: inventory.write
--   comes_first: true
--   entity_type: vendor
--   log_actions: {}
--   owner_column: null
--   number_column: null
--   search_columns: ["name","contact_person","email","phone","status","created_at","updated_at"]
--   loose_references: {}
--   sort_expressions: {}

-- rows of app.file_parents
--
--   place: 2
--   table_name: assemblies
--   attached_by: may_update
--   entity_type: assembly
--
--   place: 1
--   table_name: parts
--   attached_by: may_update
--   entity_type: part
--
--   place: 3
--   table_name: products
--   attached_by: may_update
--   entity_type: product
--
--   place: 4
--   table_name: sops
--   attached_by: may_update
--   entity_type: sop
--
--   place: 7
--   table_name: sop_runs
--   attached_by: may_update
--   entity_type: sop_run
--
--   place: 5
--   table_name: tasks
--   attached_by: may_read
--   entity_type: task
--
--   place: 6
--   table_name: task_templates
--   attached_by: may_update
--   entity_type: task_template

-- rows of app.import_stages
--
--   name: faults
--   columns: row_number int, problems jsonb
--   index_on: null
--
--   name: file_items
--   columns: row_number int, section int, type text, number text, folded text, name text, entity_id uuid, list jsonb, has_lines boolean
--   index_on: type, folded
--
--   name: file_vendors
--   columns: name text
--   index_on: name
--
--   name: merging
--   columns: row_number int, section int, id uuid, is_as_seen boolean, has_lines boolean
--   index_on: null
--
--   name: parents
--   columns: row_number int, assembly_id uuid, product_id uuid, id uuid
--   index_on: null
--
--   name: row_lines
--   columns: row_number int, place bigint, type text, called text, quantity bigint, is_by_name boolean, name text, number text, is_stored boolean, matches int
--   index_on: row_number
--
--   name: staging
--   columns: row_number int not null, section int not null, vals text[] not null, cells text[] not null, problems jsonb
--   index_on: null
--
--   name: wanted_lines
--   columns: parent_id uuid, assembly_id uuid, product_id uuid, part_id uuid, sub_assembly_id uuid, sub_product_id uuid, component_id uuid, quantity int, position int
--   index_on: parent_id, component_id

CREATE OR REPLACE FUNCTION app.add_counts(company uuid, name text, d_total bigint, d_marked bigint, d_cost numeric, d_retail numeric)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare free uuid;
begin
  select slot into free from public.row_counts where company_id = company and table_name = name limit 1 for update skip locked;
  if free is null then
    insert into public.row_counts (company_id, table_name, total, marked, value_at_cost, value_at_retail, changes)
    values (company, name, d_total, d_marked, d_cost, d_retail, 1);
  else
    update public.row_counts set total = total + d_total, marked = marked + d_marked,
      value_at_cost = value_at_cost + d_cost, value_at_retail = value_at_retail + d_retail, changes = changes + 1
    where company_id = company and table_name = name and slot = free;
  end if;
end $function$;
-- owner app_audit, called by app_audit

CREATE OR REPLACE FUNCTION app.add_time_entry(company uuid, person uuid, start_at timestamp with time zone, end_at timestamp with time zone, taken tstzmultirange, words text, why text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if not company = any (app.scope_for('time.edit')) or not app.reaches_all('time.edit') then return null; end if;
  if not exists (select from public.user_roles r where r.company_id = company and r.user_id = person)
    and not exists (select from public.time_entries e where e.company_id = company and e.user_id = person) then return null; end if;
  return app.insert_entry(company, person, start_at, end_at, taken, words, why, null);
end $function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.agree_hours(company uuid, person uuid, from_day date, hours numeric)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if not company = any (app.scope_for('time.agree')) or not app.reaches_all('time.agree') then return false; end if;
  if not exists (select from public.user_roles r where r.company_id = company and r.user_id = person)
    and not exists (select from public.time_entries e where e.company_id = company and e.user_id = person) then return false; end if;
  perform app.expect_unlocked(company, app.day_begins(company, from_day), (
    select app.day_begins(company, min(a.valid_from)) from public.agreed_hours a
    where a.company_id = company and a.user_id = person and a.valid_from > from_day));
  if hours is null then
    delete from public.agreed_hours a where a.company_id = company and a.user_id = person and a.valid_from = from_day;
  else
    insert into public.agreed_hours (company_id, user_id, valid_from, hours_per_week, set_by) values (company, person, from_day, hours, app.user_id())
    on conflict (company_id, user_id, valid_from) do update
      set hours_per_week = excluded.hours_per_week, set_by = excluded.set_by, set_at = now();
  end if;
  return true;
end $function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.allow_unmanaged_account(person uuid, allowed boolean, address text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform from app.person_to_change(person);
  if not found then return false; end if;
  update public.profiles set allows_unmanaged_account = allowed where user_id = person;
  perform app.record_security_event('unmanaged_account_allowed', jsonb_build_object('person', person, 'allowed', allowed), address);
  return true;
end $function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.announce()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare concerned record;
begin
  for concerned in execute format('select distinct c.%I as company, %s as person from changed c', tg_argv[1],
    coalesce('c.' || quote_ident(tg_argv[2]), 'null::uuid'))
  loop
    perform app.tell(concat_ws(' ', concerned.company, tg_argv[0], concerned.person));
  end loop;
  return null;
end $function$;
-- owner app_owner, called by app_owner

CREATE OR REPLACE FUNCTION app.announce_access_request()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform app.tell(app.firm() || ' access_request');
  return null;
end $function$;
-- owner app_auth, called by app_auth

CREATE OR REPLACE FUNCTION app.announce_companies()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform pg_notify('access', '*');
  return null;
end $function$;
-- owner app_owner, called by app_owner

CREATE OR REPLACE FUNCTION app.announce_log()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform app.tell(concat_ws(' ', c.company_id, c.kind)) from (
    select distinct n.company_id, unnest(array[n.entity_type, n.parent_type]) as kind from changed n) c where c.kind is not null;
  return null;
end $function$;
-- owner app_owner, called by app_owner

CREATE OR REPLACE FUNCTION app.announce_roles()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform pg_notify('access', c.user_id::text) from (select distinct user_id from changed) c;
  return null;
end $function$;
-- owner app_owner, called by app_owner

CREATE OR REPLACE FUNCTION app.announce_session()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform pg_notify('access', old.user_id::text);
  return null;
end $function$;
-- owner app_owner, called by app_owner

CREATE OR REPLACE PROCEDURE app.announced_table(IN target text, IN kind text, IN company text DEFAULT 'company_id'::text, IN person text DEFAULT NULL::text)
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $procedure$
declare verb text;
begin
  foreach verb in array array['insert', 'update', 'delete'] loop
    execute format('create trigger %I after %s on public.%I referencing %s table as changed for each statement execute function app.announce(%s)',
      'announce_' || verb, verb, target, case verb when 'delete' then 'old' else 'new' end,
      concat_ws(', ', quote_literal(kind), quote_literal(company), quote_literal(person)));
  end loop;
end $procedure$;
-- owner app_owner, called by app_owner

CREATE OR REPLACE FUNCTION app.answer_report(company uuid, task uuid, report uuid, what text, words text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  t public.tasks;
  r public.task_reports;
begin
  select * into t from public.tasks x where x.company_id = company and x.id = task and company = any (app.scope_for('task.setStatus'))
    and (app.reaches_all('task.setStatus') or app.user_id() in (x.assigned_to, x.assigned_by)) for update;
  if t.id is null then return 'gone'; end if;
  select * into r from public.task_reports y where y.company_id = company and y.task_id = task and y.id = report;
  if r.id is null then return 'gone'; end if;
  if r.answer = what then return 'known'; end if;
  if r.answer is not null or not r.is_current then return 'over'; end if;
  update public.task_reports y set answer = what, answer_comment = words, answered_by = app.user_id(), answered_at = now(),
    is_current = what <> 'confirmed'
    where y.company_id = company and y.id = report;
  return 'answered';
end $function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.apply_times(e time_entries, new_start timestamp with time zone, new_end timestamp with time zone, new_breaks tstzmultirange, new_text text, why text, change text, proposal uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare kept tstzmultirange;
begin
  if new_end is null and e.ended_at is not null then raise exception 'entry_reopened' using errcode = 'SB001'; end if;
  if (new_start, new_end, new_breaks) is distinct from (e.started_at, e.ended_at, e.breaks) then
    perform app.check_times(new_start, new_end, new_breaks);
    perform app.expect_free(e.company_id, e.user_id, e.id, new_start, new_end);
  end if;
  update public.time_entries t set started_at = new_start, ended_at = new_end, breaks = new_breaks, notes = new_text,
      is_end_proposed = change = 'end_proposed', has_auto_break = t.has_auto_break and new_breaks = e.breaks
    where t.company_id = e.company_id and t.id = e.id returning breaks into kept;
  insert into public.time_entry_revisions (company_id, entry_id, editor_id, is_self_edited, reason, kind, proposal_id,
    old_started_at, new_started_at, old_ended_at, new_ended_at, old_notes, new_notes, old_breaks, new_breaks)
  values (e.company_id, e.id, app.user_id(), e.user_id = app.user_id() and change <> 'end_proposed', why, change, proposal,
    e.started_at, new_start, e.ended_at, new_end, e.notes, new_text, e.breaks, kept);
end $function$;
-- owner app_auth, called by app_auth

CREATE OR REPLACE FUNCTION app.approve_access(request uuid, wanted_role text, wanted_company uuid, allows_unmanaged boolean, address text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  asked public.access_requests;
  person uuid;
begin
  if not app.may('person.write') then raise exception 'not allowed' using errcode = 'insufficient_privilege'; end if;
  select * into asked from public.access_requests a where a.id = request for update;
  if not found then return null; end if;
  if asked.status = 'approved' then raise exception 'request_closed' using errcode = 'SB001'; end if;
  select l.user_id into person from public.identity_links l where l.issuer = asked.issuer and l.subject = asked.subject;
  if person is null then
    select p.user_id into person from public.profiles p where p.email = asked.email and p.deleted_at is null;
  end if;
  if person is null then
    person := app.create_person(asked.email, nullif(split_part(asked.name, ' ', 1), ''),
      nullif(trim(substr(asked.name, length(split_part(asked.name, ' ', 1)) + 1)), ''), wanted_role, wanted_company, allows_unmanaged, address);
  else
    perform from app.person_to_change(person);
    if exists (select from public.user_roles r where r.user_id = person) then raise exception 'has_access' using errcode = 'SB001'; end if;
    perform app.set_access(person, wanted_role, wanted_company, address);
    if allows_unmanaged then perform app.allow_unmanaged_account(person, true, address); end if;
  end if;
  update public.access_requests set status = 'approved' where id = request;
  perform app.record_security_event('access_approved', jsonb_build_object('person', person, 'request', request), address);
  return person;
end $function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.assistant_limit(config jsonb)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select case when config ->> 'monthly_limit' ~ '^[0-9]{1,6}$' then (config ->> 'monthly_limit')::int else 200 end
$function$;
-- owner app_auth, called by app_auth

CREATE OR REPLACE FUNCTION app.assistant_state(company uuid)
 RETURNS TABLE(is_ready boolean, name text, calls integer, monthly_limit integer, tokens bigint, month date)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select coalesce(c.is_enabled and not c.needs_reconnect and coalesce(c.config ->> 'model', '') <> '' and exists (
      select from public.integration_secrets s
      where s.company_id = company and s.integration_id = c.id and s.field = 'api_key'), false),
    c.config ->> 'assistant_name', coalesce(m.calls, 0), app.assistant_limit(c.config), coalesce(m.tokens, 0), d.month
  from public.companies o
  cross join lateral (select date_trunc('month', now() at time zone o.time_zone)::date as month) d
  left join public.integration_configs c on c.company_id = o.id and c.integration_name = 'openai'
  left join public.assistant_months m on m.company_id = o.id and m.month = d.month
  where o.id = company and company = any (app.scope_for('assistant.use'))
$function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.back_already(company uuid, target_set uuid, is_first boolean, types text[])
 RETURNS bigint[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  roots bigint[] := array(select distinct r.root_id from app.returning(company, target_set, is_first) r where r.root_id <> r.log_id);
  t app.tenant_tables;
  back bigint[] := '{}';
  found bigint[];
begin
  if cardinality(roots) = 0 then return back; end if;
  for t in select * from app.tenant_tables x where x.entity_type = any (types) loop
    execute format($q$ select array_agg(l.id) from unnest($2) u(id) join public.activity_logs l on l.company_id = $1 and l.id = u.id
      join public.%I x on x.company_id = $1 and x.id = l.entity_id where l.entity_type = $3 $q$, t.table_name)
      into found using company, roots, t.entity_type;
    back := back || found;
  end loop;
  return back;
end $function$;
-- owner app_owner, called by app_owner, app_rt

CREATE OR REPLACE FUNCTION app.backups_after(last_key text, take integer)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select key from public.backups where key > last_key order by key limit take
$function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.begin_assistance(company uuid)
 RETURNS TABLE(integration_id uuid, config jsonb, sealed text, month date)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare state record;
begin
  select * into state from app.assistant_state(company);
  if not found then raise exception 'no right to the assistant' using errcode = 'insufficient_privilege'; end if;
  if not state.is_ready then raise exception 'assistant_off' using errcode = 'SB001'; end if;
  if state.monthly_limit > 0 then
    insert into public.assistant_months as m (company_id, month, calls) values (company, state.month, 1)
      on conflict (company_id, month) do update set calls = m.calls + 1 where m.calls < state.monthly_limit;
  end if;
  if state.monthly_limit = 0 or not found then raise exception 'assistant_used_up' using errcode = 'SB001'; end if;
  return query select c.id, c.config, s.sealed, state.month
    from public.integration_configs c
    join public.integration_secrets s on s.company_id = c.company_id and s.integration_id = c.id and s.field = 'api_key'
    where c.company_id = company and c.integration_name = 'openai';
end $function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.begin_consent(company uuid, service text, hash text, verifier text, back_to text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  insert into public.integration_consents (company_id, integration_id, state_hash, session_id, sealed_verifier, redirect_uri)
  values (company, app.expect_integration(company, service), hash, (app.known()).session_id, verifier, back_to)
$function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.blobs_after(last_key text, take integer)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select storage_key from public.files where storage_key > last_key order by storage_key limit take
$function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.block_of(t tasks)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select case
    when t.blocked_by_part is not null then (
      select jsonb_build_object('kind', 'part', 'id', t.blocked_by_part, 'name', max(p.part_number || ' ' || p.name),
        'quantity', t.blocked_quantity, 'stock', max(p.stock_level), 'isOver', coalesce(max(p.stock_level) >= t.blocked_quantity, false))
      from parts p where p.company_id = t.company_id and p.id = t.blocked_by_part)
    when t.blocked_by_task is not null then jsonb_build_object('kind', 'task', 'id', t.blocked_by_task,
      'name', (select x.title from tasks x where x.company_id = t.company_id and x.id = t.blocked_by_task),
      'quantity', null, 'stock', null, 'isOver', app.is_task_over(t.company_id, t.blocked_by_task))
    when t.blocked_by_person is not null then jsonb_build_object('kind', 'person', 'id', t.blocked_by_person,
      'name', app.shown_name(t.blocked_by_person), 'quantity', null, 'stock', null, 'isOver', false) end
$function$;
-- owner app_owner, called by app_owner, app_rt

CREATE OR REPLACE FUNCTION app.bound_tokens()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  -- Without the lock two requests at once would both count 49.
  perform pg_advisory_xact_lock(hashtextextended('tokens of ' || new.user_id, 0));
  if (select count(*) from public.sessions s
      where s.user_id = new.user_id and s.kind = 'token' and s.expires_at > now() and s.idle_expires_at > now()) >= 50 then
    raise exception using errcode = 'SB001', message = 'too_many_tokens';
  end if;
  return new;
end $function$;
-- owner app_owner, called by app_owner

CREATE OR REPLACE FUNCTION app.bound_views()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  -- Without the lock two requests at once would both count 99.
  perform pg_advisory_xact_lock(hashtextextended('views of ' || new.created_by, 0));
  if (select count(*) from public.saved_views v
      where v.company_id = new.company_id and v.created_by = new.created_by and v.deleted_at is null) >= 100 then
    raise exception using errcode = 'SB001', message = 'too_many_views';
  end if;
  return new;
end $function$;
-- owner app_owner, called by app_owner, app_rt

CREATE OR REPLACE FUNCTION app.break_seconds(breaks tstzmultirange, running_since timestamp with time zone, from_at timestamp with time zone, to_at timestamp with time zone)
 RETURNS numeric
 LANGUAGE sql
 STABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select coalesce(sum(extract(epoch from upper(r) - lower(r))), 0)
  from unnest((breaks + case when running_since is null then '{}' else tstzmultirange(tstzrange(running_since, greatest(running_since, now()))) end)
    * tstzmultirange(tstzrange(from_at, greatest(from_at, to_at)))) r
$function$;
-- owner app_owner, called by app_auth, app_owner, app_rt, app_worker

CREATE OR REPLACE FUNCTION app.breaks_until(e time_entries, end_at timestamp with time zone)
 RETURNS tstzmultirange
 LANGUAGE sql
 IMMUTABLE
RETURN ((e).breaks * tstzmultirange(tstzrange(NULL::timestamp with time zone, end_at)));
-- owner app_owner, called by app_auth, app_owner

CREATE OR REPLACE FUNCTION app.bring_back(company uuid, logs bigint[])
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  t app.tenant_tables;
  rows bigint[];
  types text[];
  origin uuid;
  back uuid;
begin
  select array_agg(w.log_id), array_agg(distinct w.entity_type) into rows, types from app.deleted_with(company, logs) w;
  if rows is null then return 0; end if;
  if cardinality(rows) > 500 then perform set_config('enable_nestloop', 'off', true); end if;
  select case when count(distinct l.change_set_id) = 1 then min(l.change_set_id::text)::uuid end into origin
    from unnest(logs) u(id) join public.activity_logs l on l.company_id = company and l.id = u.id;
  if origin is not null and exists (
    select from public.activity_logs l left join unnest(rows) u(id) on u.id = l.id
    where l.company_id = company and l.change_set_id = origin and u.id is null) then origin := null; end if;
  perform set_config('app.change_kind', 'undo', true), set_config('app.undoes', coalesce(origin::text, ''), true);
  for t in select * from app.tenant_tables x where x.entity_type = any (types) order by not x.comes_first, x.undo_order loop
    perform app.return_rows(t, company, rows);
  end loop;
  back := app.open_change_set();
  if origin is not null and back is not null then
    update public.change_sets s set undone_by = back where s.company_id = company and s.id = origin and s.undone_by is null;
  end if;
  return cardinality(logs);
end $function$;
-- owner app_owner, called by app_owner, app_rt

CREATE OR REPLACE FUNCTION app.buildable_of(company uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select coalesce(
    (select f.buildable from company_figures f where f.company_id = company and f.changes = app.inventory_changes(company)),
    (select count(*) filter (where b.buildable > 0)::int from app.max_buildable(company) b))
$function$;
-- owner app_owner, called by app_auth, app_owner

CREATE OR REPLACE FUNCTION app.bump_person()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  update public.profiles set is_pre_authorized = is_pre_authorized where user_id = coalesce(new.user_id, old.user_id);
  return null;
end $function$;
-- owner app_auth, called by app_auth

CREATE OR REPLACE FUNCTION app.bump_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end $function$;
-- owner app_owner, called by app_owner, app_rt

CREATE OR REPLACE FUNCTION app.bytes_of_files(company uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select coalesce(sum(c.value_at_cost), 0)::bigint from public.row_counts c
  where c.company_id = company and c.table_name = 'files' and company = any (app.scope_with_firm('file.write', 'sop.share'))
$function$;
-- owner app_audit, called by app_audit, app_rt

CREATE OR REPLACE PROCEDURE app.caches_of(IN service text, IN target text)
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $procedure$
begin
  insert into app.integration_caches (table_name, integration_name) values (target, service);
  call app.let_in(target, 'app_auth', 'select,delete');
end $procedure$;
-- owner app_owner, called by app_owner

CREATE OR REPLACE FUNCTION app.calendars_behind()
 RETURNS TABLE(company_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select c.company_id from app.connected_to('google_calendar') c
  join public.integration_configs i on i.company_id = c.company_id and i.integration_name = 'google_calendar'
  where (i.last_error_at is null or i.last_error_at < now() - interval '1 hour')
    and exists (select from public.calendar_events e
      where e.company_id = c.company_id and e.is_changed and e.changed_at < now() - interval '10 minutes')
$function$;
-- owner app_auth, called by app_auth, app_worker

CREATE OR REPLACE FUNCTION app.came_back(company uuid, deletion bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select exists (select from public.activity_logs n where n.company_id = company and n.brings_back = deletion)
$function$;
-- owner app_auth, called by app_auth, app_rt, app_worker

CREATE OR REPLACE FUNCTION app.change_password(seen uuid, sealed text, address text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare c app.context := app.ctx();
begin
  update public.passwords w set sealed_hash = sealed, version = uuidv7(), changed_at = now()
    where w.version = seen and w.user_id = (select o.person from app.own_password() o);
  if not found then return false; end if;
  delete from public.password_resets t where t.user_id = c.user_id;
  delete from public.sessions s where s.user_id = c.user_id and s.kind = 'browser' and s.id <> c.session_id;
  insert into public.security_events (kind, user_id, address) values ('password_changed', c.user_id, change_password.address);
  return true;
end $function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.change_set(company uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  open text := current_setting('app.change_set', true);
  author uuid;
  named text := nullif(current_setting('app.set_kind', true), '');
  made uuid;
begin
  if left(open, 36) = company::text then return app.open_change_set(); end if;
  author := app.user_id();
  if author is null and not pg_has_role(session_user, 'app_owner', 'member') and not pg_has_role(session_user, 'app_worker', 'member') then
    raise exception 'a change without a session' using errcode = 'insufficient_privilege';
  end if;
  insert into public.change_sets (company_id, user_id, kind, undoes) values (
    company, author, coalesce(named, nullif(current_setting('app.change_kind', true), ''), 'edit'),
    case when named is null then nullif(current_setting('app.undoes', true), '')::uuid end) returning id into made;
  perform set_config('app.change_set', company::text || ':' || made, true);
  return made;
end $function$;
-- owner app_audit, called by app_audit

CREATE OR REPLACE FUNCTION app.changeable_integration(company uuid, service text)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select c.id from public.integration_configs c
  where c.company_id = company and c.integration_name = service and company = any (app.scope_of_calls())
$function$;
-- owner app_auth, called by app_auth

CREATE OR REPLACE FUNCTION app.changed_events(company uuid, tasks uuid[])
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select e.task_id from public.calendar_events e
  where e.company_id = company and e.task_id = any (tasks) and e.is_changed and not e.is_queued and company = any (app.scope())
$function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.check_assignee()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'UPDATE' and new.assigned_to = old.assigned_to then return null; end if; -- another field of the task of somebody who left
  if coalesce(current_setting('app.change_kind', true) = 'undo', false) then return null; end if;
  if not exists (select from public.user_roles r where r.user_id = new.assigned_to and r.company_id = new.company_id) then
    raise exception 'assignee_unknown' using errcode = 'SB001';
  end if;
  return null;
end $function$;
-- owner app_auth, called by app_auth

CREATE OR REPLACE FUNCTION app.check_bom()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  c record;
  deepest int;
  one uuid;
  loop_path text;
begin
  for c in select company_id as company, array_agg(distinct parent_id) as parents from new_rows where part_id is null group by company_id loop
    perform pg_advisory_xact_lock(hashtextextended('bom:' || c.company, 0));
    with recursive above(id) as (
      select unnest(c.parents) union
      select l.parent_id from above a join public.bom_lines l on l.company_id = c.company and l.component_id = a.id
    ), below(id, level) as (
      select id, 1 from above union
      select l.component_id, b.level + 1 from below b join public.bom_lines l on l.company_id = c.company and l.parent_id = b.id
      where l.part_id is null and b.level <= 20
    ) select max(level) into deepest from below;
    continue when deepest <= 20;
    foreach one in array c.parents loop
      -- The distance of each item from this one; then the shortest way back.
      with recursive walk(id, level) as (
        select l.component_id, 1 from public.bom_lines l where l.company_id = c.company and l.parent_id = one and l.part_id is null
        union
        select l.component_id, w.level + 1 from walk w
        join public.bom_lines l on l.company_id = c.company and l.parent_id = w.id and l.part_id is null
        where w.id <> one and w.level <= 20
      ), nearest as materialized (
        select id, min(level) as level from walk group by id
      ), back(id, level, path) as (
        select n.id, n.level, array[n.id] from nearest n where n.id = one
        union all
        select p.id, b.level - 1, p.id || b.path from back b cross join lateral (
          select n.id from nearest n join public.bom_lines l
            on l.company_id = c.company and l.parent_id = n.id and l.component_id = b.id and l.part_id is null
          where n.level = b.level - 1 limit 1) p
        where b.level > 1
      ) select (select string_agg(coalesce(
          (select i.assembly_number from public.assemblies i where i.company_id = c.company and i.id = p.id),
          (select i.sku from public.products i where i.company_id = c.company and i.id = p.id)), ' > ' order by p.place)
          from unnest(one || b.path) with ordinality p(id, place)) into loop_path
        from back b where b.level = 1;
      exit when loop_path is not null;
    end loop;
    raise exception using errcode = 'SB001', message = case when loop_path is null then 'bom_too_deep' else 'bom_loop' end,
      detail = coalesce(loop_path, '');
  end loop;
  return null;
end $function$;
-- owner app_owner, called by app_owner, app_rt

CREATE OR REPLACE FUNCTION app.check_clock_in()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare held text;
begin
  perform from public.profiles p where p.user_id = new.user_id for key share;
  perform from public.companies c where c.id = new.company_id and c.status <> 'sold' for share;
  if not found then raise exception 'nobody to clock in' using errcode = 'insufficient_privilege'; end if;
  select r.role into held from public.user_roles r
    where r.user_id = new.user_id and r.company_id = new.company_id for share;
  if not exists (select from app.role_permissions p where p.role = held and p.action = 'time.clock' and p.reach <> 'none') then
    raise exception 'nobody to clock in' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $function$;
-- owner app_auth, called by app_auth

CREATE OR REPLACE FUNCTION app.check_company_family()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
end $function$;
-- owner app_auth, called by app_auth

CREATE OR REPLACE FUNCTION app.check_new_file()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  is_undo boolean := coalesce(current_setting('app.change_kind', true) = 'undo', false);
begin
  if is_undo and not app.sees_parent(new) then
    raise exception 'no such record' using errcode = 'foreign_key_violation';
  end if;
  if not starts_with(new.storage_key, new.company_id || '/')
      and split_part(new.storage_key, '/', 1) <> all (app.scope_with_firm('file.write', 'sop.share')::text[])
      and not exists (select from public.activity_logs l
        where l.company_id = new.company_id and l.entity_id = new.id and l.entity_type = 'file' and l.action = 'deleted'
          and l.metadata -> 'row' ->> 'storage_key' = new.storage_key) then
    raise exception 'foreign bytes' using errcode = 'check_violation';
  end if;
  if new.step >= (select r.step_count from sop_runs r where r.company_id = new.company_id and r.id = new.sop_run_id) then
    raise exception 'sop_step_unknown' using errcode = 'SB001';
  end if;
  return new;
end $function$;
-- owner app_owner, called by app_owner, app_rt

CREATE OR REPLACE FUNCTION app.check_operator_remains()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if not (select g.is_group_wide from app.roles g where g.role = old.role) then return null; end if;
  perform pg_advisory_xact_lock(7203004);
  if not exists (select from public.user_roles r join app.roles g on g.role = r.role join public.profiles p on p.user_id = r.user_id
                 where g.is_group_wide and not p.is_pre_authorized) then
    raise exception 'last_operator' using errcode = 'SB001';
  end if;
  return null;
end $function$;
-- owner app_auth, called by app_auth

CREATE OR REPLACE FUNCTION app.check_role_company()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if (select r.is_group_wide from app.roles r where r.role = new.role)
     is distinct from (select c.is_sbr from public.companies c where c.id = new.company_id) then
    raise exception 'role_company_mismatch' using errcode = 'check_violation';
  end if;
  return new;
end $function$;
-- owner app_auth, called by app_auth

CREATE OR REPLACE FUNCTION app.check_sop_link()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform from public.sops s where s.id = new.sop_id
    and (s.visibility <> 'company' or s.company_id = new.company_id)
    and (current_setting('app.change_kind', true) = 'undo' or (s.status = 'published' and s.visibility <> 'sbr_only'))
    for key share;
  if not found then
    raise exception 'no such SOP' using errcode = 'foreign_key_violation', table = tg_table_name,
      constraint = tg_table_name || '_company_id_sop_id_fkey';
  end if;
  return new;
end $function$;
-- owner app_auth, called by app_auth

CREATE OR REPLACE FUNCTION app.check_sop_unused()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if exists (select from public.parts p where p.sop_id = old.id and (old.visibility <> 'company' or p.company_id = old.company_id))
     or exists (select from public.assemblies a where a.sop_id = old.id and (old.visibility <> 'company' or a.company_id = old.company_id))
     or exists (select from public.products p where p.sop_id = old.id and (old.visibility <> 'company' or p.company_id = old.company_id)) then
    raise exception 'update or delete of a SOP in use' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $function$;
-- owner app_auth, called by app_auth

CREATE OR REPLACE FUNCTION app.check_task_edit()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if app.user_id() is null then return new; end if; -- the owner of the database: seeds and repairs
  if new.assigned_by <> old.assigned_by or (new.template_id, new.repeat_on) is distinct from (old.template_id, old.repeat_on) then
    raise exception 'the creator stays, and what made it' using errcode = 'insufficient_privilege';
  end if;
  if (new.title, new.description, new.priority, new.assigned_to, new.due_on, new.part_id, new.assembly_id, new.product_id, new.sop_id, new.sop_version)
      is distinct from (old.title, old.description, old.priority, old.assigned_to, old.due_on, old.part_id, old.assembly_id, old.product_id,
        old.sop_id, old.sop_version)
      and not app.reaches_all('task.edit') and not (app.may('task.edit') and old.assigned_by = app.user_id()) then
    raise exception 'not the creator' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $function$;
-- owner app_owner, called by app_owner, app_rt

CREATE OR REPLACE FUNCTION app.check_task_links()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  missing text;
  was public.tasks;
begin
  if tg_op = 'UPDATE' then was := old; end if;
  if new.blocked_by_task is not null and new.blocked_by_task is distinct from was.blocked_by_task then
    perform pg_advisory_xact_lock(hashtextextended('blocked tasks ' || new.company_id, 0));
    if app.task_waits_for(new.company_id, new.blocked_by_task, new.id) then
      raise exception 'task_loop' using errcode = 'SB001';
    end if;
  end if;
  if app.user_id() is null or coalesce(current_setting('app.change_kind', true) = 'undo', false) then return null; end if;
  missing := coalesce(app.unknown_subject(new.company_id, nullif(new.part_id, was.part_id), nullif(new.assembly_id, was.assembly_id),
    nullif(new.product_id, was.product_id), nullif(new.sop_id, was.sop_id)), case
    when new.template_id is distinct from was.template_id and new.template_id is not null
      and not exists (select from task_templates x where x.company_id = new.company_id and x.id = new.template_id) then 'template'
    when new.blocked_by_part is distinct from was.blocked_by_part and new.blocked_by_part is not null
      and not exists (select from parts x where x.company_id = new.company_id and x.id = new.blocked_by_part) then 'part'
    when new.blocked_by_task is distinct from was.blocked_by_task and new.blocked_by_task is not null
      and not exists (select from tasks x where x.company_id = new.company_id and x.id = new.blocked_by_task) then 'task'
    when new.blocked_by_person is distinct from was.blocked_by_person and new.blocked_by_person is not null
      and not app.is_member(new.company_id, new.blocked_by_person) then 'person' end);
  if missing is not null then raise exception 'task_link_unknown' using errcode = 'SB001', detail = missing; end if;
  return null;
end $function$;
-- owner app_owner, called by app_owner, app_rt, app_worker

CREATE OR REPLACE FUNCTION app.check_template()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  missing text;
  was public.task_templates;
begin
  if tg_op = 'UPDATE' then
    was := old;
    if app.user_id() is not null and new.created_by <> old.created_by then
      raise exception 'the creator stays' using errcode = 'insufficient_privilege';
    end if;
  end if;
  if app.user_id() is null or coalesce(current_setting('app.change_kind', true) = 'undo', false) then return null; end if;
  if new.assigned_to is distinct from was.assigned_to and new.assigned_to is not null
      and not app.is_member(new.company_id, new.assigned_to) then
    raise exception 'assignee_unknown' using errcode = 'SB001';
  end if;
  missing := app.unknown_subject(new.company_id, nullif(new.part_id, was.part_id), nullif(new.assembly_id, was.assembly_id),
    nullif(new.product_id, was.product_id), nullif(new.sop_id, was.sop_id));
  if missing is not null then raise exception 'task_link_unknown' using errcode = 'SB001', detail = missing; end if;
  return null;
end $function$;
-- owner app_owner, called by app_owner, app_rt, app_worker

CREATE OR REPLACE FUNCTION app.check_time_zone()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform now() at time zone new.time_zone;
  return new;
exception when invalid_parameter_value then
  raise exception 'zone_unknown' using errcode = 'SB001';
end $function$;
-- owner app_owner, called by app_owner

CREATE OR REPLACE FUNCTION app.check_times(start_at timestamp with time zone, end_at timestamp with time zone, breaks tstzmultirange)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if end_at <= start_at then raise exception 'entry_order' using errcode = 'SB001'; end if;
  if greatest(start_at, end_at) > now() then raise exception 'entry_future' using errcode = 'SB001'; end if;
  -- Nobody corrects times so long ago: such a year is a typing error.
  if start_at < now() - interval '10 years' then raise exception 'entry_past' using errcode = 'SB001'; end if;
  if lower(breaks) < start_at then raise exception 'break_early' using errcode = 'SB001'; end if;
  if upper(breaks) > end_at then raise exception 'break_late' using errcode = 'SB001'; end if;
end $function$;
-- owner app_owner, called by app_auth, app_owner

CREATE OR REPLACE FUNCTION app.claim_notices(company uuid, job uuid, take integer)
 RETURNS TABLE(webhook_id text, record_kind text, record_id text, is_deleted boolean)
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform pg_advisory_xact_lock(7203110, hashtext(company::text));
  return query
    update public.store_webhooks w set claimed_by = job
    where w.company_id = company and w.provider = 'shopify' and w.webhook_id = any (array(
      select s.webhook_id from public.store_webhooks s
      where s.company_id = company and s.is_waiting and (s.claimed_by is null or s.claimed_by = job
        or not exists (select from jobs.job_common j where j.name = 'shopify-notices' and j.id = s.claimed_by and j.state in ('created', 'retry', 'active')))
      order by s.received_at, s.webhook_id limit take))
    returning w.webhook_id, w.record_kind, w.record_id::text, w.is_deleted;
end $function$;
-- owner app_owner, called by app_owner, app_worker

CREATE OR REPLACE PROCEDURE app.clear_routines()
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $procedure$
declare
  ours oid[] := array(select c.oid from pg_class c where c.relowner = 'app_owner'::regrole
    and c.relnamespace in ('public'::regnamespace, 'app'::regnamespace, to_regnamespace('jobs')) and c.relkind in ('r', 'p'));
  roles text[] := array['app_auth', 'app_audit', 'app_stages', 'app_rt', 'app_worker'];
  step text;
begin
  for step in
    select format('drop trigger %I on %s', t.tgname, t.tgrelid::regclass) from pg_trigger t where t.tgrelid = any (ours) and not t.tgisinternal
    union all
    select format('drop policy %I on %s', p.polname, p.polrelid::regclass) from pg_policy p where p.polrelid = any (ours)
    union all
    select format('drop view if exists %s cascade', c.oid::regclass) from pg_class c where c.relowner = 'app_owner'::regrole
      and c.relnamespace in ('public'::regnamespace, 'app'::regnamespace) and c.relkind = 'v'
    union all
    select format('revoke all on %s from %s', t::regclass, array_to_string(roles, ', ')) from unnest(ours) t
    union all
    -- Not from the owner: functions of app_auth call each other.
    select format('revoke all on routine %s from %s', p.oid::regprocedure, array_to_string(array_remove(roles, o.rolname::text), ', '))
    from pg_proc p join pg_roles o on o.oid = p.proowner where p.pronamespace = 'app'::regnamespace
  loop
    execute step;
  end loop;
  delete from app.tenant_tables;
end $procedure$;
-- owner app_owner, called by app_owner

CREATE OR REPLACE FUNCTION app.clock_in(company uuid, press uuid, held integer)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  found_id uuid;
  at timestamptz;
begin
  if not company = any (app.scope_for('time.clock')) then return null; end if;
  perform app.take_turn(app.user_id());
  select e.id into found_id from public.time_entries e
    where e.company_id = company and e.user_id = app.user_id() and e.in_press_id = press;
  if found then return found_id; end if;
  at := app.pressed_at(company, held);
  if held < 60 then
    select e.id into found_id from public.time_entries e
      where e.company_id = company and e.user_id = app.user_id() and e.ended_at is null and e.removed_at is null;
    if found then return found_id; end if;
  end if;
  if exists (select from public.time_entries e
      where e.user_id = app.user_id() and e.company_id <> company and e.ended_at is null and e.removed_at is null) then
    raise exception 'clocked_in_elsewhere' using errcode = 'SB001';
  end if;
  if held >= 60 then perform app.expect_free(company, app.user_id(), null, at, 'infinity'); end if;
  insert into public.time_entries (company_id, user_id, started_at, in_press_id, in_received_at, are_breaks_paid)
  select company, app.user_id(), at, press, case when held >= 60 then now() end, c.are_breaks_paid
    from public.companies c where c.id = company
  returning id into found_id;
  return found_id;
end $function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.clock_out(company uuid, entry uuid, press uuid, held integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  e public.time_entries := app.own_entry(company, entry);
  at timestamptz;
begin
  if e.id is null then return false; end if;
  if e.ended_at is not null and (held < 60 or e.out_press_id = press) then return true; end if;
  if e.ended_at is not null then raise exception 'entry_ended' using errcode = 'SB001'; end if;
  at := app.pressed_at(company, held);
  if at < e.started_at and held >= 60 then raise exception 'entry_order' using errcode = 'SB001'; end if;
  update public.time_entries t set ended_at = greatest(at, t.started_at), out_press_id = press,
      out_received_at = case when held >= 60 then now() end
    where t.company_id = company and t.id = entry;
  return true;
end $function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.close_entries(company uuid, person uuid, why text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with closed as (
    update public.time_entries e set ended_at = greatest(now(), e.started_at), is_ended_by_system = true
    where e.company_id = company and (person is null or e.user_id = person) and e.ended_at is null and e.removed_at is null returning e.*)
  insert into public.time_entry_revisions (company_id, entry_id, editor_id, is_self_edited, reason,
    old_started_at, new_started_at, old_ended_at, new_ended_at, old_notes, new_notes)
  select company_id, id, null, false, why, started_at, started_at, null, ended_at, notes, notes from closed
$function$;
-- owner app_auth, called by app_auth

CREATE OR REPLACE FUNCTION app.close_entries_of_company()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform app.close_entries(new.id, null, 'The company was sold');
  return null;
end $function$;
-- owner app_auth, called by app_auth

CREATE OR REPLACE FUNCTION app.close_entries_of_leaver()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform app.close_entries(old.company_id, old.user_id, case tg_op when 'DELETE' then 'Access was removed' else 'Role was changed' end);
  return null;
end $function$;
-- owner app_auth, called by app_auth

CREATE OR REPLACE FUNCTION app.close_report()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  update public.task_reports r set is_current = false where r.company_id = new.company_id and r.task_id = new.id and r.is_current;
  return null;
end $function$;
-- owner app_auth, called by app_auth

CREATE OR REPLACE PROCEDURE app.close_table(IN target text)
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $procedure$
begin
  execute format('alter table public.%I enable row level security', target);
  execute format('alter table public.%I force row level security', target);
end $procedure$;
-- owner app_owner, called by app_owner

CREATE OR REPLACE FUNCTION app.color_company()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  new.color := (
    select known.color from unnest(array['blue', 'orange', 'green', 'pink', 'teal', 'red', 'purple', 'amber', 'cyan', 'olive'])
      with ordinality known(color, place) left join public.companies c on c.color = known.color
    group by known.color, known.place order by count(c.id), known.place limit 1);
  return new;
end $function$;
-- owner app_auth, called by app_auth

CREATE OR REPLACE FUNCTION app.column_defaults(target regclass)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  pairs text;
  found jsonb;
begin
  select string_agg(format('%L, %s', a.attname, pg_get_expr(d.adbin, d.adrelid)), ', ') into pairs
    from pg_attribute a join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = target and a.attgenerated = '' and not a.attisdropped and a.attname <> 'id';
  execute format('select jsonb_build_object(%s)', pairs) into found;
  return found;
end $function$;
-- owner app_owner, called by app_owner, app_rt

CREATE OR REPLACE FUNCTION app.companies_behind()
 RETURNS TABLE(company_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select c.id from companies c cross join lateral (select now() - interval '15 minutes' as at) t
  where c.status = 'active' and (
    exists (select from company_days k where k.company_id = c.id and k.has_new_sales)
    or (c.created_at at time zone c.time_zone)::date < (t.at at time zone c.time_zone)::date
      and not exists (select from company_days k where k.company_id = c.id and k.day = (t.at at time zone c.time_zone)::date - 1))
$function$;
-- owner app_auth, called by app_auth, app_worker

CREATE OR REPLACE FUNCTION app.companies_with_due_repeats()
 RETURNS TABLE(company_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select c.id from public.companies c where c.status = 'active' and exists (
    select from public.task_templates t where t.company_id = c.id and t.next_on <= (now() at time zone c.time_zone)::date)
$function$;
-- owner app_auth, called by app_auth, app_worker

CREATE OR REPLACE FUNCTION app.companies_with_forgotten_entries()
 RETURNS TABLE(company_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select distinct u.company_id from app.untold_forgotten_entries() u
$function$;
-- owner app_auth, called by app_auth, app_worker

CREATE OR REPLACE FUNCTION app.companies_with_old_figures()
 RETURNS TABLE(company_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select c.id from companies c
  join (select r.company_id, sum(r.changes) as changes from row_counts r
    where r.table_name in ('parts', 'products', 'assemblies', 'bom_lines') group by r.company_id) r on r.company_id = c.id
  where c.status = 'active' and not exists (select from company_figures f where f.company_id = c.id and f.changes = r.changes)
$function$;
-- owner app_auth, called by app_auth, app_worker

CREATE OR REPLACE FUNCTION app.companies_with_overdue_tasks()
 RETURNS TABLE(company_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select distinct u.company_id from app.untold_overdue_tasks() u
$function$;
-- owner app_auth, called by app_auth, app_worker

CREATE OR REPLACE FUNCTION app.companies_with_sop_reviews()
 RETURNS TABLE(company_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select distinct u.company_id from app.untold_sop_reviews() u
$function$;
-- owner app_auth, called by app_auth, app_worker

CREATE OR REPLACE FUNCTION app.companies_with_task_news()
 RETURNS TABLE(company_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select c.id from public.companies c where c.status = 'active' and exists (select from app.untold_tasks(c.id))
$function$;
-- owner app_auth, called by app_auth, app_worker

CREATE OR REPLACE FUNCTION app.company_for(wanted_role text, wanted_company uuid, current_company uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare c public.companies;
begin
  if (select g.is_group_wide from app.roles g where g.role = wanted_role) then
    if wanted_company is not null then raise exception 'operator_company' using errcode = 'SB001'; end if;
    return (select id from public.companies where is_sbr);
  end if;
  if wanted_company is null then raise exception 'company_required' using errcode = 'SB001'; end if;
  select * into c from public.companies where id = wanted_company for share;
  if not found then raise exception 'company_unknown' using errcode = 'SB001'; end if;
  if c.is_sbr then raise exception 'firm_role' using errcode = 'SB001'; end if;
  if c.status = 'sold' then raise exception 'company_sold' using errcode = 'SB001'; end if;
  if c.status = 'inactive' and c.id is distinct from current_company then raise exception 'company_inactive' using errcode = 'SB001'; end if;
  return c.id;
end $function$;
-- owner app_auth, called by app_auth

CREATE OR REPLACE FUNCTION app.company_names_of(person uuid)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select array(
    select c.name from public.companies c
    where c.is_sbr or exists (select from public.user_roles r join app.roles g on g.role = r.role
      where r.user_id = person and (r.company_id = c.id or g.is_group_wide))
    order by c.is_sbr desc, c.name limit 100)
$function$;
-- owner app_auth, called by app_auth

CREATE OR REPLACE FUNCTION app.company_records()
 RETURNS SETOF companies
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select * from public.companies c
  where (select app.may('portfolio.read')) or c.id = any ((select app.scope_for('company.readFull'))::uuid[])
$function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.complete_task()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare is_undo boolean := coalesce(current_setting('app.change_kind', true) = 'undo', false);
begin
  if tg_op = 'INSERT' then
    new.completed_at := case when new.status = 'complete' then coalesce(new.completed_at, now()) end;
  else
    new.completed_at := case when new.status <> 'complete' then null when old.status = 'complete' then old.completed_at
      when is_undo then coalesce(new.completed_at, now()) else now() end;
  end if;
  return new;
end $function$;
-- owner app_owner, called by app_owner, app_rt

CREATE OR REPLACE FUNCTION app.connected_to(service text)
 RETURNS TABLE(company_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select c.company_id from public.integration_configs c join public.companies o on o.id = c.company_id
  where c.integration_name = service and c.is_enabled and not c.needs_reconnect and c.credentials_set_at is not null and o.status = 'active'
    and (service not in ('quickbooks', 'google_calendar') or exists (
      select from public.integration_secrets s where s.company_id = c.company_id and s.integration_id = c.id and s.field = 'refresh_token'))
$function$;
-- owner app_auth, called by app_auth, app_worker

CREATE OR REPLACE FUNCTION app.count_assemblies()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    begin
      if tg_op = 'INSERT' then
        perform app.add_counts(company_id, 'assemblies', n, m, c, p) from (select company_id, count(*) as n, count(*) filter (where false) as m, coalesce(sum(0), 0) as c, coalesce(sum(0), 0) as p from new_rows r group by company_id) d;
      elsif tg_op = 'DELETE' then
        perform app.add_counts(company_id, 'assemblies', -n, -m, -c, -p) from (select company_id, count(*) as n, count(*) filter (where false) as m, coalesce(sum(0), 0) as c, coalesce(sum(0), 0) as p from old_rows r group by company_id) d;
      else
        perform app.add_counts(company_id, 'assemblies', sum(n)::bigint, sum(m)::bigint, sum(c), sum(p)) from (
          select company_id, count(*) as n, count(*) filter (where false) as m, coalesce(sum(0), 0) as c, coalesce(sum(0), 0) as p from new_rows r group by company_id union all
          select company_id, -n, -m, -c, -p from (select company_id, count(*) as n, count(*) filter (where false) as m, coalesce(sum(0), 0) as c, coalesce(sum(0), 0) as p from old_rows r group by company_id) o) d group by company_id;
      end if;
      return null;
    end $function$;
-- owner app_audit, called by app_audit

CREATE OR REPLACE FUNCTION app.count_bom_lines()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    begin
      if tg_op = 'INSERT' then
        perform app.add_counts(company_id, 'bom_lines', n, m, c, p) from (select company_id, count(*) as n, count(*) filter (where false) as m, coalesce(sum(0), 0) as c, coalesce(sum(0), 0) as p from new_rows r group by company_id) d;
      elsif tg_op = 'DELETE' then
        perform app.add_counts(company_id, 'bom_lines', -n, -m, -c, -p) from (select company_id, count(*) as n, count(*) filter (where false) as m, coalesce(sum(0), 0) as c, coalesce(sum(0), 0) as p from old_rows r group by company_id) d;
      else
        perform app.add_counts(company_id, 'bom_lines', sum(n)::bigint, sum(m)::bigint, sum(c), sum(p)) from (
          select company_id, count(*) as n, count(*) filter (where false) as m, coalesce(sum(0), 0) as c, coalesce(sum(0), 0) as p from new_rows r group by company_id union all
          select company_id, -n, -m, -c, -p from (select company_id, count(*) as n, count(*) filter (where false) as m, coalesce(sum(0), 0) as c, coalesce(sum(0), 0) as p from old_rows r group by company_id) o) d group by company_id;
      end if;
      return null;
    end $function$;
-- owner app_audit, called by app_audit

CREATE OR REPLACE FUNCTION app.count_files()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    begin
      if tg_op = 'INSERT' then
        perform app.add_counts(company_id, 'files', n, m, c, p) from (select company_id, count(*) as n, count(*) filter (where false) as m, coalesce(sum(r.size), 0) as c, coalesce(sum(0), 0) as p from new_rows r group by company_id) d;
      elsif tg_op = 'DELETE' then
        perform app.add_counts(company_id, 'files', -n, -m, -c, -p) from (select company_id, count(*) as n, count(*) filter (where false) as m, coalesce(sum(r.size), 0) as c, coalesce(sum(0), 0) as p from old_rows r group by company_id) d;
      else
        perform app.add_counts(company_id, 'files', sum(n)::bigint, sum(m)::bigint, sum(c), sum(p)) from (
          select company_id, count(*) as n, count(*) filter (where false) as m, coalesce(sum(r.size), 0) as c, coalesce(sum(0), 0) as p from new_rows r group by company_id union all
          select company_id, -n, -m, -c, -p from (select company_id, count(*) as n, count(*) filter (where false) as m, coalesce(sum(r.size), 0) as c, coalesce(sum(0), 0) as p from old_rows r group by company_id) o) d group by company_id;
      end if;
      return null;
    end $function$;
-- owner app_audit, called by app_audit

CREATE OR REPLACE FUNCTION app.count_parts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    begin
      if tg_op = 'INSERT' then
        perform app.add_counts(company_id, 'parts', n, m, c, p) from (select company_id, count(*) as n, count(*) filter (where r.is_low_stock) as m, coalesce(sum(r.cost * r.stock_level), 0) as c, coalesce(sum(r.retail_price * r.stock_level), 0) as p from new_rows r group by company_id) d;
      elsif tg_op = 'DELETE' then
        perform app.add_counts(company_id, 'parts', -n, -m, -c, -p) from (select company_id, count(*) as n, count(*) filter (where r.is_low_stock) as m, coalesce(sum(r.cost * r.stock_level), 0) as c, coalesce(sum(r.retail_price * r.stock_level), 0) as p from old_rows r group by company_id) d;
      else
        perform app.add_counts(company_id, 'parts', sum(n)::bigint, sum(m)::bigint, sum(c), sum(p)) from (
          select company_id, count(*) as n, count(*) filter (where r.is_low_stock) as m, coalesce(sum(r.cost * r.stock_level), 0) as c, coalesce(sum(r.retail_price * r.stock_level), 0) as p from new_rows r group by company_id union all
          select company_id, -n, -m, -c, -p from (select company_id, count(*) as n, count(*) filter (where r.is_low_stock) as m, coalesce(sum(r.cost * r.stock_level), 0) as c, coalesce(sum(r.retail_price * r.stock_level), 0) as p from old_rows r group by company_id) o) d group by company_id;
      end if;
      return null;
    end $function$;
-- owner app_audit, called by app_audit

CREATE OR REPLACE FUNCTION app.count_products()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    begin
      if tg_op = 'INSERT' then
        perform app.add_counts(company_id, 'products', n, m, c, p) from (select company_id, count(*) as n, count(*) filter (where false) as m, coalesce(sum(r.cost), 0) as c, coalesce(sum(r.retail_price), 0) as p from new_rows r group by company_id) d;
      elsif tg_op = 'DELETE' then
        perform app.add_counts(company_id, 'products', -n, -m, -c, -p) from (select company_id, count(*) as n, count(*) filter (where false) as m, coalesce(sum(r.cost), 0) as c, coalesce(sum(r.retail_price), 0) as p from old_rows r group by company_id) d;
      else
        perform app.add_counts(company_id, 'products', sum(n)::bigint, sum(m)::bigint, sum(c), sum(p)) from (
          select company_id, count(*) as n, count(*) filter (where false) as m, coalesce(sum(r.cost), 0) as c, coalesce(sum(r.retail_price), 0) as p from new_rows r group by company_id union all
          select company_id, -n, -m, -c, -p from (select company_id, count(*) as n, count(*) filter (where false) as m, coalesce(sum(r.cost), 0) as c, coalesce(sum(r.retail_price), 0) as p from old_rows r group by company_id) o) d group by company_id;
      end if;
      return null;
    end $function$;
-- owner app_audit, called by app_audit

CREATE OR REPLACE FUNCTION app.count_store_customers()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    begin
      if tg_op = 'INSERT' then
        perform app.add_counts(company_id, 'store_customers', n, m, c, p) from (select company_id, count(*) as n, count(*) filter (where false) as m, coalesce(sum(0), 0) as c, coalesce(sum(0), 0) as p from new_rows r group by company_id) d;
      elsif tg_op = 'DELETE' then
        perform app.add_counts(company_id, 'store_customers', -n, -m, -c, -p) from (select company_id, count(*) as n, count(*) filter (where false) as m, coalesce(sum(0), 0) as c, coalesce(sum(0), 0) as p from old_rows r group by company_id) d;
      else
        perform app.add_counts(company_id, 'store_customers', sum(n)::bigint, sum(m)::bigint, sum(c), sum(p)) from (
          select company_id, count(*) as n, count(*) filter (where false) as m, coalesce(sum(0), 0) as c, coalesce(sum(0), 0) as p from new_rows r group by company_id union all
          select company_id, -n, -m, -c, -p from (select company_id, count(*) as n, count(*) filter (where false) as m, coalesce(sum(0), 0) as c, coalesce(sum(0), 0) as p from old_rows r group by company_id) o) d group by company_id;
      end if;
      return null;
    end $function$;
-- owner app_audit, called by app_audit

CREATE OR REPLACE FUNCTION app.count_store_products()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    begin
      if tg_op = 'INSERT' then
        perform app.add_counts(company_id, 'store_products', n, m, c, p) from (select company_id, count(*) as n, count(*) filter (where false) as m, coalesce(sum(0), 0) as c, coalesce(sum(0), 0) as p from new_rows r group by company_id) d;
      elsif tg_op = 'DELETE' then
        perform app.add_counts(company_id, 'store_products', -n, -m, -c, -p) from (select company_id, count(*) as n, count(*) filter (where false) as m, coalesce(sum(0), 0) as c, coalesce(sum(0), 0) as p from old_rows r group by company_id) d;
      else
        perform app.add_counts(company_id, 'store_products', sum(n)::bigint, sum(m)::bigint, sum(c), sum(p)) from (
          select company_id, count(*) as n, count(*) filter (where false) as m, coalesce(sum(0), 0) as c, coalesce(sum(0), 0) as p from new_rows r group by company_id union all
          select company_id, -n, -m, -c, -p from (select company_id, count(*) as n, count(*) filter (where false) as m, coalesce(sum(0), 0) as c, coalesce(sum(0), 0) as p from old_rows r group by company_id) o) d group by company_id;
      end if;
      return null;
    end $function$;
-- owner app_audit, called by app_audit

CREATE OR REPLACE FUNCTION app.count_vendor_private()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    begin
      if tg_op = 'INSERT' then
        perform app.add_counts(company_id, 'vendor_private', n, m, c, p) from (select company_id, count(*) as n, count(*) filter (where false) as m, coalesce(sum(0), 0) as c, coalesce(sum(0), 0) as p from new_rows r group by company_id) d;
      elsif tg_op = 'DELETE' then
        perform app.add_counts(company_id, 'vendor_private', -n, -m, -c, -p) from (select company_id, count(*) as n, count(*) filter (where false) as m, coalesce(sum(0), 0) as c, coalesce(sum(0), 0) as p from old_rows r group by company_id) d;
      else
        perform app.add_counts(company_id, 'vendor_private', sum(n)::bigint, sum(m)::bigint, sum(c), sum(p)) from (
          select company_id, count(*) as n, count(*) filter (where false) as m, coalesce(sum(0), 0) as c, coalesce(sum(0), 0) as p from new_rows r group by company_id union all
          select company_id, -n, -m, -c, -p from (select company_id, count(*) as n, count(*) filter (where false) as m, coalesce(sum(0), 0) as c, coalesce(sum(0), 0) as p from old_rows r group by company_id) o) d group by company_id;
      end if;
      return null;
    end $function$;
-- owner app_audit, called by app_audit

CREATE OR REPLACE FUNCTION app.count_vendors()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    begin
      if tg_op = 'INSERT' then
        perform app.add_counts(company_id, 'vendors', n, m, c, p) from (select company_id, count(*) as n, count(*) filter (where r.is_active) as m, coalesce(sum(0), 0) as c, coalesce(sum(0), 0) as p from new_rows r group by company_id) d;
      elsif tg_op = 'DELETE' then
        perform app.add_counts(company_id, 'vendors', -n, -m, -c, -p) from (select company_id, count(*) as n, count(*) filter (where r.is_active) as m, coalesce(sum(0), 0) as c, coalesce(sum(0), 0) as p from old_rows r group by company_id) d;
      else
        perform app.add_counts(company_id, 'vendors', sum(n)::bigint, sum(m)::bigint, sum(c), sum(p)) from (
          select company_id, count(*) as n, count(*) filter (where r.is_active) as m, coalesce(sum(0), 0) as c, coalesce(sum(0), 0) as p from new_rows r group by company_id union all
          select company_id, -n, -m, -c, -p from (select company_id, count(*) as n, count(*) filter (where r.is_active) as m, coalesce(sum(0), 0) as c, coalesce(sum(0), 0) as p from old_rows r group by company_id) o) d group by company_id;
      end if;
      return null;
    end $function$;
-- owner app_audit, called by app_audit

CREATE OR REPLACE PROCEDURE app.counted_table(IN target text, IN marked text DEFAULT 'false'::text, IN at_cost text DEFAULT '0'::text, IN at_retail text DEFAULT '0'::text)
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $procedure$
declare
  counts text := format($f$select company_id, count(*) as n, count(*) filter (where %s) as m, coalesce(sum(%s), 0) as c, coalesce(sum(%s), 0) as p$f$,
    marked, at_cost, at_retail);
begin
  execute format($f$
    create or replace function app.%1$I() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $body$
    begin
      if tg_op = 'INSERT' then
        perform app.add_counts(company_id, %2$L, n, m, c, p) from (%3$s from new_rows r group by company_id) d;
      elsif tg_op = 'DELETE' then
        perform app.add_counts(company_id, %2$L, -n, -m, -c, -p) from (%3$s from old_rows r group by company_id) d;
      else
        perform app.add_counts(company_id, %2$L, sum(n)::bigint, sum(m)::bigint, sum(c), sum(p)) from (
          %3$s from new_rows r group by company_id union all
          select company_id, -n, -m, -c, -p from (%3$s from old_rows r group by company_id) o) d group by company_id;
      end if;
      return null;
    end $body$ $f$, 'count_' || target, target, counts);
  call app.give_to('app_audit', 'count_' || target);
  execute format('create trigger count_insert after insert on public.%I referencing new table as new_rows
    for each statement execute function app.%I()', target, 'count_' || target);
  execute format('create trigger count_update after update on public.%I referencing old table as old_rows new table as new_rows
    for each statement execute function app.%I()', target, 'count_' || target);
  execute format('create trigger count_delete after delete on public.%I referencing old table as old_rows
    for each statement execute function app.%I()', target, 'count_' || target);
end $procedure$;
-- owner app_owner, called by app_owner

CREATE OR REPLACE FUNCTION app.create_access_token(token_name text, new_hash text, days integer, read_only boolean DEFAULT false, only_company uuid DEFAULT NULL::uuid)
 RETURNS SETOF sessions
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare c app.context := app.ctx();
begin
  if only_company <> all (c.scope) then raise exception 'company_unknown' using errcode = 'SB001'; end if;
  return query insert into public.sessions (token_hash, user_id, kind, name, idle_seconds, idle_expires_at, expires_at, is_read_only, only_company_id)
    select new_hash, s.user_id, 'token', token_name, days * 86400, now() + make_interval(days => days), now() + make_interval(days => days),
      read_only, only_company
    from public.sessions s where s.id = c.session_id and s.kind = 'browser' and days between 1 and 366
    returning *;
end $function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.create_person(new_email text, first text, last text, wanted_role text, wanted_company uuid, allows_unmanaged boolean, address text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  person uuid;
  target uuid;
begin
  if not app.may('person.write') then raise exception 'not allowed' using errcode = 'insufficient_privilege'; end if;
  target := app.company_for(wanted_role, wanted_company, null);
  insert into public.profiles (email, first_name, last_name, allows_unmanaged_account) values (new_email, first, last, allows_unmanaged)
    on conflict (email) where deleted_at is null do nothing returning user_id into person;
  if person is null then raise exception 'email_taken' using errcode = 'SB001'; end if;
  insert into public.user_roles (user_id, company_id, role) values (person, target, wanted_role);
  perform app.record_security_event('person_created',
    jsonb_build_object('person', person, 'email', new_email, 'role', wanted_role, 'company', target), address);
  return person;
end $function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.ctx()
 RETURNS app.context
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  c app.context;
  token text := nullif(current_setting('app.session', true), '');
  asked uuid := nullif(current_setting('app.company', true), '')::uuid;
  group_wide boolean;
  only_company uuid;
begin
  c.scope := '{}';
  if token is null then return c; end if;
  -- A token for one company reaches only that company: a person who reaches all companies has there the role of one of its own people.
  select s.user_id, case when s.only_company_id is null then r.role else coalesce(g.in_one_company, r.role) end,
      case when g.is_group_wide then coalesce(s.only_company_id, r.company_id) else r.company_id end, o.status, s.id,
      s.last_seen_at < now() - interval '1 minute' or s.last_address is null, s.is_read_only,
      case when s.kind <> 'token' then null when s.only_company_id is null then 'person' else 'company' end,
      g.is_group_wide and s.only_company_id is null, s.only_company_id
    into c.user_id, c.role, c.company_id, c.company_status, c.session_id, c.needs_touch, c.is_read_only, c.token_reach,
      group_wide, only_company
    from public.sessions s
    left join lateral (select * from public.user_roles u where u.user_id = s.user_id order by u.created_at desc limit 1) r on true
    left join app.roles g on g.role = r.role
    left join public.companies o on o.id = coalesce(asked, s.only_company_id, r.company_id)
    where s.token_hash = token and s.expires_at > now() and s.idle_expires_at > now();
  if c.role is null or only_company <> c.company_id then return c; end if;
  if group_wide then
    if asked is null then
      c.scope := array(select id from public.companies);
    elsif c.company_status is not null then
      c.scope := array[asked];
    end if;
  elsif (asked is null or asked = c.company_id) and c.company_status <> 'sold' then
    c.scope := array[c.company_id];
  end if;
  return c;
end $function$;
-- owner app_auth, called by app_audit, app_auth, app_rt, app_worker

CREATE OR REPLACE FUNCTION app.day_begins(company uuid, day date)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select day::timestamp at time zone coalesce(
    (select l.time_zone from time_locks l where l.company_id = company and l.unlocked_at is null
      and day between l.from_on and l.to_on + 1 order by l.from_on limit 1),
    (select c.time_zone from companies c where c.id = company))
$function$;
-- owner app_owner, called by app_auth, app_owner, app_rt, app_worker

CREATE OR REPLACE FUNCTION app.decide_proposal(company uuid, proposal uuid, is_accepted boolean, true_end timestamp with time zone, words text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  p public.time_proposals;
  e public.time_entries;
begin
  if not company = any (app.scope_for('time.decide')) or not app.reaches_all('time.decide') then return false; end if;
  select * into p from public.time_proposals t where t.company_id = company and t.id = proposal;
  if not found then return false; end if;
  perform app.take_turn(p.user_id);
  select * into p from public.time_proposals t where t.company_id = company and t.id = proposal for update;
  if p.status <> 'open' then raise exception 'proposal_decided' using errcode = 'SB001'; end if;
  select * into e from public.time_entries t where t.company_id = company and t.id = p.entry_id for update;
  if p.kind = 'end' and not is_accepted then
    if true_end is null then raise exception 'proposal_end_needed' using errcode = 'SB001'; end if;
    perform app.apply_times(e, e.started_at, true_end, app.breaks_until(e, true_end), e.notes, words, 'edited', p.id);
  elsif p.kind = 'end' then
    perform app.apply_times(e, e.started_at, e.ended_at, e.breaks, e.notes, p.reason, 'end_confirmed', p.id);
  elsif is_accepted and p.kind = 'add' then
    p.entry_id := app.insert_entry(company, p.user_id, p.started_at, p.ended_at, p.breaks, p.notes, p.reason, p.id);
  elsif is_accepted and p.kind = 'remove' then
    perform app.mark_removed(e, true, p.reason, p.id);
  elsif is_accepted then
    perform app.apply_times(e, coalesce(p.started_at, e.started_at), coalesce(p.ended_at, e.ended_at), coalesce(p.breaks, e.breaks),
      coalesce(p.notes, e.notes), p.reason, 'edited', p.id);
  end if;
  update public.time_proposals t set status = case when is_accepted then 'accepted' else 'declined' end, decided_by = app.user_id(),
      decided_at = now(), answer = words, entry_id = p.entry_id
    where t.company_id = company and t.id = proposal;
  return true;
end $function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.deleted_with(company uuid, logs bigint[])
 RETURNS TABLE(log_id bigint, root_id bigint, entity_type text, entity_id uuid)
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with roots as materialized (
    select l.id, l.entity_type, l.entity_id, l.change_set_id from unnest(logs) u(id)
    join public.activity_logs l on l.company_id = company and l.id = u.id
  )
  select r.id, r.id, r.entity_type, r.entity_id from roots r
  union all
  select b.id, r.id, b.entity_type, b.entity_id from roots r
    join public.activity_logs b on b.company_id = company and b.parent_id = r.entity_id and b.change_set_id = r.change_set_id
      and b.action = 'deleted'
  union all
  select b.id, r.id, b.entity_type, b.entity_id from roots r
    join public.activity_logs b on b.company_id = company and b.entity_id = r.entity_id and b.change_set_id = r.change_set_id
      and b.action = 'deleted' and b.entity_type <> r.entity_type
    join app.tenant_tables t on t.entity_type = b.entity_type and t.owner_column = 'id'
$function$;
-- owner app_owner, called by app_owner, app_rt

CREATE OR REPLACE FUNCTION app.digest_of(company uuid, person uuid)
 RETURNS TABLE(email text, first_name text, topic text, unread integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select p.email, p.first_name, n.topic, count(*)::int
  from public.profiles p
  join public.user_roles r on r.user_id = p.user_id and r.company_id = company
  join app.roles g on g.role = r.role
  join public.notifications n on n.user_id = p.user_id and n.read_at is null and (g.is_group_wide or n.company_id = company)
  where p.user_id = person and p.deleted_at is null and company = any (app.scope())
    and exists (select from public.notification_digests d where d.company_id = company and d.user_id = person)
  group by p.email, p.first_name, n.topic
$function$;
-- owner app_auth, called by app_auth, app_worker

CREATE OR REPLACE FUNCTION app.dismiss_access(request uuid, address text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare was text;
begin
  if not app.may('person.write') then raise exception 'not allowed' using errcode = 'insufficient_privilege'; end if;
  select a.status into was from public.access_requests a where a.id = request for update;
  if not found then return false; end if;
  if was = 'approved' then raise exception 'request_closed' using errcode = 'SB001'; end if;
  update public.access_requests set status = 'dismissed' where id = request;
  perform app.record_security_event('access_dismissed', jsonb_build_object('request', request), address);
  return true;
end $function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.drop_integration_secrets(company uuid, service text, fields text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare target uuid := app.expect_integration(company, service);
begin
  delete from public.integration_secrets s
    where s.company_id = company and s.integration_id = target and (fields is null or s.field = any (fields));
  if fields is null then
    delete from public.integration_consents s where s.company_id = company and s.integration_id = target;
    update public.integration_configs c set credentials_set_at = null, credential_expires_at = null where c.company_id = company and c.id = target;
  end if;
end $function$;
-- owner app_auth, called by app_auth, app_rt, app_worker

CREATE OR REPLACE FUNCTION app.empty_backup_trash()
 RETURNS SETOF text
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  delete from public.backups where deleted_at < now() - interval '30 days' returning key
$function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.end_assistance(company uuid, of_month date, used bigint, counts boolean, failure text, is_key_bad boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if not company = any (app.scope_for('assistant.use')) then
    raise exception 'no right to the assistant' using errcode = 'insufficient_privilege';
  end if;
  update public.assistant_months m set tokens = m.tokens + used, calls = m.calls - case when counts then 0 else 1 end
    where m.company_id = company and m.month = of_month;
  update public.integration_configs c set
    status = case when failure is null then 'connected' else 'error' end,
    last_success_at = case when failure is null then now() else c.last_success_at end,
    last_error = left(failure, 1000), last_error_at = case when failure is not null then now() end,
    needs_reconnect = is_key_bad
  where c.company_id = company and c.integration_name = 'openai' and (counts or failure is not null);
end $function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.end_other_sessions()
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with asking as (select * from app.ctx()), ended as (
    update public.sessions s set expires_at = now(), idle_expires_at = now()
    from asking a where s.user_id = a.user_id and s.id <> a.session_id and s.kind = 'browser' and least(s.expires_at, s.idle_expires_at) > now()
      and a.token_reach is null
    returning s.id)
  select count(*) from ended
$function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.end_session(target uuid, of_kind text)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with asking as (select * from app.ctx()), ended as (
    update public.sessions s set expires_at = now() + interval '1 microsecond', idle_expires_at = now() + interval '1 microsecond'
    from asking a where s.user_id = a.user_id and s.expires_at > now()
      and case when target is null then s.id = a.session_id else s.id = target and s.kind = of_kind end
      and (a.token_reach is null or s.id = a.session_id)
    returning s.id)
  select exists (select from ended)
$function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.end_sessions(person uuid, address text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare ended bigint;
begin
  perform from app.person_to_change(person);
  if not found then return null; end if;
  perform app.refuse_own_by_token(person);
  perform app.record_security_event('sessions_ended', jsonb_build_object('person', person), address);
  delete from public.sessions s where s.user_id = person;
  get diagnostics ended = row_count;
  return ended;
end $function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.enter(token_hash text, company uuid, change_kind text)
 RETURNS app.context
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare c app.context;
begin
  perform set_config('app.session', coalesce(token_hash, ''), true), set_config('app.company', coalesce(company::text, ''), true),
          set_config('app.change_kind', coalesce(change_kind, ''), true), set_config('app.change_set', '', true),
          set_config('app.collects_news', 'on', true); -- templates/07-live.sql
  c := app.ctx();
  perform set_config('app.ctx', app.seal(c::text) || c::text, true);
  return c;
end $function$;
-- owner app_auth, called by app_audit, app_auth, app_rt, app_worker

CREATE OR REPLACE FUNCTION app.enter_job(queue text, job uuid)
 RETURNS app.context
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare c app.context;
begin
  perform set_config('app.session', '', true), set_config('app.company', '', true), set_config('app.change_kind', '', true),
          set_config('app.change_set', '', true);
  c.scope := '{}';
  select o.id, o.status into c.company_id, c.company_status
    from jobs.job_common j join public.companies o on o.id::text = j.data ->> 'companyId'
    where j.name = queue and j.id = job and j.state = 'active';
  if c.company_status = 'active' then c.scope := array[c.company_id]; end if;
  perform set_config('app.company', coalesce(c.company_id::text, ''), true), set_config('app.ctx', app.seal(c::text) || c::text, true);
  return c;
end $function$;
-- owner app_auth, called by app_auth, app_worker

CREATE OR REPLACE FUNCTION app.enter_link(person uuid, company uuid, file uuid, expires bigint, proof text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  c app.context;
  group_wide boolean;
begin
  if proof is distinct from app.link_proof(person, company, file, expires) or to_timestamp(expires) <= now() then return false; end if;
  select r.user_id, r.role, r.company_id, o.status, g.is_group_wide into c.user_id, c.role, c.company_id, c.company_status, group_wide
    from public.user_roles r join app.roles g on g.role = r.role join public.companies o on o.id = enter_link.company
    where r.user_id = person order by r.created_at desc limit 1;
  if c.role is null or not (group_wide or (c.company_id = enter_link.company and c.company_status <> 'sold')) then return false; end if;
  c.scope := array[enter_link.company];
  c.needs_touch := false;
  perform set_config('app.company', enter_link.company::text, true), set_config('app.ctx', app.seal(c::text) || c::text, true);
  return true;
end $function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.expect_free(company uuid, person uuid, entry uuid, start_at timestamp with time zone, end_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare other text;
begin
  select to_char(o.started_at at time zone c.time_zone, 'Mon FMDD, FMHH12:MI AM') || ' – '
      || coalesce(to_char(o.ended_at at time zone c.time_zone, 'Mon FMDD, FMHH12:MI AM'), 'now')
    into other
    from public.time_entries o join public.companies c on c.id = o.company_id
    where o.company_id = company and o.user_id = person and o.id is distinct from entry and o.removed_at is null
      and o.started_at < coalesce(end_at, 'infinity') and coalesce(o.ended_at, 'infinity') > start_at
    order by o.started_at limit 1;
  if found then raise exception 'entry_overlap' using errcode = 'SB001', detail = other; end if;
end $function$;
-- owner app_auth, called by app_auth

CREATE OR REPLACE FUNCTION app.expect_integration(company uuid, service text)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare found_id uuid := app.changeable_integration(company, service);
begin
  if found_id is null then raise exception 'no such integration' using errcode = 'insufficient_privilege'; end if;
  return found_id;
end $function$;
-- owner app_auth, called by app_auth

CREATE OR REPLACE FUNCTION app.expect_movable(company uuid, service text, to_company uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if not company = any (app.scope_for('integration.move')) then
    raise exception 'no right to move integrations' using errcode = 'insufficient_privilege';
  end if;
  perform from public.companies o where o.id = to_company for key share;
  if not found then raise exception 'company_unknown' using errcode = 'SB001'; end if;
  if exists (select from public.companies o where o.id = to_company and o.status = 'sold') then
    raise exception 'integration_company_sold' using errcode = 'SB001';
  end if;
  if to_company <> company
    and exists (select from public.integration_configs c where c.company_id = to_company and c.integration_name = service) then
    raise exception 'integration_taken' using errcode = 'SB001';
  end if;
end $function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.expect_unlocked(company uuid, start_at timestamp with time zone, end_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare period text;
begin
  if start_at is null then return; end if;
  perform pg_advisory_xact_lock_shared(hashtextextended('time locks of ' || company, 0));
  select to_char(l.from_on, 'Mon FMDD') || ' – ' || to_char(l.to_on, 'Mon FMDD, YYYY') into period from public.time_locks l
    where l.company_id = company and l.unlocked_at is null and l.starts_at < coalesce(end_at, 'infinity') and l.ends_at > start_at
    order by l.from_on limit 1;
  if found then raise exception 'period_locked' using errcode = 'SB001', detail = period; end if;
end $function$;
-- owner app_auth, called by app_auth

CREATE OR REPLACE FUNCTION app.fields_of_set(company uuid, target_set uuid, entity text, ids uuid[])
 RETURNS TABLE(entity_id uuid, field text, was text, became text)
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select l.entity_id, l.field_changed, (array_agg(l.old_value order by l.id))[1], (array_agg(l.new_value order by l.id desc))[1]
  from public.activity_logs l join unnest(ids) u(id) on u.id = l.entity_id
  where l.company_id = company and l.change_set_id = target_set and l.entity_type = entity and l.field_changed is not null
  group by l.entity_id, l.field_changed
$function$;
-- owner app_owner, called by app_owner, app_rt

CREATE OR REPLACE PROCEDURE app.file_parent(IN entity text, IN target text)
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $procedure$
declare
  columns text; kinds text;
begin
  insert into app.file_parents (entity_type, table_name) values (entity, target);
  execute format('alter table public.files add %1$I uuid,
    add foreign key (company_id, %1$I) references public.%2$I (company_id, id) on update cascade on delete cascade', entity || '_id', target);
  execute format('create index %I on public.files (company_id, %2$I) where %2$I is not null', 'files_' || entity, entity || '_id');
  select string_agg(quote_ident(f.entity_type || '_id'), ', ' order by f.place),
    string_agg(format('when %I is not null then %L', f.entity_type || '_id', f.entity_type), ' ' order by f.place)
    into columns, kinds from app.file_parents f;
  execute format('alter table public.files drop constraint if exists files_one_parent,
    add constraint files_one_parent check (num_nonnulls(%1$s) = 1),
    alter parent_id set expression as (coalesce(%1$s)), alter parent_type set expression as (case %2$s end)', columns, kinds);
end $procedure$;
-- owner app_owner, called by app_owner

CREATE OR REPLACE FUNCTION app.find_items(company uuid, exact text, patterns text[], starts text[], take integer)
 RETURNS TABLE(kind text, id uuid, number text, name text, search_text text, is_exact boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
AS $function$
declare
  wheres text := '';
  word text;
  t record;
begin
  if not company = any (app.scope_for('inventory.read')) then return; end if;
  foreach word in array patterns loop wheres := wheres || format(' and r.search_text like %L', word); end loop;
  foreach word in array starts loop wheres := wheres || format(' and r.search_text ~ %L', app.word_begins(word)); end loop;
  for t in
    select * from (values ('part', 'parts', 'part_number', 'r.part_number::text'), ('assembly', 'assemblies', 'assembly_number', 'r.assembly_number::text'),
      ('product', 'products', 'sku', 'r.sku::text'), ('vendor', 'vendors', 'name', 'null::text')) kinds (kind, table_name, key, number)
  loop
    return query execute format('select %1$L, r.id, %2$s, r.name::text, r.search_text, true from public.%3$I r
      where r.company_id = $1 and app.folded(r.%4$I) = app.folded($2)', t.kind, t.number, t.table_name, t.key) using company, exact;
    continue when wheres = '';
    return query execute format('select %1$L, r.id, %2$s, r.name::text, r.search_text, false from public.%3$I r
      where r.company_id = $1 %4$s limit $2', t.kind, t.number, t.table_name, wheres) using company, take;
  end loop;
end $function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.finish_sop_run()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if new.finished_at is not null then new.finished_at := now(); end if;
  return new;
end $function$;
-- owner app_owner, called by app_owner, app_rt

CREATE OR REPLACE FUNCTION app.firm()
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$ select id from public.companies where is_sbr $function$;
-- owner app_auth, called by app_audit, app_auth, app_rt, app_worker

CREATE OR REPLACE FUNCTION app.flows_on_days(company uuid, days date[])
 RETURNS TABLE(day date, seconds_worked bigint, orders bigint, revenue numeric)
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET jit TO 'off'
AS $function$
  with span as (
    select d.day, d.day::timestamp at time zone c.time_zone as starts_at, (d.day + 1)::timestamp at time zone c.time_zone as ends_at
    from unnest(days) d(day) cross join companies c where c.id = company
  ), worked as (
    select s.day, sum(app.worked_seconds(e.started_at, e.ended_at, e.breaks, e.break_started_at, e.are_breaks_paid, s.starts_at, s.ends_at)) as seconds
    from span s join (
      select e.* from time_entries e where e.company_id = company and e.ended_at > (select min(starts_at) from span) and e.removed_at is null
      union all
      select e.* from time_entries e where e.company_id = company and e.ended_at is null and e.removed_at is null
    ) e on e.started_at < s.ends_at and (e.ended_at is null or e.ended_at > s.starts_at)
    group by s.day
  )
  select s.day, coalesce(w.seconds, 0)::bigint, o.orders, o.revenue
  from span s left join worked w on w.day = s.day join app.sales_on_days(company, days) o on o.day = s.day
$function$;
-- owner app_owner, called by app_auth, app_owner

CREATE OR REPLACE FUNCTION app.folded(written text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN NORMALIZE(casefold((btrim(NORMALIZE(written, NFKC), ' 	
'::text) COLLATE pg_unicode_fast)), NFKC);
-- owner app_owner, called by app_auth, app_owner, app_rt, app_worker

CREATE OR REPLACE FUNCTION app.forget_integration_data(company uuid, service text, why text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  target uuid := app.expect_integration(company, service);
  cache text;
begin
  delete from public.sync_runs r where r.company_id = company and r.integration_id = target and r.state not in ('queued', 'running');
  perform app.stop_sync(company, service, why);
  perform app.lock_revenue(company); -- before the first row, because notices take this lock first, too
  for cache in select t.table_name from app.integration_caches t where t.integration_name = service order by t.place loop
    execute format('delete from public.%I where company_id = $1', cache) using company;
  end loop;
end $function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.forget_password(of_person uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  delete from public.password_resets t where t.user_id = of_person;
  delete from public.passwords w where w.user_id = of_person;
$function$;
-- owner app_auth, called by app_auth

CREATE OR REPLACE FUNCTION app.forget_sales()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  update public.company_days k set orders = null, revenue = null, has_new_sales = false
  where k.company_id = old.company_id and (k.orders is not null or k.has_new_sales);
  return null;
end $function$;
-- owner app_auth, called by app_auth

CREATE OR REPLACE FUNCTION app.found_by(company uuid, columns text[], operator text, pattern text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  bare text := case when operator = 'like' then translate(pattern, '-./', '') end;
  matches text := format('r.search_text %s %L', operator, pattern);
  named uuid[];
begin
  if bare <> pattern and length(bare) > 4 then matches := matches || format(' or r.search_text like %L', bare); end if;
  if 'vendor_id' = any (columns) then
    named := array(select v.id from vendors v where v.company_id = company
      and case operator when 'like' then lower(v.name) like pattern else lower(v.name) ~ pattern end limit 1000);
    if named <> '{}' then matches := matches || format(' or r.vendor_id = any (%L::uuid[])', named); end if;
  end if;
  return ' and (' || matches || ')';
end $function$;
-- owner app_auth, called by app_auth

CREATE OR REPLACE PROCEDURE app.give_to(IN role text, VARIADIC routines text[])
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $procedure$
declare name text;
begin
  foreach name in array routines loop execute format('alter routine app.%I owner to %I', name, role); end loop;
end $procedure$;
-- owner app_owner, called by app_owner

CREATE OR REPLACE PROCEDURE app.grant_columns(IN target text)
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $procedure$
declare writable text;
begin
  select string_agg(quote_ident(attname), ', ') into writable from pg_attribute
    where attrelid = format('public.%I', target)::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      and attname not in ('id', 'company_id', 'created_at');
  execute format('grant select, insert, delete on public.%I to app_rt', target);
  execute format('grant update (%s) on public.%I to app_rt', writable, target);
  execute format('grant select on public.%I to app_auth', target);
end $procedure$;
-- owner app_owner, called by app_owner

CREATE OR REPLACE PROCEDURE app.index_stage(IN stage text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $procedure$
declare s app.import_stages;
begin
  select * into strict s from app.import_stages where name = stage;
  if s.index_on is not null then execute format('create index on pg_temp.%I (%s)', s.name, s.index_on); end if;
  execute format('analyze pg_temp.%I', s.name);
end $procedure$;
-- owner app_stages, called by app_rt, app_stages

CREATE OR REPLACE FUNCTION app.insert_entry(company uuid, person uuid, start_at timestamp with time zone, end_at timestamp with time zone, taken tstzmultirange, words text, why text, proposal uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  entry uuid;
  kept tstzmultirange;
begin
  perform app.check_times(start_at, end_at, taken);
  perform app.take_turn(person);
  perform app.expect_free(company, person, null, start_at, end_at);
  insert into public.time_entries (company_id, user_id, started_at, ended_at, breaks, notes, are_breaks_paid)
  select company, person, start_at, end_at, coalesce(taken, '{}'), words, c.are_breaks_paid from public.companies c where c.id = company
  returning id, breaks into entry, kept;
  insert into public.time_entry_revisions (company_id, entry_id, editor_id, is_self_edited, reason, kind, proposal_id,
    old_started_at, new_started_at, new_ended_at, new_notes, new_breaks)
  values (company, entry, app.user_id(), person = app.user_id(), why, 'added', proposal, start_at, start_at, end_at, words, kept);
  return entry;
end $function$;
-- owner app_auth, called by app_auth

CREATE OR REPLACE FUNCTION app.integrations_due(intervals jsonb)
 RETURNS TABLE(company_id uuid, integration_name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select c.company_id, c.integration_name from public.integration_configs c join public.companies o on o.id = c.company_id
  where c.is_enabled and not c.needs_reconnect and c.credentials_set_at is not null and c.last_test_at is not null and o.status = 'active'
    and greatest(c.last_success_at, c.last_error_at, c.last_test_at)
      < now() - make_interval(mins => (intervals ->> c.integration_name)::int)
  order by c.last_test_at limit 1000
$function$;
-- owner app_auth, called by app_auth, app_worker

CREATE OR REPLACE FUNCTION app.inventory_changes(company uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select coalesce(sum(changes), 0)::bigint from row_counts
  where company_id = company and table_name in ('parts', 'products', 'assemblies', 'bom_lines')
$function$;
-- owner app_owner, called by app_auth, app_owner

CREATE OR REPLACE FUNCTION app.inventory_on_days(company uuid, days date[])
 RETURNS TABLE(day date, value_at_cost numeric, value_at_retail numeric, low_stock bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET jit TO 'off'
AS $function$
  with zone as (select time_zone from companies where id = company
  ), event as (
    select l.id, l.entity_id, l.entity_type = 'part' as is_part, l.action, l.field_changed as field, l.old_value, l.metadata -> 'row' as was,
      (s.created_at at time zone z.time_zone)::date as on_day,
      count(*) filter (where l.action = 'deleted') over (partition by l.entity_id order by l.id desc) as life
    from zone z cross join change_sets s
    join activity_logs l on l.company_id = company and l.change_set_id = s.id and l.entity_type in ('part', 'product')
      and (l.action in ('created', 'deleted') or l.field_changed in ('stock_level', 'cost', 'retail_price', 'reorder_threshold'))
    where s.company_id = company
      and s.created_at >= ((select min(d) from unnest(days) d) + 1)::timestamp at time zone z.time_zone
  ), known as (
    select e.*, first_value(e.was) over (partition by e.entity_id, e.life order by e.id desc) as ended_as,
      count(*) filter (where e.field = 'stock_level') over back as n_stock, count(*) filter (where e.field = 'cost') over back as n_cost,
      count(*) filter (where e.field = 'retail_price') over back as n_retail,
      count(*) filter (where e.field = 'reorder_threshold') over back as n_threshold
    from event e window back as (partition by e.entity_id, e.life order by e.id desc)
  ), state as (
    select k.id, k.entity_id, k.is_part, k.action, k.on_day,
      coalesce(p.id, q.id) is not null as is_there,
      -- The old value of the next change; without one, the current or last value.
      coalesce(max(k.old_value) filter (where k.field = 'stock_level') over (partition by k.entity_id, k.life, k.n_stock),
        k.ended_as ->> 'stock_level', p.stock_level::text)::numeric as stock,
      coalesce(max(k.old_value) filter (where k.field = 'cost') over (partition by k.entity_id, k.life, k.n_cost),
        k.ended_as ->> 'cost', p.cost::text)::numeric as cost,
      coalesce(max(k.old_value) filter (where k.field = 'retail_price') over (partition by k.entity_id, k.life, k.n_retail),
        k.ended_as ->> 'retail_price', p.retail_price::text, q.retail_price::text)::numeric as retail,
      coalesce(max(k.old_value) filter (where k.field = 'reorder_threshold') over (partition by k.entity_id, k.life, k.n_threshold),
        k.ended_as ->> 'reorder_threshold', p.reorder_threshold::text)::numeric as threshold,
      p.stock_level * p.cost as cost_now, coalesce(p.stock_level * p.retail_price, q.retail_price) as retail_now, p.is_low_stock as low_now
    from known k
    left join parts p on k.is_part and p.company_id = company and p.id = k.entity_id
    left join products q on not k.is_part and q.company_id = company and q.id = k.entity_id
  ), valued as (
    select s.id, s.entity_id, s.on_day, s.is_there, s.cost_now, s.retail_now, s.low_now,
      case when s.action = 'created' or not s.is_part then 0 else s.stock * s.cost end as at_cost,
      case when s.action = 'created' then 0 when s.is_part then s.stock * s.retail else s.retail end as at_retail,
      case when s.action <> 'created' and s.is_part and s.stock <= s.threshold then 1 else 0 end as low
    from state s
  ), changed as (
    select v.on_day,
      lag(v.at_cost, 1, case when v.is_there then coalesce(v.cost_now, 0) else 0 end) over later - v.at_cost as d_cost,
      lag(v.at_retail, 1, case when v.is_there then coalesce(v.retail_now, 0) else 0 end) over later - v.at_retail as d_retail,
      lag(v.low, 1, case when v.low_now then 1 else 0 end) over later - v.low as d_low
    from valued v window later as (partition by v.entity_id order by v.id desc)
  ), by_day as (
    select c.on_day, sum(c.d_cost) as d_cost, sum(c.d_retail) as d_retail, sum(c.d_low) as d_low from changed c group by c.on_day
  ), current as (
    select coalesce(sum(r.value_at_cost) filter (where r.table_name = 'parts'), 0) as at_cost, coalesce(sum(r.value_at_retail), 0) as at_retail,
      coalesce(sum(r.marked) filter (where r.table_name = 'parts'), 0) as low
    from row_counts r where r.company_id = company and r.table_name in ('parts', 'products')
  )
  select d.day, c.at_cost - coalesce(sum(b.d_cost), 0), c.at_retail - coalesce(sum(b.d_retail), 0),
    (c.low - coalesce(sum(b.d_low), 0))::bigint
  from unnest(days) d(day) cross join current c left join by_day b on b.on_day > d.day
  group by d.day, c.at_cost, c.at_retail, c.low
$function$;
-- owner app_owner, called by app_auth, app_owner

CREATE OR REPLACE FUNCTION app.is_member(company uuid, person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select exists (select from public.user_roles r where r.company_id = company and r.user_id = person)
$function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.is_one_break(breaks tstzmultirange, running_since timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((running_since IS NULL) AND (breaks = tstzmultirange(tstzrange(lower(breaks), upper(breaks)))));
-- owner app_owner, called by app_auth, app_owner, app_rt, app_worker

CREATE OR REPLACE FUNCTION app.is_task_over(company uuid, task uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select not exists (select from public.tasks t where t.company_id = company and t.id = task and t.status <> 'complete')
$function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.json_columns(target regclass)
 RETURNS text[]
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select coalesce(array_agg(a.attname::text), '{}') from pg_attribute a join pg_type y on y.oid = a.atttypid
  where a.attrelid = target and a.attnum > 0 and not a.attisdropped
    and (y.typcategory in ('A', 'C') or a.atttypid in ('json'::regtype, 'jsonb'::regtype))
$function$;
-- owner app_owner, called by app_owner, app_rt

CREATE OR REPLACE FUNCTION app.keep_company_days(company uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if not company = any (app.scope()) then raise exception 'another company' using errcode = 'insufficient_privilege'; end if;
  return app.write_company_days(company);
end $function$;
-- owner app_auth, called by app_auth, app_worker

CREATE OR REPLACE FUNCTION app.keep_company_figures(company uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if not company = any (app.scope()) then raise exception 'another company' using errcode = 'insufficient_privilege'; end if;
  insert into company_figures as k (company_id, changes, buildable, unbuildable, average_margin)
  select company, app.inventory_changes(company), b.buildable, b.unbuildable, (select round(avg(m.margin) filter (where m.margin > 0), 4) from app.margins(company) m)
  from (select count(*) filter (where m.buildable > 0) as buildable, count(*) filter (where m.buildable = 0) as unbuildable
    from app.max_buildable(company) m) b
  on conflict (company_id) do update
    set changes = excluded.changes, buildable = excluded.buildable, unbuildable = excluded.unbuildable, average_margin = excluded.average_margin
    where k.changes < excluded.changes;
end $function$;
-- owner app_auth, called by app_auth, app_worker

CREATE OR REPLACE FUNCTION app.keep_company_key(company uuid, sealed_key text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  insert into public.company_keys (company_id, sealed)
    select company, sealed_key where company = any (app.scope_for('vendor.readPrivate'))
  on conflict (company_id) do nothing
$function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.keep_locked()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if tg_op <> 'INSERT' then perform app.expect_unlocked(old.company_id, old.started_at, old.ended_at); end if;
  if tg_op = 'DELETE' then return old; end if;
  perform app.expect_unlocked(new.company_id, new.started_at, new.ended_at);
  return new;
end $function$;
-- owner app_auth, called by app_auth

CREATE OR REPLACE FUNCTION app.keep_sales(company uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if not company = any (app.scope()) then raise exception 'another company' using errcode = 'insufficient_privilege'; end if;
  return app.write_sales(company);
end $function$;
-- owner app_auth, called by app_auth, app_worker

CREATE OR REPLACE FUNCTION app.known()
 RETURNS app.context
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  sealed text := current_setting('app.ctx', true);
  body text;
begin
  if length(sealed) > 64 then
    body := substr(sealed, 65);
    if left(sealed, 64) = app.seal(body) then return body::app.context; end if;
  end if;
  return app.ctx();
end $function$;
-- owner app_auth, called by app_audit, app_auth, app_rt, app_worker

CREATE OR REPLACE PROCEDURE app.let_in(IN target text, IN who text, IN verbs text)
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $procedure$
declare verb text;
begin
  call app.close_table(target);
  foreach verb in array string_to_array(verbs, ',') loop
    execute format('grant %s on public.%I to %I', verb, target, who);
    execute format('create policy %I on public.%I for %s to %I %s', who || '_' || verb, target, verb, who,
      case verb when 'insert' then 'with check (true)' when 'update' then 'using (true) with check (true)' else 'using (true)' end);
  end loop;
end $procedure$;
-- owner app_owner, called by app_owner

CREATE OR REPLACE PROCEDURE app.let_jobs(IN target text, IN verbs text)
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $procedure$
declare
  verb text;
  mine text := 'company_id = any ((select app.scope())::uuid[])';
begin
  foreach verb in array string_to_array(verbs, ',') loop
    execute format('grant %s on public.%I to app_worker', verb, target);
    execute format('create policy %I on public.%I for %s to app_worker %s', 'job_' || verb, target, verb,
      case verb when 'insert' then format('with check (%s)', mine) when 'update' then format('using (%1$s) with check (%1$s)', mine)
        else format('using (%s)', mine) end);
  end loop;
end $procedure$;
-- owner app_owner, called by app_owner

CREATE OR REPLACE PROCEDURE app.let_owner_in()
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $procedure$
declare target regclass;
begin
  for target in
    select c.oid from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity and c.relforcerowsecurity
      and c.relowner = 'app_owner'::regrole
      and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'owner_all')
  loop
    execute format('create policy owner_all on %s for all to app_owner using (true) with check (true)', target);
  end loop;
end $procedure$;
-- owner app_owner, called by app_owner

CREATE OR REPLACE FUNCTION app.link_identity(from_issuer text, from_subject text, from_email text, given_name text, family_name text, is_managed boolean, OUT person uuid, OUT refusal text)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare p public.profiles;
begin
  select l.user_id into person from public.identity_links l where l.issuer = from_issuer and l.subject = from_subject;
  if found then
    select * into p from public.profiles where user_id = person;
  else
    -- The lock makes two first sign-ins of one person wait for each other.
    select * into p from public.profiles where email = from_email and deleted_at is null for update;
    if not found then refusal := 'stranger'; return; end if;
    if exists (select from public.identity_links l where l.issuer = from_issuer and l.subject = from_subject and l.user_id = p.user_id) then
      person := p.user_id;
    elsif exists (select from public.identity_links l where l.user_id = p.user_id and l.issuer = from_issuer)
       or not p.is_pre_authorized and not exists (select from public.passwords w where w.user_id = p.user_id) then
      refusal := 'identity_conflict'; return;
    end if;
  end if;
  if not is_managed and not p.allows_unmanaged_account then
    person := null; refusal := 'unmanaged_account'; return;
  end if;
  if not exists (select from public.user_roles r where r.user_id = p.user_id) then
    person := null; refusal := 'no_role'; return;
  end if;
  if person is null then
    insert into public.identity_links (issuer, subject, user_id) values (from_issuer, from_subject, p.user_id);
    update public.profiles set is_pre_authorized = false, first_name = coalesce(nullif(first_name, ''), given_name),
      last_name = coalesce(nullif(last_name, ''), family_name) where user_id = p.user_id;
    person := p.user_id;
  end if;
end $function$;
-- owner app_auth, called by app_auth

CREATE OR REPLACE FUNCTION app.link_proof(person uuid, company uuid, file uuid, expires bigint)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'app', 'pg_temp'
AS $function$
  select encode(sha256(k.key || convert_to(concat_ws(' ', 'file', person, company, file, expires), 'UTF8') || k.key), 'hex') from app.context_key k
$function$;
-- owner app_auth, called by app_auth

CREATE OR REPLACE FUNCTION app.listeners(token_hashes text[])
 RETURNS TABLE(token_hash text, user_id uuid, role text, scope uuid[], until timestamp with time zone)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  c app.context;
  hash text;
begin
  foreach hash in array token_hashes loop
    perform set_config('app.session', hash, true), set_config('app.company', '', true);
    c := app.ctx();
    if c.user_id is not null then
      return query select hash, c.user_id, c.role, c.scope, least(s.expires_at, s.idle_expires_at) from public.sessions s where s.id = c.session_id;
    end if;
  end loop;
  perform set_config('app.session', '', true);
end $function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.lock_integration_tokens(company uuid, service text)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select coalesce(pg_try_advisory_xact_lock(7203111, hashtext(app.changeable_integration(company, service)::text)), false)
$function$;
-- owner app_auth, called by app_auth, app_rt, app_worker

CREATE OR REPLACE FUNCTION app.lock_period(company uuid, first_day date, last_day date)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  zone text;
  begins timestamptz;
  ends timestamptz;
  n int;
  created uuid;
begin
  if not company = any (app.scope_for('time.lock')) or not app.reaches_all('time.lock') then return null; end if;
  perform pg_advisory_xact_lock(hashtextextended('time locks of ' || company, 0));
  select c.time_zone into zone from public.companies c where c.id = company;
  begins := app.day_begins(company, first_day);
  ends := app.day_begins(company, last_day + 1);
  if last_day < first_day then raise exception 'lock_order' using errcode = 'SB001'; end if;
  if ends > now() then raise exception 'lock_future' using errcode = 'SB001'; end if;
  if exists (select from public.time_locks l where l.company_id = company and l.unlocked_at is null
      and l.from_on <= last_day and l.to_on >= first_day) then
    raise exception 'lock_overlap' using errcode = 'SB001';
  end if;
  select count(*) into n from public.time_entries e
    where e.company_id = company and e.removed_at is null and e.ended_at is null and e.started_at < ends;
  if n > 0 then raise exception 'lock_open' using errcode = 'SB001', detail = n::text; end if;
  select count(*) into n from public.time_proposals p left join public.time_entries e on e.company_id = p.company_id and e.id = p.entry_id
    where p.company_id = company and p.status = 'open'
      and least(p.started_at, e.started_at) < ends and greatest(p.ended_at, e.ended_at) > begins;
  if n > 0 then raise exception 'lock_proposals' using errcode = 'SB001', detail = n::text; end if;
  -- The time after waiting for the changes under way: they came first.
  insert into public.time_locks (company_id, from_on, to_on, time_zone, starts_at, ends_at, locked_by, locked_at)
  values (company, first_day, last_day, zone, begins, ends, app.user_id(), clock_timestamp()) returning id into created;
  return created;
end $function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.lock_revenue(company uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select pg_advisory_xact_lock(7203099, hashtext(company::text))
$function$;
-- owner app_owner, called by app_auth, app_owner, app_worker

CREATE OR REPLACE FUNCTION app.log_bom_lines()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    begin
      if tg_op = 'UPDATE' then
        insert into public.activity_logs (company_id, entity_type, entity_id, entity_name, action, field_changed, old_value, new_value,
          description, user_id, change_set_id, parent_id, parent_type)
        select n.company_id, 'bom_line', n.id, n.label, 'updated', e.key, to_jsonb(o) ->> e.key, e.value,
          'Changed ' || replace(e.key, '_', ' ') || ' of ' || n.label, app.user_id(), app.change_set(n.company_id), n.parent_id, n.kind_of_parent
        from (select r.*, ( coalesce(
    (select i.part_number || ' ' || i.name from public.parts i where i.company_id = r.company_id and i.id = r.part_id),
    (select i.assembly_number || ' ' || i.name from public.assemblies i where i.company_id = r.company_id and i.id = r.sub_assembly_id),
    (select i.sku || ' ' || i.name from public.products i where i.company_id = r.company_id and i.id = r.sub_product_id)) ) as label, null::text as kind_of_parent from new_rows r) n
        join old_rows o on o.company_id = n.company_id and o.id = n.id
        cross join lateral jsonb_each_text(to_jsonb(n) - '{label,kind_of_parent}'::text[]) e
        where e.key <> all (app.worked_out_columns(tg_relid)) and e.value is distinct from to_jsonb(o) ->> e.key;
      elsif tg_op = 'INSERT' then
        insert into public.activity_logs (company_id, entity_type, entity_id, entity_name, action, description, user_id, change_set_id, parent_id,
          parent_type)
        with sets as materialized (
          select c.company_id, app.change_set(c.company_id) as id from (select distinct company_id from new_rows) c
        )
        select r.company_id, 'bom_line', r.id, ( coalesce(
    (select i.part_number || ' ' || i.name from public.parts i where i.company_id = r.company_id and i.id = r.part_id),
    (select i.assembly_number || ' ' || i.name from public.assemblies i where i.company_id = r.company_id and i.id = r.sub_assembly_id),
    (select i.sku || ' ' || i.name from public.products i where i.company_id = r.company_id and i.id = r.sub_product_id)) ), 'created', 'Added ' || (r.quantity || ' × ' ||  coalesce(
    (select i.part_number || ' ' || i.name from public.parts i where i.company_id = r.company_id and i.id = r.part_id),
    (select i.assembly_number || ' ' || i.name from public.assemblies i where i.company_id = r.company_id and i.id = r.sub_assembly_id),
    (select i.sku || ' ' || i.name from public.products i where i.company_id = r.company_id and i.id = r.sub_product_id)) ), (select app.user_id()), s.id, r.parent_id, null::text
        from sets s join new_rows r on r.company_id = s.company_id;
      else
        insert into public.activity_logs (company_id, entity_type, entity_id, entity_name, action, description, user_id, metadata,
          change_set_id, parent_id, parent_type)
        with sets as materialized (
          select c.company_id, app.change_set(c.company_id) as id from (select distinct company_id from old_rows) c
        )
        select r.company_id, 'bom_line', r.id, ( coalesce(
    (select i.part_number || ' ' || i.name from public.parts i where i.company_id = r.company_id and i.id = r.part_id),
    (select i.assembly_number || ' ' || i.name from public.assemblies i where i.company_id = r.company_id and i.id = r.sub_assembly_id),
    (select i.sku || ' ' || i.name from public.products i where i.company_id = r.company_id and i.id = r.sub_product_id)) ), 'deleted', 'Removed ' || (r.quantity || ' × ' ||  coalesce(
    (select i.part_number || ' ' || i.name from public.parts i where i.company_id = r.company_id and i.id = r.part_id),
    (select i.assembly_number || ' ' || i.name from public.assemblies i where i.company_id = r.company_id and i.id = r.sub_assembly_id),
    (select i.sku || ' ' || i.name from public.products i where i.company_id = r.company_id and i.id = r.sub_product_id)) ), (select app.user_id()),
          jsonb_build_object('row', to_jsonb(r)), s.id, r.parent_id, null::text
        from sets s join old_rows r on r.company_id = s.company_id;
      end if;
      return null;
    end $function$;
-- owner app_audit, called by app_audit

CREATE OR REPLACE PROCEDURE app.log_by(IN target text, IN inserted text, IN updated text, IN deleted text)
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $procedure$
begin
  execute format('create or replace trigger log_insert after insert on public.%I referencing new table as new_rows
    for each statement execute function app.%s', target, inserted);
  execute format('create or replace trigger log_update after update on public.%I referencing old table as old_rows new table as new_rows
    for each statement execute function app.%s', target, updated);
  execute format('create or replace trigger log_delete after delete on public.%I referencing old table as old_rows
    for each statement execute function app.%s', target, deleted);
end $procedure$;
-- owner app_owner, called by app_owner

CREATE OR REPLACE FUNCTION app.log_comments()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    begin
      if tg_op = 'UPDATE' then
        insert into public.activity_logs (company_id, entity_type, entity_id, entity_name, action, field_changed, old_value, new_value,
          description, user_id, change_set_id, parent_id, parent_type)
        select n.company_id, 'comment', n.id, n.label, 'updated', e.key, to_jsonb(o) ->> e.key, e.value,
          'Changed ' || replace(e.key, '_', ' ') || ' of ' || n.label, app.user_id(), app.change_set(n.company_id), n.parent_id, n.kind_of_parent
        from (select r.*, ('Comment') as label, r.parent_type as kind_of_parent from new_rows r) n
        join old_rows o on o.company_id = n.company_id and o.id = n.id
        cross join lateral jsonb_each_text(to_jsonb(n) - '{label,kind_of_parent}'::text[]) e
        where e.key <> all (app.worked_out_columns(tg_relid)) and e.value is distinct from to_jsonb(o) ->> e.key;
      elsif tg_op = 'INSERT' then
        insert into public.activity_logs (company_id, entity_type, entity_id, entity_name, action, description, user_id, change_set_id, parent_id,
          parent_type)
        with sets as materialized (
          select c.company_id, app.change_set(c.company_id) as id from (select distinct company_id from new_rows) c
        )
        select r.company_id, 'comment', r.id, ('Comment'), 'created', 'Added ' || ('a comment'), (select app.user_id()), s.id, r.parent_id, r.parent_type
        from sets s join new_rows r on r.company_id = s.company_id;
      else
        insert into public.activity_logs (company_id, entity_type, entity_id, entity_name, action, description, user_id, metadata,
          change_set_id, parent_id, parent_type)
        with sets as materialized (
          select c.company_id, app.change_set(c.company_id) as id from (select distinct company_id from old_rows) c
        )
        select r.company_id, 'comment', r.id, ('Comment'), 'deleted', 'Removed ' || ('a comment'), (select app.user_id()),
          jsonb_build_object('row', to_jsonb(r)), s.id, r.parent_id, r.parent_type
        from sets s join old_rows r on r.company_id = s.company_id;
      end if;
      return null;
    end $function$;
-- owner app_audit, called by app_audit

CREATE OR REPLACE FUNCTION app.log_delete()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  number_column text := (select t.number_column from app.tenant_tables t where t.entity_type = tg_argv[0]);
begin
  insert into public.activity_logs
    (company_id, entity_type, entity_id, entity_name, entity_number, action, description, user_id, metadata, change_set_id)
  with sets as materialized (
    select c.company_id, app.change_set(c.company_id) as id from (select distinct company_id from old_rows) c
  )
  select o.company_id, tg_argv[0], o.id, o.entity_name, w.was ->> number_column, 'deleted', 'Deleted', (select app.user_id()),
    jsonb_build_object('row', w.was), s.id
  from sets s join old_rows o on o.company_id = s.company_id
  cross join lateral (select to_jsonb(o) as was offset 0) w;
  return null;
end $function$;
-- owner app_audit, called by app_audit

CREATE OR REPLACE FUNCTION app.log_files()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into public.activity_logs (company_id, entity_type, entity_id, entity_name, action, description, user_id, change_set_id,
      parent_type, parent_id, brings_back)
    select r.company_id, 'file', r.id, r.name, 'created', 'Added file ' || r.name, (select app.user_id()), s.id, r.parent_type, r.parent_id,
      (select l.id from public.activity_logs l where l.company_id = r.company_id and l.entity_id = r.id and l.entity_type = 'file'
        and l.action = 'deleted' order by l.id desc limit 1)
    from (select distinct company_id from new_rows) c cross join lateral app.change_set(c.company_id) as s(id)
    join new_rows r on r.company_id = c.company_id;
  elsif tg_op = 'DELETE' then
    insert into public.activity_logs (company_id, entity_type, entity_id, entity_name, action, description, user_id, metadata, change_set_id,
      parent_type, parent_id)
    select r.company_id, 'file', r.id, r.name, 'deleted', 'Removed file ' || r.name, (select app.user_id()),
      jsonb_build_object('row', to_jsonb(r)), s.id, r.parent_type, r.parent_id
    from (select distinct company_id from old_rows) c cross join lateral app.change_set(c.company_id) as s(id)
    join old_rows r on r.company_id = c.company_id;
  end if;
  return null;
end $function$;
-- owner app_audit, called by app_audit

CREATE OR REPLACE FUNCTION app.log_insert()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_nestloop TO 'off'
AS $function$
begin
  insert into public.activity_logs (company_id, entity_type, entity_id, entity_name, action, description, user_id, change_set_id, brings_back)
  with sets as materialized (
    select c.company_id, c.ids, app.change_set(c.company_id) as id
    from (select company_id, array_agg(id) as ids from new_rows group by company_id) c
  ), ended as materialized (
    select distinct on (s.company_id, l.entity_id) s.company_id, l.entity_id, l.id
    from sets s cross join lateral (
      select l.entity_id, l.id from public.activity_logs l where l.company_id = s.company_id and l.entity_id = any (s.ids)
        and l.entity_type = tg_argv[0] and l.action = 'deleted' offset 0) l
    order by s.company_id, l.entity_id, l.id desc
  )
  select n.company_id, tg_argv[0], n.id, n.entity_name, 'created', 'Created', (select app.user_id()), s.id, e.id
  from new_rows n join sets s on s.company_id = n.company_id
  left join ended e on e.company_id = n.company_id and e.entity_id = n.id;
  return null;
end $function$;
-- owner app_audit, called by app_audit

CREATE OR REPLACE PROCEDURE app.log_rows(IN target text, IN entity text)
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $procedure$
begin
  call app.log_by(target, format('log_insert(%L)', entity), format('log_update(%L)', entity), format('log_delete(%L)', entity));
end $procedure$;
-- owner app_owner, called by app_owner

CREATE OR REPLACE FUNCTION app.log_sop_update()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  is_undo boolean := coalesce(current_setting('app.change_kind', true) = 'undo', false);
  c record;
  other_set uuid;
begin
  for c in
    select n.id, to_jsonb(n) as now, to_jsonb(o) as was, n.company_id <> o.company_id as has_moved,
      case when is_undo then o.company_id else n.company_id end as told_by, case when is_undo then n.company_id else o.company_id end as other
    from new_rows n join old_rows o on o.id = n.id
  loop
    insert into public.activity_logs (company_id, entity_type, entity_id, entity_name, action, field_changed, old_value, new_value,
      description, user_id, change_set_id)
    select c.told_by, 'sop', c.id, c.now ->> 'entity_name', 'updated', e.key, c.was ->> e.key, e.value, 'Changed ' || replace(e.key, '_', ' '),
      app.user_id(), app.change_set(c.told_by)
    from jsonb_each_text(c.now) e
    where e.key not in ('company_id', 'home_company_id', 'version', 'updated_at', 'search_text', 'words', 'head_words', 'entity_name')
      and e.value is distinct from c.was ->> e.key;
    continue when not c.has_moved;
    insert into public.change_sets (company_id, user_id, kind) values (c.other, app.user_id(), case when is_undo then 'undo' else 'edit' end)
      returning id into other_set;
    insert into public.activity_logs (company_id, entity_type, entity_id, entity_name, action, description, user_id, change_set_id)
    values (c.other, 'sop', c.id, (case when is_undo then c.now else c.was end) ->> 'entity_name', 'updated',
      case when (c.now ->> 'company_id')::uuid = app.firm() then 'Moved to SBR' else 'Moved from SBR to a company' end, app.user_id(), other_set);
  end loop;
  return null;
end $function$;
-- owner app_audit, called by app_audit

CREATE OR REPLACE FUNCTION app.log_task_items()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    begin
      if tg_op = 'UPDATE' then
        insert into public.activity_logs (company_id, entity_type, entity_id, entity_name, action, field_changed, old_value, new_value,
          description, user_id, change_set_id, parent_id, parent_type)
        select n.company_id, 'task_item', n.id, n.label, 'updated', e.key, to_jsonb(o) ->> e.key, e.value,
          'Changed ' || replace(e.key, '_', ' ') || ' of ' || n.label, app.user_id(), app.change_set(n.company_id), n.parent_id, n.kind_of_parent
        from (select r.*, (r.text) as label, r.parent_type as kind_of_parent from new_rows r) n
        join old_rows o on o.company_id = n.company_id and o.id = n.id
        cross join lateral jsonb_each_text(to_jsonb(n) - '{label,kind_of_parent}'::text[]) e
        where e.key <> all (app.worked_out_columns(tg_relid)) and e.value is distinct from to_jsonb(o) ->> e.key;
      elsif tg_op = 'INSERT' then
        insert into public.activity_logs (company_id, entity_type, entity_id, entity_name, action, description, user_id, change_set_id, parent_id,
          parent_type)
        with sets as materialized (
          select c.company_id, app.change_set(c.company_id) as id from (select distinct company_id from new_rows) c
        )
        select r.company_id, 'task_item', r.id, (r.text), 'created', 'Added ' || ('"' || r.text || '"'), (select app.user_id()), s.id, r.parent_id, r.parent_type
        from sets s join new_rows r on r.company_id = s.company_id;
      else
        insert into public.activity_logs (company_id, entity_type, entity_id, entity_name, action, description, user_id, metadata,
          change_set_id, parent_id, parent_type)
        with sets as materialized (
          select c.company_id, app.change_set(c.company_id) as id from (select distinct company_id from old_rows) c
        )
        select r.company_id, 'task_item', r.id, (r.text), 'deleted', 'Removed ' || ('"' || r.text || '"'), (select app.user_id()),
          jsonb_build_object('row', to_jsonb(r)), s.id, r.parent_id, r.parent_type
        from sets s join old_rows r on r.company_id = s.company_id;
      end if;
      return null;
    end $function$;
-- owner app_audit, called by app_audit

CREATE OR REPLACE FUNCTION app.log_task_reports()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    begin
      if tg_op = 'UPDATE' then
        insert into public.activity_logs (company_id, entity_type, entity_id, entity_name, action, field_changed, old_value, new_value,
          description, user_id, change_set_id, parent_id, parent_type)
        select n.company_id, 'task_report', n.id, n.label, 'updated', e.key, to_jsonb(o) ->> e.key, e.value,
          'Changed ' || replace(e.key, '_', ' ') || ' of ' || n.label, app.user_id(), app.change_set(n.company_id), n.parent_id, n.kind_of_parent
        from (select r.*, ('Report') as label, r.parent_type as kind_of_parent from new_rows r) n
        join old_rows o on o.company_id = n.company_id and o.id = n.id
        cross join lateral jsonb_each_text(to_jsonb(n) - '{label,kind_of_parent}'::text[]) e
        where e.key <> all (app.worked_out_columns(tg_relid)) and e.value is distinct from to_jsonb(o) ->> e.key;
      elsif tg_op = 'INSERT' then
        insert into public.activity_logs (company_id, entity_type, entity_id, entity_name, action, description, user_id, change_set_id, parent_id,
          parent_type)
        with sets as materialized (
          select c.company_id, app.change_set(c.company_id) as id from (select distinct company_id from new_rows) c
        )
        select r.company_id, 'task_report', r.id, ('Report'), 'created', 'Added ' || ('a report'), (select app.user_id()), s.id, r.parent_id, r.parent_type
        from sets s join new_rows r on r.company_id = s.company_id;
      else
        insert into public.activity_logs (company_id, entity_type, entity_id, entity_name, action, description, user_id, metadata,
          change_set_id, parent_id, parent_type)
        with sets as materialized (
          select c.company_id, app.change_set(c.company_id) as id from (select distinct company_id from old_rows) c
        )
        select r.company_id, 'task_report', r.id, ('Report'), 'deleted', 'Removed ' || ('a report'), (select app.user_id()),
          jsonb_build_object('row', to_jsonb(r)), s.id, r.parent_id, r.parent_type
        from sets s join old_rows r on r.company_id = s.company_id;
      end if;
      return null;
    end $function$;
-- owner app_audit, called by app_audit

CREATE OR REPLACE FUNCTION app.log_update()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_nestloop TO 'off'
AS $function$
declare
  worked_out text[] := app.worked_out_columns(tg_relid);
  actions jsonb := (select t.log_actions from app.tenant_tables t where t.entity_type = tg_argv[0]);
begin
  insert into public.activity_logs (company_id, entity_type, entity_id, entity_name, action, field_changed, old_value, new_value,
    description, user_id, change_set_id)
  with pairs as materialized ( -- materialized: each row becomes JSON once, not once per column
    select n.company_id, n.id, n.entity_name, to_jsonb(n) as now, to_jsonb(o) as was
    from new_rows n join old_rows o on o.company_id = n.company_id and o.id = n.id
  ), changed as materialized (
    select p.company_id, p.id, p.entity_name, e.key, e.value as new_value, p.was ->> e.key as old_value
    from pairs p cross join lateral jsonb_each_text(p.now) e
    where e.key <> all (worked_out)
      and e.value is distinct from p.was ->> e.key
  ), sets as (
    select c.company_id, app.change_set(c.company_id) as id from (select distinct company_id from changed) c
  )
  select d.company_id, tg_argv[0], d.id, d.entity_name,
    coalesce(actions ->> d.key, 'updated'),
    d.key, d.old_value, d.new_value, 'Changed ' || replace(d.key, '_', ' '), (select app.user_id()), s.id
  from changed d join sets s on s.company_id = d.company_id;
  return null;
end $function$;
-- owner app_audit, called by app_audit

CREATE OR REPLACE PROCEDURE app.logged_table(IN target text, IN entity text)
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $procedure$
begin
  call app.close_table(target);
  call app.log_rows(target, entity);
end $procedure$;
-- owner app_owner, called by app_owner

CREATE OR REPLACE FUNCTION app.make_repeated_task(company uuid, template uuid, due date, made date, next date)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  t public.task_templates;
  doer uuid;
  made_id uuid;
begin
  if not company = any (app.scope()) then raise exception 'another company' using errcode = 'insufficient_privilege'; end if;
  update public.task_templates x set next_on = next
    where x.company_id = company and x.id = template and x.next_on = due and x.repeat is not null returning * into t;
  if not found then return null; end if;
  doer := case when app.is_member(company, t.assigned_to) then t.assigned_to when app.is_member(company, t.created_by) then t.created_by end;
  if doer is null then return null; end if;
  insert into public.tasks (company_id, title, description, priority, assigned_to, assigned_by, due_on, part_id, assembly_id, product_id,
    sop_id, template_id, repeat_on)
  values (company, t.title, t.description, t.priority, doer, t.created_by, made + t.due_days, t.part_id, t.assembly_id, t.product_id,
    t.sop_id, t.id, due)
  on conflict do nothing returning id into made_id;
  insert into public.task_items (company_id, task_id, text, position)
    select company, made_id, i.text, i.place from unnest(t.items) with ordinality i(text, place) where made_id is not null;
  return made_id;
end $function$;
-- owner app_auth, called by app_auth, app_worker

CREATE OR REPLACE PROCEDURE app.make_stage(IN stage text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $procedure$
declare s app.import_stages;
begin
  select * into strict s from app.import_stages where name = stage;
  if to_regclass('pg_temp.' || quote_ident(s.name)) is not null then
    execute format('drop table pg_temp.%I', s.name);
  end if;
  execute format('create temporary table %I (%s) on commit drop', s.name, s.columns);
  execute format('grant select, insert, update, delete on pg_temp.%I to app_rt', s.name);
end $procedure$;
-- owner app_stages, called by app_rt, app_stages

CREATE OR REPLACE FUNCTION app.margins(company uuid)
 RETURNS TABLE(id uuid, margin numeric, is_costless boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_nestloop TO 'off'
 SET jit TO 'off'
 SET work_mem TO '32MB'
AS $function$
  select p.id,
    case when p.retail_price > 0 and k.cost > 0 then round((p.retail_price - k.cost) * 100 / p.retail_price, 4) end,
    p.retail_price > 0 and coalesce(k.cost, 0) = 0
  from public.products p
  left join (
    select r.id, r.cost from app.rolled_up_costs(company) r where exists (
      select from public.products c join public.bom_lines l on l.company_id = company and l.product_id = c.id
      where c.company_id = company and c.cost = 0 and c.retail_price > 0)
  ) r on p.cost = 0 and r.id = p.id
  cross join lateral (select coalesce(nullif(p.cost, 0), r.cost) as cost) k
  where p.company_id = company
$function$;
-- owner app_owner, called by app_auth, app_owner, app_rt

CREATE OR REPLACE FUNCTION app.mark_import()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  update public.imports set status = case when new.undone_by is null then 'committed' else 'undone' end
    where company_id = new.company_id and change_set_id = new.id;
  return null;
end $function$;
-- owner app_owner, called by app_owner, app_rt

CREATE OR REPLACE FUNCTION app.mark_integration(company uuid, service text, marks jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  target uuid := app.expect_integration(company, service);
  was public.integration_configs;
  n public.integration_configs;
begin
  select * into was from public.integration_configs c where c.company_id = company and c.id = target for update;
  -- A call that was under way during a disconnect says nothing about the connection any more.
  if was.credentials_set_at is null and marks->>'status' in ('connected', 'error') then return; end if;
  n := jsonb_populate_record(was, marks);
  update public.integration_configs c set status = n.status, needs_reconnect = n.needs_reconnect, account_id = n.account_id,
    account_name = n.account_name, missing_scopes = n.missing_scopes, last_test_at = n.last_test_at, last_test_message = n.last_test_message,
    last_success_at = n.last_success_at, last_error = n.last_error, last_error_at = n.last_error_at,
    credential_expires_at = n.credential_expires_at, quota = n.quota
  where c.company_id = company and c.id = target;
end $function$;
-- owner app_auth, called by app_auth, app_rt, app_worker

CREATE OR REPLACE FUNCTION app.mark_removed(e time_entries, is_removal boolean, why text, proposal uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if not is_removal then perform app.expect_free(e.company_id, e.user_id, e.id, e.started_at, e.ended_at); end if;
  perform app.supersede_proposals(e.company_id, e.id, proposal);
  update public.time_entries t set removed_at = case when is_removal then now() end where t.company_id = e.company_id and t.id = e.id;
  insert into public.time_entry_revisions (company_id, entry_id, editor_id, is_self_edited, reason, kind, proposal_id,
    old_started_at, new_started_at, old_ended_at, new_ended_at, old_notes, new_notes, old_breaks, new_breaks)
  values (e.company_id, e.id, app.user_id(), e.user_id = app.user_id(), why, case when is_removal then 'removed' else 'restored' end, proposal,
    e.started_at, e.started_at, e.ended_at, e.ended_at, e.notes, e.notes, e.breaks, e.breaks);
end $function$;
-- owner app_auth, called by app_auth

CREATE OR REPLACE FUNCTION app.mark_sales()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  update public.company_days k set has_new_sales = true
  from (select distinct r.company_id, (r.created_at_shopify at time zone c.time_zone)::date as day
    from changed r join public.companies c on c.id = r.company_id) d
  where k.company_id = d.company_id and k.day = d.day and not k.has_new_sales;
  return null;
end $function$;
-- owner app_auth, called by app_auth

CREATE OR REPLACE FUNCTION app.mark_taken_out(company uuid, tasks uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  update public.calendar_events e set is_tried = false, etag = null, url = null, sent = null, generation = e.generation + 1
  where e.company_id = company and e.task_id = any (tasks) and company = any (app.scope_of_calls())
$function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.max_buildable(company uuid)
 RETURNS TABLE(id uuid, buildable bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_nestloop TO 'off'
 SET jit TO 'off'
 SET work_mem TO '32MB'
AS $function$
  with recursive down(root, id, quantity) as (
    select p.id, p.id, 1::float8 from products p where p.company_id = company
    union all
    select s.root, s.id, least(s.quantity, 2147483648) from (
      select d.root, l.component_id as id, sum(d.quantity * l.quantity) over same as quantity, row_number() over same as n
      from down d join bom_lines l on l.company_id = company and l.parent_id = d.id and l.part_id is null
      window same as (partition by d.root, l.component_id)) s where s.n = 1
  ), item as materialized (
    select d.root, d.id, least(sum(d.quantity), 2147483648) as quantity from down d group by d.root, d.id
  ), line as materialized (
    select l.parent_id, l.component_id, l.quantity, p.stock_level, count(*) over (partition by l.component_id) = 1 as is_own
    from bom_lines l join parts p on p.company_id = company and p.id = l.component_id where l.company_id = company
  ), own as (
    select parent_id, min(stock_level / quantity) as buildable from line where is_own group by parent_id
  )
  select b.root, min(b.buildable)::bigint from (
    select i.root, floor(o.buildable / i.quantity) as buildable from item i join own o on o.parent_id = i.id
    union all
    select s.root, floor(min(s.stock_level) / sum(s.quantity)) from (
      select i.root, l.component_id, l.stock_level, i.quantity * l.quantity as quantity
      from item i join line l on l.parent_id = i.id where not l.is_own) s
    group by s.root, s.component_id
  ) b group by b.root
$function$;
-- owner app_owner, called by app_auth, app_owner, app_rt

CREATE OR REPLACE FUNCTION app.may(asked_action text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select exists (
    select from app.role_permissions p
    where p.role = (select (app.known()).role) and p.action = asked_action and p.reach <> 'none')
$function$;
-- owner app_auth, called by app_audit, app_auth, app_rt, app_worker

CREATE OR REPLACE FUNCTION app.may_attach(files files)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$select case when files.part_id is not null then exists (select from public.parts
      where parts.company_id = files.company_id and parts.id = files.part_id and ((company_id = ANY (( SELECT app.scope_for('inventory.write'::text) AS scope_for)::uuid[])))) when files.assembly_id is not null then exists (select from public.assemblies
      where assemblies.company_id = files.company_id and assemblies.id = files.assembly_id and ((company_id = ANY (( SELECT app.scope_for('inventory.write'::text) AS scope_for)::uuid[])))) when files.product_id is not null then exists (select from public.products
      where products.company_id = files.company_id and products.id = files.product_id and ((company_id = ANY (( SELECT app.scope_for('inventory.write'::text) AS scope_for)::uuid[])))) when files.sop_id is not null then exists (select from public.sops
      where sops.company_id = files.company_id and sops.id = files.sop_id and (((company_id = ANY (( SELECT app.scope_with_firm('sop.write'::text, 'sop.share'::text) AS scope_with_firm)::uuid[])) AND
CASE
    WHEN (visibility = 'company'::text) THEN (company_id = ANY (( SELECT app.scope_for('sop.write'::text) AS scope_for)::uuid[]))
    ELSE ( SELECT app.may('sop.share'::text) AS may)
END AND ((( SELECT app.reach('sop.write'::text) AS reach) <> 'own'::text) OR (created_by = ( SELECT app.user_id() AS user_id)))))) when files.task_id is not null then exists (select from public.tasks
      where tasks.company_id = files.company_id and tasks.id = files.task_id and (((company_id = ANY (( SELECT app.scope_for('task.read'::text) AS scope_for)::uuid[])) AND (( SELECT app.reaches_all('task.read'::text) AS reaches_all) OR (assigned_to = ( SELECT app.user_id() AS user_id)) OR ((assigned_by = ( SELECT app.user_id() AS user_id)) AND ( SELECT app.may('task.create'::text) AS may)))))) when files.task_template_id is not null then exists (select from public.task_templates
      where task_templates.company_id = files.company_id and task_templates.id = files.task_template_id and (((company_id = ANY (( SELECT app.scope_for('task.edit'::text) AS scope_for)::uuid[])) AND (( SELECT app.reaches_all('task.edit'::text) AS reaches_all) OR (created_by = ( SELECT app.user_id() AS user_id)))))) when files.sop_run_id is not null then exists (select from public.sop_runs
      where sop_runs.company_id = files.company_id and sop_runs.id = files.sop_run_id and (((company_id = ANY (( SELECT app.scope_for('sop.run'::text) AS scope_for)::uuid[])) AND (user_id = ( SELECT app.user_id() AS user_id)) AND (finished_at IS NULL)))) else false end$function$;
-- owner app_owner, called by app_owner, app_rt

CREATE OR REPLACE FUNCTION app.may_sign_in(person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select exists (select from public.profiles p join public.user_roles r on r.user_id = p.user_id where p.user_id = person and p.deleted_at is null)
$function$;
-- owner app_auth, called by app_auth

CREATE OR REPLACE FUNCTION app.move_integration(company uuid, service text, to_company uuid, remains text)
 RETURNS TABLE(id uuid, company_name text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  moved public.integration_configs;
  made uuid;
  owner_name text;
begin
  if not company = any (app.scope_for('integration.move')) then
    raise exception 'no right to move integrations' using errcode = 'insufficient_privilege';
  end if;
  select * into moved from public.integration_configs c where c.company_id = company and c.integration_name = service for update;
  if not found then return; end if;
  perform app.expect_movable(company, service, to_company);
  select o.name into owner_name from public.companies o where o.id = to_company;
  if to_company = company then
    return query select moved.id, owner_name;
    return;
  end if;
  perform app.forget_integration_data(company, service, 'Stopped: the integration went to another company');
  delete from public.integration_configs c where c.company_id = company and c.id = moved.id;
  insert into public.integration_configs (company_id, integration_name, is_enabled, config, last_error, last_error_at)
    values (to_company, service, moved.is_enabled, moved.config, remains, case when remains is not null then now() end) returning integration_configs.id into made;
  return query select made, owner_name;
end $function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.move_stock()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_nestloop TO 'off'
AS $function$
begin
  insert into public.stock_movements (company_id, part_id, delta, balance, reason, note, user_id, change_set_id, reverses)
  with moved as materialized (
    select n.company_id, n.id, n.stock_level - o.stock_level as delta, n.stock_level as balance
    from new_rows n join old_rows o on o.company_id = n.company_id and o.id = n.id
    where n.stock_level <> o.stock_level or current_setting('app.stock_reason', true) = 'counted'
  ), sets as materialized (
    select c.company_id, app.change_set(c.company_id) as id from (select distinct company_id from moved) c
  )
  select m.company_id, m.id, m.delta, m.balance,
    coalesce(nullif(current_setting('app.stock_reason', true), ''),
      case current_setting('app.change_kind', true) when 'import' then 'imported' when 'undo' then 'undone' else 'edited' end),
    nullif(current_setting('app.stock_note', true), ''), (select app.user_id()), s.id,
    case when current_setting('app.change_kind', true) = 'undo' then (select o.id from public.stock_movements o
        where o.company_id = m.company_id and o.part_id = m.id and o.delta = -m.delta and o.delta <> 0
          and o.change_set_id = nullif(current_setting('app.undoes', true), '')::uuid
          and not exists (select from public.stock_movements r
            where r.company_id = o.company_id and r.part_id = o.part_id and r.reverses = o.id)
        order by o.id desc limit 1)
      else nullif(current_setting('app.stock_reverses', true), '')::bigint end
  from moved m join sets s on s.company_id = m.company_id;
  return null;
end $function$;
-- owner app_audit, called by app_audit

CREATE OR REPLACE FUNCTION app.name_person(person uuid, names jsonb, address text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  p public.profiles;
  first text;
  last text;
begin
  select * into p from app.person_to_change(person);
  if not found then return false; end if;
  first := case when names ? 'firstName' then names ->> 'firstName' else p.first_name end;
  last := case when names ? 'lastName' then names ->> 'lastName' else p.last_name end;
  if (first, last) is not distinct from (p.first_name, p.last_name) then return true; end if;
  if not p.is_pre_authorized then raise exception 'name_own' using errcode = 'SB001'; end if;
  update public.profiles set first_name = first, last_name = last where user_id = person;
  perform app.record_security_event('person_named', jsonb_build_object('person', person), address);
  return true;
end $function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.note_block()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if new.status <> 'blocked' then
    new.blocked_by_part := null; new.blocked_quantity := null; new.blocked_by_person := null; new.blocked_by_task := null;
    new.blocked_at := null;
  elsif num_nonnulls(new.blocked_by_part, new.blocked_by_person, new.blocked_by_task) = 0 then
    new.blocked_at := null;
  elsif coalesce(current_setting('app.change_kind', true) = 'undo', false) then
    new.blocked_at := coalesce(new.blocked_at, now());
  elsif tg_op = 'INSERT' or old.status <> 'blocked' or (new.blocked_by_part, new.blocked_quantity, new.blocked_by_person, new.blocked_by_task)
      is distinct from (old.blocked_by_part, old.blocked_quantity, old.blocked_by_person, old.blocked_by_task) then
    new.blocked_at := now();
  else
    new.blocked_at := old.blocked_at;
  end if;
  return new;
end $function$;
-- owner app_owner, called by app_owner, app_rt, app_worker

CREATE OR REPLACE FUNCTION app.note_calendar_task()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare task public.tasks;
begin
  if tg_op = 'DELETE' then task := old; else task := new; end if;
  if tg_op = 'UPDATE' and (old.title, old.description, old.priority, old.status, old.due_on)
      is not distinct from (new.title, new.description, new.priority, new.status, new.due_on) then
    return null;
  end if;
  update public.calendar_events e set is_changed = true, changed_at = now() where e.company_id = task.company_id and e.task_id = task.id;
  if not found and tg_op <> 'DELETE' and task.due_on is not null and task.status <> 'complete' and exists (
      select from public.integration_configs c
      where c.company_id = task.company_id and c.integration_name = 'google_calendar' and c.is_enabled) then
    insert into public.calendar_events (company_id, task_id) values (task.company_id, task.id)
    on conflict (company_id, task_id) do update set is_changed = true, changed_at = now();
  end if;
  return null;
end $function$;
-- owner app_auth, called by app_auth

CREATE OR REPLACE FUNCTION app.note_completion()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  is_over boolean := tg_op = 'DELETE' or new.status = 'complete';
begin
  update public.task_templates x
    set next_on = case when is_over then app.today_in(old.company_id) + (x.repeat ->> 'days')::int end
    where x.company_id = old.company_id and x.id = old.template_id and x.repeat ->> 'kind' = 'after_completion'
      and (x.next_on is null) = is_over and not exists (
        select from public.tasks t where t.company_id = x.company_id and t.template_id = x.id and t.repeat_on is not null
          and t.id <> old.id and (t.status <> 'complete' or t.repeat_on > old.repeat_on));
  return null;
end $function$;
-- owner app_auth, called by app_auth

CREATE OR REPLACE FUNCTION app.notice_access_asked()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform app.write_notices(app.firm(), 'access_asked', 'access_request', new.id, null, null, 'person.write');
  return null;
end $function$;
-- owner app_auth, called by app_auth

CREATE OR REPLACE FUNCTION app.notice_forgotten_entries(company uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if not company = any (app.scope()) then raise exception 'another company' using errcode = 'insufficient_privilege'; end if;
  perform app.write_notices(company, 'clock_out_forgotten', 'time_entry', u.entry_id, null, null, 'time.decide')
    from app.untold_forgotten_entries() u where u.company_id = company;
end $function$;
-- owner app_auth, called by app_auth, app_worker

CREATE OR REPLACE FUNCTION app.notice_low_parts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_nestloop TO 'off'
AS $function$
declare low record;
begin
  for low in
    select n.company_id, array_agg(n.id) as parts from new_rows n join old_rows o on o.company_id = n.company_id and o.id = n.id
    where n.is_low_stock and not o.is_low_stock group by n.company_id
  loop
    if cardinality(low.parts) > 5 then
      perform app.write_notices(low.company_id, 'part_low', null, null, jsonb_build_object('count', cardinality(low.parts)), null, 'inventory.write');
    else
      perform app.write_notices(low.company_id, 'part_low', 'part', p, null, null, 'inventory.write') from unnest(low.parts) p;
    end if;
  end loop;
  return null;
end $function$;
-- owner app_auth, called by app_auth

CREATE OR REPLACE FUNCTION app.notice_overdue_tasks(company uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if not company = any (app.scope()) then raise exception 'another company' using errcode = 'insufficient_privilege'; end if;
  perform app.write_notices(company, 'task_overdue', 'task', u.task_id, null, array[u.assigned_to], null)
    from app.untold_overdue_tasks() u where u.company_id = company;
end $function$;
-- owner app_auth, called by app_auth, app_worker

CREATE OR REPLACE FUNCTION app.notice_role_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if app.user_id() is not null and not exists (select from public.profiles p where p.user_id = new.user_id and p.is_pre_authorized) then
    perform app.write_notices(new.company_id, 'role_changed', null, null, jsonb_build_object('role', new.role), array[new.user_id], null);
  end if;
  return null;
end $function$;
-- owner app_auth, called by app_auth

CREATE OR REPLACE FUNCTION app.notice_sop_reviews(company uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if not company = any (app.scope()) then raise exception 'another company' using errcode = 'insufficient_privilege'; end if;
  perform app.write_notices(company, 'sop_review', 'sop', u.sop_id, null,
    array(select r.user_id from public.user_roles r join app.role_permissions g on g.role = r.role and g.action = 'sop.write'
      where r.company_id = company and g.reach <> 'none' and (g.reach <> 'own' or r.user_id = u.created_by)), null)
    from app.untold_sop_reviews() u where u.company_id = company;
end $function$;
-- owner app_auth, called by app_auth, app_worker

CREATE OR REPLACE FUNCTION app.notice_sync_failed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if (select r.state from public.sync_runs r where r.company_id = new.company_id and r.integration_id = new.integration_id
      and r.id < new.id and r.state in ('done', 'failed') order by r.id desc limit 1) is distinct from 'failed' then
    perform app.write_notices(new.company_id, 'sync_failed', 'integration', new.integration_id, null, null, 'integration.write');
  end if;
  return null;
end $function$;
-- owner app_auth, called by app_auth

CREATE OR REPLACE FUNCTION app.notify_people(company uuid, topic text, entity text, record uuid, params jsonb, people uuid[], may text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if not company = any (app.scope()) then raise exception 'another company' using errcode = 'insufficient_privilege'; end if;
  perform app.write_notices(company, topic, entity, record, params, people, may);
end $function$;
-- owner app_auth, called by app_auth, app_rt, app_worker

CREATE OR REPLACE FUNCTION app.one_break_seconds(breaks tstzmultirange, from_at timestamp with time zone, to_at timestamp with time zone)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN GREATEST((0)::numeric, EXTRACT(epoch FROM (LEAST(upper(breaks), to_at) - GREATEST(lower(breaks), from_at))));
-- owner app_owner, called by app_auth, app_owner, app_rt, app_worker

CREATE OR REPLACE FUNCTION app.open_change_set()
 RETURNS uuid
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select nullif(substr(current_setting('app.change_set', true), 38), '')::uuid
$function$;
-- owner app_owner, called by app_audit, app_auth, app_owner, app_rt

CREATE OR REPLACE FUNCTION app.open_integration(company uuid, service text)
 RETURNS TABLE(field text, sealed text, expires_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select s.field, s.sealed, s.expires_at from public.integration_secrets s
  where s.company_id = company and s.integration_id = app.changeable_integration(company, service)
$function$;
-- owner app_auth, called by app_auth, app_rt, app_worker

CREATE OR REPLACE FUNCTION app.open_password_reset(typed_email text, new_hash text, minutes integer, OUT email text, OUT first_name text)
 RETURNS SETOF record
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with person as (
    select p.user_id, p.email, p.first_name from public.profiles p
    where p.email = typed_email and p.deleted_at is null and app.may_sign_in(p.user_id)),
  opened as (
    insert into public.password_resets (token_hash, user_id, expires_at)
    select new_hash, p.user_id, now() + make_interval(mins => minutes) from person p)
  select p.email, p.first_name from person p
$function$;
-- owner app_auth, called by app_auth, app_worker

CREATE OR REPLACE FUNCTION app.open_session(person uuid, new_hash text, agent text, address text, detail jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare may_write boolean;
begin
  delete from public.sessions s where s.user_id = person and (s.expires_at <= now() or s.idle_expires_at <= now());
  delete from public.sessions s where s.id in (select o.id from public.sessions o
    where o.user_id = person and o.kind = 'browser' order by o.last_seen_at desc, o.id desc offset 9);
  select coalesce(bool_or(p.reach <> 'none'), false) into may_write from public.user_roles r
    join app.role_permissions p on p.role = r.role and p.action = 'inventory.write' where r.user_id = person;
  insert into public.sessions (token_hash, user_id, kind, idle_seconds, idle_expires_at, expires_at, user_agent)
  select new_hash, person, 'browser', l.idle, now() + make_interval(secs => l.idle), now() + make_interval(secs => l.total), left(agent, 300)
  from (select case when may_write then 7200 else 86400 end as idle, case when may_write then 86400 else 604800 end as total) l;
  insert into public.security_events (kind, user_id, address, detail)
  values ('signed_in', person, open_session.address, open_session.detail);
end $function$;
-- owner app_auth, called by app_auth

CREATE OR REPLACE PROCEDURE app.operator_table(IN target text, IN needed text)
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $procedure$
begin
  call app.close_table(target);
  execute format('create policy may_all on public.%I for all to app_rt using (%2$s) with check (%2$s)', target, app.within(needed));
  call app.grant_columns(target);
end $procedure$;
-- owner app_owner, called by app_owner

CREATE OR REPLACE FUNCTION app.order_key(written text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN lower(ltrim(btrim(written), '#'::text));
-- owner app_owner, called by app_owner, app_rt, app_worker

CREATE OR REPLACE FUNCTION app.own_entry(company uuid, entry uuid)
 RETURNS time_entries
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select t.* from public.time_entries t
  where company = any (app.scope_for('time.clock')) and t.company_id = company and t.id = entry and t.user_id = app.user_id() and t.removed_at is null
  for update
$function$;
-- owner app_owner, called by app_auth, app_owner

CREATE OR REPLACE FUNCTION app.own_password(OUT person uuid, OUT version uuid, OUT sealed_hash text, OUT companies text[])
 RETURNS SETOF record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select w.user_id, w.version, w.sealed_hash, app.company_names_of(w.user_id) from public.passwords w
  join public.sessions s on s.user_id = w.user_id and s.kind = 'browser' and s.id = (app.ctx()).session_id
$function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE PROCEDURE app.owned_table(IN target text, IN entity text, IN label text, IN story text)
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $procedure$
declare
  has_kind boolean := exists (select from pg_attribute a
    where a.attrelid = format('public.%I', target)::regclass and a.attname = 'parent_type');
begin
  execute format($f$
    create or replace function app.%1$I() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $body$
    begin
      if tg_op = 'UPDATE' then
        insert into public.activity_logs (company_id, entity_type, entity_id, entity_name, action, field_changed, old_value, new_value,
          description, user_id, change_set_id, parent_id, parent_type)
        select n.company_id, %2$L, n.id, n.label, 'updated', e.key, to_jsonb(o) ->> e.key, e.value,
          'Changed ' || replace(e.key, '_', ' ') || ' of ' || n.label, app.user_id(), app.change_set(n.company_id), n.parent_id, n.kind_of_parent
        from (select r.*, (%3$s) as label, %5$s as kind_of_parent from new_rows r) n
        join old_rows o on o.company_id = n.company_id and o.id = n.id
        cross join lateral jsonb_each_text(to_jsonb(n) - '{label,kind_of_parent}'::text[]) e
        where e.key <> all (app.worked_out_columns(tg_relid)) and e.value is distinct from to_jsonb(o) ->> e.key;
      elsif tg_op = 'INSERT' then
        insert into public.activity_logs (company_id, entity_type, entity_id, entity_name, action, description, user_id, change_set_id, parent_id,
          parent_type)
        with sets as materialized (
          select c.company_id, app.change_set(c.company_id) as id from (select distinct company_id from new_rows) c
        )
        select r.company_id, %2$L, r.id, (%3$s), 'created', 'Added ' || (%4$s), (select app.user_id()), s.id, r.parent_id, %5$s
        from sets s join new_rows r on r.company_id = s.company_id;
      else
        insert into public.activity_logs (company_id, entity_type, entity_id, entity_name, action, description, user_id, metadata,
          change_set_id, parent_id, parent_type)
        with sets as materialized (
          select c.company_id, app.change_set(c.company_id) as id from (select distinct company_id from old_rows) c
        )
        select r.company_id, %2$L, r.id, (%3$s), 'deleted', 'Removed ' || (%4$s), (select app.user_id()),
          jsonb_build_object('row', to_jsonb(r)), s.id, r.parent_id, %5$s
        from sets s join old_rows r on r.company_id = s.company_id;
      end if;
      return null;
    end $body$ $f$, 'log_' || target, entity, label, story, case when has_kind then 'r.parent_type' else 'null::text' end);
  call app.give_to('app_audit', 'log_' || target);
  call app.log_by(target, format('%I()', 'log_' || target), format('%I()', 'log_' || target), format('%I()', 'log_' || target));
end $procedure$;
-- owner app_owner, called by app_owner

CREATE OR REPLACE FUNCTION app.parts_on_day(company uuid, day date)
 RETURNS TABLE(id uuid, part_number text, name text, stock_level integer, cost numeric)
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET jit TO 'off'
AS $function$
  with later as materialized (
    select l.id, l.entity_id, l.action, l.field_changed as field, l.old_value, l.metadata -> 'row' as was
    from companies c cross join change_sets s
    join activity_logs l on l.company_id = company and l.change_set_id = s.id and l.entity_type = 'part'
      and (l.action in ('created', 'deleted') or l.field_changed in ('stock_level', 'cost', 'part_number', 'name'))
    where c.id = company and s.company_id = company and s.created_at >= (day + 1)::timestamp at time zone c.time_zone
  ), turn as (
    -- The first creation or deletion since.
    select distinct on (l.entity_id) l.entity_id, l.id, l.action, l.was from later l
    where l.action in ('created', 'deleted') order by l.entity_id, l.id
  ), first_change as (
    select distinct on (l.entity_id, l.field) l.entity_id, l.field, l.old_value
    from later l left join turn t on t.entity_id = l.entity_id
    where l.field is not null and (t.id is null or l.id < t.id) order by l.entity_id, l.field, l.id
  ), changed as (
    select f.entity_id, max(f.old_value) filter (where f.field = 'stock_level') as stock, max(f.old_value) filter (where f.field = 'cost') as cost,
      max(f.old_value) filter (where f.field = 'part_number') as number, max(f.old_value) filter (where f.field = 'name') as name
    from first_change f group by f.entity_id
  ), stood as (
    select p.id, p.part_number::text as number, p.name::text as name, p.stock_level as stock, p.cost from parts p
    where p.company_id = company and not exists (select from turn t where t.entity_id = p.id)
    union all
    select t.entity_id, t.was ->> 'part_number', t.was ->> 'name', (t.was ->> 'stock_level')::int, (t.was ->> 'cost')::numeric
    from turn t where t.action = 'deleted'
  )
  select s.id, coalesce(c.number, s.number), coalesce(c.name, s.name), coalesce(c.stock::int, s.stock), coalesce(c.cost::numeric, s.cost)
  from stood s left join changed c on c.entity_id = s.id
$function$;
-- owner app_owner, called by app_owner, app_rt

CREATE OR REPLACE FUNCTION app.password_of(typed_email text, OUT person uuid, OUT version uuid, OUT sealed_hash text)
 RETURNS SETOF record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select w.user_id, w.version, w.sealed_hash from public.passwords w join public.profiles p on p.user_id = w.user_id
  where p.email = typed_email and p.deleted_at is null and app.may_sign_in(p.user_id)
$function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.password_reset_of(link_hash text, OUT person uuid, OUT email text, OUT first_name text, OUT last_name text, OUT companies text[])
 RETURNS SETOF record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select p.user_id, p.email, p.first_name, p.last_name, app.company_names_of(p.user_id) from public.password_resets t join public.profiles p on p.user_id = t.user_id
  where t.token_hash = link_hash and t.expires_at > now() and app.may_sign_in(p.user_id)
$function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.person_is_at(person uuid, expected integer)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select p.version = expected from app.person_to_change(person) p
$function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.person_to_change(person uuid)
 RETURNS SETOF profiles
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if not app.may('person.write') then raise exception 'not allowed' using errcode = 'insufficient_privilege'; end if;
  return query select * from public.profiles p where p.user_id = person and p.deleted_at is null for update;
end $function$;
-- owner app_auth, called by app_auth

CREATE OR REPLACE FUNCTION app.place_sop()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  asked uuid := nullif(current_setting('app.company', true), '')::uuid;
  target uuid := new.company_id;
  writable text;
begin
  if tg_op = 'INSERT' then
    if new.visibility <> 'company' then new.company_id := app.firm(); end if;
    new.home_company_id := coalesce(new.home_company_id, target);
    return new;
  end if;
  if new.company_id <> old.company_id then return new; end if; -- the move below
  new.created_by := old.created_by;
  new.home_company_id := case old.visibility when 'company' then old.company_id else old.home_company_id end;
  if new.visibility <> 'company' then
    target := app.firm();
  elsif old.visibility <> 'company' then
    target := case when current_setting('app.change_kind', true) = 'undo' then new.home_company_id else coalesce(asked, target) end;
  end if;
  if target in (old.company_id, asked, app.firm()) then
    new.company_id := target;
    return new;
  end if;
  -- An undo can bring a SOP back into a company other than that of the path; no policy would let the caller write that row.
  if not app.may('sop.share') then raise exception 'not allowed' using errcode = 'insufficient_privilege'; end if;
  if (select c.status = 'sold' from public.companies c where c.id = target) then
    raise exception 'sop_company_sold' using errcode = 'SB001';
  end if;
  new.company_id := target;
  new.home_company_id := target;
  select string_agg(format('%1$I = r.%1$I', attname), ', ') into writable from pg_attribute
    where attrelid = 'public.sops'::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attname not in ('id', 'created_at', 'version');
  execute format('update public.sops s set %s from (select ($1).*) r where s.company_id = $2 and s.id = $3', writable)
    using new, old.company_id, old.id;
  return null;
end $function$;
-- owner app_auth, called by app_auth

CREATE OR REPLACE FUNCTION app.pre_authorise_operator(new_email text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  person uuid;
  firm uuid := (select id from public.companies where is_sbr);
  wide text := (select r.role from app.roles r where r.is_group_wide order by r.role limit 1);
begin
  insert into public.profiles (email) values (new_email) on conflict (email) where deleted_at is null do nothing;
  select user_id into person from public.profiles where email = new_email and deleted_at is null;
  if exists (select from public.user_roles r where r.user_id = person and r.role = wide) then return 'already'; end if;
  if exists (select from public.user_roles r where r.user_id = person) then return 'member'; end if;
  insert into public.user_roles (user_id, company_id, role) values (person, firm, wide);
  insert into public.security_events (kind, user_id, company_id, detail) values ('operator_pre_authorised', person, firm, '{"by": "command line"}');
  return 'added';
end $function$;
-- owner app_auth, called by app_auth

CREATE OR REPLACE FUNCTION app.pressed_at(company uuid, held integer)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if held < 60 then return now(); end if;
  if held > (select c.shift_hours * 3600 from public.companies c where c.id = company) then
    raise exception 'press_too_old' using errcode = 'SB001';
  end if;
  return now() - make_interval(secs => held);
end $function$;
-- owner app_auth, called by app_auth

CREATE OR REPLACE FUNCTION app.propose_time(company uuid, entry uuid, proposed text, new_start timestamp with time zone, new_end timestamp with time zone, new_breaks tstzmultirange, new_text text, why text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  e public.time_entries;
  created uuid;
begin
  if not company = any (app.scope_for('time.propose')) then return null; end if;
  perform app.take_turn(app.user_id());
  if proposed = 'add' then
    perform app.check_times(new_start, new_end, new_breaks), app.expect_free(company, app.user_id(), null, new_start, new_end);
  else
    select * into e from public.time_entries t
      where t.company_id = company and t.id = entry and t.user_id = app.user_id() and t.removed_at is null for update;
    if not found then return null; end if;
    if proposed = 'end' and e.ended_at is not null and not e.is_end_proposed then raise exception 'entry_ended' using errcode = 'SB001'; end if;
    if proposed <> 'end' and exists (select from public.time_proposals p
      where p.company_id = company and p.entry_id = entry and p.status = 'open') then
      raise exception 'proposal_waits' using errcode = 'SB001';
    end if;
    if proposed = 'change' then
      perform app.check_times(coalesce(new_start, e.started_at), coalesce(new_end, e.ended_at), coalesce(new_breaks, e.breaks)),
        app.expect_free(company, app.user_id(), entry, coalesce(new_start, e.started_at), coalesce(new_end, e.ended_at));
    end if;
  end if;
  perform app.expect_unlocked(company, least(new_start, e.started_at), coalesce(greatest(new_end, e.ended_at), now()));
  if proposed = 'end' then
    update public.time_proposals p set status = 'withdrawn' where p.company_id = company and p.entry_id = entry and p.status = 'open';
  end if;
  insert into public.time_proposals (company_id, user_id, entry_id, kind, started_at, ended_at, breaks, notes, reason)
  values (company, app.user_id(), entry, proposed, new_start, new_end, new_breaks, new_text, why) returning id into created;
  if proposed = 'end' then
    perform app.apply_times(e, e.started_at, new_end, coalesce(new_breaks, app.breaks_until(e, new_end)), e.notes, why, 'end_proposed', created);
  end if;
  return created;
end $function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.prove_link(company uuid, file uuid, expires bigint)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'app', 'pg_temp'
AS $function$
  select app.link_proof(c.user_id, company, file, expires) from app.known() c where company = any (c.scope)
$function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.prune_integration_calls(take integer)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare gone bigint;
begin
  if not pg_try_advisory_xact_lock(7203098) then return 0; end if;
  delete from public.integration_calls where (company_id, id) in (
    select c.company_id, c.id from public.integration_calls c where c.at < now() - interval '90 days' order by c.at limit take);
  get diagnostics gone = row_count;
  delete from public.integration_consents where created_at < now() - interval '1 hour';
  return gone;
end $function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.prune_security_events(take integer)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  gone bigint;
begin
  -- One server prunes at a time.
  if not pg_try_advisory_xact_lock(7203041) then return 0; end if;
  delete from public.security_events where id in (
    select id from public.security_events where created_at < now() - interval '400 days' order by created_at limit take);
  get diagnostics gone = row_count;
  return gone;
end $function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.publish_sop()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  last public.sop_versions;
  asks boolean;
begin
  if new.status <> 'published' then return null; end if;
  select * into last from public.sop_versions v where v.sop_id = new.id order by v.number desc limit 1;
  if (last.company_id, last.visibility, last.title, last.description, last.content, last.video_url)
    is not distinct from (new.company_id, new.visibility, new.title, new.description, new.content, new.video_url) then
    return null;
  end if;
  asks := last.number is null or current_setting('app.sop_asks_again', true) is not distinct from 'true';
  insert into public.sop_versions (company_id, sop_id, number, title, description, content, video_url, visibility, note, asks_again, published_by)
  values (new.company_id, new.id, coalesce(last.number, 0) + 1, new.title, new.description, new.content, new.video_url, new.visibility,
    nullif(current_setting('app.sop_note', true), ''),
    asks, coalesce(app.user_id(), new.created_by));
  -- People are told only of what a person publishes, not of the demo data.
  if asks and app.user_id() is not null and new.visibility <> 'sbr_only' then
    perform app.write_notices(c.id, 'sop_to_read', 'sop', new.id, null, null, 'sop.acknowledge')
      from public.companies c where c.status = 'active' and (new.visibility = 'sbr_public' or c.id = new.company_id) order by c.id;
  end if;
  return null;
end $function$;
-- owner app_auth, called by app_auth

CREATE OR REPLACE FUNCTION app.queue_calendar_event(company uuid, task uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if not company = any (app.scope()) or not exists (select from app.connected_to('google_calendar') c where c.company_id = company) then
    return false;
  end if;
  update public.calendar_events e set is_queued = true
    where e.company_id = company and e.task_id = task and e.is_changed and not e.is_queued;
  return found;
end $function$;
-- owner app_auth, called by app_auth, app_rt, app_worker

CREATE OR REPLACE FUNCTION app.reach(asked_action text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select coalesce((select p.reach from app.role_permissions p where p.role = (select (app.known()).role) and p.action = asked_action), 'none')
$function$;
-- owner app_auth, called by app_audit, app_auth, app_rt, app_worker

CREATE OR REPLACE FUNCTION app.reaches_all(asked_action text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select exists (
    select from app.role_permissions p
    where p.role = (select (app.known()).role) and p.action = asked_action and p.reach in ('all', 'company'))
$function$;
-- owner app_auth, called by app_audit, app_auth, app_rt, app_worker

CREATE OR REPLACE FUNCTION app.readers_of(company uuid, kind text, record uuid)
 RETURNS TABLE(user_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select r.user_id from public.user_roles r
    join app.role_permissions p on p.role = r.role and p.action = case kind when 'task' then 'task.read' else 'inventory.read' end
    left join public.tasks t on kind = 'task' and t.company_id = company and t.id = record
    where company = any (app.scope_for('comment.write')) and (
      (r.company_id = company and p.reach in ('all', 'company'))
      or (r.company_id = company and p.reach = 'own' and (t.assigned_to = r.user_id or (t.assigned_by = r.user_id and exists (
        select from app.role_permissions c where c.role = r.role and c.action = 'task.create' and c.reach <> 'none'))))
      or (p.reach = 'all' and r.user_id in (t.assigned_to, t.assigned_by)))
$function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.rebuild_revenue(company uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    begin
      perform app.lock_revenue(company);
      delete from public.revenue_months where company_id = company; 
    insert into public.revenue_months as m (company_id, year, month, status, orders, amount, refunded)
    select company_id, year, month, status, sum(orders), sum(amount), sum(refunded) from (
    select r.company_id, extract(year from r.created_at_shopify at time zone c.time_zone)::int as year,
      extract(month from r.created_at_shopify at time zone c.time_zone)::int as month, r.financial_status as status,
      1 as orders, r.current_total as amount, r.refunded as refunded
    from public.store_orders r join public.companies c on c.id = r.company_id where r.is_counted and r.company_id = company) changed group by 1, 2, 3, 4
    having sum(orders) <> 0 or sum(amount) <> 0 or sum(refunded) <> 0
    on conflict (company_id, year, month, status) do update
      set orders = m.orders + excluded.orders, amount = m.amount + excluded.amount, refunded = m.refunded + excluded.refunded;
    end $function$;
-- owner app_auth, called by app_auth

CREATE OR REPLACE FUNCTION app.record_integration_call(company uuid, service text, operation text, status text, http_status integer, message text, details jsonb, duration_ms integer, quota text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into public.integration_calls (company_id, integration_name, operation, status, http_status, message, details, duration_ms, quota)
    select company, service, record_integration_call.operation, record_integration_call.status, record_integration_call.http_status,
      left(record_integration_call.message, 1000), record_integration_call.details, record_integration_call.duration_ms,
      left(record_integration_call.quota, 200)
    where exists (select from public.integration_configs c where c.company_id = company and c.integration_name = service);
  if record_integration_call.quota is not null then
    update public.integration_configs c set quota = left(record_integration_call.quota, 200)
      where c.company_id = company and c.integration_name = service and c.quota is distinct from left(record_integration_call.quota, 200);
  end if;
end $function$;
-- owner app_auth, called by app_auth, app_rt, app_worker

CREATE OR REPLACE FUNCTION app.record_security_event(kind text, detail jsonb, address text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare c app.context := app.ctx();
begin
  if c.user_id is null and (kind <> 'sign_in_refused' or length(detail::text) > 500)
    and not pg_has_role(session_user, 'app_owner', 'member') then
    raise exception 'an event without a session' using errcode = 'insufficient_privilege';
  end if;
  if kind !~ '^[a-z_]{1,40}$' or length(detail::text) > 10000 or length(address) > 100 then
    raise exception 'too much for an event' using errcode = 'check_violation';
  end if;
  insert into public.security_events (kind, user_id, company_id, address, detail)
  values (record_security_event.kind, c.user_id, c.company_id, record_security_event.address, coalesce(record_security_event.detail, '{}'));
end $function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.references_of(types text[])
 RETURNS TABLE(entity_type text, refers name, other_table text, other_type text, exists_by text)
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select t.entity_type, k.attname, o.table_name, o.entity_type, null
  from app.tenant_tables t
  join pg_constraint c on c.contype = 'f' and c.conrelid = format('public.%I', t.table_name)::regclass
  join app.tenant_tables o on c.confrelid = format('public.%I', o.table_name)::regclass
  cross join lateral unnest(c.conkey, c.confkey) p(own, theirs)
  join pg_attribute k on k.attrelid = c.conrelid and k.attnum = p.own
  join pg_attribute a on a.attrelid = c.confrelid and a.attnum = p.theirs and a.attname = 'id'
  where t.entity_type = any (types)
  union all
  select t.entity_type, r.key::name, o.table_name, o.entity_type, o.exists_by
  from app.tenant_tables t cross join lateral jsonb_each_text(t.loose_references) r join app.tenant_tables o on o.table_name = r.value
  where t.entity_type = any (types)
$function$;
-- owner app_owner, called by app_owner, app_rt

CREATE OR REPLACE FUNCTION app.refresh_statistics(tables text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  target text;
begin
  for target in
    select x.relname from pg_stat_xact_user_tables x
    where x.schemaname = 'public' and x.relname = any (tables)
      and x.n_tup_ins + x.n_tup_upd + x.n_tup_del > 500 order by 1
  loop
    execute format('analyze (skip_locked) public.%I', target);
  end loop;
end $function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.refusals(verb text, types text[], company uuid, target_set uuid, ids uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  t app.tenant_tables;
  found jsonb := '[]';
begin
  for t in select * from app.tenant_tables x where x.entity_type = any (types) order by case verb when 'made' then -x.undo_order else x.undo_order end loop
    found := found || app.undo_in_halves(verb, t, company, target_set, array(select distinct r.entity_id
      from app.set_records(company, target_set) r join unnest(ids) u(id) on u.id = r.entity_id where r.entity_type = t.entity_type));
  end loop;
  raise exception using errcode = 'SB002';
exception when sqlstate 'SB002' then
  return found;
end $function$;
-- owner app_owner, called by app_owner, app_rt

CREATE OR REPLACE FUNCTION app.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $function$;
-- owner app_owner, called by app_owner, app_rt

CREATE OR REPLACE FUNCTION app.refuse_own_by_token(person uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if person = app.user_id() and (app.known()).token_reach is not null then
    raise exception 'own_by_token' using errcode = 'SB001';
  end if;
end $function$;
-- owner app_auth, called by app_auth

CREATE OR REPLACE FUNCTION app.remove_access(person uuid, address text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare held jsonb;
begin
  perform from app.person_to_change(person);
  if not found then return false; end if;
  if person = app.user_id() then raise exception 'own_access' using errcode = 'SB001'; end if;
  with gone as (delete from public.user_roles r where r.user_id = person returning r.role, r.company_id)
  select jsonb_agg(jsonb_build_object('role', role, 'company', company_id)) into held from gone;
  delete from public.sessions s where s.user_id = person;
  perform app.record_security_event('access_removed', jsonb_build_object('person', person, 'from', held), address);
  return true;
end $function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.remove_person(person uuid, address text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if not app.remove_access(person, address) then return false; end if;
  delete from public.identity_links l where l.user_id = person;
  perform app.forget_password(person);
  update public.profiles set deleted_at = now(), is_pre_authorized = false where user_id = person;
  perform app.record_security_event('person_deleted', jsonb_build_object('person', person), address);
  return true;
end $function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.remove_time_entry(company uuid, entry uuid, is_removal boolean, why text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare e public.time_entries;
begin
  if not company = any (app.scope_for('time.edit')) or not app.reaches_all('time.edit') then return false; end if;
  select * into e from public.time_entries t where t.company_id = company and t.id = entry;
  if not found then return false; end if;
  perform app.take_turn(e.user_id);
  select * into e from public.time_entries t where t.company_id = company and t.id = entry for update;
  if is_removal is distinct from (e.removed_at is not null) then perform app.mark_removed(e, is_removal, why, null); end if;
  return true;
end $function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE PROCEDURE app.renew_file_policies()
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $procedure$
declare
  readable text; writable text; removable text;
  within text := $c$company_id = any ((select app.scope_with_firm('file.write', 'sop.share'))::uuid[]) and case %s else false end$c$;
begin
  select string_agg(format('when files.%1$I is not null then exists (select from public.%2$I
      where %2$I.company_id = files.company_id and %2$I.id = files.%1$I)', f.entity_type || '_id', f.table_name), ' ' order by f.place),
    string_agg(format(of_parent, f.entity_type || '_id', f.table_name, pg_get_expr(a.polqual, a.polrelid)), ' ' order by f.place),
    string_agg(format(of_parent, f.entity_type || '_id', f.table_name, pg_get_expr(c.polqual, c.polrelid)
      || case when f.attached_by <> 'may_update' then ' or files.uploaded_by = (select app.user_id())' else '' end), ' ' order by f.place)
    into readable, writable, removable
    from app.file_parents f
    join pg_policy a on a.polrelid = format('public.%I', f.table_name)::regclass and a.polname = f.attached_by
    join pg_policy c on c.polrelid = a.polrelid and c.polname = 'may_update'
    cross join (values ('when files.%1$I is not null then exists (select from public.%2$I
      where %2$I.company_id = files.company_id and %2$I.id = files.%1$I and (%3$s))')) t(of_parent);
  execute format('create or replace function app.sees_parent(files public.files) returns boolean
    language sql stable set search_path = pg_catalog, public, pg_temp as %L', format('select case %s else false end', readable));
  execute format('create or replace function app.may_attach(files public.files) returns boolean
    language sql stable set search_path = pg_catalog, public, pg_temp as %L', format('select case %s else false end', writable));
  execute format('alter policy may_read on public.files using (%s)',
    format($c$company_id = any ((select app.scope_with_firm('file.read', 'file.read'))::uuid[]) and case %s else false end$c$, readable));
  execute format('alter policy may_insert on public.files with check (%s)', format(within, writable));
  execute format('alter policy may_update on public.files using (%1$s) with check (%1$s)', format(within, removable));
  execute format('alter policy may_delete on public.files using (%s)', format(within, removable));
end $procedure$;
-- owner app_owner, called by app_owner

CREATE OR REPLACE FUNCTION app.report_task(company uuid, task uuid, what text, words text, pictures uuid[])
 RETURNS TABLE(outcome text, report_id uuid)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  t public.tasks;
  last public.task_reports;
  me uuid := app.user_id();
begin
  select * into t from public.tasks x where x.company_id = company and x.id = task and company = any (app.scope_for('task.report')) for update;
  if t.id is null then return query select 'gone', null::uuid; return; end if;
  if t.assigned_to <> me then
    return query select case when exists (select from public.activity_logs l where l.company_id = company and l.entity_id = task
      and l.field_changed = 'assigned_to' and l.old_value = me::text) then 'moved' else 'gone' end, null::uuid;
    return;
  end if;
  if t.status = 'complete' then return query select 'complete', null::uuid; return; end if;
  if exists (select from unnest(pictures) p(id) where not exists (select from public.files f
      where f.company_id = company and f.id = p.id and f.task_id = task)) then
    return query select 'files', null::uuid;
    return;
  end if;
  select * into last from public.task_reports r where r.company_id = company and r.task_id = task and r.is_current;
  if (last.kind, last.reported_by, last.answer) is not distinct from (what, me, null::text)
      and (words is null or words is not distinct from last.comment) and pictures <@ last.file_ids then
    return query select 'known', last.id;
    return;
  end if;
  update public.task_reports r set is_current = false where r.company_id = company and r.id = last.id;
  return query insert into public.task_reports (company_id, task_id, kind, comment, file_ids, reported_by)
    values (company, task, what, words, pictures, me) returning 'reported', id;
end $function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.request_access(from_issuer text, from_subject text, from_email text, full_name text, managed boolean)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  insert into public.access_requests (issuer, subject, email, name, is_managed)
  values (from_issuer, from_subject, from_email, full_name, managed)
  on conflict (issuer, subject) do update set email = excluded.email, name = excluded.name, is_managed = excluded.is_managed,
    requested_at = now(), status = case access_requests.status when 'approved' then 'open' else access_requests.status end
$function$;
-- owner app_auth, called by app_auth

CREATE OR REPLACE FUNCTION app.reset_link(person uuid, address text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform from app.person_to_change(person);
  if not found then return false; end if;
  perform app.refuse_own_by_token(person);
  perform app.record_security_event('link_reset', jsonb_build_object('person', person), address);
  delete from public.identity_links l where l.user_id = person;
  perform app.forget_password(person);
  delete from public.sessions s where s.user_id = person;
  update public.profiles set is_pre_authorized = true where user_id = person;
  return true;
end $function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.restore_obstacles(company uuid, logs bigint[])
 RETURNS TABLE(root_id bigint, reason text, entity_type text, entity_id uuid, entity_name text, entity_number text, other_log bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select o.root_id, o.code, o.entity_type, o.entity_id, o.entity_name, o.entity_number, o.other_log
  from (select array_agg(d.log_id) as logs, array_agg(d.root_id) as roots from app.deleted_with(company, logs) d) w
  cross join lateral app.return_obstacles(company, w.logs, w.roots) o
$function$;
-- owner app_owner, called by app_owner, app_rt

CREATE OR REPLACE FUNCTION app.return_obstacles(company uuid, logs bigint[], roots bigint[])
 RETURNS TABLE(log_id bigint, root_id bigint, code text, entity_type text, entity_id uuid, entity_name text, entity_number text, other_log bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  i record;
  types text[] := array(select distinct l.entity_type from unnest(logs) u(id) join public.activity_logs l on l.company_id = company and l.id = u.id);
  coming uuid[] := array(select l.entity_id from unnest(logs) u(id) join public.activity_logs l on l.company_id = company and l.id = u.id);
begin
  -- The unique keys come from the indexes, so that a changed rule applies here too.
  for i in
    select t, x.indexrelid, x.indnkeyatts
    from app.tenant_tables t join pg_index x on x.indrelid = format('public.%I', t.table_name)::regclass
    where t.entity_type = any (types) and x.indisunique and not x.indisprimary and x.indpred is null
      and (select a.attnum from pg_attribute a where a.attrelid = x.indrelid and a.attname = 'company_id') = any (x.indkey::int2[])
  loop
    return query select * from app.taken_keys(i.t, company, logs, roots, i.indexrelid, i.indnkeyatts);
  end loop;
  for i in select * from app.references_of(types) loop
    return query execute format($q$
      with rows as materialized (
        select u.id, u.root, (l.metadata -> 'row' ->> %1$L)::uuid as refers from unnest($2, $3) u(id, root)
        join public.activity_logs l on l.company_id = $1 and l.id = u.id
        where l.entity_type = $4 and l.metadata -> 'row' ->> %1$L is not null
      ), missing as (
        select r.root, min(r.id) as id, r.refers from rows r
        left join unnest($5) c(id) on c.id = r.refers
        left join public.%2$I x on x.company_id = $1 and x.id = r.refers
        where c.id is null and x.id is null %4$s group by r.root, r.refers
      )
      select m.id, m.root, 'gone', %3$L, m.refers, d.entity_name, d.entity_number, d.id from missing m
      left join lateral (
        select n.id, n.entity_name, n.entity_number from public.activity_logs n
        where n.company_id = $1 and n.entity_id = m.refers and n.entity_type = %3$L and n.action = 'deleted'
          and n.created_at > now() - interval '90 days'
        order by n.id desc limit 1) d on true
      $q$, i.refers, i.other_table, i.other_type, case when i.exists_by is not null then format('and not app.%I(r.refers)', i.exists_by) end)
      using company, logs, roots, i.entity_type, coming;
  end loop;
end $function$;
-- owner app_owner, called by app_owner, app_rt

CREATE OR REPLACE FUNCTION app.return_rows(t app.tenant_tables, company uuid, logs bigint[], earlier jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  target regclass := format('public.%I', t.table_name)::regclass;
  own_columns text;
begin
  select string_agg(format('%I', a.attname), ', ') into own_columns from pg_attribute a
    where a.attrelid = target and a.attnum > 0 and not a.attisdropped and a.attgenerated = '';
  execute format($q$ insert into %1$s (%2$s) select %3$s from unnest($2) u(id)
      join public.activity_logs l on l.company_id = $1 and l.id = u.id
      cross join lateral jsonb_populate_record(null::%1$s, $4 || (l.metadata -> 'row') || coalesce($5 -> l.entity_id::text, '{}')) r
      where l.entity_type = $3 and not exists (select from %1$s y where y.company_id = $1 and y.id = l.entity_id)
      order by l.entity_id $q$, target, own_columns, 'r.' || replace(own_columns, ', ', ', r.'))
    using company, logs, t.entity_type, app.column_defaults(target), earlier;
end $function$;
-- owner app_owner, called by app_owner, app_rt

CREATE OR REPLACE FUNCTION app.returned_since(company uuid, target_set uuid, is_first boolean, types text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  t app.tenant_tables;
  conflicts jsonb := '[]';
  found jsonb;
begin
  for t in select * from app.tenant_tables x where x.entity_type = any (types) loop
    execute format($q$ select jsonb_agg(jsonb_build_object('entity_type', $3, 'entity_id', x.id, 'code', 'changed_since'))
      from app.returning($1, $2, $4) r join public.%I x on x.company_id = $1 and x.id = r.entity_id
      join public.activity_logs l on l.company_id = $1 and l.id = r.log_id
      where r.entity_type = $3 and exists (select from jsonb_each(l.metadata -> 'row') e
        where e.key not in ('version', 'updated_at') and to_jsonb(x) -> e.key is distinct from e.value) $q$, t.table_name)
      into found using company, target_set, t.entity_type, is_first;
    conflicts := conflicts || coalesce(found, '[]');
  end loop;
  return conflicts;
end $function$;
-- owner app_owner, called by app_owner, app_rt

CREATE OR REPLACE FUNCTION app."returning"(company uuid, target_set uuid, is_first boolean)
 RETURNS TABLE(entity_type text, entity_id uuid, log_id bigint, root_id bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with rec as materialized (
    select r.*, x.owner_column from app.set_records(company, target_set) r join app.tenant_tables x on x.entity_type = r.entity_type
    where r.was_deleted and not r.was_made and x.comes_first = is_first
  )
  select r.entity_type, r.entity_id, r.deletion, coalesce(o.deletion, r.deletion) from rec r
  left join rec o on o.entity_type <> r.entity_type and o.owner_column is distinct from 'id'
    and o.entity_id = case r.owner_column when 'id' then r.entity_id else r.owner_id end
$function$;
-- owner app_owner, called by app_owner, app_rt

CREATE OR REPLACE FUNCTION app.revenue_in_new_zone()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform app.rebuild_revenue(new.id);
  return null;
end $function$;
-- owner app_auth, called by app_auth

CREATE OR REPLACE FUNCTION app.revise_time_entry(company uuid, entry uuid, edited_version integer, new_start timestamp with time zone, new_end timestamp with time zone, new_breaks tstzmultirange, new_text text, why text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare e public.time_entries;
begin
  if not company = any (app.scope_for('time.edit')) or not app.reaches_all('time.edit') then return 'gone'; end if;
  select * into e from public.time_entries t where t.company_id = company and t.id = entry and t.removed_at is null;
  if not found then return 'gone'; end if;
  perform app.take_turn(e.user_id);
  select * into e from public.time_entries t where t.company_id = company and t.id = entry and t.removed_at is null for update;
  if not found then return 'gone'; end if;
  if e.version <> edited_version then return 'stale'; end if;
  if (e.started_at, e.ended_at, e.breaks, e.notes) is not distinct from (new_start, new_end, new_breaks, new_text) and not e.is_end_proposed then
    return 'saved';
  end if;
  perform app.supersede_proposals(company, entry, null);
  perform app.apply_times(e, new_start, new_end, new_breaks, new_text, why, 'edited', null);
  return 'saved';
end $function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.rolled_up_costs(company uuid)
 RETURNS TABLE(id uuid, cost numeric)
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_nestloop TO 'off'
 SET jit TO 'off'
 SET work_mem TO '32MB'
AS $function$
  with recursive up(id, cost) as (
    (select l.parent_id, sum(l.quantity * p.cost) from bom_lines l
    join parts p on p.company_id = company and p.id = l.component_id where l.company_id = company group by l.parent_id
    union all
    select p.id, p.cost from products p
    where p.company_id = company and not exists (select from bom_lines l where l.company_id = company and l.parent_id = p.id))
    union all
    select s.id, s.cost from (
      select l.parent_id as id, row_number() over same as n, sum(u.cost * l.quantity) over same as cost
      from up u join bom_lines l on l.company_id = company and l.component_id = u.id and l.part_id is null
      window same as (partition by l.parent_id)) s where s.n = 1
  )
  select u.id, sum(u.cost) from up u group by u.id
$function$;
-- owner app_owner, called by app_auth, app_owner, app_rt

CREATE OR REPLACE FUNCTION app.sales_in_new_zone()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  update public.company_days k set has_new_sales = true where k.company_id = new.id and k.orders is not null;
  return null;
end $function$;
-- owner app_auth, called by app_auth

CREATE OR REPLACE FUNCTION app.sales_on_days(company uuid, days date[])
 RETURNS TABLE(day date, orders bigint, revenue numeric)
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET jit TO 'off'
AS $function$
  with span as (
    select d.day, d.day::timestamp at time zone c.time_zone as starts_at, (d.day + 1)::timestamp at time zone c.time_zone as ends_at
    from unnest(days) d(day) cross join companies c where c.id = company
  ), sold as (
    select s.day, sum(o.orders) as orders, sum(o.revenue) as revenue
    from span s cross join lateral (
      select count(*) as orders, sum(r.current_total) as revenue from store_orders r
      where r.company_id = company and r.is_counted and r.created_at_shopify >= s.starts_at and r.created_at_shopify < s.ends_at) o
    group by s.day
  )
  select s.day, case when k.is_known then coalesce(o.orders, 0)::bigint end, case when k.is_known then coalesce(o.revenue, 0) end
  from span s left join sold o on o.day = s.day left join stores h on h.company_id = company
  cross join lateral (select h.orders_until is not null and s.starts_at >= coalesce(h.orders_since, '-infinity') as is_known) k
$function$;
-- owner app_owner, called by app_auth, app_owner

CREATE OR REPLACE FUNCTION app.save_integration_secrets(company uuid, service text, secrets jsonb, are_typed boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare target uuid := app.expect_integration(company, service);
begin
  insert into public.integration_secrets (company_id, integration_id, field, sealed, last4, expires_at)
    select company, target, s.field, s.sealed, s.last4, s."expiresAt"
    from jsonb_to_recordset(secrets) as s(field text, sealed text, last4 text, "expiresAt" timestamptz)
  on conflict (company_id, integration_id, field) do update
    set sealed = excluded.sealed, last4 = excluded.last4, expires_at = excluded.expires_at, changed_at = now();
  if are_typed then
    update public.integration_configs c set credentials_set_at = now() where c.company_id = company and c.id = target;
  end if;
end $function$;
-- owner app_auth, called by app_auth, app_rt, app_worker

CREATE OR REPLACE FUNCTION app.scope()
 RETURNS uuid[]
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select (app.known()).scope $function$;
-- owner app_owner, called by app_audit, app_auth, app_owner, app_rt, app_worker

CREATE OR REPLACE FUNCTION app.scope_for(asked_action text)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare c app.context := app.known();
begin
  if exists (select from app.role_permissions p where p.role = c.role and p.action = asked_action and p.reach <> 'none') then
    return c.scope;
  end if;
  return '{}';
end $function$;
-- owner app_auth, called by app_audit, app_auth, app_rt, app_worker

CREATE OR REPLACE FUNCTION app.scope_of_calls()
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select case when (select c.role is null and c.user_id is null from app.known() c) then app.scope() else app.scope_for('integration.write') end
$function$;
-- owner app_auth, called by app_auth

CREATE OR REPLACE FUNCTION app.scope_with_firm(asked_action text, firm_action text)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select s.ids || case when cardinality(s.ids) > 0 and app.may(firm_action) then array[app.firm()] else '{}' end
  from (select app.scope_for(asked_action) as ids) s
$function$;
-- owner app_owner, called by app_audit, app_auth, app_owner, app_rt, app_worker

CREATE OR REPLACE FUNCTION app.seal(body text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare k bytea;
begin
  select key into k from app.context_key;
  return encode(sha256(k || convert_to(extract(epoch from now())::text || pg_backend_pid() || body, 'UTF8') || k), 'hex');
end $function$;
-- owner app_auth, called by app_auth

CREATE OR REPLACE FUNCTION app.search_page(target text, company uuid, words text[], starts text[], said text, filters jsonb, sort text, descending boolean, skip integer, take integer, cap integer, OUT ids uuid[], OUT hits bigint)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  t app.tenant_tables;
  always text := '';
  wheres text;
  word text;
  is_beginning boolean;
  is_ranked boolean := said is not null and sort = 'name' and not descending;
  f record;
begin
  ids := '{}'; hits := 0;
  select * into strict t from app.tenant_tables where table_name = target;
  if not company = any (app.scope_for('inventory.read')) then return; end if;
  if not sort = any (t.search_columns) then raise exception 'unknown column %', sort; end if;
  for f in select key, value from jsonb_each_text(filters) loop
    if not f.key = any (t.search_columns) then raise exception 'unknown column %', f.key; end if;
    always := always || format(' and r.%I = %L', f.key, f.value);
  end loop;
  foreach word in array words loop always := always || app.found_by(company, t.search_columns, 'like', word); end loop;
  foreach is_beginning in array case when starts = '{}' then array[true] else array[true, false] end loop
    wheres := always;
    foreach word in array starts loop
      wheres := wheres || case when is_beginning then app.found_by(company, t.search_columns, '~', app.word_begins(word))
        else app.found_by(company, t.search_columns, 'like', '%' || word || '%') end;
    end loop;
    execute format(
      'with found as materialized (select r.id, %1$s as k, %5$s as num, %6$s as nm from public.%2$I r where r.company_id = $1 %3$s)
       select coalesce((select array_agg(id) from (select id from found order by %7$s k %4$s nulls last, id offset $2 limit $3) p), ''{}''),
              (select count(*) from (select from found limit $4) n)',
      coalesce(t.sort_expressions ->> sort, format('r.%I', sort)), target, wheres, case when descending then 'desc' else 'asc' end,
      case when is_ranked then format('r.%I', coalesce(t.number_column, 'name')) else 'null' end, case when is_ranked then 'r.name' else 'null' end,
      case when is_ranked then
        'case when (select count(*) from (select from found limit 2001) m) > 2000 then 0 when lower(num) collate "C" = $5 then 0
           when starts_with(lower(num) collate "C", $5) then 1 when starts_with(lower(nm) collate "C", $5) then 2
           when strpos(lower(nm) collate "C", $5) > 0 then 3 else 4 end, '
      else '' end)
    into ids, hits using company, skip, take, cap, lower(said);
    exit when hits > 0 or ids <> '{}';
  end loop;
end $function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.sees_parent(files files)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$select case when files.part_id is not null then exists (select from public.parts
      where parts.company_id = files.company_id and parts.id = files.part_id) when files.assembly_id is not null then exists (select from public.assemblies
      where assemblies.company_id = files.company_id and assemblies.id = files.assembly_id) when files.product_id is not null then exists (select from public.products
      where products.company_id = files.company_id and products.id = files.product_id) when files.sop_id is not null then exists (select from public.sops
      where sops.company_id = files.company_id and sops.id = files.sop_id) when files.task_id is not null then exists (select from public.tasks
      where tasks.company_id = files.company_id and tasks.id = files.task_id) when files.task_template_id is not null then exists (select from public.task_templates
      where task_templates.company_id = files.company_id and task_templates.id = files.task_template_id) when files.sop_run_id is not null then exists (select from public.sop_runs
      where sop_runs.company_id = files.company_id and sop_runs.id = files.sop_run_id) else false end$function$;
-- owner app_owner, called by app_owner, app_rt

CREATE OR REPLACE FUNCTION app.set_access(person uuid, wanted_role text, wanted_company uuid, address text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  held public.user_roles;
  target uuid;
  new_role text;
begin
  perform from app.person_to_change(person);
  if not found then return false; end if;
  select * into held from public.user_roles r where r.user_id = person order by r.created_at desc limit 1;
  new_role := coalesce(wanted_role, held.role);
  if new_role is null then raise exception 'role_required' using errcode = 'SB001'; end if;
  if wanted_company is null and not (select g.is_group_wide from app.roles g where g.role = new_role) then
    select c.id into target from public.companies c where c.id = held.company_id and not c.is_sbr;
  end if;
  target := app.company_for(new_role, coalesce(wanted_company, target), held.company_id);
  if (held.role, held.company_id) is not distinct from (new_role, target) then return true; end if;
  if person = app.user_id() then raise exception 'own_access' using errcode = 'SB001'; end if;
  delete from public.user_roles r where r.user_id = person and r.company_id <> target;
  insert into public.user_roles (user_id, company_id, role) values (person, target, new_role)
    on conflict (user_id, company_id) do update set role = excluded.role;
  if exists (select from app.role_permissions p where p.role = new_role and p.action = 'inventory.write' and p.reach <> 'none') then
    update public.sessions s set idle_seconds = least(s.idle_seconds, 7200), expires_at = least(s.expires_at, now() + interval '24 hours'),
      idle_expires_at = least(s.idle_expires_at, now() + interval '2 hours') where s.user_id = person and s.kind = 'browser';
  end if;
  perform app.record_security_event('role_changed', jsonb_build_object('person', person,
    'from', jsonb_build_object('role', held.role, 'company', held.company_id),
    'to', jsonb_build_object('role', new_role, 'company', target)), address);
  return true;
end $function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.set_fields_back(t app.tenant_tables, company uuid, target_set uuid, ids uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  target regclass := format('public.%I', t.table_name)::regclass;
  as_json text[] := app.json_columns(target);
  fields text[];
  assignments text;
  conflicts jsonb;
begin
  select array_agg(a.attname::text), string_agg(format(case when a.attname = any (as_json)
      then '%1$I = case when p.value ? %1$L then (jsonb_populate_record(null::%3$s, p.value)).%1$I else x.%1$I end'
      else '%1$I = case when p.value ? %1$L then (p.value ->> %1$L)::%2$s else x.%1$I end' end,
      a.attname, format_type(a.atttypid, a.atttypmod), target), ', ')
    into fields, assignments from pg_attribute a
    where a.attrelid = target and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and a.attname not in ('id', 'company_id', 'created_at', 'version', 'updated_at')
      and a.attname in (select l.field_changed from public.activity_logs l
        where l.company_id = company and l.change_set_id = target_set and l.entity_type = t.entity_type);
  if fields is null then return '[]'; end if;
  execute format($q$
    with present as materialized (
      select x.id, to_jsonb(x) as value from %1$s x join unnest($4) u(id) on u.id = x.id where x.company_id = $1
    ), judged as materialized (
      select f.*, p.id is not null and p.value ->> f.field is not distinct from f.became as is_same, p.id is null as is_missing
      from app.fields_of_set($1, $2, $3, $4) f left join present p on p.id = f.entity_id where f.field = any ($5)
    ), patches as materialized (
      select j.entity_id, jsonb_object_agg(j.field,
        case when j.field = any ($6) and pg_input_is_valid(j.was, 'jsonb') then j.was::jsonb else to_jsonb(j.was) end) as value
      from judged j where j.is_same group by j.entity_id
    ), done as (
      update %1$s x set %2$s from patches p where x.company_id = $1 and x.id = p.entity_id
    )
    select coalesce(jsonb_agg(jsonb_build_object('entity_type', $3, 'entity_id', j.entity_id, 'field', j.field,
      'code', case when j.is_missing then 'not_there' else 'changed_since' end)), '[]') from judged j where not j.is_same
    $q$, target, assignments) into conflicts using company, target_set, t.entity_type, ids, fields, as_json;
  return conflicts;
end $function$;
-- owner app_owner, called by app_owner, app_rt

CREATE OR REPLACE FUNCTION app.set_password_by_link(link_hash text, sealed text, address text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare person uuid;
begin
  delete from public.password_resets t where t.token_hash = link_hash and t.expires_at > now() returning t.user_id into person;
  if person is null or not app.may_sign_in(person) then return false; end if;
  delete from public.password_resets t where t.user_id = person;
  insert into public.passwords (user_id, sealed_hash) values (person, sealed)
    on conflict (user_id) do update set sealed_hash = excluded.sealed_hash, version = uuidv7(), changed_at = now();
  delete from public.sessions s where s.user_id = person;
  update public.profiles set is_pre_authorized = false where user_id = person;
  insert into public.security_events (kind, user_id, address) values ('password_set', person, set_password_by_link.address);
  return true;
end $function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.set_records(company uuid, target_set uuid)
 RETURNS TABLE(entity_type text, entity_id uuid, owner_id uuid, was_made boolean, was_deleted boolean, last_id bigint, deletion bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select l.entity_type, l.entity_id, (array_agg(l.parent_id))[1],
    coalesce(max(l.id) filter (where l.action = 'created') = max(l.id), false),
    coalesce(min(l.id) filter (where l.action = 'deleted') = min(l.id), false), max(l.id),
    min(l.id) filter (where l.action = 'deleted')
  from public.activity_logs l
  where l.company_id = company and l.change_set_id = target_set and l.action in ('created', 'deleted')
  group by l.entity_type, l.entity_id
$function$;
-- owner app_owner, called by app_owner, app_rt

CREATE OR REPLACE FUNCTION app.set_rows_back(t app.tenant_tables, company uuid, target_set uuid, ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  target regclass := format('public.%I', t.table_name)::regclass;
  assignments text;
begin
  select string_agg(format('%1$I = r.%1$I', a.attname), ', ') into assignments from pg_attribute a
    where a.attrelid = target and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and a.attname not in ('id', 'company_id', 'created_at', 'version', 'updated_at');
  execute format($q$ update %1$s x set %2$s from app.set_records($1, $2) d join unnest($4) u(id) on u.id = d.entity_id
      join public.activity_logs l on l.company_id = $1 and l.id = d.deletion
      cross join lateral jsonb_populate_record(null::%1$s, $5 || (l.metadata -> 'row') || coalesce($6 -> l.entity_id::text, '{}')) r
    where d.entity_type = $3 and x.company_id = $1 and x.id = d.entity_id $q$, target, assignments)
    using company, target_set, t.entity_type, ids, app.column_defaults(target), app.values_before(t, company, target_set, ids);
end $function$;
-- owner app_owner, called by app_owner, app_rt

CREATE OR REPLACE FUNCTION app.settle_breaks()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  rule record;
  missing interval;
  piece tstzrange;
  part interval;
begin
  if tg_op = 'UPDATE' and old.ended_at is null then
    if new.break_started_at is not null then
      new.breaks := new.breaks + tstzmultirange(tstzrange(new.break_started_at, greatest(new.break_started_at, new.ended_at)));
    end if;
    new.breaks := new.breaks * tstzmultirange(tstzrange(new.started_at, new.ended_at));
    select make_interval(hours => c.auto_break_hours) as after, make_interval(mins => c.auto_break_minutes) as length into rule
      from public.companies c where c.id = new.company_id;
    missing := rule.length - make_interval(secs => app.break_seconds(new.breaks, null, new.started_at, new.ended_at)::float8);
    if new.started_at + rule.after < new.ended_at and missing > interval '0' then
      for piece in select unnest(tstzmultirange(tstzrange(new.started_at + rule.after, new.ended_at)) - new.breaks) loop
        part := least(missing, upper(piece) - lower(piece));
        new.breaks := new.breaks + tstzmultirange(tstzrange(lower(piece), lower(piece) + part));
        new.has_auto_break := true;
        missing := missing - part;
        exit when missing <= interval '0';
      end loop;
    end if;
  end if;
  new.break_started_at := null;
  new.breaks := new.breaks * tstzmultirange(tstzrange(new.started_at, new.ended_at));
  return new;
end $function$;
-- owner app_auth, called by app_auth

CREATE OR REPLACE FUNCTION app.shown_name(person uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select coalesce(
    nullif(trim(concat(p.first_name, ' ', p.last_name)), ''),
    case when p.user_id = (app.known()).user_id
      or app.may('colleague.readEmail') and (app.may('person.read') or exists (
        select from public.user_roles r where r.user_id = p.user_id and r.company_id = any ((app.known()).scope)))
      then p.email end,
    'A colleague')
  from public.profiles p where p.user_id = person and (app.known()).role is not null
$function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.shown_names(people uuid[])
 RETURNS TABLE(id uuid, name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with me as materialized (
    select k.user_id, k.scope, app.may('colleague.readEmail') as reads_email, app.may('person.read') as reads_people
    from app.known() k where k.role is not null)
  select p.user_id, coalesce(
    nullif(trim(concat(p.first_name, ' ', p.last_name)), ''),
    case when p.user_id = me.user_id
      or me.reads_email and (me.reads_people or exists (
        select from public.user_roles r where r.user_id = p.user_id and r.company_id = any (me.scope)))
      then p.email end,
    'A colleague')
  from me cross join public.profiles p where p.user_id = any (people)
$function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.sign_in(from_issuer text, from_subject text, from_email text, given_name text, family_name text, full_name text, is_managed boolean, new_hash text, old_hash text, agent text, address text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare linked record;
begin
  delete from public.sessions s where s.token_hash = old_hash and s.kind = 'browser';
  select * into linked from app.link_identity(from_issuer, from_subject, from_email, given_name, family_name, is_managed);
  if linked.person is null then
    if linked.refusal in ('stranger', 'no_role') then
      perform app.request_access(from_issuer, from_subject, from_email, full_name, is_managed);
    end if;
    insert into public.security_events (kind, user_id, address, detail) values (linked.refusal,
      (select p.user_id from public.profiles p where p.email = from_email and p.deleted_at is null), sign_in.address,
      jsonb_build_object('issuer', from_issuer, 'subject', from_subject, 'email', from_email));
    return linked.refusal;
  end if;
  perform app.open_session(linked.person, new_hash, agent, address, '{}');
  return 'signed_in';
end $function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.sign_in_by_password(person uuid, seen uuid, new_hash text, old_hash text, agent text, address text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  delete from public.sessions s where s.token_hash = old_hash and s.kind = 'browser';
  -- The lock makes a password reset wait: either it ends this session afterwards, or this function sees its new password.
  perform from public.passwords w where w.user_id = person and w.version = seen for share;
  if not found or not app.may_sign_in(person) then return false; end if;
  perform app.open_session(person, new_hash, agent, address, '{"by": "password"}');
  return true;
end $function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.sop_exists(sop uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$ select exists (select from public.sops s where s.id = sop) $function$;
-- owner app_auth, called by app_audit, app_auth, app_rt, app_worker

CREATE OR REPLACE FUNCTION app.sop_hits(company uuid, words text, pattern text, cap integer, ranks boolean)
 RETURNS TABLE(id uuid, rank real)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  query tsquery := to_tsquery('simple', sop_hits.words);
  within uuid[] := array[company, app.firm()];
begin
  if company <> all (app.scope_for('sop.read')) then return; end if;
  return query
  with in_words as materialized (select * from app.sops_with_words(within, query, pattern, ranks)),
  in_head as materialized (
    select s.id, s.company_id, s.visibility, s.status,
      (case when sop_hits.ranks then coalesce(ts_rank(s.head_words, query), 0) + 0.5 else 0 end)::real as head
    from public.sops s where s.company_id = any (within) and s.search_text like pattern
      and not exists (select from in_words w where w.id = s.id)),
  hits as (select * from in_words union all select * from in_head),
  found as materialized (
    select s.id, s.head from hits s
    where (s.company_id = company or s.visibility <> 'company')
      and ((select app.may('sop.readInternal')) or (s.visibility <> 'sbr_only'
        and (s.status = 'published' or (s.visibility = 'company' and (select app.may('sop.readDraft'))))))
    limit cap),
  placed as (select f.*, row_number() over (order by f.head desc, f.id desc) as place from found f)
  select p.id, (p.head + case when sop_hits.ranks and p.place <= 100
    then 2 + coalesce(ts_rank((select s.words from public.sops s where s.id = p.id), query), 0) else 0 end)::real
  from placed p;
end $function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.sop_reading_counts(sop uuid)
 RETURNS TABLE(company_id uuid, name text, people bigint, readers bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select c.id, c.name, count(*), count(*) filter (where exists (
    select from public.sop_readings d where d.company_id = c.id and d.sop_id = s.id and d.user_id = r.user_id
      and d.version >= (select max(v.number) from public.sop_versions v where v.sop_id = s.id and v.asks_again)))
  from public.sops s cross join public.companies c join public.user_roles r on r.company_id = c.id
  where s.id = sop and s.visibility = 'sbr_public' and s.status = 'published' and app.may('sop.share')
    and not c.is_sbr and c.status = 'active'
  group by c.id, c.name order by c.name
$function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.sop_uses(sop uuid)
 RETURNS TABLE(type text, id uuid, name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select u.type, u.id, case when u.company_id = any ((select app.scope())::uuid[]) then u.name else u.name || ', ' || c.name end
  from public.sops s
  cross join lateral (
    select 'part' as type, p.id, p.part_number || ' ' || p.name as name, p.company_id from public.parts p where p.sop_id = s.id
    union all
    select 'assembly', a.id, a.assembly_number || ' ' || a.name, a.company_id from public.assemblies a where a.sop_id = s.id
    union all
    select 'product', p.id, p.sku || ' ' || p.name, p.company_id from public.products p where p.sop_id = s.id) u
  join public.companies c on c.id = u.company_id
  where s.id = sop and s.company_id = any ((select app.scope_with_firm('sop.write', 'sop.share'))::uuid[])
    and (s.visibility <> 'company' or u.company_id = s.company_id)
$function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.sops_with_words(within uuid[], query tsquery, pattern text, ranks boolean)
 RETURNS TABLE(id uuid, company_id uuid, visibility text, status text, head real)
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
  select s.id, s.company_id, s.visibility, s.status,
    case when ranks then ts_rank(s.head_words, query) + case when s.search_text like pattern then 0.5 else 0 end else 0 end
  from public.sops s where s.company_id = any (within) and s.words @@ query
$function$;
-- owner app_owner, called by app_auth, app_owner

CREATE OR REPLACE FUNCTION app.standing_events(company uuid)
 RETURNS TABLE(task_id uuid, calendar_id text, generation integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select e.task_id, e.calendar_id, e.generation from public.calendar_events e
  where e.company_id = company and e.is_tried and e.calendar_id is not null and company = any (app.scope_of_calls())
  order by e.task_id
$function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.stop_sync(company uuid, service text, why text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare target uuid := app.expect_integration(company, service);
begin
  perform set_config('lock_timeout', '20s', true); -- a step takes a second or two on a busy machine
  update public.sync_runs r set state = 'stopped', message = why, cursor = null, ended_at = now()
  where r.company_id = company and r.integration_id = target and r.state in ('queued', 'running');
end $function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.store_mark()
 RETURNS TABLE(installation text, database text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select i.id::text, (select system_identifier from pg_control_system()) || '/' || d.oid
    from app.installation i, pg_database d where d.datname = current_database()
$function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.store_reach(company uuid)
 RETURNS TABLE(currency text, has_all_orders boolean, is_connected boolean, read_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select s.currency, s.orders_until is not null,
    coalesce(c.is_enabled and not c.needs_reconnect and (c.credentials_set_at is not null or c.status <> 'disconnected'), false), s.read_at
  from public.stores s left join public.integration_configs c on c.company_id = s.company_id and c.integration_name = 'shopify'
  where s.company_id = company and company = any ((select app.scope_for('revenue.readTotals'))::uuid[])
$function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE PROCEDURE app.store_table(IN target text, IN readable_by text DEFAULT 'revenue.read'::text)
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $procedure$
begin
  call app.close_table(target);
  execute format('create policy may_read on public.%I for select to app_rt using (%s)', target, app.within(readable_by));
  execute format('create policy worker_all on public.%I for all to app_worker
    using (company_id = any ((select app.scope())::uuid[])) with check (company_id = any ((select app.scope())::uuid[]))', target);
  execute format('grant select on public.%I to app_rt', target);
  execute format('grant select, insert, update, delete on public.%I to app_worker', target);
end $procedure$;
-- owner app_owner, called by app_owner

CREATE OR REPLACE FUNCTION app.subject_of(company uuid, entity text, record uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  return case entity
    when 'task' then (select t.title from tasks t where t.company_id = company and t.id = record)
    when 'part' then (select p.name from parts p where p.company_id = company and p.id = record)
    when 'assembly' then (select a.name from assemblies a where a.company_id = company and a.id = record)
    when 'product' then (select p.name from products p where p.company_id = company and p.id = record)
    when 'vendor' then (select v.name from vendors v where v.company_id = company and v.id = record)
    when 'sop' then (select s.title from sops s where s.id = record and s.company_id in (company, app.firm()))
    when 'time_entry' then (select app.shown_name(e.user_id) from time_entries e where e.company_id = company and e.id = record)
    when 'integration' then (select i.integration_name from integration_configs i where i.company_id = company and i.id = record)
    when 'access_request' then (select coalesce(nullif(r.name, ''), r.email) from access_requests r where r.id = record)
  end;
end $function$;
-- owner app_owner, called by app_owner, app_rt

CREATE OR REPLACE FUNCTION app.sum_orders()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    begin
      if tg_op = 'INSERT' then
        perform app.lock_revenue(company_id) from (select distinct company_id from new_rows order by 1) r; 
    insert into public.revenue_months as m (company_id, year, month, status, orders, amount, refunded)
    select company_id, year, month, status, sum(orders), sum(amount), sum(refunded) from (
    select r.company_id, extract(year from r.created_at_shopify at time zone c.time_zone)::int as year,
      extract(month from r.created_at_shopify at time zone c.time_zone)::int as month, r.financial_status as status,
      1 as orders, r.current_total as amount, r.refunded as refunded
    from new_rows r join public.companies c on c.id = r.company_id where r.is_counted) changed group by 1, 2, 3, 4
    having sum(orders) <> 0 or sum(amount) <> 0 or sum(refunded) <> 0
    on conflict (company_id, year, month, status) do update
      set orders = m.orders + excluded.orders, amount = m.amount + excluded.amount, refunded = m.refunded + excluded.refunded;
      elsif tg_op = 'DELETE' then
        perform app.lock_revenue(company_id) from (select distinct company_id from old_rows order by 1) r; 
    insert into public.revenue_months as m (company_id, year, month, status, orders, amount, refunded)
    select company_id, year, month, status, sum(orders), sum(amount), sum(refunded) from (
    select r.company_id, extract(year from r.created_at_shopify at time zone c.time_zone)::int as year,
      extract(month from r.created_at_shopify at time zone c.time_zone)::int as month, r.financial_status as status,
      -1 as orders, -r.current_total as amount, -r.refunded as refunded
    from old_rows r join public.companies c on c.id = r.company_id where r.is_counted) changed group by 1, 2, 3, 4
    having sum(orders) <> 0 or sum(amount) <> 0 or sum(refunded) <> 0
    on conflict (company_id, year, month, status) do update
      set orders = m.orders + excluded.orders, amount = m.amount + excluded.amount, refunded = m.refunded + excluded.refunded;
      else
        perform app.lock_revenue(company_id) from (select distinct company_id from new_rows order by 1) r; 
    insert into public.revenue_months as m (company_id, year, month, status, orders, amount, refunded)
    select company_id, year, month, status, sum(orders), sum(amount), sum(refunded) from (
    select r.company_id, extract(year from r.created_at_shopify at time zone c.time_zone)::int as year,
      extract(month from r.created_at_shopify at time zone c.time_zone)::int as month, r.financial_status as status,
      1 as orders, r.current_total as amount, r.refunded as refunded
    from new_rows r join public.companies c on c.id = r.company_id where r.is_counted union all 
    select r.company_id, extract(year from r.created_at_shopify at time zone c.time_zone)::int as year,
      extract(month from r.created_at_shopify at time zone c.time_zone)::int as month, r.financial_status as status,
      -1 as orders, -r.current_total as amount, -r.refunded as refunded
    from old_rows r join public.companies c on c.id = r.company_id where r.is_counted) changed group by 1, 2, 3, 4
    having sum(orders) <> 0 or sum(amount) <> 0 or sum(refunded) <> 0
    on conflict (company_id, year, month, status) do update
      set orders = m.orders + excluded.orders, amount = m.amount + excluded.amount, refunded = m.refunded + excluded.refunded;
      end if;
      return null;
    end $function$;
-- owner app_auth, called by app_auth

CREATE OR REPLACE FUNCTION app.supersede_proposals(company uuid, entry uuid, but uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  update public.time_proposals p set status = 'superseded', decided_by = app.user_id(), decided_at = now()
  where p.company_id = company and p.entry_id = entry and p.status = 'open' and p.id is distinct from but
$function$;
-- owner app_auth, called by app_auth

CREATE OR REPLACE FUNCTION app.sweep()
 RETURNS TABLE(what text, gone bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  -- Only one server sweeps at a time; the others skip it.
  if not pg_try_advisory_xact_lock(7203002) then return; end if;
  delete from public.job_steps where done_at < now() - interval '30 days';
  delete from public.idempotency_keys where created_at < now() - interval '24 hours';
  get diagnostics gone = row_count; what := 'idempotency keys'; return next;
  delete from public.sessions where least(expires_at, idle_expires_at) < now() - interval '7 days';
  get diagnostics gone = row_count; what := 'ended sessions'; return next;
  delete from public.password_resets where expires_at < now();
  get diagnostics gone = row_count; what := 'links to set a password'; return next;
  -- The import itself stays, with its counts and its change set; nobody needs its rows any more.
  delete from public.import_rows r using public.imports i
    where i.company_id = r.company_id and i.id = r.import_id and i.created_at < now() - interval '30 days';
  get diagnostics gone = row_count; what := 'import rows'; return next;
  -- A store repeats a notice for hours, not for days.
  delete from public.store_webhooks where received_at < now() - interval '7 days';
  get diagnostics gone = row_count; what := 'notices of stores'; return next;
  delete from public.notifications where created_at < now() - interval '90 days';
  get diagnostics gone = row_count; what := 'notifications'; return next;
  delete from public.notification_digests where day < current_date - 30;
  get diagnostics gone = row_count; what := 'mails of a day'; return next;
  delete from public.saved_views where deleted_at < now() - interval '30 days';
  get diagnostics gone = row_count; what := 'deleted views'; return next;
end $function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.take_back_report(company uuid, task uuid, report uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  t public.tasks;
  r public.task_reports;
  made uuid;
begin
  select * into t from public.tasks x where x.company_id = company and x.id = task and company = any (app.scope_for('task.report'))
    and x.assigned_to = app.user_id() for update;
  if t.id is null then return 'gone'; end if;
  select * into r from public.task_reports y where y.company_id = company and y.task_id = task and y.id = report
    and y.reported_by = app.user_id();
  if r.id is null then return 'gone'; end if;
  if r.answer is not null or not r.is_current then return 'over'; end if;
  select l.change_set_id into made from public.activity_logs l where l.company_id = company and l.entity_id = report
    and l.entity_type = 'task_report' and l.action = 'created' order by l.id desc limit 1;
  perform set_config('app.change_kind', 'undo', true), set_config('app.undoes', coalesce(made::text, ''), true);
  delete from public.task_reports y where y.company_id = company and y.id = report;
  update public.task_reports y set is_current = true where y.company_id = company and y.task_id = task
    and y.id in (select l.entity_id from public.activity_logs l where l.company_id = company and l.change_set_id = made
      and l.entity_type = 'task_report' and l.field_changed = 'is_current' and l.new_value = 'false');
  update public.change_sets s set undone_by = app.open_change_set() where s.company_id = company and s.id = made;
  perform set_config('app.change_kind', '', true), set_config('app.undoes', '', true);
  return 'taken_back';
end $function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.take_break(company uuid, entry uuid, is_start boolean, held integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  e public.time_entries := app.own_entry(company, entry);
  at timestamptz;
begin
  if e.id is null then return false; end if;
  if e.ended_at is not null then raise exception 'entry_ended' using errcode = 'SB001'; end if;
  if is_start = (e.break_started_at is not null) then return true; end if;
  at := greatest(app.pressed_at(company, held), e.started_at, e.break_started_at);
  update public.time_entries t set break_started_at = case when is_start then at end,
      breaks = case when is_start then t.breaks else t.breaks + tstzmultirange(tstzrange(t.break_started_at, at)) end
    where t.company_id = company and t.id = entry;
  return true;
end $function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.take_consent(service text, hash text)
 RETURNS TABLE(company_id uuid, sealed_verifier text, redirect_uri text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  delete from public.integration_consents t using public.integration_configs c
  where t.state_hash = hash and t.session_id = (app.known()).session_id and t.created_at > now() - interval '10 minutes'
    and c.company_id = t.company_id and c.id = t.integration_id and c.integration_name = service
    and t.company_id = any (app.scope_for('integration.write'))
  returning t.company_id, t.sealed_verifier, t.redirect_uri
$function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.take_due_digests()
 RETURNS TABLE(company_id uuid, user_id uuid, day date)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  insert into public.notification_digests (company_id, user_id, day)
  select h.company_id, p.user_id, (now() at time zone c.time_zone)::date
  from public.profiles p
  cross join lateral (select r.company_id, g.is_group_wide from public.user_roles r join app.roles g on g.role = r.role
    where r.user_id = p.user_id order by r.created_at desc limit 1) h
  join public.companies c on c.id = h.company_id
  where p.deleted_at is null and not p.is_pre_authorized and c.status = 'active'
    and extract(hour from now() at time zone c.time_zone) between 7 and 10
    and not exists (select from public.user_preferences u
      where u.user_id = p.user_id and u.key = 'notifications' and u.value -> 'hasDigest' = 'false')
    and exists (select from public.notifications n
      where n.user_id = p.user_id and n.read_at is null and (h.is_group_wide or n.company_id = h.company_id)
        and n.created_at > coalesce((select max(d.made_at) from public.notification_digests d where d.user_id = p.user_id), '-infinity'))
  on conflict do nothing
  returning notification_digests.company_id, notification_digests.user_id, notification_digests.day
$function$;
-- owner app_auth, called by app_auth, app_worker

CREATE OR REPLACE FUNCTION app.take_turn(person uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select pg_advisory_xact_lock(hashtextextended('time entries of ' || person, 0))
$function$;
-- owner app_owner, called by app_auth, app_owner

CREATE OR REPLACE FUNCTION app.take_webhook(integration uuid, webhook text, topic text, record_kind text, record_id bigint, is_deleted boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare company uuid;
begin
  select c.company_id into company from public.integration_configs c where c.id = integration and c.integration_name = 'shopify';
  perform pg_advisory_xact_lock_shared(7203110, hashtext(company::text));
  insert into public.store_webhooks (company_id, provider, webhook_id, topic, record_kind, record_id, is_deleted, is_waiting)
    select company, 'shopify', webhook, take_webhook.topic, take_webhook.record_kind, take_webhook.record_id, take_webhook.is_deleted, true
    where company is not null
  on conflict do nothing;
  return found and not exists (
    select from jobs.job_common j where j.name = 'shopify-notices' and j.state in ('created', 'retry') and j.data ->> 'companyId' = company::text);
end $function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.taken_keys(t app.tenant_tables, company uuid, logs bigint[], roots bigint[], unique_index regclass, key_count integer)
 RETURNS TABLE(log_id bigint, root_id bigint, code text, entity_type text, entity_id uuid, entity_name text, entity_number text, other_log bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  keys text;
  named text;
  values_of text;
  name_column text := case when exists (select from pg_attribute a
    where a.attrelid = format('public.%I', t.table_name)::regclass and a.attname = 'entity_name') then '%s.entity_name::text' else 'null::text' end;
begin
  select string_agg(pg_get_indexdef(unique_index, k, true), ', '), string_agg(pg_get_indexdef(unique_index, k, true) || ' as k' || k, ', '),
    string_agg('b.k' || k, ', ') into keys, named, values_of from generate_series(1, key_count) k;
  return query execute format($q$
    with back as materialized (
      select q.log_id, q.id as of_id, %7$s as of_name, %5$s as of_number, %3$s from (
        select l.id as log_id, r.* from unnest($2, $4) u(id, root) join public.activity_logs l on l.company_id = $1 and l.id = u.id
        cross join lateral jsonb_populate_record(null::public.%1$I, l.metadata -> 'row') r where l.entity_type = $3 and u.root = u.id) q
    ), ranked as (
      select b.*, first_value(b.log_id) over same as last_log, first_value(b.of_id) over same as last_id
      from back b window same as (partition by %4$s order by b.log_id desc)
    )
    select b.log_id, b.log_id, 'taken', $3, x.id, x.name, x.number, null::bigint from back b
      join lateral (select z.id, %8$s as name, %6$s as number from public.%1$I z where (%2$s) = (%4$s) and z.id <> b.of_id limit 1) x on true
    union all
    select b.log_id, b.log_id, 'twin', $3, b.last_id, b.of_name, b.of_number, null from ranked b where b.last_log <> b.log_id
    $q$, t.table_name, keys, named, values_of, coalesce('q.' || quote_ident(t.number_column), 'null::text'),
      coalesce('z.' || quote_ident(t.number_column), 'null::text'), format(name_column, 'q'), format(name_column, 'z'))
    using company, logs, t.entity_type, roots;
end $function$;
-- owner app_owner, called by app_owner, app_rt

CREATE OR REPLACE FUNCTION app.task_hits(company uuid, words text[], starts text[], cap integer, OUT ids uuid[], OUT is_beginning boolean)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
end $function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.task_waits_for(company uuid, waiting uuid, other uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with recursive chain as (
    select t.id, t.blocked_by_task from public.tasks t where t.company_id = company and t.id = waiting
    union
    select t.id, t.blocked_by_task from chain c join public.tasks t on t.company_id = company and t.id = c.blocked_by_task
  )
  select exists (select from chain c where c.id = other)
$function$;
-- owner app_auth, called by app_auth, app_rt, app_worker

CREATE OR REPLACE FUNCTION app.tasks_about(company uuid, record uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select t.id from public.tasks t where company = any (app.scope_for('task.read')) and t.company_id = company
    and (coalesce(t.part_id, t.assembly_id, t.product_id) = record or t.sop_id = record or t.blocked_by_part = record)
$function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.tasks_on_days(company uuid, days date[])
 RETURNS TABLE(day date, open_tasks bigint, overdue_tasks bigint, blocked_tasks bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET jit TO 'off'
AS $function$
  with zone as (select time_zone from companies where id = company
  ), change as (
    select l.id, l.entity_id, l.field_changed as field, l.old_value, (s.created_at at time zone z.time_zone)::date as on_day
    from zone z cross join change_sets s
    join activity_logs l on l.company_id = company and l.change_set_id = s.id and l.entity_type = 'task' and l.field_changed in ('status', 'due_on')
    where s.company_id = company
      and s.created_at >= ((select min(d) from unnest(days) d) + 1)::timestamp at time zone z.time_zone
  ), later as (
    select distinct on (d.day, c.entity_id, c.field) d.day, c.entity_id, c.field, c.old_value
    from unnest(days) d(day) join change c on c.on_day > d.day order by d.day, c.entity_id, c.field, c.id
  ), task as (
    select t.id, t.status, t.due_on, (t.created_at at time zone z.time_zone)::date as made_on from tasks t cross join zone z
    where t.company_id = company and (t.status <> 'complete' or t.id in (select c.entity_id from change c))
  ), stood as (
    select d.day, case when s.field is null then t.status else s.old_value end as status,
      case when u.field is null then t.due_on else u.old_value::date end as due_on
    from unnest(days) d(day) join task t on t.made_on <= d.day
    left join later s on s.day = d.day and s.entity_id = t.id and s.field = 'status'
    left join later u on u.day = d.day and u.entity_id = t.id and u.field = 'due_on'
  )
  select d.day, count(s.status), count(*) filter (where s.due_on < d.day), count(*) filter (where s.status = 'blocked')
  from unnest(days) d(day) left join stood s on s.day = d.day and s.status <> 'complete' group by d.day
$function$;
-- owner app_owner, called by app_auth, app_owner

CREATE OR REPLACE FUNCTION app.tasks_reported(company uuid, what text)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select r.task_id from public.task_reports r
  where r.company_id = company and company = any (app.scope_for('task.read')) and r.is_current and r.answer is null and r.kind = what
$function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.tell(news text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare told text := coalesce(current_setting('app.news', true), '');
begin
  if current_setting('app.collects_news', true) is distinct from 'on' then
    perform pg_notify('live', news);
  elsif strpos(E'\n' || told, E'\n' || news || E'\n') = 0 then
    perform set_config('app.news', told || news || E'\n', true);
  end if;
end $function$;
-- owner app_owner, called by app_audit, app_auth, app_owner, app_rt, app_worker

CREATE OR REPLACE PROCEDURE app.tenant_table(IN target text, IN entity text, IN readable_by text, IN writable_by text, IN undo_order integer, IN comes_first boolean DEFAULT false, IN is_listed boolean DEFAULT true, IN number_column text DEFAULT NULL::text, IN search_columns text[] DEFAULT '{}'::text[], IN sort_expressions jsonb DEFAULT '{}'::jsonb, IN owner_column text DEFAULT NULL::text, IN loose_references jsonb DEFAULT '{}'::jsonb, IN rules text[] DEFAULT '{}'::text[], IN log_actions jsonb DEFAULT '{}'::jsonb, IN for_jobs text DEFAULT 'select'::text, IN marked text DEFAULT 'false'::text, IN at_cost text DEFAULT '0'::text, IN at_retail text DEFAULT '0'::text)
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $procedure$
begin
  call app.undoable_table(target, entity, writable_by, undo_order, comes_first, is_listed, number_column, search_columns, sort_expressions,
    owner_column, loose_references, null, rules, log_actions);
  call app.close_table(target);
  execute format('create policy may_read on public.%I for select to app_rt using (%s)', target, app.within(readable_by));
  execute format('create policy may_insert on public.%I for insert to app_rt with check (%s)', target, app.within(writable_by));
  execute format('create policy may_update on public.%I for update to app_rt using (%2$s) with check (%2$s)', target, app.within(writable_by));
  execute format('create policy may_delete on public.%I for delete to app_rt using (%s)', target, app.within(writable_by));
  call app.let_jobs(target, for_jobs);
  execute format('create policy search on public.%I for select to app_auth using (true)', target);
  call app.grant_columns(target);
  call app.log_rows(target, entity);
  call app.counted_table(target, marked, at_cost, at_retail);
end $procedure$;
-- owner app_owner, called by app_owner

CREATE OR REPLACE FUNCTION app.tick_item()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if coalesce(current_setting('app.change_kind', true) = 'undo', false) or app.user_id() is null then return new; end if;
  if new.is_done is distinct from old.is_done then
    new.done_by := case when new.is_done then app.user_id() end;
    new.done_at := case when new.is_done then now() end;
  else
    new.done_by := old.done_by;
    new.done_at := old.done_at;
  end if;
  if (new.text, new.position, new.task_id) is distinct from (old.text, old.position, old.task_id) and not exists (
      select from public.tasks t where t.company_id = old.company_id and t.id = old.task_id and app.may('task.edit')
        and (app.reaches_all('task.edit') or t.assigned_by = app.user_id())) then
    raise exception 'not the creator' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $function$;
-- owner app_owner, called by app_owner, app_rt

CREATE OR REPLACE FUNCTION app.today_in(company uuid)
 RETURNS date
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select (now() at time zone c.time_zone)::date from public.companies c where c.id = company
$function$;
-- owner app_auth, called by app_auth, app_rt, app_worker

CREATE OR REPLACE FUNCTION app.touch_bom_parents()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  update public.assemblies a set updated_at = now() from (select distinct company_id, assembly_id as id from changed_rows) c
    where a.company_id = c.company_id and a.id = c.id;
  update public.products p set updated_at = now() from (select distinct company_id, product_id as id from changed_rows) c
    where p.company_id = c.company_id and p.id = c.id;
  return null;
end $function$;
-- owner app_owner, called by app_owner, app_rt

CREATE OR REPLACE FUNCTION app.touch_session(session uuid, from_address text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  update public.sessions set last_seen_at = now(), last_address = coalesce(left(from_address, 100), last_address),
    idle_expires_at = least(expires_at, now() + make_interval(secs => idle_seconds))
  where id = session and id = (app.ctx()).session_id
$function$;
-- owner app_auth, called by app_audit, app_auth, app_rt, app_worker

CREATE OR REPLACE FUNCTION app.touches_since(company uuid, target_set uuid, after_id bigint)
 RETURNS TABLE(entity_id uuid, last_id bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with others as materialized (
    select s.id, s.undone_by from public.change_sets s
    left join public.change_sets u on u.company_id = company and u.id = s.undoes and u.undone_by = s.id
    where s.company_id = company and s.id <> target_set and s.undoes is distinct from target_set and u.id is null
  ), later as materialized (
    select n.id, n.entity_type, n.entity_id, n.parent_id, coalesce(n.field_changed, '') as field, o.undone_by
    from public.activity_logs n join others o on o.id = n.change_set_id
    where n.company_id = company and n.id > after_id
  ), taken_back as materialized (
    select distinct m.change_set_id, m.entity_type, m.entity_id, coalesce(m.field_changed, '') as field
    from (select distinct l.undone_by from later l where l.undone_by is not null) u
    join public.activity_logs m on m.company_id = company and m.change_set_id = u.undone_by
  ), standing as (
    select l.* from later l left join taken_back b
      on b.change_set_id = l.undone_by and b.entity_type = l.entity_type and b.entity_id = l.entity_id and b.field = l.field
    where b.entity_id is null
  )
  select s.entity_id, max(s.id) from standing s group by s.entity_id
  union all
  select s.parent_id, max(s.id) from standing s where s.parent_id is not null group by s.parent_id
$function$;
-- owner app_owner, called by app_owner, app_rt

CREATE OR REPLACE FUNCTION app.undo_change_set(company uuid, target_set uuid)
 RETURNS TABLE(entity_type text, entity_id uuid, entity_name text, field text, code text, params jsonb)
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  conflicts jsonb;
  undone uuid;
begin
  -- The statistics do not know a new set yet: for a large one only hash joins are safe.
  if (select count(*) > 500 from (select from public.activity_logs l where l.company_id = company and l.change_set_id = target_set limit 501) n) then
    perform set_config('enable_nestloop', 'off', true);
  end if;
  perform set_config('app.change_kind', 'undo', true), set_config('app.undoes', target_set::text, true),
          set_config('app.change_set', '', true);
  -- First the records that fields of others refer to.
  conflicts := app.undo_deleted(company, target_set, true);
  -- Created records are deleted before the rest: a changed or deleted record may need their number.
  conflicts := conflicts || app.undo_made(company, target_set, false);
  conflicts := conflicts || app.undo_changed(company, target_set);
  conflicts := conflicts || app.undo_deleted(company, target_set, false);
  conflicts := conflicts || app.undo_made(company, target_set, true);
  -- Undoing an undo brings the first set back, so that it can be undone again. The same holds for the import of a backup, which brings back
  -- deleted records.
  update public.change_sets s set undone_by = null where s.company_id = company and s.undone_by = target_set;
  undone := app.open_change_set();
  update public.change_sets s set undone_by = undone where s.company_id = company and s.id = target_set and undone is not null;
  return query
    select c.entity_type, c.entity_id, n.name, c.field, c.code, coalesce(c.params, '{}')
    from jsonb_to_recordset(conflicts) c(entity_type text, entity_id uuid, field text, code text, params jsonb)
    left join (select l.entity_type, l.entity_id, max(l.entity_name) as name from public.activity_logs l
      where l.company_id = company and l.change_set_id = target_set group by l.entity_type, l.entity_id) n
      on n.entity_type = c.entity_type and n.entity_id = c.entity_id;
end $function$;
-- owner app_owner, called by app_owner, app_rt

CREATE OR REPLACE FUNCTION app.undo_changed(company uuid, target_set uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  t app.tenant_tables;
  ids uuid[]; refused uuid[];
  conflicts jsonb := '[]'; found jsonb;
begin
  for t in
    select x.* from app.tenant_tables x where x.entity_type in (select l.entity_type from public.activity_logs l
      where l.company_id = company and l.change_set_id = target_set) order by x.undo_order
  loop
    conflicts := conflicts || app.undo_replaced(t, company, target_set);
    ids := array(select l.entity_id from public.activity_logs l
      where l.company_id = company and l.change_set_id = target_set and l.entity_type = t.entity_type
      group by l.entity_id having bool_and(l.field_changed is not null));
    continue when cardinality(ids) = 0;
    execute format('select from public.%I x join unnest($2) u(id) on u.id = x.id where x.company_id = $1 order by x.id for update of x', t.table_name)
      using company, ids;
    begin
      conflicts := conflicts || app.undo_rows('changed', t, company, target_set, ids);
    exception when integrity_constraint_violation or sqlstate 'SB001' then
      -- Try again while that helps: one record may wait for the number of another.
      loop
        found := app.undo_in_halves('changed', t, company, target_set, ids);
        refused := array(select (f ->> 'entity_id')::uuid from jsonb_array_elements(found) f where f ->> 'field' is null);
        conflicts := conflicts || coalesce((select jsonb_agg(f) from jsonb_array_elements(found) f
          where f ->> 'field' is not null or cardinality(refused) = cardinality(ids)), '[]');
        exit when cardinality(refused) in (0, cardinality(ids));
        ids := refused;
      end loop;
    end;
  end loop;
  return conflicts;
end $function$;
-- owner app_owner, called by app_owner, app_rt

CREATE OR REPLACE FUNCTION app.undo_deleted(company uuid, target_set uuid, is_first boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  t app.tenant_tables;
  types text[]; ids uuid[]; logs bigint[]; roots bigint[]; back bigint[]; out_roots bigint[]; out_logs bigint[];
  conflicts jsonb; found jsonb;
begin
  types := array(select distinct r.entity_type from app.returning(company, target_set, is_first) r);
  if cardinality(types) = 0 then return '[]'; end if;
  conflicts := app.returned_since(company, target_set, is_first, types);
  back := app.back_already(company, target_set, is_first, types);
  loop
    select array_agg(r.entity_id), array_agg(r.log_id), array_agg(r.root_id) into ids, logs, roots
      from (select r.entity_id, r.log_id, case when b.id is null then r.root_id else r.log_id end as root_id
        from app.returning(company, target_set, is_first) r left join unnest(back) b(id) on b.id = r.root_id) r
      left join unnest(out_roots) o(id) on o.id = r.root_id left join unnest(out_logs) p(id) on p.id = r.log_id
      where o.id is null and p.id is null;
    exit when logs is null;
    begin
      for t in select * from app.tenant_tables x where x.entity_type = any (types) order by x.undo_order loop
        perform app.return_rows(t, company, logs, app.values_before(t, company, target_set, ids));
      end loop;
      exit;
    exception when integrity_constraint_violation or sqlstate 'SB001' then
      found := app.what_stays_away(company, target_set, types, ids, logs, roots);
      if found = '[]' then raise; end if;
      conflicts := conflicts || found;
      out_roots := out_roots || array(select (f ->> 'root')::bigint from jsonb_array_elements(found) f where f ? 'root');
      out_logs := out_logs || array(select (f ->> 'log')::bigint from jsonb_array_elements(found) f where f ? 'log');
    end;
  end loop;
  return conflicts;
end $function$;
-- owner app_owner, called by app_owner, app_rt

CREATE OR REPLACE FUNCTION app.undo_in_halves(verb text, t app.tenant_tables, company uuid, target_set uuid, ids uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  half int := cardinality(ids) / 2;
  conflicts jsonb;
  code text;
  told text;
begin
  if cardinality(ids) = 0 then return '[]'; end if;
  return app.undo_rows(verb, t, company, target_set, ids);
exception when integrity_constraint_violation or sqlstate 'SB001' then
  if half > 0 then
    conflicts := app.undo_in_halves(verb, t, company, target_set, ids[:half]);
    return conflicts || app.undo_in_halves(verb, t, company, target_set, ids[half + 1:]);
  end if;
  if sqlstate = 'SB001' and sqlerrm <> all (t.rules) then raise; end if;
  get stacked diagnostics told = pg_exception_detail;
  code := case sqlstate when '23503' then case verb when 'made' then 'in_use' else 'gone' end when '23505' then 'taken'
    when 'SB001' then 'rule' else 'unfit' end;
  return jsonb_build_array(jsonb_build_object('entity_type', t.entity_type, 'entity_id', ids[1], 'code', code,
    'params', case code when 'rule' then jsonb_build_object('rule', sqlerrm, 'detail', told) else '{}' end));
end $function$;
-- owner app_owner, called by app_owner, app_rt

CREATE OR REPLACE FUNCTION app.undo_made(company uuid, target_set uuid, is_last boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  t app.tenant_tables;
  types text[]; made uuid[]; owners uuid[]; last_ids bigint[]; doubles uuid[]; touched uuid[]; missing uuid[]; absent uuid[]; going uuid[];
  refused jsonb := '[]'; found jsonb;
  is_careful boolean := false;
begin
  select array_agg(r.entity_id), array_agg(r.owner_id), array_agg(r.last_id),
      coalesce(array_agg(r.entity_id) filter (where r.is_double), '{}') into made, owners, last_ids, doubles from (
    select r.entity_id, (array_agg(r.owner_id))[1] as owner_id, max(r.last_id) as last_id, count(*) > 1 as is_double
    from app.set_records(company, target_set) r join app.tenant_tables x on x.entity_type = r.entity_type
    where r.was_made and not r.was_deleted and x.comes_first = is_last group by r.entity_id) r;
  if made is null then return '[]'; end if;
  types := array(select distinct r.entity_type from app.set_records(company, target_set) r where r.was_made);
  -- A row that shares the id of its record, and was created with it, counts as changed when the record does.
  for t in select * from app.tenant_tables x where x.entity_type = any (types) and x.comes_first = is_last order by x.undo_order loop
    execute format('with held as (select x.id from public.%I x join unnest($2) u(id) on u.id = x.id where x.company_id = $1 order by x.id for update of x)
      select array_agg(r.entity_id) from app.set_records($1, $3) r left join held h on h.id = r.entity_id
      where r.entity_type = $4 and r.was_made and not r.was_deleted and h.id is null and not r.entity_id = any ($5)', t.table_name)
      into absent using company, made, target_set, t.entity_type, case when t.owner_column = 'id' then doubles else '{}' end;
    missing := missing || absent;
  end loop;
  touched := array(select distinct c.entity_id from app.touches_since(company, target_set, (select min(m) from unnest(last_ids) m)) c
    join unnest(made, last_ids) m(id, last_id) on m.id = c.entity_id and c.last_id > m.last_id);
  loop
    going := app.what_can_go(company, made, owners, array(select unnest(touched) union select unnest(missing)
      union select (f ->> 'entity_id')::uuid from jsonb_array_elements(refused) f), case when is_careful then types end);
    begin
      for t in select * from app.tenant_tables x where x.entity_type = any (types) and x.comes_first = is_last order by x.undo_order desc loop
        perform app.undo_rows('made', t, company, target_set, going);
      end loop;
      exit;
    exception when integrity_constraint_violation or sqlstate 'SB001' then
      if is_careful then
        found := app.refusals('made', types, company, target_set, going);
        if found = '[]' then raise; end if;
        refused := refused || found;
      end if;
      is_careful := true;
    end;
  end loop;
  -- A row that belongs to a kept record is kept too, and reported only if it was changed itself.
  return refused || (with rec as materialized (
    select r.*, x.owner_column, x.comes_first from app.set_records(company, target_set) r join app.tenant_tables x on x.entity_type = r.entity_type
    where r.was_made and not r.was_deleted
  ) select coalesce(jsonb_agg(jsonb_build_object('entity_type', r.entity_type, 'entity_id', r.entity_id,
      'code', case when h.id is not null then 'not_there' when c.id is not null then 'changed_since' else 'in_use' end)), '[]')
    from rec r left join unnest(going) g(id) on g.id = r.entity_id left join unnest(missing) h(id) on h.id = r.entity_id
    left join unnest(touched) c(id) on c.id = r.entity_id
    left join rec o on o.entity_type <> r.entity_type and o.entity_id = case r.owner_column when 'id' then r.entity_id else r.owner_id end
    where r.comes_first = is_last and g.id is null
      and (o.entity_id is null or (o.entity_id <> r.entity_id and coalesce(h.id, c.id) is not null))
      and not exists (select from jsonb_array_elements(refused) f where f ->> 'entity_id' = r.entity_id::text));
end $function$;
-- owner app_owner, called by app_owner, app_rt

CREATE OR REPLACE FUNCTION app.undo_replaced(t app.tenant_tables, company uuid, target_set uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  ids uuid[] := array(select r.entity_id from app.set_records(company, target_set) r
    where r.entity_type = t.entity_type and r.was_made and r.was_deleted);
  touched uuid[];
begin
  if cardinality(ids) = 0 then return '[]'; end if;
  execute format('select from public.%I x join unnest($2) u(id) on u.id = x.id where x.company_id = $1 order by x.id for update of x', t.table_name)
    using company, ids;
  touched := array(select distinct r.entity_id from app.set_records(company, target_set) r join unnest(ids) u(id) on u.id = r.entity_id
    join app.touches_since(company, target_set, r.last_id) c on c.entity_id = r.entity_id where r.entity_type = t.entity_type);
  return app.undo_in_halves('replaced', t, company, target_set, array(select unnest(ids) except select unnest(touched)))
    || coalesce((select jsonb_agg(jsonb_build_object('entity_type', t.entity_type, 'entity_id', x, 'code', 'changed_since')) from unnest(touched) x), '[]');
end $function$;
-- owner app_owner, called by app_owner, app_rt

CREATE OR REPLACE FUNCTION app.undo_rows(verb text, t app.tenant_tables, company uuid, target_set uuid, ids uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if verb = 'changed' then return app.set_fields_back(t, company, target_set, ids); end if;
  if verb = 'replaced' then
    perform app.set_rows_back(t, company, target_set, ids);
  elsif verb = 'made' then
    execute format('delete from public.%I x using unnest($2) u(id) where x.company_id = $1 and x.id = u.id', t.table_name) using company, ids;
  else
    perform app.return_rows(t, company, array(select r.deletion from app.set_records(company, target_set) r join unnest(ids) u(id) on u.id = r.entity_id
      where r.entity_type = t.entity_type), app.values_before(t, company, target_set, ids));
  end if;
  return '[]';
end $function$;
-- owner app_owner, called by app_owner, app_rt

CREATE OR REPLACE PROCEDURE app.undoable_table(IN target text, IN entity text, IN writable_by text, IN undo_order integer, IN comes_first boolean DEFAULT false, IN is_listed boolean DEFAULT true, IN number_column text DEFAULT NULL::text, IN search_columns text[] DEFAULT '{}'::text[], IN sort_expressions jsonb DEFAULT '{}'::jsonb, IN owner_column text DEFAULT NULL::text, IN loose_references jsonb DEFAULT '{}'::jsonb, IN exists_by text DEFAULT NULL::text, IN rules text[] DEFAULT '{}'::text[], IN log_actions jsonb DEFAULT '{}'::jsonb)
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $procedure$
begin
  insert into app.tenant_tables (table_name, entity_type, written_by, undo_order, comes_first, is_listed, number_column, search_columns,
    sort_expressions, owner_column, loose_references, exists_by, rules, log_actions)
  values (target, entity, writable_by, undo_order, comes_first, is_listed, number_column, search_columns, sort_expressions, owner_column,
    loose_references, exists_by, rules, log_actions);
end $procedure$;
-- owner app_owner, called by app_owner

CREATE OR REPLACE FUNCTION app.unknown_subject(company uuid, part uuid, assembly uuid, product uuid, sop uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select case
    when part is not null and not exists (select from parts x where x.company_id = company and x.id = part) then 'part'
    when assembly is not null and not exists (select from assemblies x where x.company_id = company and x.id = assembly) then 'assembly'
    when product is not null and not exists (select from products x where x.company_id = company and x.id = product) then 'product'
    when sop is not null and not exists (select from sops x where x.id = sop and x.visibility <> 'sbr_only'
      and (x.visibility <> 'company' or x.company_id = company)) then 'SOP' end
$function$;
-- owner app_owner, called by app_auth, app_owner, app_rt

CREATE OR REPLACE FUNCTION app.unlock_period(company uuid, lock uuid, why text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if not company = any (app.scope_for('time.lock')) or not app.reaches_all('time.lock') then return false; end if;
  update public.time_locks l set unlocked_by = app.user_id(), unlocked_at = now(), unlock_reason = why
    where l.company_id = company and l.id = lock and l.unlocked_at is null;
  return exists (select from public.time_locks l where l.company_id = company and l.id = lock);
end $function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.unnamed_backups(keys text[])
 RETURNS TABLE(key text, was_removed boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select k, false from unnest(keys) k where not exists (select from public.backups b where b.key = k)
$function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.unnamed_files(keys text[])
 RETURNS TABLE(key text, was_removed boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select k, l.at is not null from unnest(keys) k
    cross join lateral (select max(l.created_at) as at from public.activity_logs l
      where l.entity_type = 'file' and l.action = 'deleted'
        and l.metadata -> 'row' ->> 'storage_key' = k) l
    where not exists (select from public.files f where f.storage_key = k)
      and (l.at is null or l.at <= now() - interval '91 days')
$function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.untold_forgotten_entries()
 RETURNS TABLE(company_id uuid, entry_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select e.company_id, e.id from public.time_entries e join public.companies c on c.id = e.company_id
  where c.status = 'active' and e.ended_at is null and e.removed_at is null
    and e.started_at < now() - make_interval(hours => c.shift_hours) and e.started_at > now() - interval '60 days'
    and not exists (select from public.notifications n
      where n.company_id = e.company_id and n.topic = 'clock_out_forgotten' and n.entity_type = 'time_entry' and n.entity_id = e.id)
$function$;
-- owner app_auth, called by app_auth

CREATE OR REPLACE FUNCTION app.untold_overdue_tasks()
 RETURNS TABLE(company_id uuid, task_id uuid, assigned_to uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select t.company_id, t.id, t.assigned_to from public.companies c join public.tasks t on t.company_id = c.id
  where c.status = 'active' and t.status <> 'complete' and t.due_on < (now() at time zone c.time_zone)::date
    and t.due_on > (now() at time zone c.time_zone)::date - 60
    and not exists (select from public.notifications n where n.company_id = t.company_id and n.user_id = t.assigned_to
      and n.topic = 'task_overdue' and n.entity_type = 'task' and n.entity_id = t.id and n.created_at > t.due_on)
    and not exists (select from public.user_preferences u
      where u.user_id = t.assigned_to and u.key = 'notifications' and u.value -> 'muted' ? 'task_overdue')
$function$;
-- owner app_auth, called by app_auth

CREATE OR REPLACE FUNCTION app.untold_sop_reviews()
 RETURNS TABLE(company_id uuid, sop_id uuid, created_by uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select s.company_id, s.id, s.created_by from public.companies c join public.sops s on s.company_id = c.id
  where c.status = 'active' and s.review_on <= (now() at time zone c.time_zone)::date
    and not exists (select from public.notifications n where n.company_id = s.company_id
      and n.topic = 'sop_review' and n.entity_type = 'sop' and n.entity_id = s.id and n.created_at >= s.review_on)
$function$;
-- owner app_auth, called by app_auth

CREATE OR REPLACE FUNCTION app.untold_tasks(company uuid)
 RETURNS TABLE(task_id uuid, kind text, about text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select w.id, w.kind, w.about from (
    select t.id, t.company_id, 'overdue' as kind, t.due_on::text as about from public.tasks t join public.companies c on c.id = t.company_id
      where t.company_id = company and t.status <> 'complete' and t.due_on = (now() at time zone c.time_zone)::date - 1
    union all
    select t.id, t.company_id, 'unblocked', t.blocked_at::text from public.tasks t
      left join public.parts p on p.company_id = t.company_id and p.id = t.blocked_by_part
      where t.company_id = company and t.status = 'blocked'
        and (p.stock_level >= t.blocked_quantity or (t.blocked_by_task is not null and app.is_task_over(t.company_id, t.blocked_by_task)))) w
  where not exists (select from public.task_notices n where n.company_id = w.company_id and n.task_id = w.id and n.kind = w.kind and n.about = w.about)
$function$;
-- owner app_auth, called by app_auth, app_worker

CREATE OR REPLACE FUNCTION app.urgency(stock integer, threshold integer)
 RETURNS double precision[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ARRAY[CASE WHEN (threshold > 0) THEN ((stock)::double precision / (threshold)::double precision) ELSE 'Infinity'::double precision END, ((- threshold))::double precision];
-- owner app_owner, called by app_auth, app_owner, app_rt

CREATE OR REPLACE FUNCTION app.use_attempt(state_digest text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  delete from app.used_attempts where used_at < now() - interval '1 hour';
  insert into app.used_attempts (digest) values (state_digest) on conflict do nothing;
  return found;
end $function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.used_among(company uuid, ids uuid[], types text[])
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  f record;
begin
  for f in
    select c.conrelid::regclass as child, k.attname as refers,
      exists (select from pg_attribute i where i.attrelid = c.conrelid and i.attname = 'id') as has_id
    from app.tenant_tables t
    join pg_constraint c on c.contype = 'f' and c.confrelid = format('public.%I', t.table_name)::regclass and c.confdeltype in ('a', 'r')
    cross join lateral unnest(c.conkey, c.confkey) p(own, theirs)
    join pg_attribute a on a.attrelid = c.confrelid and a.attnum = p.theirs and a.attname = 'id'
    join pg_attribute k on k.attrelid = c.conrelid and k.attnum = p.own
    where t.entity_type = any (types) and has_table_privilege(c.conrelid, 'select')
      and exists (select from pg_attribute o where o.attrelid = c.conrelid and o.attname = 'company_id')
  loop
    return query execute format('select distinct g.id from unnest($2) g(id) join %1$s x on x.company_id = $1 and x.%2$I = g.id
      left join unnest($2) o(id) on o.id = %3$s where o.id is null', f.child, f.refers, case when f.has_id then 'x.id' else 'null::uuid' end)
      using company, ids;
  end loop;
end $function$;
-- owner app_owner, called by app_owner, app_rt

CREATE OR REPLACE FUNCTION app.user_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select (app.known()).user_id $function$;
-- owner app_owner, called by app_audit, app_auth, app_owner, app_rt, app_worker

CREATE OR REPLACE FUNCTION app.values_before(t app.tenant_tables, company uuid, target_set uuid, ids uuid[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select coalesce(jsonb_object_agg(r.entity_id, r.value), '{}') from (
    select f.entity_id, jsonb_object_agg(f.field, case when f.field = any (app.json_columns(format('public.%I', t.table_name)::regclass))
      and pg_input_is_valid(f.was, 'jsonb') then f.was::jsonb else to_jsonb(f.was) end) as value
    from (
      select l.entity_id, l.field_changed as field, (array_agg(l.old_value order by l.id))[1] as was
      from unnest(ids) u(id) join public.activity_logs l on l.entity_id = u.id and l.field_changed is not null
      join app.set_records(company, target_set) d on d.entity_type = t.entity_type and d.entity_id = l.entity_id and l.id < d.deletion
      where l.company_id = company and l.change_set_id = target_set and l.entity_type = t.entity_type
      group by l.entity_id, l.field_changed) f
    group by f.entity_id) r
$function$;
-- owner app_owner, called by app_owner, app_rt

CREATE OR REPLACE FUNCTION app.waiting_jobs()
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select count(*) from jobs.job_common where state < 'active' and name <> 'dead-letters' and data ->> 'companyId' is not null
$function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.webhook_target(integration uuid)
 RETURNS TABLE(company_id uuid, domain text, field text, sealed text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select c.company_id, c.config ->> 'store_url', s.field, s.sealed
  from public.integration_configs c
  join public.companies o on o.id = c.company_id and o.status = 'active'
  join public.integration_secrets s on s.company_id = c.company_id and s.integration_id = c.id
  where c.id = integration and c.integration_name = 'shopify' and c.is_enabled and s.field in ('client_secret', 'webhook_secret')
$function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.what_can_go(company uuid, made uuid[], owners uuid[], staying uuid[], types text[])
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  kept uuid[] := staying;
  going uuid[];
  before int;
  used uuid[] := '{}';
begin
  loop
    before := cardinality(kept);
    going := array(select m.id from unnest(made, owners) m(id, owner)
      left join unnest(kept) k(id) on k.id = m.id left join unnest(kept) o(id) on o.id = m.owner where k.id is null and o.id is null);
    kept := array(select m.id from unnest(made) m(id) left join unnest(going) g(id) on g.id = m.id where g.id is null);
    if types is not null then used := array(select distinct u from app.used_among(company, going, types) u); end if;
    exit when cardinality(kept) = before and cardinality(used) = 0;
    kept := kept || used;
  end loop;
  return going;
end $function$;
-- owner app_owner, called by app_owner, app_rt

CREATE OR REPLACE FUNCTION app.what_stays_away(company uuid, target_set uuid, types text[], ids uuid[], logs bigint[], roots bigint[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  all_logs bigint[] := logs; all_roots bigint[] := roots; blocked bigint[];
  found jsonb := '[]'; more jsonb;
begin
  loop -- leaving one record out may block another that needs it
    select jsonb_agg(o.conflict), array_agg(o.root_id) into more, blocked from (
      select distinct on (o.root_id) o.root_id, jsonb_build_object('entity_type', l.entity_type, 'entity_id', l.entity_id, 'root', o.root_id,
        'code', case when o.code = 'gone' and o.log_id <> o.root_id then 'contains_gone' when o.code = 'twin' then 'taken' else o.code end,
        'params', jsonb_strip_nulls(jsonb_build_object('type', o.entity_type, 'name', o.entity_name, 'number', o.entity_number))) as conflict
      from app.return_obstacles(company, logs, roots) o join public.activity_logs l on l.company_id = company and l.id = o.root_id
      order by o.root_id, o.log_id) o;
    exit when more is null;
    found := found || more;
    select array_agg(u.id), array_agg(u.root) into logs, roots from unnest(logs, roots) u(id, root)
      left join unnest(blocked) b(id) on b.id = u.root where b.id is null;
    exit when logs is null;
  end loop;
  if found <> '[]' then return found; end if;
  return (
    with refused as materialized (
      select f, l.id, u.root, x.is_listed or l.id = u.root as is_own
      from jsonb_array_elements(app.refusals('deleted', types, company, target_set, ids)) f
      join public.activity_logs l on l.company_id = company and l.change_set_id = target_set and l.action = 'deleted'
        and l.entity_id = (f ->> 'entity_id')::uuid and l.entity_type = f ->> 'entity_type'
      join unnest(all_logs, all_roots) u(id, root) on u.id = l.id
      join app.tenant_tables x on x.entity_type = l.entity_type
    ), gone_roots as materialized (
      select distinct on (r.root) r.f, r.root from refused r where r.id = r.root or not r.is_own order by r.root, r.id
    )
    select coalesce(jsonb_agg(c), '[]') from (
      select g.f || jsonb_build_object('root', g.root, 'entity_type', l.entity_type, 'entity_id', l.entity_id) as c
      from gone_roots g join public.activity_logs l on l.company_id = company and l.id = g.root
      union all
      select r.f || jsonb_build_object('log', r.id) from refused r
      where r.is_own and r.id <> r.root and not exists (select from gone_roots g where g.root = r.root)) c);
end $function$;
-- owner app_owner, called by app_owner, app_rt

CREATE OR REPLACE FUNCTION app.withdraw_proposal(company uuid, proposal uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare p public.time_proposals;
begin
  if not company = any (app.scope_for('time.propose')) then return false; end if;
  select * into p from public.time_proposals t where t.company_id = company and t.id = proposal and t.user_id = app.user_id() for update;
  if not found then return false; end if;
  if p.status <> 'open' then raise exception 'proposal_decided' using errcode = 'SB001'; end if;
  if p.kind = 'end' then raise exception 'proposal_end_stays' using errcode = 'SB001'; end if;
  update public.time_proposals t set status = 'withdrawn', decided_at = now() where t.company_id = company and t.id = proposal;
  return true;
end $function$;
-- owner app_auth, called by app_auth, app_rt

CREATE OR REPLACE FUNCTION app.withdraw_report_notice()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  delete from public.notifications n where n.company_id = old.company_id and n.entity_type = 'task' and n.entity_id = old.task_id
    and n.topic in ('task_done', 'task_help') and n.made_by = old.reported_by and n.created_at = old.created_at;
  return null;
end $function$;
-- owner app_auth, called by app_auth

CREATE OR REPLACE FUNCTION app.within(action text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select format('company_id = any ((select app.scope_for(%L))::uuid[])', action)
$function$;
-- owner app_owner, called by app_owner

CREATE OR REPLACE FUNCTION app.word_begins(written text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO 'pg_catalog', 'pg_temp'
RETURN ('(?:^|[- \n./,:;()\[\]_#"''*+=&@<>{}|])'::text || regexp_replace(written, '([^[:alnum:]])'::text, '\\\1'::text, 'g'::text));
-- owner app_owner, called by app_auth, app_owner, app_rt

CREATE OR REPLACE FUNCTION app.worked_out_columns(target regclass)
 RETURNS text[]
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select array_agg(a.attname::text) from pg_attribute a
  where a.attrelid = target and a.attnum > 0 and (a.attgenerated <> '' or a.attname in ('version', 'updated_at'))
$function$;
-- owner app_owner, called by app_audit, app_owner

CREATE OR REPLACE FUNCTION app.worked_seconds(started timestamp with time zone, ended timestamp with time zone, breaks tstzmultirange, running_since timestamp with time zone, are_paid boolean, from_at timestamp with time zone, to_at timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (GREATEST((0)::numeric, floor((EXTRACT(epoch FROM (LEAST(COALESCE(ended, now()), to_at) - GREATEST(started, from_at))) - CASE WHEN (are_paid OR ((breaks = '{}'::tstzmultirange) AND (running_since IS NULL))) THEN (0)::numeric WHEN app.is_one_break(breaks, running_since) THEN app.one_break_seconds(breaks, GREATEST(started, from_at), LEAST(COALESCE(ended, now()), to_at)) ELSE app.break_seconds(breaks, running_since, GREATEST(started, from_at), LEAST(COALESCE(ended, now()), to_at)) END))))::bigint;
-- owner app_owner, called by app_auth, app_owner, app_rt, app_worker

CREATE OR REPLACE FUNCTION app.write_company_days(company uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  zone text;
  today date;
  missing date[];
  changed_on date;
begin
  perform pg_advisory_xact_lock(7203106, hashtext(company::text));
  select c.time_zone, (now() - interval '15 minutes') at time zone c.time_zone into zone, today from companies c where c.id = company;
  select array_agg(d::date order by d) into missing
  from generate_series(greatest(today - 366, (select (c.created_at at time zone zone)::date from companies c where c.id = company)), today - 1, '1 day') d
  where not exists (select from company_days k where k.company_id = company and k.day = d::date);
  if missing is not null then
    select (s.created_at at time zone zone)::date into changed_on from change_sets s
      where s.company_id = company and s.created_at >= (missing[1] + 1)::timestamp at time zone zone
        and exists (select from activity_logs l where l.company_id = company and l.change_set_id = s.id
          and l.entity_type in ('part', 'assembly', 'product', 'bom_line')
          and (l.action in ('created', 'deleted', 'stock_changed') or l.entity_type = 'bom_line'))
      order by s.created_at desc limit 1;
    insert into company_days (company_id, day, value_at_cost, value_at_retail, low_stock, buildable, open_tasks, overdue_tasks, blocked_tasks)
    select company, i.day, i.value_at_cost, i.value_at_retail, i.low_stock,
      case when changed_on is null or changed_on <= i.day then b.buildable end, t.open_tasks, t.overdue_tasks, t.blocked_tasks
    from app.inventory_on_days(company, missing) i join app.tasks_on_days(company, missing) t on t.day = i.day
    cross join (select app.buildable_of(company)) b(buildable);
  end if;
  perform app.lock_revenue(company);
  update company_days k set seconds_worked = f.seconds_worked, orders = f.orders, revenue = f.revenue, has_new_sales = false, written_at = now()
  from app.flows_on_days(company, array(
    select d.day from company_days d where d.company_id = company and (d.day >= today - 62 or d.day = any (missing)))) f
  where k.company_id = company and k.day = f.day
    and (k.has_new_sales or (k.seconds_worked, k.orders, k.revenue) is distinct from (f.seconds_worked, f.orders::int, f.revenue));
  perform app.write_sales(company);
  return coalesce(cardinality(missing), 0);
end $function$;
-- owner app_owner, called by app_auth, app_owner

CREATE OR REPLACE FUNCTION app.write_notices(company uuid, topic text, entity text, record uuid, params jsonb, people uuid[], may text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  insert into public.notifications as n (company_id, user_id, topic, entity_type, entity_id, params, made_by)
  select company, p.user_id, write_notices.topic, entity, record, coalesce(write_notices.params, '{}'), app.user_id()
  from (
    select unnest(people) as user_id
    union
    select r.user_id from public.user_roles r join app.role_permissions g on g.role = r.role and g.action = may and g.reach <> 'none'
      where r.company_id = company
  ) p
  where p.user_id is distinct from app.user_id()
    and exists (select from public.user_roles r join app.roles g on g.role = r.role
      where r.user_id = p.user_id and (r.company_id = company or g.is_group_wide))
    and not exists (select from public.user_preferences u
      where u.user_id = p.user_id and u.key = 'notifications' and u.value -> 'muted' ? write_notices.topic)
  order by p.user_id -- two transactions that tell the same people wait for each other, and do not deadlock
  on conflict (company_id, user_id, topic, entity_type, entity_id) where read_at is null
    do update set params = excluded.params, made_by = excluded.made_by, created_at = excluded.created_at
$function$;
-- owner app_auth, called by app_auth

CREATE OR REPLACE FUNCTION app.write_sales(company uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  first_day date; -- that the store shows
  first_sold date;
  last_day date; -- before the company was here
  written int;
begin
  -- A transaction that changes orders waits for this lock: its days are marked before, or are read here.
  perform app.lock_revenue(company);
  select greatest((s.orders_since at time zone c.time_zone)::date, (now() at time zone c.time_zone)::date - 366), (c.created_at at time zone c.time_zone)::date - 1,
      (select min(o.created_at_shopify) at time zone c.time_zone from store_orders o where o.company_id = company and o.is_counted)::date
    into first_day, last_day, first_sold
    from companies c join stores s on s.company_id = c.id and s.orders_until is not null where c.id = company;
  insert into company_days (company_id, day, has_new_sales)
    select company, d::date, true from generate_series(greatest(first_day, first_sold), last_day, '1 day') d
    where first_sold is not null on conflict do nothing;
  update company_days k set orders = f.orders, revenue = f.revenue, has_new_sales = false, written_at = now()
  from app.sales_on_days(company, array(
    select d.day from company_days d where d.company_id = company and (d.has_new_sales or d.orders is null and d.day >= first_day))) f
  where k.company_id = company and k.day = f.day and (k.has_new_sales or (k.orders, k.revenue) is distinct from (f.orders::int, f.revenue));
  get diagnostics written = row_count;
  return written;
end $function$;
-- owner app_owner, called by app_auth, app_owner
