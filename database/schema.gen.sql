-- Generated from the migrated database by `npm run db:types`: the schema as it stands, to read. Not to be edited, and not run.
-- Bodies of functions are in routines/ and templates/. Every table also has `policy owner_all`: app_owner, who runs migrations, reaches all rows.

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
create type app.context as (user_id uuid, role text, company_id uuid, company_status text, scope uuid[], session_id uuid, needs_touch boolean, is_read_only boolean, token_reach text, areas jsonb);
create type app.stock_line as (company_id uuid, item_type text, item_id uuid, delta numeric(18,4), unit_cost numeric(20,6), reason text, note text, reverses bigint, action_id uuid, arrived_on date, location_id uuid, lot_number text);

create table access_requests (
  id uuid not null default uuidv7(),
  issuer text not null,
  subject text not null,
  email text not null,
  name text,
  is_managed boolean not null default true,
  status text not null default 'open'::text,
  requested_at timestamp with time zone not null default now(),
  wanted_company uuid,
  wanted_role text,
  asked_by uuid,
  updated_at timestamp with time zone not null default now(),
  constraint access_requests_pkey PRIMARY KEY (id),
  constraint access_requests_issuer_subject_key UNIQUE (issuer, subject),
  constraint access_requests_asked CHECK ((num_nonnulls(wanted_company, wanted_role, asked_by) = ANY (ARRAY[0, 3]))),
  constraint access_requests_status_check CHECK ((status = ANY (ARRAY['open'::text, 'approved'::text, 'dismissed'::text]))),
  constraint access_requests_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES profiles(user_id),
  constraint access_requests_wanted_company_fkey FOREIGN KEY (wanted_company) REFERENCES companies(id)
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
create policy request_read on access_requests for select to app_rt
  using (( SELECT app.may('person.read'::text) AS may) OR (wanted_company = ANY (( SELECT app.scope_for('person.ask'::text) AS scope_for)::uuid[])));
CREATE TRIGGER announce_insert AFTER INSERT ON public.access_requests REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce_access_request();
CREATE TRIGGER announce_update AFTER UPDATE ON public.access_requests REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce_access_request();
CREATE TRIGGER notice_asked AFTER INSERT OR UPDATE ON public.access_requests FOR EACH ROW WHEN ((new.status = 'open'::text)) EXECUTE FUNCTION app.notice_access_asked();
CREATE TRIGGER notice_decided AFTER UPDATE ON public.access_requests FOR EACH ROW WHEN (((new.asked_by IS NOT NULL) AND (old.status <> new.status) AND (new.status <> 'open'::text))) EXECUTE FUNCTION app.notice_access_decided();
CREATE TRIGGER settle_notices AFTER UPDATE ON public.access_requests FOR EACH ROW WHEN (((old.status = 'open'::text) AND (new.status <> 'open'::text))) EXECUTE FUNCTION app.settle('{access_asked}', 'access_request', 'id');
CREATE TRIGGER updated_at BEFORE UPDATE ON public.access_requests FOR EACH ROW EXECUTE FUNCTION app.set_updated_at();

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
CREATE INDEX activity_logs_field ON public.activity_logs USING btree (company_id, field_changed, created_at DESC) WHERE (field_changed IS NOT NULL);
CREATE INDEX activity_logs_parent ON public.activity_logs USING btree (company_id, parent_id, id DESC) WHERE (parent_id IS NOT NULL);
CREATE INDEX activity_logs_returns ON public.activity_logs USING btree (company_id, brings_back) WHERE (brings_back IS NOT NULL);
CREATE INDEX activity_logs_set_order ON public.activity_logs USING btree (company_id, change_set_id, id);
-- owner app_owner, forced row-level security
grant insert, select on activity_logs to app_audit;
grant select on activity_logs to app_auth;
grant select on activity_logs to app_rt;
grant select on activity_logs to app_worker;
create policy activity_of_integrations on activity_logs as restrictive for select to app_rt, app_worker
  using ((company_id = ANY (( SELECT app.scope_for('activity.read'::text) AS scope_for)::uuid[])) AND ((entity_type <> 'integration'::text) OR ( SELECT app.may('integration.read'::text) AS may)));
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
create policy app_audit_insert on activity_logs for insert to app_audit
  with check true;
create policy app_audit_select on activity_logs for select to app_audit
  using true;
create policy app_auth_select on activity_logs for select to app_auth
  using true;
create policy may_read on activity_logs for select to app_rt, app_worker
  using ((company_id = ANY (( SELECT app.scope_for('activity.read'::text) AS scope_for)::uuid[])) AND ((entity_type <> 'vendor_private'::text) OR ( SELECT app.may('vendor.readPrivate'::text) AS may)));
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
CREATE TRIGGER announce_delete AFTER DELETE ON public.agreed_hours REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('agreed_hours', 'company_id');
CREATE TRIGGER announce_insert AFTER INSERT ON public.agreed_hours REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('agreed_hours', 'company_id');
CREATE TRIGGER announce_update AFTER UPDATE ON public.agreed_hours REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('agreed_hours', 'company_id');

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
  search_text text not null generated always as (app.searchable(((((((name || chr(10)) || assembly_number) || chr(10)) || COALESCE(NULLIF(translate(app.folded(assembly_number), '-./ '::text, ''::text), app.folded(assembly_number)), ''::text)) || chr(10)) || COALESCE(location, ''::text)))) stored,
  sop_id uuid,
  stock_level integer not null default 0,
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
grant update (assembly_number, location, name, sop_id, stock_level, updated_at, vendor_id, version) on assemblies to app_rt;
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
create policy search on assemblies for select to app_auth
  using true;
CREATE TRIGGER count_delete AFTER DELETE ON public.assemblies REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION app.count_assemblies();
CREATE TRIGGER count_insert AFTER INSERT ON public.assemblies REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.count_assemblies();
CREATE TRIGGER count_update AFTER UPDATE ON public.assemblies REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.count_assemblies();
CREATE TRIGGER log_delete AFTER DELETE ON public.assemblies REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_delete('assembly');
CREATE TRIGGER log_insert AFTER INSERT ON public.assemblies REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_insert('assembly');
CREATE TRIGGER log_update AFTER UPDATE ON public.assemblies REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_changes_of_assemblies();
CREATE TRIGGER sop_link_insert BEFORE INSERT ON public.assemblies FOR EACH ROW WHEN ((new.sop_id IS NOT NULL)) EXECUTE FUNCTION app.check_sop_link();
CREATE TRIGGER sop_link_update BEFORE UPDATE ON public.assemblies FOR EACH ROW WHEN (((new.sop_id IS NOT NULL) AND (new.sop_id IS DISTINCT FROM old.sop_id))) EXECUTE FUNCTION app.check_sop_link();
CREATE TRIGGER stock_delete AFTER DELETE ON public.assemblies REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION app.close_stock('assembly');
CREATE TRIGGER stock_insert AFTER INSERT ON public.assemblies REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.open_stock('assembly');
CREATE TRIGGER stock_note BEFORE UPDATE ON public.assemblies FOR EACH ROW WHEN (((new.stock_level <> old.stock_level) OR (new.location IS DISTINCT FROM old.location))) EXECUTE FUNCTION app.note_stock();
CREATE TRIGGER stock_short_insert BEFORE INSERT ON public.assemblies FOR EACH ROW WHEN ((new.stock_level < 0)) EXECUTE FUNCTION app.check_stock();
CREATE TRIGGER stock_short_update BEFORE UPDATE ON public.assemblies FOR EACH ROW WHEN (((new.stock_level < 0) AND (new.stock_level < old.stock_level))) EXECUTE FUNCTION app.check_stock();
CREATE TRIGGER stock_update AFTER UPDATE ON public.assemblies REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (app.moves_stock()) EXECUTE FUNCTION app.move_stock('assembly');
CREATE TRIGGER version BEFORE UPDATE ON public.assemblies FOR EACH ROW WHEN (app.is_edited()) EXECUTE FUNCTION app.bump_version();

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
CREATE TRIGGER announce_delete AFTER DELETE ON public.assistant_months REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('assistant', 'company_id');
CREATE TRIGGER announce_insert AFTER INSERT ON public.assistant_months REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('assistant', 'company_id');
CREATE TRIGGER announce_update AFTER UPDATE ON public.assistant_months REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('assistant', 'company_id');

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
  created_by uuid,
  deleted_at timestamp with time zone,
  deleted_by uuid,
  created_at timestamp with time zone not null default now(),
  sealed text,
  night date,
  kept_until timestamp with time zone,
  constraint backups_pkey PRIMARY KEY (company_id, id),
  constraint backups_company_id_name_key UNIQUE (company_id, name),
  constraint backups_format_check CHECK ((format = ANY (ARRAY['internal'::text, 'shopify'::text]))),
  constraint backups_maker CHECK ((((night IS NULL) = (created_by IS NOT NULL)) AND ((night IS NULL) = (kept_until IS NULL)))),
  constraint backups_name_check CHECK ((name ~ '^inventory(_shopify)?_[0-9]{4}-[0-9]{2}-[0-9]{2}-[0-9]{4}(-[0-9]{1,3})?\.csv$'::text)),
  constraint backups_row_count_check CHECK ((row_count >= 0)),
  constraint backups_size_check CHECK ((size >= 0)),
  constraint backups_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
CREATE INDEX backups_key ON public.backups USING btree (key);
CREATE INDEX backups_time ON public.backups USING btree (company_id, id DESC) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX backups_night ON public.backups USING btree (company_id, night) WHERE (night IS NOT NULL);
-- owner app_owner, forced row-level security
grant delete, insert, select on backups to app_rt;
grant delete, select on backups to app_auth;
grant insert, select on backups to app_worker;
grant update (created_by, deleted_at, deleted_by, format, kept_until, key, name, night, row_count, sealed, sha256, size) on backups to app_rt;
create policy app_auth_delete on backups for delete to app_auth
  using true;
create policy app_auth_select on backups for select to app_auth
  using true;
create policy job_insert on backups for insert to app_worker
  with check (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]));
create policy job_select on backups for select to app_worker
  using (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]));
create policy may_all on backups for all to app_rt
  using (company_id = ANY (( SELECT app.scope_for('backup.manage'::text) AS scope_for)::uuid[]))
  with check (company_id = ANY (( SELECT app.scope_for('backup.manage'::text) AS scope_for)::uuid[]));
CREATE TRIGGER announce_delete AFTER DELETE ON public.backups REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('backup', 'company_id');
CREATE TRIGGER announce_insert AFTER INSERT ON public.backups REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('backup', 'company_id');
CREATE TRIGGER announce_update AFTER UPDATE ON public.backups REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('backup', 'company_id');
CREATE TRIGGER keep_restored BEFORE UPDATE OF deleted_at ON public.backups FOR EACH ROW WHEN (((old.deleted_at IS NOT NULL) AND (new.deleted_at IS NULL) AND (new.kept_until IS NOT NULL))) EXECUTE FUNCTION app.keep_restored_backup();

create table bom_lines (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  assembly_id uuid,
  product_id uuid,
  part_id uuid,
  sub_assembly_id uuid,
  sub_product_id uuid,
  quantity numeric(18,4) not null,
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
  constraint bom_lines_quantity_check CHECK (((quantity > (0)::numeric) AND (quantity <= (1000000)::numeric) AND ((part_id IS NOT NULL) OR (quantity = trunc(quantity))))),
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
grant select on bom_lines to app_audit;
grant select on bom_lines to app_worker;
grant update (assembly_id, part_id, "position", product_id, quantity, sub_assembly_id, sub_product_id) on bom_lines to app_rt;
create policy app_audit_select on bom_lines for select to app_audit
  using true;
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
create policy search on bom_lines for select to app_auth
  using true;
CREATE TRIGGER check_insert AFTER INSERT ON public.bom_lines REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.check_bom();
CREATE TRIGGER check_update AFTER UPDATE ON public.bom_lines REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.check_bom();
CREATE TRIGGER count_delete AFTER DELETE ON public.bom_lines REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION app.count_bom_lines();
CREATE TRIGGER count_insert AFTER INSERT ON public.bom_lines REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.count_bom_lines();
CREATE TRIGGER count_update AFTER UPDATE ON public.bom_lines REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.count_bom_lines();
CREATE TRIGGER line_decimals BEFORE INSERT OR UPDATE OF quantity, part_id ON public.bom_lines FOR EACH ROW WHEN ((new.quantity <> trunc(new.quantity))) EXECUTE FUNCTION app.check_line_decimals();
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

create table change_sets (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  user_id uuid,
  kind text not null,
  undoes uuid,
  undone_by uuid,
  created_at timestamp with time zone not null default now(),
  transaction_id bigint not null default ((pg_current_xact_id())::text)::bigint,
  constraint change_sets_pkey PRIMARY KEY (company_id, id),
  constraint change_sets_kind_check CHECK ((kind = ANY (ARRAY['edit'::text, 'bulk_delete'::text, 'bulk_edit'::text, 'import'::text, 'undo'::text, 'seed'::text]))),
  constraint change_sets_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint change_sets_company_id_undoes_fkey FOREIGN KEY (company_id, undoes) REFERENCES change_sets(company_id, id),
  constraint change_sets_company_id_undone_by_fkey FOREIGN KEY (company_id, undone_by) REFERENCES change_sets(company_id, id)
);
CREATE INDEX change_sets_time ON public.change_sets USING btree (company_id, created_at DESC);
CREATE INDEX change_sets_transaction ON public.change_sets USING btree (company_id, transaction_id, id);
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
create policy may_read on change_sets for select to app_rt, app_worker
  using (company_id = ANY (( SELECT app.scope_for('activity.read'::text) AS scope_for)::uuid[]));
create policy may_update on change_sets for update to app_rt
  using ((company_id = ANY (( SELECT app.scope_for('activity.undo'::text) AS scope_for)::uuid[])) AND ((( SELECT app.reach('activity.undo'::text) AS reach) <> 'own'::text) OR (user_id = ( SELECT app.user_id() AS user_id))))
  with check ((company_id = ANY (( SELECT app.scope_for('activity.undo'::text) AS scope_for)::uuid[])) AND ((( SELECT app.reach('activity.undo'::text) AS reach) <> 'own'::text) OR (user_id = ( SELECT app.user_id() AS user_id))));
CREATE CONSTRAINT TRIGGER settle_at_end AFTER INSERT ON public.change_sets DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.settle_change_set();
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
  takes_suggestions boolean not null default false,
  allows_negative_stock boolean not null default false,
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
grant insert (address, allows_negative_stock, annual_revenue, are_breaks_paid, auto_break_hours, auto_break_minutes, color, company_type, contact_info, description, employee_count, founded_on, id, industry, metadata, name, parent_company_id, shift_hours, status, takes_suggestions, time_zone, website) on companies to app_rt;
grant select (allows_negative_stock, are_breaks_paid, auto_break_hours, auto_break_minutes, color, company_type, created_at, id, is_sbr, name, parent_company_id, shift_hours, status, takes_suggestions, time_zone, updated_at, version) on companies to app_rt;
grant select (company_type, created_at, id, is_sbr, name, parent_company_id, shift_hours, status, time_zone) on companies to app_worker;
grant update (address, allows_negative_stock, annual_revenue, are_breaks_paid, auto_break_hours, auto_break_minutes, color, company_type, contact_info, description, employee_count, founded_on, industry, metadata, name, parent_company_id, shift_hours, status, takes_suggestions, time_zone, updated_at, website) on companies to app_rt;
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
CREATE TRIGGER access_insert AFTER INSERT ON public.companies FOR EACH STATEMENT EXECUTE FUNCTION app.announce_companies();
CREATE TRIGGER access_update AFTER UPDATE ON public.companies FOR EACH ROW WHEN ((new.status <> old.status)) EXECUTE FUNCTION app.announce_companies();
CREATE TRIGGER announce_delete AFTER DELETE ON public.companies REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('company', 'id');
CREATE TRIGGER announce_insert AFTER INSERT ON public.companies REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('company', 'id');
CREATE TRIGGER announce_update AFTER UPDATE ON public.companies REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('company', 'id');
CREATE TRIGGER close_entries AFTER UPDATE OF status ON public.companies FOR EACH ROW WHEN (((new.status = 'sold'::text) AND (old.status <> 'sold'::text))) EXECUTE FUNCTION app.close_entries_of_company();
CREATE TRIGGER color BEFORE INSERT ON public.companies FOR EACH ROW WHEN ((new.color IS NULL)) EXECUTE FUNCTION app.color_company();
CREATE TRIGGER company_family BEFORE INSERT OR UPDATE OF status, company_type, parent_company_id ON public.companies FOR EACH ROW EXECUTE FUNCTION app.check_company_family();
CREATE TRIGGER sales_zone AFTER UPDATE OF time_zone ON public.companies FOR EACH ROW WHEN ((old.time_zone IS DISTINCT FROM new.time_zone)) EXECUTE FUNCTION app.count_sales_in_new_zone();
CREATE TRIGGER time_zone BEFORE INSERT OR UPDATE OF time_zone ON public.companies FOR EACH ROW EXECUTE FUNCTION app.check_time_zone();
CREATE TRIGGER version BEFORE UPDATE ON public.companies FOR EACH ROW EXECUTE FUNCTION app.bump_version();

create table company_days (
  company_id uuid not null,
  day date not null,
  value_at_cost numeric(24,6),
  value_at_retail numeric(24,6),
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
create policy may_delete on default_views for delete to app_rt
  using ((company_id = ANY (( SELECT app.scope_for('view.write'::text) AS scope_for)::uuid[])) AND (user_id = ( SELECT app.user_id() AS user_id)));
create policy may_insert on default_views for insert to app_rt
  with check ((company_id = ANY (( SELECT app.scope_for('view.write'::text) AS scope_for)::uuid[])) AND (user_id = ( SELECT app.user_id() AS user_id)));
create policy may_read on default_views for select to app_rt
  using ((company_id = ANY (( SELECT app.scope_for('view.write'::text) AS scope_for)::uuid[])) AND (user_id = ( SELECT app.user_id() AS user_id)));
create policy may_update on default_views for update to app_rt
  using ((company_id = ANY (( SELECT app.scope_for('view.write'::text) AS scope_for)::uuid[])) AND (user_id = ( SELECT app.user_id() AS user_id)))
  with check ((company_id = ANY (( SELECT app.scope_for('view.write'::text) AS scope_for)::uuid[])) AND (user_id = ( SELECT app.user_id() AS user_id)));

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
create policy may_insert on feedback for insert to app_rt
  with check ((company_id = ANY (( SELECT app.scope_for('feedback.create'::text) AS scope_for)::uuid[])) AND (submitted_by = ( SELECT app.user_id() AS user_id)));
create policy may_read on feedback for select to app_rt
  using (company_id = ANY (( SELECT app.scope_for('feedback.read'::text) AS scope_for)::uuid[]));
create policy may_update on feedback for update to app_rt
  using (company_id = ANY (( SELECT app.scope_for('feedback.answer'::text) AS scope_for)::uuid[]))
  with check (company_id = ANY (( SELECT app.scope_for('feedback.answer'::text) AS scope_for)::uuid[]));
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
CREATE INDEX files_path ON public.files USING btree (company_id, path);
CREATE INDEX files_product ON public.files USING btree (company_id, product_id) WHERE (product_id IS NOT NULL);
CREATE INDEX files_sop ON public.files USING btree (company_id, sop_id) WHERE (sop_id IS NOT NULL);
CREATE INDEX files_sop_run ON public.files USING btree (company_id, sop_run_id) WHERE (sop_run_id IS NOT NULL);
CREATE INDEX files_storage_key ON public.files USING btree (storage_key);
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

create table import_mappings (
  company_id uuid not null,
  type text not null,
  header_hash text not null,
  mapping jsonb not null,
  decimals jsonb not null default '{}'::jsonb,
  in_dollars jsonb not null default '[]'::jsonb,
  constraint import_mappings_pkey PRIMARY KEY (company_id, type, header_hash),
  constraint import_mappings_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
-- owner app_owner, forced row-level security
grant delete, insert, select on import_mappings to app_rt;
grant select on import_mappings to app_auth;
grant update (decimals, header_hash, in_dollars, mapping, type) on import_mappings to app_rt;
create policy may_all on import_mappings for all to app_rt
  using (company_id = ANY (( SELECT app.scope_for('inventory.import'::text) AS scope_for)::uuid[]))
  with check (company_id = ANY (( SELECT app.scope_for('inventory.import'::text) AS scope_for)::uuid[]));

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

create table locations (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  code text collate app."natural" not null,
  name text collate app."natural" not null,
  kind text not null default 'place'::text,
  parent_id uuid,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  entity_name text not null generated always as (name) stored,
  search_text text not null generated always as (app.searchable(((code || chr(10)) || name))) stored,
  constraint locations_pkey PRIMARY KEY (company_id, id),
  constraint locations_code_check CHECK ((code <> ''::text)),
  constraint locations_kind_check CHECK ((kind = ANY (ARRAY['place'::text, 'build'::text, 'hold'::text]))),
  constraint locations_name_check CHECK ((name <> ''::text)),
  constraint locations_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint locations_company_id_parent_id_fkey FOREIGN KEY (company_id, parent_id) REFERENCES locations(company_id, id)
) with (fillfactor=85);
CREATE INDEX locations_parent ON public.locations USING btree (company_id, parent_id);
CREATE UNIQUE INDEX locations_company_id_code_key ON public.locations USING btree (company_id, app.folded(code));
-- owner app_owner, forced row-level security
grant delete, insert, select on locations to app_rt;
grant select on locations to app_auth;
grant select on locations to app_worker;
grant select, update on locations to app_audit;
grant update (code, kind, name, parent_id, updated_at, version) on locations to app_rt;
create policy app_audit_select on locations for select to app_audit
  using true;
create policy app_audit_update on locations for update to app_audit
  using true
  with check true;
create policy job_select on locations for select to app_worker
  using (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]));
create policy may_delete on locations for delete to app_rt
  using (company_id = ANY (( SELECT app.scope_for('inventory.write'::text) AS scope_for)::uuid[]));
create policy may_insert on locations for insert to app_rt
  with check (company_id = ANY (( SELECT app.scope_for('inventory.write'::text) AS scope_for)::uuid[]));
create policy may_read on locations for select to app_rt
  using (company_id = ANY (( SELECT app.scope_for('inventory.read'::text) AS scope_for)::uuid[]));
create policy may_update on locations for update to app_rt
  using (company_id = ANY (( SELECT app.scope_for('inventory.write'::text) AS scope_for)::uuid[]))
  with check (company_id = ANY (( SELECT app.scope_for('inventory.write'::text) AS scope_for)::uuid[]));
create policy search on locations for select to app_auth
  using true;
CREATE CONSTRAINT TRIGGER settle_insert_at_end AFTER INSERT ON public.locations DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.settle_items('at end');
CREATE CONSTRAINT TRIGGER settle_update_at_end AFTER UPDATE OF code ON public.locations DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.code <> old.code)) EXECUTE FUNCTION app.settle_items('at end');
CREATE TRIGGER count_delete AFTER DELETE ON public.locations REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION app.count_locations();
CREATE TRIGGER count_insert AFTER INSERT ON public.locations REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.count_locations();
CREATE TRIGGER count_update AFTER UPDATE ON public.locations REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.count_locations();
CREATE TRIGGER log_delete AFTER DELETE ON public.locations REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_delete('location');
CREATE TRIGGER log_insert AFTER INSERT ON public.locations REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_insert('location');
CREATE TRIGGER log_update AFTER UPDATE ON public.locations REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_changes_of_locations();
CREATE TRIGGER place_loop BEFORE INSERT OR UPDATE OF parent_id ON public.locations FOR EACH ROW WHEN ((new.parent_id IS NOT NULL)) EXECUTE FUNCTION app.check_place();
CREATE TRIGGER settle_insert AFTER INSERT ON public.locations FOR EACH ROW EXECUTE FUNCTION app.settle_items();
CREATE TRIGGER settle_update AFTER UPDATE OF code ON public.locations FOR EACH ROW WHEN ((new.code <> old.code)) EXECUTE FUNCTION app.settle_items();
CREATE TRIGGER version BEFORE UPDATE ON public.locations FOR EACH ROW EXECUTE FUNCTION app.bump_version();

create table log_blocks (
  company_id uuid not null,
  number integer not null,
  sealed_at timestamp with time zone not null,
  set_ids uuid[] not null,
  set_digests text[] not null,
  set_entries integer[] not null,
  is_continued boolean not null,
  database text not null,
  at_transaction bigint not null,
  at_set uuid not null,
  digest text not null,
  key_id text not null,
  signature text not null,
  constraint log_blocks_pkey PRIMARY KEY (company_id, number),
  constraint log_blocks_number_check CHECK ((number > 0)),
  constraint log_blocks_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
-- owner app_owner, forced row-level security
grant insert, select on log_blocks to app_auth;
create policy app_auth_insert on log_blocks for insert to app_auth
  with check true;
create policy app_auth_select on log_blocks for select to app_auth
  using true;
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.log_blocks FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();

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
  updated_at timestamp with time zone not null default now(),
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
CREATE TRIGGER announce_delete AFTER DELETE ON public.notifications REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('notification', 'company_id', 'user_id');
CREATE TRIGGER announce_insert AFTER INSERT ON public.notifications REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('notification', 'company_id', 'user_id');
CREATE TRIGGER announce_update AFTER UPDATE ON public.notifications REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('notification', 'company_id', 'user_id');
CREATE TRIGGER updated_at BEFORE UPDATE ON public.notifications FOR EACH ROW EXECUTE FUNCTION app.set_updated_at();

create table parts (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  part_number text collate app."natural" not null,
  name text collate app."natural" not null,
  location text collate app."natural",
  supplier_name text collate app."natural",
  supplier_account text,
  vendor_id uuid,
  cost numeric(15,6) not null default 0,
  retail_price numeric(15,6) not null default 0,
  stock_level numeric(18,4) not null default 0,
  reorder_threshold numeric(18,4) not null default 0,
  sop_id uuid,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  entity_name text not null generated always as (name) stored,
  search_text text not null generated always as (app.searchable(((((((((((((name || chr(10)) || part_number) || chr(10)) || COALESCE(barcode, ''::text)) || chr(10)) || COALESCE(NULLIF(translate(app.folded(part_number), '-./ '::text, ''::text), app.folded(part_number)), ''::text)) || chr(10)) || COALESCE(location, ''::text)) || chr(10)) || COALESCE(supplier_name, ''::text)) || chr(10)) || COALESCE(supplier_account, ''::text)))) stored,
  barcode text collate app."natural",
  unit text not null default 'each'::text,
  decimals smallint not null default 0,
  is_low_stock boolean not null generated always as ((stock_level <= reorder_threshold)) stored,
  has_lots boolean not null default false,
  constraint parts_pkey PRIMARY KEY (company_id, id),
  constraint parts_cost_check CHECK (((cost >= (0)::numeric) AND (cost < '1000000000'::numeric))),
  constraint parts_decimals_check CHECK (((decimals >= 0) AND (decimals <=
CASE unit
    WHEN 'each'::text THEN 0
    ELSE 4
END))),
  constraint parts_name_check CHECK ((name <> ''::text)),
  constraint parts_part_number_check CHECK ((part_number <> ''::text)),
  constraint parts_reorder_threshold_check CHECK (((reorder_threshold >= (0)::numeric) AND (reorder_threshold <= (2147483647)::numeric) AND (reorder_threshold = trunc(reorder_threshold, (decimals)::integer)))),
  constraint parts_retail_price_check CHECK (((retail_price >= (0)::numeric) AND (retail_price < '1000000000'::numeric))),
  constraint parts_stock_level_check CHECK (((abs(stock_level) <= (2147483647)::numeric) AND (stock_level = trunc(stock_level, (decimals)::integer)))),
  constraint parts_unit_check CHECK (((unit = btrim(unit)) AND ((char_length(unit) >= 1) AND (char_length(unit) <= 20)))),
  constraint parts_company_id_vendor_id_fkey FOREIGN KEY (company_id, vendor_id) REFERENCES vendors(company_id, id)
) with (fillfactor=85);
CREATE INDEX parts_low_stock ON public.parts USING btree (company_id, name, id) WHERE is_low_stock;
CREATE INDEX parts_name ON public.parts USING btree (company_id, name, id);
CREATE INDEX parts_search ON public.parts USING gin (company_id, search_text gin_trgm_ops);
CREATE INDEX parts_sop ON public.parts USING btree (sop_id) WHERE (sop_id IS NOT NULL);
CREATE INDEX parts_vendor ON public.parts USING btree (company_id, vendor_id) WHERE (vendor_id IS NOT NULL);
CREATE INDEX parts_with_lots ON public.parts USING btree (company_id) WHERE has_lots;
CREATE INDEX parts_with_units ON public.parts USING btree (company_id) WHERE (unit <> 'each'::text);
CREATE UNIQUE INDEX parts_company_id_part_number_key ON public.parts USING btree (company_id, app.folded(part_number));
-- owner app_owner, forced row-level security
grant delete, insert, select on parts to app_rt;
grant maintain, select on parts to app_auth;
grant select on parts to app_audit;
grant select on parts to app_worker;
grant update (barcode, cost, decimals, has_lots, location, name, part_number, reorder_threshold, retail_price, sop_id, stock_level, supplier_account, supplier_name, unit, updated_at, vendor_id, version) on parts to app_rt;
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
create policy search on parts for select to app_auth
  using true;
CREATE TRIGGER count_delete AFTER DELETE ON public.parts REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION app.count_parts();
CREATE TRIGGER count_insert AFTER INSERT ON public.parts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.count_parts();
CREATE TRIGGER count_update AFTER UPDATE ON public.parts REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.count_parts();
CREATE TRIGGER log_delete AFTER DELETE ON public.parts REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_delete('part');
CREATE TRIGGER log_insert AFTER INSERT ON public.parts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_insert('part');
CREATE TRIGGER log_update AFTER UPDATE ON public.parts REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_changes_of_parts();
CREATE TRIGGER measure BEFORE UPDATE OF unit, decimals ON public.parts FOR EACH ROW WHEN (((new.unit <> old.unit) OR (new.decimals < old.decimals))) EXECUTE FUNCTION app.check_measure();
CREATE TRIGGER notice_low AFTER UPDATE ON public.parts REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.notice_low_parts();
CREATE TRIGGER sop_link_insert BEFORE INSERT ON public.parts FOR EACH ROW WHEN ((new.sop_id IS NOT NULL)) EXECUTE FUNCTION app.check_sop_link();
CREATE TRIGGER sop_link_update BEFORE UPDATE ON public.parts FOR EACH ROW WHEN (((new.sop_id IS NOT NULL) AND (new.sop_id IS DISTINCT FROM old.sop_id))) EXECUTE FUNCTION app.check_sop_link();
CREATE TRIGGER stock_cost AFTER UPDATE ON public.parts REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (app.moves_stock()) EXECUTE FUNCTION app.revalue_stock();
CREATE TRIGGER stock_delete AFTER DELETE ON public.parts REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION app.close_stock('part');
CREATE TRIGGER stock_insert AFTER INSERT ON public.parts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.open_stock('part');
CREATE TRIGGER stock_note BEFORE UPDATE ON public.parts FOR EACH ROW WHEN (((new.stock_level <> old.stock_level) OR (new.location IS DISTINCT FROM old.location) OR (new.cost <> old.cost))) EXECUTE FUNCTION app.note_stock();
CREATE TRIGGER stock_short_insert BEFORE INSERT ON public.parts FOR EACH ROW WHEN ((new.stock_level < (0)::numeric)) EXECUTE FUNCTION app.check_stock();
CREATE TRIGGER stock_short_update BEFORE UPDATE ON public.parts FOR EACH ROW WHEN (((new.stock_level < (0)::numeric) AND (new.stock_level < old.stock_level))) EXECUTE FUNCTION app.check_stock();
CREATE TRIGGER stock_update AFTER UPDATE ON public.parts REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (app.moves_stock()) EXECUTE FUNCTION app.move_stock('part');
CREATE TRIGGER version BEFORE UPDATE ON public.parts FOR EACH ROW WHEN (app.is_edited()) EXECUTE FUNCTION app.bump_version();

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

create table products (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  sku text collate app."natural" not null,
  name text collate app."natural" not null,
  category text,
  location text collate app."natural",
  cost numeric(15,6) not null default 0,
  retail_price numeric(15,6) not null default 0,
  shopify_product_id text,
  sop_id uuid,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  entity_name text not null generated always as (name) stored,
  search_text text not null generated always as (app.searchable(((((((((name || chr(10)) || sku) || chr(10)) || COALESCE(NULLIF(translate(app.folded(sku), '-./ '::text, ''::text), app.folded(sku)), ''::text)) || chr(10)) || COALESCE(location, ''::text)) || chr(10)) || COALESCE(category, ''::text)))) stored,
  stock_level integer not null default 0,
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
CREATE INDEX products_unpriced ON public.products USING btree (company_id) WHERE ((cost = (0)::numeric) AND (retail_price > (0)::numeric));
CREATE UNIQUE INDEX products_company_id_sku_key ON public.products USING btree (company_id, app.folded(sku));
-- owner app_owner, forced row-level security
grant delete, insert, select on products to app_rt;
grant maintain, select on products to app_auth;
grant select on products to app_audit;
grant select on products to app_worker;
grant update (category, cost, location, name, retail_price, shopify_product_id, sku, sop_id, stock_level, updated_at, version) on products to app_rt;
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
create policy search on products for select to app_auth
  using true;
CREATE TRIGGER count_delete AFTER DELETE ON public.products REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION app.count_products();
CREATE TRIGGER count_insert AFTER INSERT ON public.products REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.count_products();
CREATE TRIGGER count_update AFTER UPDATE ON public.products REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.count_products();
CREATE TRIGGER log_delete AFTER DELETE ON public.products REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_delete('product');
CREATE TRIGGER log_insert AFTER INSERT ON public.products REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_insert('product');
CREATE TRIGGER log_update AFTER UPDATE ON public.products REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_changes_of_products();
CREATE TRIGGER sop_link_insert BEFORE INSERT ON public.products FOR EACH ROW WHEN ((new.sop_id IS NOT NULL)) EXECUTE FUNCTION app.check_sop_link();
CREATE TRIGGER sop_link_update BEFORE UPDATE ON public.products FOR EACH ROW WHEN (((new.sop_id IS NOT NULL) AND (new.sop_id IS DISTINCT FROM old.sop_id))) EXECUTE FUNCTION app.check_sop_link();
CREATE TRIGGER stock_cost AFTER UPDATE ON public.products REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (app.moves_stock()) EXECUTE FUNCTION app.revalue_stock();
CREATE TRIGGER stock_delete AFTER DELETE ON public.products REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION app.close_stock('product');
CREATE TRIGGER stock_insert AFTER INSERT ON public.products REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.open_stock('product');
CREATE TRIGGER stock_note BEFORE UPDATE ON public.products FOR EACH ROW WHEN (((new.stock_level <> old.stock_level) OR (new.location IS DISTINCT FROM old.location) OR (new.cost <> old.cost))) EXECUTE FUNCTION app.note_stock();
CREATE TRIGGER stock_short_insert BEFORE INSERT ON public.products FOR EACH ROW WHEN ((new.stock_level < 0)) EXECUTE FUNCTION app.check_stock();
CREATE TRIGGER stock_short_update BEFORE UPDATE ON public.products FOR EACH ROW WHEN (((new.stock_level < 0) AND (new.stock_level < old.stock_level))) EXECUTE FUNCTION app.check_stock();
CREATE TRIGGER stock_update AFTER UPDATE ON public.products REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (app.moves_stock()) EXECUTE FUNCTION app.move_stock('product');
CREATE TRIGGER store_link_insert AFTER INSERT ON public.products REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.check_store_links();
CREATE TRIGGER store_link_update AFTER UPDATE ON public.products REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.check_store_links();
CREATE TRIGGER version BEFORE UPDATE ON public.products FOR EACH ROW WHEN (app.is_edited()) EXECUTE FUNCTION app.bump_version();

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
  search_text text not null generated always as (app.searchable(((((COALESCE(first_name, ''::text) || ' '::text) || COALESCE(last_name, ''::text)) || chr(10)) || email))) stored,
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
create policy profile_read on profiles for select to app_rt
  using (( SELECT app.may('person.read'::text) AS may) OR (user_id = ( SELECT app.user_id() AS user_id)) OR (EXISTS ( SELECT
   FROM user_roles r
  WHERE ((r.user_id = profiles.user_id) AND (r.company_id = ANY (( SELECT app.scope() AS scope)::uuid[]))))));
create policy profile_write on profiles for update to app_rt
  using (user_id = ( SELECT app.user_id() AS user_id))
  with check (user_id = ( SELECT app.user_id() AS user_id));
CREATE TRIGGER announce_insert AFTER INSERT ON public.profiles REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce_people();
CREATE TRIGGER announce_update AFTER UPDATE ON public.profiles REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce_people();
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

create table row_counts (
  company_id uuid not null,
  table_name text not null,
  slot uuid not null default uuidv7(),
  total bigint not null,
  marked bigint not null,
  value_at_cost numeric not null,
  value_at_retail numeric not null,
  changes bigint not null default 0,
  margins bigint not null default 0,
  margin_sum numeric not null default 0,
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
create policy may_read on row_counts for select to app_rt, app_worker
  using (company_id = ANY (( SELECT app.scope_for('inventory.read'::text) AS scope_for)::uuid[]));

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
create policy may_insert on saved_views for insert to app_rt
  with check ((company_id = ANY (( SELECT app.scope_for('view.write'::text) AS scope_for)::uuid[])) AND (created_by = ( SELECT app.user_id() AS user_id)) AND ((NOT is_shared) OR ( SELECT app.may('view.share'::text) AS may)));
create policy may_read on saved_views for select to app_rt
  using ((company_id = ANY (( SELECT app.scope_for('view.write'::text) AS scope_for)::uuid[])) AND ((created_by = ( SELECT app.user_id() AS user_id)) OR is_shared));
create policy may_update on saved_views for update to app_rt
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
  times integer not null default 1,
  last_at timestamp with time zone not null default now(),
  counted_for text,
  fold_key text,
  constraint security_events_pkey PRIMARY KEY (id)
);
CREATE INDEX security_events_counted ON public.security_events USING btree (counted_for, created_at) WHERE (counted_for IS NOT NULL);
CREATE INDEX security_events_time ON public.security_events USING btree (created_at);
CREATE UNIQUE INDEX security_events_fold ON public.security_events USING btree (fold_key) WHERE (fold_key IS NOT NULL);
-- owner app_owner, forced row-level security
grant delete, insert, select, update on security_events to app_auth;
grant select (address, company_id, created_at, detail, id, kind, last_at, times, user_id) on security_events to app_rt;
create policy app_auth_delete on security_events for delete to app_auth
  using true;
create policy app_auth_insert on security_events for insert to app_auth
  with check true;
create policy app_auth_select on security_events for select to app_auth
  using true;
create policy app_auth_update on security_events for update to app_auth
  using true
  with check true;
create policy event_read on security_events for select to app_rt
  using ( SELECT app.reaches_all('system.read'::text) AS reaches_all);

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
  areas jsonb,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_token_hash_key UNIQUE (token_hash),
  constraint sessions_check CHECK (((jsonb_typeof(areas) = 'object'::text) AND ((areas IS NULL) OR (kind = 'token'::text)))),
  constraint sessions_kind_check CHECK ((kind = ANY (ARRAY['browser'::text, 'token'::text]))),
  constraint sessions_token_hash_check CHECK ((token_hash ~ '^[0-9a-f]{64}$'::text)),
  constraint sessions_only_company_id_fkey FOREIGN KEY (only_company_id) REFERENCES companies(id),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(user_id) ON DELETE CASCADE
);
CREATE INDEX sessions_user ON public.sessions USING btree (user_id, kind);
-- owner app_owner, forced row-level security
grant delete on sessions to app_rt;
grant delete, insert, select, update on sessions to app_auth;
grant select (areas, created_at, expires_at, id, idle_expires_at, is_read_only, kind, last_address, last_seen_at, name, only_company_id, user_agent, user_id) on sessions to app_rt;
create policy app_auth_delete on sessions for delete to app_auth
  using true;
create policy app_auth_insert on sessions for insert to app_auth
  with check true;
create policy app_auth_select on sessions for select to app_auth
  using true;
create policy app_auth_update on sessions for update to app_auth
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
  store_id bigint,
  known_as text[] not null default '{}'::text[],
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
CREATE TRIGGER announce_delete AFTER DELETE ON public.sop_readings REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('sop_reading', 'company_id');
CREATE TRIGGER announce_insert AFTER INSERT ON public.sop_readings REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('sop_reading', 'company_id');
CREATE TRIGGER announce_update AFTER UPDATE ON public.sop_readings REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('sop_reading', 'company_id');
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.sop_readings FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER settle_notices AFTER INSERT ON public.sop_readings FOR EACH ROW EXECUTE FUNCTION app.settle('{sop_to_read}', 'sop', 'sop_id', 'user_id');

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
  updated_at timestamp with time zone not null default now(),
  task_id uuid,
  constraint sop_runs_pkey PRIMARY KEY (company_id, id),
  constraint sop_runs_step_count_check CHECK ((step_count >= 0)),
  constraint sop_runs_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint sop_runs_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(user_id)
);
CREATE INDEX sop_runs_of_task ON public.sop_runs USING btree (company_id, task_id, started_at DESC, id) WHERE (task_id IS NOT NULL);
CREATE INDEX sop_runs_started ON public.sop_runs USING btree (company_id, started_at DESC, id);
CREATE UNIQUE INDEX sop_runs_open ON public.sop_runs USING btree (company_id, user_id, sop_id, sop_version, task_id) NULLS NOT DISTINCT WHERE (finished_at IS NULL);
-- owner app_owner, forced row-level security
grant select on sop_runs to app_rt;
grant select on sop_runs to app_worker;
grant insert (company_id, sop_id, sop_title, sop_version, step_count, task_id, user_id) on sop_runs to app_rt;
grant update (finished_at, note) on sop_runs to app_rt;
create policy job_select on sop_runs for select to app_worker
  using (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]));
create policy may_insert on sop_runs for insert to app_rt
  with check ((company_id = ANY (( SELECT app.scope_for('sop.run'::text) AS scope_for)::uuid[])) AND (user_id = ( SELECT app.user_id() AS user_id)) AND (EXISTS ( SELECT
   FROM sops s
  WHERE ((s.id = sop_runs.sop_id) AND (s.status = 'published'::text)))) AND ((task_id IS NULL) OR (EXISTS ( SELECT
   FROM tasks t
  WHERE ((t.company_id = sop_runs.company_id) AND (t.id = sop_runs.task_id))))) AND (sop_version = ( SELECT max(v.number) AS max
   FROM sop_versions v
  WHERE (v.sop_id = sop_runs.sop_id))));
create policy may_read on sop_runs for select to app_rt
  using ((company_id = ANY (( SELECT app.scope_for('sop.run'::text) AS scope_for)::uuid[])) AND (( SELECT app.reaches_all('sop.overview'::text) AS reaches_all) OR (user_id = ( SELECT app.user_id() AS user_id))));
create policy may_update on sop_runs for update to app_rt
  using ((company_id = ANY (( SELECT app.scope_for('sop.run'::text) AS scope_for)::uuid[])) AND (user_id = ( SELECT app.user_id() AS user_id)) AND (finished_at IS NULL))
  with check ((company_id = ANY (( SELECT app.scope_for('sop.run'::text) AS scope_for)::uuid[])) AND (user_id = ( SELECT app.user_id() AS user_id)));
CREATE TRIGGER announce_delete AFTER DELETE ON public.sop_runs REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('sop_run', 'company_id');
CREATE TRIGGER announce_insert AFTER INSERT ON public.sop_runs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('sop_run', 'company_id');
CREATE TRIGGER announce_update AFTER UPDATE ON public.sop_runs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('sop_run', 'company_id');
CREATE TRIGGER begin AFTER INSERT ON public.sop_runs FOR EACH ROW WHEN ((new.task_id IS NOT NULL)) EXECUTE FUNCTION app.report_begun();
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
  search_text text not null generated always as (app.searchable(((title || chr(10)) || COALESCE(description, ''::text)))) stored,
  review_on date,
  words tsvector not null generated always as (((setweight(to_tsvector('simple'::regconfig, translate((app.searchable(title) COLLATE "C"), '-_/.,:;+*#|()[]<>="''`~!?\'::text, repeat(' '::text, 30))), 'A'::"char") || setweight(to_tsvector('simple'::regconfig, translate(app.searchable(COALESCE(description, ''::text)), '-_/.,:;+*#|()[]<>="''`~!?\'::text, repeat(' '::text, 30))), 'B'::"char")) || setweight(to_tsvector('simple'::regconfig, translate(app.searchable(COALESCE(content, ''::text)), '-_/.,:;+*#|()[]<>="''`~!?\'::text, repeat(' '::text, 30))), 'C'::"char"))) stored,
  head_words tsvector not null generated always as ((setweight(to_tsvector('simple'::regconfig, translate((app.searchable(title) COLLATE "C"), '-_/.,:;+*#|()[]<>="''`~!?\'::text, repeat(' '::text, 30))), 'A'::"char") || setweight(to_tsvector('simple'::regconfig, translate(app.searchable(COALESCE(description, ''::text)), '-_/.,:;+*#|()[]<>="''`~!?\'::text, repeat(' '::text, 30))), 'B'::"char"))) stored,
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
CREATE TRIGGER log_delete AFTER DELETE ON public.sops REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_delete('sop');
CREATE TRIGGER log_insert AFTER INSERT ON public.sops REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_insert('sop');
CREATE TRIGGER log_update AFTER UPDATE ON public.sops REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_sop_update();
CREATE TRIGGER place BEFORE INSERT OR UPDATE ON public.sops FOR EACH ROW EXECUTE FUNCTION app.place_sop();
CREATE TRIGGER publish AFTER INSERT OR UPDATE ON public.sops FOR EACH ROW EXECUTE FUNCTION app.publish_sop();
CREATE TRIGGER settle_notices AFTER UPDATE ON public.sops FOR EACH ROW WHEN (((old.review_on IS NOT NULL) AND ((new.review_on IS NULL) OR (new.review_on > old.review_on)))) EXECUTE FUNCTION app.settle('{sop_review}', 'sop', 'id');
CREATE TRIGGER unused AFTER DELETE ON public.sops FOR EACH ROW EXECUTE FUNCTION app.check_sop_unused();
CREATE TRIGGER version BEFORE UPDATE ON public.sops FOR EACH ROW EXECUTE FUNCTION app.bump_version();

create table stock_balances (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  item_id uuid not null,
  location_id uuid,
  lot_number text,
  quantity numeric(18,4) not null,
  constraint stock_balances_pkey PRIMARY KEY (company_id, id),
  constraint stock_balances_company_id_item_id_location_id_lot_number_key UNIQUE NULLS NOT DISTINCT (company_id, item_id, location_id, lot_number),
  constraint stock_balances_company_id_location_id_fkey FOREIGN KEY (company_id, location_id) REFERENCES locations(company_id, id)
) with (fillfactor=70);
CREATE INDEX stock_balances_location ON public.stock_balances USING btree (company_id, location_id);
-- owner app_owner, forced row-level security
grant delete, insert, select, update on stock_balances to app_audit;
grant select on stock_balances to app_rt;
grant select on stock_balances to app_worker;
create policy app_audit_delete on stock_balances for delete to app_audit
  using true;
create policy app_audit_insert on stock_balances for insert to app_audit
  with check true;
create policy app_audit_select on stock_balances for select to app_audit
  using true;
create policy app_audit_update on stock_balances for update to app_audit
  using true
  with check true;
create policy job_select on stock_balances for select to app_worker
  using (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]));
create policy may_read on stock_balances for select to app_rt
  using (company_id = ANY (( SELECT app.scope_for('inventory.read'::text) AS scope_for)::uuid[]));

create table stock_items (
  company_id uuid not null,
  item_id uuid not null,
  item_type text not null,
  on_hand numeric(18,4) not null,
  value numeric(28,6) not null,
  average_cost numeric(24,12) not null,
  is_priced boolean not null default false,
  constraint stock_items_pkey PRIMARY KEY (company_id, item_id),
  constraint stock_items_item_type_check CHECK ((item_type = ANY (ARRAY['part'::text, 'assembly'::text, 'product'::text])))
) with (fillfactor=70);
-- owner app_owner, forced row-level security
grant insert, select, update on stock_items to app_audit;
grant select on stock_items to app_auth;
grant select on stock_items to app_rt;
grant select on stock_items to app_worker;
create policy app_audit_insert on stock_items for insert to app_audit
  with check true;
create policy app_audit_select on stock_items for select to app_audit
  using true;
create policy app_audit_update on stock_items for update to app_audit
  using true
  with check true;
create policy app_auth_select on stock_items for select to app_auth
  using true;
create policy job_select on stock_items for select to app_worker
  using (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]));
create policy may_read on stock_items for select to app_rt
  using (company_id = ANY (( SELECT app.scope_for('inventory.read'::text) AS scope_for)::uuid[]));
CREATE TRIGGER count_delete AFTER DELETE ON public.stock_items REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION app.count_stock_items();
CREATE TRIGGER count_insert AFTER INSERT ON public.stock_items REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.count_stock_items();
CREATE TRIGGER count_update AFTER UPDATE ON public.stock_items REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.count_stock_items();

create table stock_movements (
  id bigint not null generated always as identity,
  company_id uuid not null,
  item_id uuid not null,
  delta numeric(18,4) not null,
  balance numeric(18,4) not null,
  reason text not null,
  note text,
  user_id uuid,
  change_set_id uuid not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  reverses bigint,
  item_type text not null,
  unit_cost numeric(20,6),
  value numeric(28,6),
  variance numeric(28,6),
  value_after numeric(28,6),
  action_id uuid,
  arrived_on date,
  location_id uuid,
  lot_number text,
  constraint stock_movements_pkey PRIMARY KEY (company_id, item_id, id),
  constraint stock_movements_check CHECK (((delta <> (0)::numeric) OR (reason = ANY (ARRAY['counted'::text, 'revalued'::text])))),
  constraint stock_movements_item_type_check CHECK ((item_type = ANY (ARRAY['part'::text, 'assembly'::text, 'product'::text]))),
  constraint stock_movements_lot_number_check CHECK ((lot_number <> ''::text)),
  constraint stock_movements_reason_check CHECK ((reason = ANY (ARRAY['received'::text, 'used'::text, 'counted'::text, 'damaged'::text, 'returned'::text, 'other'::text, 'edited'::text, 'imported'::text, 'undone'::text, 'opening'::text, 'deleted'::text, 'revalued'::text, 'moved'::text]))),
  constraint stock_movements_unit_cost_check CHECK ((unit_cost >= (0)::numeric)),
  constraint stock_movements_company_id_part_id_reverses_fkey FOREIGN KEY (company_id, item_id, reverses) REFERENCES stock_movements(company_id, item_id, id)
);
CREATE INDEX stock_movements_action ON public.stock_movements USING btree (company_id, action_id) WHERE (action_id IS NOT NULL);
CREATE INDEX stock_movements_before_ledger ON public.stock_movements USING btree (company_id, id) WHERE (value_after IS NULL);
CREATE INDEX stock_movements_lot ON public.stock_movements USING btree (company_id, app.folded(lot_number), item_id, id) WHERE (lot_number IS NOT NULL);
CREATE INDEX stock_movements_newest ON public.stock_movements USING btree (company_id, id DESC);
CREATE INDEX stock_movements_of_day ON public.stock_movements USING btree (company_id, item_id, created_at DESC, id DESC);
CREATE INDEX stock_movements_of_set ON public.stock_movements USING btree (company_id, change_set_id, item_id);
CREATE UNIQUE INDEX stock_movements_reverses ON public.stock_movements USING btree (company_id, item_id, reverses) WHERE (reverses IS NOT NULL);
-- owner app_owner, forced row-level security
grant insert, select on stock_movements to app_audit;
grant select on stock_movements to app_auth;
grant select on stock_movements to app_rt;
grant select on stock_movements to app_worker;
create policy app_audit_insert on stock_movements for insert to app_audit
  with check true;
create policy app_audit_select on stock_movements for select to app_audit
  using true;
create policy app_auth_select on stock_movements for select to app_auth
  using true;
create policy job_select on stock_movements for select to app_worker
  using (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]));
create policy may_read on stock_movements for select to app_rt
  using (company_id = ANY (( SELECT app.scope_for('inventory.read'::text) AS scope_for)::uuid[]));
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
create policy worker_all on store_order_lines for all to app_worker
  using (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]))
  with check (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]));
CREATE TRIGGER sum_delete AFTER DELETE ON public.store_order_lines REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION app.sum_lines();
CREATE TRIGGER sum_insert AFTER INSERT ON public.store_order_lines REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.sum_lines();
CREATE TRIGGER sum_update AFTER UPDATE ON public.store_order_lines REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.sum_lines();

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
  processed_at timestamp with time zone not null,
  is_sale boolean not null generated always as (((NOT is_test) AND (cancelled_at IS NULL) AND (financial_status <> ALL ('{voided,expired}'::text[])))) stored,
  constraint store_orders_pkey PRIMARY KEY (company_id, id),
  constraint store_orders_financial_status_check CHECK ((financial_status ~ '^[a-z_]{1,40}$'::text)),
  constraint store_orders_fulfillment_status_check CHECK ((fulfillment_status ~ '^[a-z_]{0,40}$'::text)),
  constraint store_orders_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
) with (fillfactor=85);
CREATE INDEX store_orders_made ON public.store_orders USING btree (company_id, processed_at DESC, id DESC) WHERE is_counted;
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
create policy worker_all on store_orders for all to app_worker
  using (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]))
  with check (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]));
CREATE TRIGGER announce_delete AFTER DELETE ON public.store_orders REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('order', 'company_id');
CREATE TRIGGER announce_insert AFTER INSERT ON public.store_orders REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('order', 'company_id');
CREATE TRIGGER announce_update AFTER UPDATE ON public.store_orders REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('order', 'company_id');
CREATE TRIGGER lines_first BEFORE DELETE ON public.store_orders FOR EACH ROW WHEN (old.is_sale) EXECUTE FUNCTION app.remove_lines();
CREATE TRIGGER mark_delete AFTER DELETE ON public.store_orders REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION app.mark_sales();
CREATE TRIGGER mark_insert AFTER INSERT ON public.store_orders REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.mark_sales();
CREATE TRIGGER mark_update AFTER UPDATE ON public.store_orders REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.mark_sales();
CREATE TRIGGER sum_delete AFTER DELETE ON public.store_orders REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION app.sum_orders();
CREATE TRIGGER sum_insert AFTER INSERT ON public.store_orders REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.sum_orders();
CREATE TRIGGER sum_units AFTER UPDATE ON public.store_orders REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.move_lines();
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
CREATE INDEX store_webhooks_deleted ON public.store_webhooks USING btree (company_id, record_kind, record_id) WHERE is_deleted;
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
  must_read_all boolean not null default false,
  withheld text[] not null default '{}'::text[],
  foreign_orders integer not null default 0,
  constraint stores_pkey PRIMARY KEY (company_id),
  constraint stores_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint stores_domain_check CHECK ((domain <> ''::text)),
  constraint stores_foreign_orders_check CHECK ((foreign_orders >= 0)),
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
create policy worker_all on stores for all to app_worker
  using (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]))
  with check (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]));
CREATE TRIGGER forget_sales AFTER DELETE ON public.stores FOR EACH ROW EXECUTE FUNCTION app.forget_sales();

create table suggestions (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  procedure text not null,
  input jsonb not null,
  edited_version integer,
  reason text,
  status text not null default 'open'::text,
  created_by uuid not null,
  created_at timestamp with time zone not null default now(),
  decided_by uuid,
  decided_at timestamp with time zone,
  change_set_id uuid,
  constraint suggestions_pkey PRIMARY KEY (company_id, id),
  constraint suggestions_check CHECK (((status = 'open'::text) = ((decided_by IS NULL) AND (decided_at IS NULL)))),
  constraint suggestions_edited_version_check CHECK ((edited_version > 0)),
  constraint suggestions_input_check CHECK ((octet_length((input)::text) <= 1100000)),
  constraint suggestions_procedure_check CHECK ((procedure <> ''::text)),
  constraint suggestions_reason_check CHECK ((length(reason) <= 1000)),
  constraint suggestions_status_check CHECK ((status = ANY (ARRAY['open'::text, 'accepting'::text, 'accepted'::text, 'declined'::text]))),
  constraint suggestions_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint suggestions_created_by_fkey FOREIGN KEY (created_by) REFERENCES profiles(user_id),
  constraint suggestions_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES profiles(user_id)
);
CREATE INDEX suggestions_newest ON public.suggestions USING btree (company_id, created_at DESC, id DESC);
-- owner app_owner, forced row-level security
grant delete, insert, select on suggestions to app_rt;
grant delete, select on suggestions to app_auth;
grant update (change_set_id, created_by, decided_at, decided_by, edited_version, input, procedure, reason, status) on suggestions to app_rt;
create policy app_auth_delete on suggestions for delete to app_auth
  using true;
create policy app_auth_select on suggestions for select to app_auth
  using true;
create policy may_all on suggestions for all to app_rt
  using (company_id = ANY (( SELECT app.scope_for('suggestion.decide'::text) AS scope_for)::uuid[]))
  with check (company_id = ANY (( SELECT app.scope_for('suggestion.decide'::text) AS scope_for)::uuid[]));
CREATE TRIGGER announce_delete AFTER DELETE ON public.suggestions REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('suggestion', 'company_id');
CREATE TRIGGER announce_insert AFTER INSERT ON public.suggestions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('suggestion', 'company_id');
CREATE TRIGGER announce_update AFTER UPDATE ON public.suggestions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('suggestion', 'company_id');
CREATE TRIGGER bound_insert AFTER INSERT ON public.suggestions FOR EACH ROW EXECUTE FUNCTION app.bound_suggestions();

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
  waits_for text,
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
grant update (cursor, done, ended_at, kind, message, started_at, state, total, waits_for) on sync_runs to app_rt;
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
CREATE TRIGGER log_delete AFTER DELETE ON public.task_reports REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_task_reports();
CREATE TRIGGER log_insert AFTER INSERT ON public.task_reports REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_task_reports();
CREATE TRIGGER log_update AFTER UPDATE ON public.task_reports REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_task_reports();
CREATE TRIGGER settle_answer AFTER UPDATE ON public.task_reports FOR EACH ROW WHEN (((old.answer IS NULL) AND (new.answer IS NOT NULL))) EXECUTE FUNCTION app.settle('{task_done,task_help}', 'task', 'task_id');
CREATE TRIGGER settle_notices AFTER INSERT ON public.task_reports FOR EACH ROW WHEN ((new.kind = 'done'::text)) EXECUTE FUNCTION app.settle('{task_assigned,task_sent_back,task_overdue}', 'task', 'task_id', 'reported_by');
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
  search_text text not null generated always as (app.searchable(((title || chr(10)) || COALESCE(description, ''::text)))) stored,
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
CREATE TRIGGER links AFTER INSERT OR UPDATE ON public.task_templates FOR EACH ROW EXECUTE FUNCTION app.check_template();
CREATE TRIGGER log_delete AFTER DELETE ON public.task_templates REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_delete('task_template');
CREATE TRIGGER log_insert AFTER INSERT ON public.task_templates REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_insert('task_template');
CREATE TRIGGER log_update AFTER UPDATE ON public.task_templates REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_changes_of_task_templates();
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
  search_text text not null generated always as (app.searchable(((title || chr(10)) || COALESCE(description, ''::text)))) stored,
  part_id uuid,
  assembly_id uuid,
  product_id uuid,
  sop_id uuid,
  sop_version integer,
  blocked_by_part uuid,
  blocked_quantity numeric(18,4),
  blocked_by_person uuid,
  blocked_by_task uuid,
  blocked_at timestamp with time zone,
  template_id uuid,
  repeat_on date,
  constraint tasks_pkey PRIMARY KEY (company_id, id),
  constraint tasks_blocked_quantity_check CHECK ((blocked_quantity > (0)::numeric)),
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
CREATE TRIGGER assignee AFTER INSERT OR UPDATE OF assigned_to ON public.tasks FOR EACH ROW EXECUTE FUNCTION app.check_assignee();
CREATE TRIGGER block BEFORE INSERT OR UPDATE ON public.tasks FOR EACH ROW EXECUTE FUNCTION app.note_block();
CREATE TRIGGER calendar AFTER INSERT OR DELETE OR UPDATE ON public.tasks FOR EACH ROW EXECUTE FUNCTION app.note_calendar_task();
CREATE TRIGGER completion BEFORE INSERT OR UPDATE ON public.tasks FOR EACH ROW EXECUTE FUNCTION app.complete_task();
CREATE TRIGGER edit BEFORE UPDATE ON public.tasks FOR EACH ROW EXECUTE FUNCTION app.check_task_edit();
CREATE TRIGGER links AFTER INSERT OR UPDATE ON public.tasks FOR EACH ROW EXECUTE FUNCTION app.check_task_links();
CREATE TRIGGER log_delete AFTER DELETE ON public.tasks REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_delete('task');
CREATE TRIGGER log_insert AFTER INSERT ON public.tasks REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_insert('task');
CREATE TRIGGER log_update AFTER UPDATE ON public.tasks REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_changes_of_tasks();
CREATE TRIGGER repeat AFTER UPDATE ON public.tasks FOR EACH ROW WHEN (((new.repeat_on IS NOT NULL) AND ((new.status = 'complete'::text) <> (old.status = 'complete'::text)))) EXECUTE FUNCTION app.note_completion();
CREATE TRIGGER repeat_deleted AFTER DELETE ON public.tasks FOR EACH ROW WHEN (((old.repeat_on IS NOT NULL) AND (old.status <> 'complete'::text))) EXECUTE FUNCTION app.note_completion();
CREATE TRIGGER reports AFTER UPDATE ON public.tasks FOR EACH ROW WHEN (((new.assigned_to <> old.assigned_to) OR ((new.status = 'complete'::text) AND (old.status <> 'complete'::text)))) EXECUTE FUNCTION app.close_report();
CREATE TRIGGER settle_notices AFTER UPDATE ON public.tasks FOR EACH ROW WHEN (((new.status = 'complete'::text) AND (old.status <> 'complete'::text))) EXECUTE FUNCTION app.settle('{task_assigned,task_sent_back,task_overdue,task_done,task_help}', 'task', 'id');
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
CREATE TRIGGER breaks BEFORE INSERT OR UPDATE OF started_at, ended_at, breaks ON public.time_entries FOR EACH ROW WHEN ((new.ended_at IS NOT NULL)) EXECUTE FUNCTION app.settle_breaks();
CREATE TRIGGER clock_in BEFORE INSERT ON public.time_entries FOR EACH ROW WHEN ((new.ended_at IS NULL)) EXECUTE FUNCTION app.check_clock_in();
CREATE TRIGGER locked BEFORE INSERT OR DELETE OR UPDATE OF started_at, ended_at, breaks, break_started_at, are_breaks_paid, notes, removed_at ON public.time_entries FOR EACH ROW EXECUTE FUNCTION app.keep_locked();
CREATE TRIGGER log_delete AFTER DELETE ON public.time_entries REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_delete('time_entry');
CREATE TRIGGER log_insert AFTER INSERT ON public.time_entries REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_insert('time_entry');
CREATE TRIGGER log_update AFTER UPDATE ON public.time_entries REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_changes_of_time_entries();
CREATE TRIGGER settle_notices AFTER UPDATE ON public.time_entries FOR EACH ROW WHEN (((old.ended_at IS NULL) AND (old.removed_at IS NULL) AND ((new.ended_at IS NOT NULL) OR (new.removed_at IS NOT NULL)))) EXECUTE FUNCTION app.settle('{clock_out_forgotten}', 'time_entry', 'id');
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
  updated_at timestamp with time zone not null default now(),
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
CREATE TRIGGER announce_delete AFTER DELETE ON public.time_proposals REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('time_proposal', 'company_id');
CREATE TRIGGER announce_insert AFTER INSERT ON public.time_proposals REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('time_proposal', 'company_id');
CREATE TRIGGER announce_update AFTER UPDATE ON public.time_proposals REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('time_proposal', 'company_id');
CREATE TRIGGER settle_notices AFTER UPDATE ON public.time_proposals FOR EACH ROW WHEN (((old.status = 'open'::text) AND (new.status <> 'open'::text))) EXECUTE FUNCTION app.settle_proposal();
CREATE TRIGGER updated_at BEFORE UPDATE ON public.time_proposals FOR EACH ROW EXECUTE FUNCTION app.set_updated_at();

create table units_sold (
  company_id uuid not null,
  period text not null,
  begins_on date not null,
  variant_id bigint not null,
  sku text not null,
  units bigint not null,
  constraint units_sold_pkey PRIMARY KEY (company_id, period, begins_on, variant_id, sku),
  constraint units_sold_period_check CHECK ((period = ANY (ARRAY['day'::text, 'month'::text]))),
  constraint units_sold_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
) with (fillfactor=85);
-- owner app_owner, forced row-level security
grant delete, insert, select, update on units_sold to app_auth;
grant select on units_sold to app_rt;
create policy app_auth_delete on units_sold for delete to app_auth
  using true;
create policy app_auth_insert on units_sold for insert to app_auth
  with check true;
create policy app_auth_select on units_sold for select to app_auth
  using true;
create policy app_auth_update on units_sold for update to app_auth
  using true
  with check true;
create policy may_read on units_sold for select to app_rt
  using (company_id = ANY (( SELECT app.scope_for('revenue.read'::text) AS scope_for)::uuid[]));

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
create policy search on vendor_private for select to app_auth
  using true;
CREATE TRIGGER count_delete AFTER DELETE ON public.vendor_private REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION app.count_vendor_private();
CREATE TRIGGER count_insert AFTER INSERT ON public.vendor_private REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.count_vendor_private();
CREATE TRIGGER count_update AFTER UPDATE ON public.vendor_private REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.count_vendor_private();
CREATE TRIGGER log_delete AFTER DELETE ON public.vendor_private REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_delete('vendor_private');
CREATE TRIGGER log_insert AFTER INSERT ON public.vendor_private REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_insert('vendor_private');
CREATE TRIGGER log_update AFTER UPDATE ON public.vendor_private REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_changes_of_vendor_private();

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
  search_text text not null generated always as (app.searchable(((((name || chr(10)) || COALESCE(contact_person, ''::text)) || chr(10)) || COALESCE(email, ''::text)))) stored,
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
create policy search on vendors for select to app_auth
  using true;
CREATE TRIGGER count_delete AFTER DELETE ON public.vendors REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION app.count_vendors();
CREATE TRIGGER count_insert AFTER INSERT ON public.vendors REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.count_vendors();
CREATE TRIGGER count_update AFTER UPDATE ON public.vendors REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.count_vendors();
CREATE TRIGGER log_delete AFTER DELETE ON public.vendors REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_delete('vendor');
CREATE TRIGGER log_insert AFTER INSERT ON public.vendors REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_insert('vendor');
CREATE TRIGGER log_update AFTER UPDATE ON public.vendors REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.log_changes_of_vendors();
CREATE TRIGGER version BEFORE UPDATE ON public.vendors FOR EACH ROW EXECUTE FUNCTION app.bump_version();

create table webhook_deliveries (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  webhook_id uuid not null,
  event_id text not null,
  type text not null,
  body text not null,
  is_success boolean not null,
  http_status integer,
  message text not null,
  answer text not null,
  duration_ms integer not null,
  created_at timestamp with time zone not null default now(),
  constraint webhook_deliveries_pkey PRIMARY KEY (company_id, id),
  constraint webhook_deliveries_company_id_webhook_id_fkey FOREIGN KEY (company_id, webhook_id) REFERENCES webhooks(company_id, id) ON DELETE CASCADE
);
CREATE INDEX webhook_deliveries_age ON public.webhook_deliveries USING btree (created_at);
CREATE INDEX webhook_deliveries_latest ON public.webhook_deliveries USING btree (company_id, webhook_id, id DESC);
-- owner app_owner, forced row-level security
grant delete, select on webhook_deliveries to app_auth;
grant insert on webhook_deliveries to app_worker;
grant insert, select on webhook_deliveries to app_rt;
create policy app_auth_delete on webhook_deliveries for delete to app_auth
  using true;
create policy app_auth_select on webhook_deliveries for select to app_auth
  using true;
create policy job_insert on webhook_deliveries for insert to app_worker
  with check (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]));
create policy may_insert on webhook_deliveries for insert to app_rt
  with check (company_id = ANY (( SELECT app.scope_for('integration.write'::text) AS scope_for)::uuid[]));
create policy may_read on webhook_deliveries for select to app_rt
  using (company_id = ANY (( SELECT app.scope_for('integration.read'::text) AS scope_for)::uuid[]));
CREATE TRIGGER announce_delete AFTER DELETE ON public.webhook_deliveries REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('webhook', 'company_id');
CREATE TRIGGER announce_insert AFTER INSERT ON public.webhook_deliveries REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('webhook', 'company_id');
CREATE TRIGGER announce_update AFTER UPDATE ON public.webhook_deliveries REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('webhook', 'company_id');

create table webhooks (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  name text not null,
  url text not null,
  kinds text[] not null,
  is_enabled boolean not null default true,
  sealed text not null,
  sealed_previous text,
  previous_until timestamp with time zone,
  database text not null,
  at_transaction bigint not null,
  at_set uuid not null,
  at_log bigint not null,
  tries integer not null default 0,
  failing_since timestamp with time zone,
  next_try_at timestamp with time zone not null default now(),
  switched_off_at timestamp with time zone,
  last_success_at timestamp with time zone,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint webhooks_pkey PRIMARY KEY (company_id, id),
  constraint webhooks_name_check CHECK ((name <> ''::text)),
  constraint webhooks_url_check CHECK ((url <> ''::text)),
  constraint webhooks_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
) with (fillfactor=70);
-- owner app_owner, forced row-level security
grant delete on webhooks to app_rt;
grant select, update on webhooks to app_auth;
grant insert (at_log, at_set, at_transaction, company_id, database, id, is_enabled, kinds, name, sealed, url) on webhooks to app_rt;
grant select (at_log, at_set, at_transaction, company_id, created_at, database, failing_since, id, is_enabled, kinds, last_success_at, name, next_try_at, previous_until, switched_off_at, tries, updated_at, url, version) on webhooks to app_rt;
grant select (at_log, at_set, at_transaction, company_id, created_at, database, failing_since, id, is_enabled, kinds, last_success_at, name, next_try_at, previous_until, switched_off_at, tries, updated_at, url, version) on webhooks to app_worker;
grant update (at_log, at_set, at_transaction, database, failing_since, is_enabled, kinds, last_success_at, name, next_try_at, switched_off_at, tries, updated_at, url) on webhooks to app_rt;
grant update (at_log, at_set, at_transaction, failing_since, is_enabled, last_success_at, next_try_at, switched_off_at, tries) on webhooks to app_worker;
create policy app_auth_select on webhooks for select to app_auth
  using true;
create policy app_auth_update on webhooks for update to app_auth
  using true
  with check true;
create policy job_select on webhooks for select to app_worker
  using (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]));
create policy job_update on webhooks for update to app_worker
  using (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]))
  with check (company_id = ANY (( SELECT app.scope() AS scope)::uuid[]));
create policy may_delete on webhooks for delete to app_rt
  using (company_id = ANY (( SELECT app.scope_for('integration.write'::text) AS scope_for)::uuid[]));
create policy may_insert on webhooks for insert to app_rt
  with check (company_id = ANY (( SELECT app.scope_for('integration.write'::text) AS scope_for)::uuid[]));
create policy may_read on webhooks for select to app_rt
  using (company_id = ANY (( SELECT app.scope_for('integration.read'::text) AS scope_for)::uuid[]));
create policy may_update on webhooks for update to app_rt
  using (company_id = ANY (( SELECT app.scope_for('integration.write'::text) AS scope_for)::uuid[]))
  with check (company_id = ANY (( SELECT app.scope_for('integration.write'::text) AS scope_for)::uuid[]));
CREATE TRIGGER announce_delete AFTER DELETE ON public.webhooks REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('webhook', 'company_id');
CREATE TRIGGER announce_insert AFTER INSERT ON public.webhooks REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('webhook', 'company_id');
CREATE TRIGGER announce_update AFTER UPDATE ON public.webhooks REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.announce('webhook', 'company_id');
CREATE TRIGGER limit_number BEFORE INSERT ON public.webhooks FOR EACH ROW EXECUTE FUNCTION app.limit_webhooks();
CREATE TRIGGER version BEFORE UPDATE OF name, url, kinds, is_enabled ON public.webhooks FOR EACH ROW EXECUTE FUNCTION app.bump_version();

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
  exported_at timestamp with time zone,
  copied_at timestamp with time zone,
  copy_failure text,
  drilled_at timestamp with time zone,
  drill_seconds real,
  drill_failure text,
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
  ledger_column name,
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
--   rules: ["stock_short","place_short"]
--   exists_by: null
--   is_listed: true
--   table_name: assemblies
--   undo_order: 40
--   written_by: inventory.write
--   comes_first: false
--   entity_type: assembly
--   log_actions: {"vendor_id":"vendor_assigned","stock_level":"stock_changed"}
--   owner_column: null
--   ledger_column: stock_level
--   number_column: assembly_number
--   search_columns: ["name","assembly_number","location","vendor_id","created_at","updated_at","stock_level"]
--   loose_references: {"sop_id":"sops"}
--   sort_expressions: {}
--
--   rules: ["bom_loop","bom_too_deep","line_decimals"]
--   exists_by: null
--   is_listed: false
--   table_name: bom_lines
--   undo_order: 60
--   written_by: inventory.write
--   comes_first: false
--   entity_type: bom_line
--   log_actions: {}
--   owner_column: parent_id
--   ledger_column: null
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
--   ledger_column: null
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
--   ledger_column: null
--   number_column: null
--   search_columns: []
--   loose_references: {}
--   sort_expressions: {}
--
--   rules: ["place_loop"]
--   exists_by: null
--   is_listed: true
--   table_name: locations
--   undo_order: 25
--   written_by: inventory.write
--   comes_first: true
--   entity_type: location
--   log_actions: {}
--   owner_column: null
--   ledger_column: null
--   number_column: code
--   search_columns: ["code","name","kind","parent_id","created_at","updated_at"]
--   loose_references: {}
--   sort_expressions: {"code":"(app.places_around(r.company_id, r.id) || r.code) collate app.natural"}
--
--   rules: ["unit_moved","decimals_used","stock_short","place_short"]
--   exists_by: null
--   is_listed: true
--   table_name: parts
--   undo_order: 30
--   written_by: inventory.write
--   comes_first: false
--   entity_type: part
--   log_actions: {"vendor_id":"vendor_assigned","stock_level":"stock_changed"}
--   owner_column: null
--   ledger_column: stock_level
--   number_column: part_number
--   search_columns: ["name","part_number","supplier_name","location","stock_level","cost","retail_price","created_at","updated_at","is_low_stock","vendor_id","value","urgency","barcode"]
--   loose_references: {"sop_id":"sops"}
--   sort_expressions: {"value":"r.retail_price * r.stock_level","urgency":"row(app.urgency(r.stock_level, r.reorder_threshold), r.name)","supplier_name":"coalesce((select v.name from public.vendors v where v.company_id = r.company_id and v.id = r.vendor_id), r.supplier_name)"}
--
--   rules: ["stock_short","place_short"]
--   exists_by: null
--   is_listed: true
--   table_name: products
--   undo_order: 50
--   written_by: inventory.write
--   comes_first: false
--   entity_type: product
--   log_actions: {"stock_level":"stock_changed"}
--   owner_column: null
--   ledger_column: stock_level
--   number_column: sku
--   search_columns: ["name","sku","cost","retail_price","created_at","updated_at","category","location","stock_level"]
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
--   ledger_column: null
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
--   ledger_column: null
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
--   ledger_column: null
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
--   ledger_column: null
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
--   ledger_column: null
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
--   ledger_column: null
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
--   ledger_column: null
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
--   columns: row_number int, place bigint, type text, called text, quantity numeric, is_by_name boolean, name text, number text, is_stored boolean, matches int
--   index_on: row_number
--
--   name: staging
--   columns: row_number int not null, section int not null, vals text[] not null, cells text[] not null, problems jsonb
--   index_on: null
--
--   name: wanted_lines
--   columns: parent_id uuid, assembly_id uuid, product_id uuid, part_id uuid, sub_assembly_id uuid, sub_product_id uuid, component_id uuid, quantity numeric, position int
--   index_on: parent_id, component_id

-- app.add_counts(company uuid, name text, d_total bigint, d_marked bigint, d_cost numeric, d_retail numeric, d_margins bigint, d_margin numeric) returns void: owner app_audit, security definer, called by app_audit
-- app.add_log_block(added jsonb) returns void: owner app_auth, security definer, called by app_auth, app_worker
-- app.add_profile(new_email text, first text, last text, allows_unmanaged boolean) returns uuid: owner app_auth, security definer, called by app_auth
-- app.add_time_entry(company uuid, person uuid, start_at timestamp with time zone, end_at timestamp with time zone, taken tstzmultirange, words text, why text) returns uuid: owner app_auth, security definer, called by app_auth, app_rt
-- app.agree_hours(company uuid, person uuid, from_day date, hours numeric) returns boolean: owner app_auth, security definer, called by app_auth, app_rt
-- app.allow_all_rows(IN target text, IN who text, IN verbs text): owner app_owner, called by app_owner
-- app.allow_owner_all_rows(): owner app_owner, called by app_owner
-- app.allow_unmanaged_account(person uuid, allowed boolean, address text) returns boolean: owner app_auth, security definer, called by app_auth, app_rt
-- app.allows_negative_stock(company uuid) returns boolean: owner app_auth, security definer, called by app_audit, app_auth, app_rt, app_worker
-- app.announce() returns trigger: owner app_owner, called by app_owner
-- app.announce_access_request() returns trigger: owner app_auth, security definer, called by app_auth
-- app.announce_companies() returns trigger: owner app_owner, called by app_owner
-- app.announce_log() returns trigger: owner app_owner, called by app_owner
-- app.announce_people() returns trigger: owner app_auth, security definer, called by app_auth
-- app.announce_roles() returns trigger: owner app_owner, called by app_owner
-- app.announce_session() returns trigger: owner app_owner, called by app_owner
-- app.announced_table(IN target text, IN kind text, IN company text DEFAULT 'company_id'::text, IN person text DEFAULT NULL::text): owner app_owner, called by app_owner
-- app.answer_report(company uuid, task uuid, report uuid, what text, words text) returns text: owner app_auth, security definer, called by app_auth, app_rt
-- app.apply_times(e time_entries, new_start timestamp with time zone, new_end timestamp with time zone, new_breaks tstzmultirange, new_text text, why text, change text, proposal uuid) returns void: owner app_auth, security definer, called by app_auth
-- app.approve_access(request uuid, wanted_role text, wanted_company uuid, allows_unmanaged boolean, address text) returns uuid: owner app_auth, security definer, called by app_auth, app_rt
-- app.ask_for_person(company uuid, wanted_email text, full_name text, wanted_role text, address text) returns void: owner app_auth, security definer, called by app_auth, app_rt
-- app.asking_company(company uuid) returns text: owner app_auth, security definer, called by app_auth, app_rt
-- app.assistant_limit(config jsonb) returns integer: owner app_auth, called by app_auth
-- app.assistant_state(company uuid) returns TABLE(is_ready boolean, name text, calls integer, monthly_limit integer, tokens bigint, month date): owner app_auth, security definer, called by app_auth, app_rt
-- app.assume_statistics() returns void: owner app_owner, called by app_owner
-- app.attached_files(company uuid, record uuid) returns jsonb: owner app_owner, called by app_owner, app_rt
-- app.back_already(company uuid, target_set uuid, is_first boolean, types text[]) returns bigint[]: owner app_owner, called by app_owner, app_rt
-- app.backend_of_long_job(job uuid) returns SETOF integer: owner app_owner, called by app_owner, app_rt
-- app.backups_after(last_key text, take integer) returns SETOF text: owner app_auth, security definer, called by app_auth, app_rt
-- app.bank_data_for_backup() returns SETOF vendor_private: owner app_auth, security definer, called by app_auth, app_worker
-- app.begin_assistance(company uuid) returns TABLE(integration_id uuid, config jsonb, sealed text, month date): owner app_auth, security definer, called by app_auth, app_rt
-- app.begin_consent(company uuid, service text, hash text, verifier text, back_to text) returns void: owner app_auth, security definer, called by app_auth, app_rt
-- app.blobs_after(last_key text, take integer) returns SETOF text: owner app_auth, security definer, called by app_auth, app_rt
-- app.block_of(t tasks) returns jsonb: owner app_owner, called by app_owner, app_rt
-- app.bound_suggestions() returns trigger: owner app_owner, called by app_owner, app_rt
-- app.bound_tokens() returns trigger: owner app_owner, called by app_owner
-- app.bound_views() returns trigger: owner app_owner, called by app_owner, app_rt
-- app.break_seconds(breaks tstzmultirange, running_since timestamp with time zone, from_at timestamp with time zone, to_at timestamp with time zone) returns numeric: owner app_owner, called by app_auth, app_owner, app_rt, app_worker
-- app.breaks_until(e time_entries, end_at timestamp with time zone) returns tstzmultirange: owner app_owner, called by app_auth, app_owner
-- app.bring_back(company uuid, logs bigint[]) returns integer: owner app_owner, called by app_owner, app_rt
-- app.buildable_of(company uuid) returns integer: owner app_owner, called by app_auth, app_owner
-- app.bump_person() returns trigger: owner app_auth, security definer, called by app_auth
-- app.bump_version() returns trigger: owner app_owner, called by app_owner, app_rt
-- app.bytes_of_files(company uuid) returns bigint: owner app_audit, security definer, called by app_audit, app_rt
-- app.caches_of(IN service text, IN target text): owner app_owner, called by app_owner
-- app.calendars_behind() returns TABLE(company_id uuid): owner app_auth, security definer, called by app_auth, app_worker
-- app.came_back(company uuid, deletion bigint) returns boolean: owner app_auth, security definer, called by app_auth, app_rt, app_worker
-- app.cancel_long_job(job uuid) returns boolean: owner app_auth, security definer, called by app_auth, app_rt
-- app.change_password(seen uuid, sealed text, address text) returns boolean: owner app_auth, security definer, called by app_auth, app_rt
-- app.change_set(company uuid) returns uuid: owner app_audit, security definer, called by app_audit
-- app.changeable_integration(company uuid, service text) returns uuid: owner app_auth, security definer, called by app_auth
-- app.changed_events(company uuid, tasks uuid[]) returns SETOF uuid: owner app_auth, security definer, called by app_auth, app_rt
-- app.check_assignee() returns trigger: owner app_auth, security definer, called by app_auth
-- app.check_bom() returns trigger: owner app_owner, called by app_owner, app_rt
-- app.check_clock_in() returns trigger: owner app_auth, security definer, called by app_auth
-- app.check_company_family() returns trigger: owner app_auth, security definer, called by app_auth
-- app.check_line_decimals() returns trigger: owner app_owner, called by app_owner, app_rt
-- app.check_measure() returns trigger: owner app_owner, called by app_owner, app_rt
-- app.check_new_file() returns trigger: owner app_owner, called by app_owner, app_rt
-- app.check_operator_remains() returns trigger: owner app_auth, security definer, called by app_auth
-- app.check_place() returns trigger: owner app_owner, called by app_auth, app_owner, app_rt
-- app.check_role_company() returns trigger: owner app_auth, security definer, called by app_auth
-- app.check_sop_link() returns trigger: owner app_auth, security definer, called by app_auth
-- app.check_sop_unused() returns trigger: owner app_auth, security definer, called by app_auth
-- app.check_stock() returns trigger: owner app_owner, called by app_audit, app_auth, app_owner, app_rt, app_worker
-- app.check_store_links() returns trigger: owner app_owner, called by app_owner
-- app.check_task_edit() returns trigger: owner app_owner, called by app_owner, app_rt
-- app.check_task_links() returns trigger: owner app_owner, called by app_owner, app_rt, app_worker
-- app.check_template() returns trigger: owner app_owner, called by app_owner, app_rt, app_worker
-- app.check_time_zone() returns trigger: owner app_owner, called by app_owner
-- app.check_times(start_at timestamp with time zone, end_at timestamp with time zone, breaks tstzmultirange) returns void: owner app_owner, called by app_auth, app_owner
-- app.claim_notices(company uuid, job uuid, take integer) returns TABLE(webhook_id text, record_kind text, record_id text, is_deleted boolean): owner app_owner, called by app_owner, app_worker
-- app.clear_routines(): owner app_owner, called by app_owner
-- app.clock_in(company uuid, press uuid, held integer) returns uuid: owner app_auth, security definer, called by app_auth, app_rt
-- app.clock_out(company uuid, entry uuid, press uuid, held integer) returns boolean: owner app_auth, security definer, called by app_auth, app_rt
-- app.close_entries(company uuid, person uuid, why text) returns void: owner app_auth, security definer, called by app_auth
-- app.close_entries_of_company() returns trigger: owner app_auth, security definer, called by app_auth
-- app.close_entries_of_leaver() returns trigger: owner app_auth, security definer, called by app_auth
-- app.close_report() returns trigger: owner app_auth, security definer, called by app_auth
-- app.close_stock() returns trigger: owner app_audit, security definer, called by app_audit
-- app.close_table(IN target text): owner app_owner, called by app_owner
-- app.color_company() returns trigger: owner app_auth, security definer, called by app_auth
-- app.column_defaults(target regclass) returns jsonb: owner app_owner, called by app_owner, app_rt
-- app.companies_behind() returns TABLE(company_id uuid): owner app_auth, security definer, called by app_auth, app_worker
-- app.companies_to_seal(key text) returns TABLE(company_id uuid): owner app_auth, security definer, called by app_auth, app_worker
-- app.companies_with_due_repeats() returns TABLE(company_id uuid): owner app_auth, security definer, called by app_auth, app_worker
-- app.companies_with_old_figures() returns TABLE(company_id uuid): owner app_auth, security definer, called by app_auth, app_worker
-- app.companies_with_stock() returns TABLE(company_id uuid): owner app_auth, security definer, called by app_auth, app_worker
-- app.companies_with_task_notices() returns TABLE(company_id uuid): owner app_auth, security definer, called by app_auth, app_worker
-- app.companies_without_nightly_backup() returns TABLE(company_id uuid): owner app_auth, security definer, called by app_auth, app_worker
-- app.company_for(wanted_role text, wanted_company uuid, current_company uuid) returns uuid: owner app_auth, security definer, called by app_auth
-- app.company_key_for_backup() returns text: owner app_auth, security definer, called by app_auth, app_worker
-- app.company_names_of(person uuid) returns text[]: owner app_auth, security definer, called by app_auth
-- app.company_records() returns SETOF companies: owner app_auth, security definer, called by app_auth, app_rt
-- app.complete_task() returns trigger: owner app_owner, called by app_owner, app_rt
-- app.connected_to(service text) returns TABLE(company_id uuid): owner app_auth, security definer, called by app_auth, app_worker
-- app.cost_of(company uuid, item_type text, item uuid) returns numeric: owner app_owner, called by app_audit, app_owner, app_rt
-- app.cost_of_made_item(company uuid, item_type text, item uuid) returns numeric: owner app_owner, called by app_audit, app_owner, app_rt
-- app.costs_of_parts(lines app.stock_line[]) returns numeric[]: owner app_audit, called by app_audit
-- app.count_assemblies() returns trigger: owner app_audit, security definer, called by app_audit
-- app.count_bom_lines() returns trigger: owner app_audit, security definer, called by app_audit
-- app.count_files() returns trigger: owner app_audit, security definer, called by app_audit
-- app.count_locations() returns trigger: owner app_audit, security definer, called by app_audit
-- app.count_parts() returns trigger: owner app_audit, security definer, called by app_audit
-- app.count_products() returns trigger: owner app_audit, security definer, called by app_audit
-- app.count_sales_in_new_zone() returns trigger: owner app_auth, security definer, called by app_auth
-- app.count_stock_items() returns trigger: owner app_audit, security definer, called by app_audit
-- app.count_store_customers() returns trigger: owner app_audit, security definer, called by app_audit
-- app.count_store_products() returns trigger: owner app_audit, security definer, called by app_audit
-- app.count_vendor_private() returns trigger: owner app_audit, security definer, called by app_audit
-- app.count_vendors() returns trigger: owner app_audit, security definer, called by app_audit
-- app.counted_table(IN target text, IN marked text DEFAULT 'false'::text, IN at_cost text DEFAULT '0'::text, IN at_retail text DEFAULT '0'::text, IN margin text DEFAULT 'null::numeric'::text): owner app_owner, called by app_owner
-- app.create_access_token(token_name text, new_hash text, days integer, read_only boolean DEFAULT false, only_company uuid DEFAULT NULL::uuid, only_areas jsonb DEFAULT NULL::jsonb) returns SETOF sessions: owner app_auth, security definer, called by app_auth, app_rt
-- app.create_person(new_email text, first text, last text, wanted_role text, wanted_company uuid, allows_unmanaged boolean, address text) returns uuid: owner app_auth, security definer, called by app_auth, app_rt
-- app.ctx() returns app.context: owner app_auth, security definer, called by app_audit, app_auth, app_rt, app_worker
-- app.day_begins(company uuid, day date) returns timestamp with time zone: owner app_owner, called by app_auth, app_owner, app_rt, app_worker
-- app.decide_proposal(company uuid, proposal uuid, is_accepted boolean, true_end timestamp with time zone, words text) returns boolean: owner app_auth, security definer, called by app_auth, app_rt
-- app.deleted_with(company uuid, logs bigint[]) returns TABLE(log_id bigint, root_id bigint, entity_type text, entity_id uuid): owner app_owner, called by app_owner, app_rt
-- app.deletions_of(company uuid, item uuid, stock numeric) returns TABLE(id bigint, quantity numeric, location_id uuid, lot_number text): owner app_audit, called by app_audit
-- app.digest_of(company uuid, person uuid) returns TABLE(email text, first_name text, topic text, unread integer): owner app_auth, security definer, called by app_auth, app_worker
-- app.dismiss_access(request uuid, address text) returns boolean: owner app_auth, security definer, called by app_auth, app_rt
-- app.divide_stock(companies uuid[], lines app.stock_line[]) returns void: owner app_audit, called by app_audit
-- app.divided_stock(company uuid, items uuid[]) returns TABLE(item_id uuid, location_id uuid, lot_number text, quantity numeric): owner app_owner, called by app_audit, app_owner, app_rt, app_worker
-- app.drop_integration_secrets(company uuid, service text, fields text[]) returns void: owner app_auth, security definer, called by app_auth, app_rt, app_worker
-- app.due_sop_reviews() returns TABLE(company_id uuid, record_id uuid, people uuid[]): owner app_auth, security definer, called by app_auth, app_worker
-- app.due_task_notices(company uuid) returns TABLE(task_id uuid, kind text, about text): owner app_auth, security definer, called by app_auth, app_worker
-- app.each_statement(IN target text, IN named text, IN inserted text, IN updated text DEFAULT NULL::text, IN deleted text DEFAULT NULL::text): owner app_owner, called by app_owner
-- app.empty_backup_trash() returns SETOF text: owner app_auth, security definer, called by app_auth, app_rt
-- app.end_assistance(company uuid, of_month date, used bigint, counts boolean, failure text, is_key_bad boolean) returns void: owner app_auth, security definer, called by app_auth, app_rt
-- app.end_long_job(job uuid, proof text) returns app.context: owner app_auth, security definer, called by app_auth, app_rt
-- app.end_of_day(company uuid, day date) returns timestamp with time zone: owner app_owner, called by app_auth, app_owner, app_rt
-- app.end_other_sessions() returns bigint: owner app_auth, security definer, called by app_auth, app_rt
-- app.end_session(target uuid, of_kind text) returns boolean: owner app_auth, security definer, called by app_auth, app_rt
-- app.end_sessions(person uuid, address text) returns bigint: owner app_auth, security definer, called by app_auth, app_rt
-- app.enter(token_hash text, company uuid, change_kind text) returns app.context: owner app_auth, security definer, called by app_audit, app_auth, app_rt, app_worker
-- app.enter_job(queue text, job uuid) returns app.context: owner app_auth, security definer, called by app_auth, app_worker
-- app.enter_link(person uuid, company uuid, file uuid, expires bigint, proof text) returns boolean: owner app_auth, security definer, called by app_auth, app_rt
-- app.enter_long_job(job uuid, proof text, change_kind text) returns app.context: owner app_auth, security definer, called by app_auth, app_rt
-- app.enter_read(token_hash text, company uuid) returns app.context: owner app_auth, security definer, called by app_audit, app_auth, app_rt, app_worker
-- app.expect_free(company uuid, person uuid, entry uuid, start_at timestamp with time zone, end_at timestamp with time zone) returns void: owner app_auth, security definer, called by app_auth
-- app.expect_integration(company uuid, service text) returns uuid: owner app_auth, security definer, called by app_audit, app_auth
-- app.expect_movable(company uuid, service text, to_company uuid) returns void: owner app_auth, security definer, called by app_auth, app_rt
-- app.expect_own_links(company uuid, changed uuid[]) returns void: owner app_owner, called by app_owner, app_rt
-- app.expect_unlocked(company uuid, start_at timestamp with time zone, end_at timestamp with time zone) returns void: owner app_auth, security definer, called by app_auth
-- app.feed(company uuid, after_transaction bigint, after_set uuid, after_log bigint, take integer) returns TABLE(transaction_id bigint, change_set_id uuid, log_id bigint): owner app_auth, security definer, called by app_auth, app_rt
-- app.feed_action(action text, brings_back bigint) returns text: owner app_owner, called by app_auth, app_owner, app_rt
-- app.feed_origin() returns text: owner app_auth, security definer, called by app_auth, app_rt, app_worker
-- app.feed_places(company uuid, after_transaction bigint, after_set uuid, after_log bigint, take integer) returns TABLE(transaction_id bigint, change_set_id uuid, log_id bigint): owner app_owner, called by app_auth, app_owner
-- app.fields_of_set(company uuid, target_set uuid, entity text, ids uuid[]) returns TABLE(entity_id uuid, field text, was text, became text): owner app_owner, called by app_owner, app_rt
-- app.file_parent(IN entity text, IN target text): owner app_owner, called by app_owner
-- app.files_of_items(company uuid, items uuid[], picture_types text[]) returns jsonb: owner app_auth, security definer, called by app_auth, app_rt
-- app.find_by_number(company uuid, target text, numbers text[]) returns TABLE(asked text, id uuid, number text, name text): owner app_auth, security definer, called by app_auth, app_rt
-- app.find_items(company uuid, exact text, patterns text[], starts text[], take integer) returns TABLE(kind text, id uuid, number text, name text, search_text text, is_exact boolean): owner app_auth, security definer, called by app_auth, app_rt
-- app.finish_sop_run() returns trigger: owner app_owner, called by app_owner, app_rt
-- app.firm() returns uuid: owner app_auth, security definer, called by app_audit, app_auth, app_rt, app_worker
-- app.flows_on_days(company uuid, days date[]) returns TABLE(day date, seconds_worked bigint, orders bigint, revenue numeric): owner app_owner, called by app_auth, app_owner
-- app.fold_security_event(kind text, person uuid, company uuid, address text, detail jsonb) returns void: owner app_auth, security definer, called by app_auth
-- app.folded(written text) returns text: owner app_owner, called by app_audit, app_auth, app_owner, app_rt, app_worker
-- app.folded_signs(written text) returns text: owner app_owner, called by app_audit, app_auth, app_owner, app_rt, app_worker
-- app.forget_integration_data(company uuid, service text, why text) returns void: owner app_auth, security definer, called by app_auth, app_rt
-- app.forget_password(of_person uuid) returns void: owner app_auth, security definer, called by app_auth
-- app.forget_sales() returns trigger: owner app_auth, security definer, called by app_auth
-- app.forgotten_entries() returns TABLE(company_id uuid, record_id uuid, people uuid[]): owner app_auth, security definer, called by app_auth, app_worker
-- app.found_by(company uuid, columns text[], operator text, pattern text) returns text: owner app_auth, called by app_auth
-- app.generated_columns(target regclass) returns text[]: owner app_owner, called by app_audit, app_owner
-- app.give_to(IN role text, VARIADIC routines text[]): owner app_owner, called by app_owner
-- app.grant_columns(IN target text): owner app_owner, called by app_owner
-- app.has_files(company uuid, record uuid) returns boolean: owner app_auth, security definer, called by app_auth, app_rt
-- app.has_home_by(company uuid, item uuid, change_set uuid) returns boolean: owner app_owner, called by app_audit, app_owner, app_rt
-- app.has_moved(company uuid, item uuid) returns boolean: owner app_owner, called by app_owner, app_rt
-- app.has_places(companies uuid[]) returns boolean: owner app_owner, called by app_audit, app_owner, app_rt, app_worker
-- app.have_others_changed(company uuid, kinds text[]) returns boolean: owner app_audit, security definer, called by app_audit, app_auth, app_rt
-- app.imported(company uuid, change_set uuid) returns jsonb: owner app_auth, security definer, called by app_auth, app_rt
-- app.index_stage(IN stage text): owner app_stages, security definer, called by app_rt, app_stages
-- app.insert_entry(company uuid, person uuid, start_at timestamp with time zone, end_at timestamp with time zone, taken tstzmultirange, words text, why text, proposal uuid) returns uuid: owner app_auth, security definer, called by app_auth
-- app.integrations_due(intervals jsonb) returns TABLE(company_id uuid, integration_name text): owner app_auth, security definer, called by app_auth, app_worker
-- app.inventory_changes(company uuid) returns bigint: owner app_owner, called by app_auth, app_owner
-- app.inventory_on_days(company uuid, days date[]) returns TABLE(day date, value_at_cost numeric, value_at_retail numeric, low_stock bigint): owner app_owner, called by app_auth, app_owner
-- app.is_divided(companies uuid[]) returns boolean: owner app_owner, called by app_audit, app_owner, app_rt, app_worker
-- app.is_edited() returns boolean: owner app_owner, called by app_audit, app_auth, app_owner, app_rt, app_worker
-- app.is_job(queue text) returns boolean: owner app_auth, security definer, called by app_auth
-- app.is_member(company uuid, person uuid) returns boolean: owner app_auth, security definer, called by app_auth, app_rt
-- app.is_one_break(breaks tstzmultirange, running_since timestamp with time zone) returns boolean: owner app_owner, called by app_auth, app_owner, app_rt, app_worker
-- app.is_reversible(reason text, delta numeric, action uuid, reverses bigint) returns boolean: owner app_owner, called by app_audit, app_owner, app_rt
-- app.is_task_over(company uuid, task uuid) returns boolean: owner app_auth, security definer, called by app_auth, app_rt
-- app.json_columns(target regclass) returns text[]: owner app_owner, called by app_owner, app_rt
-- app.keep_company_days(company uuid) returns integer: owner app_auth, security definer, called by app_auth, app_worker
-- app.keep_company_figures(company uuid) returns void: owner app_auth, security definer, called by app_auth, app_worker
-- app.keep_company_key(company uuid, sealed_key text) returns void: owner app_auth, security definer, called by app_auth, app_rt
-- app.keep_locked() returns trigger: owner app_auth, security definer, called by app_auth
-- app.keep_restored_backup() returns trigger: owner app_owner, called by app_owner, app_rt
-- app.keep_sales(company uuid) returns integer: owner app_auth, security definer, called by app_auth, app_worker
-- app.known() returns app.context: owner app_auth, security definer, called by app_audit, app_auth, app_rt, app_worker
-- app.ledger_began(company uuid) returns timestamp with time zone: owner app_owner, called by app_auth, app_owner, app_rt
-- app.let_jobs(IN target text, IN verbs text): owner app_owner, called by app_owner
-- app.let_people(IN target text, IN verbs text, IN needed text, IN also text DEFAULT NULL::text, IN who text DEFAULT 'app_rt'::text): owner app_owner, called by app_owner
-- app.limit_webhooks() returns trigger: owner app_auth, security definer, called by app_auth
-- app.link_identity(from_issuer text, from_subject text, from_email text, given_name text, family_name text, is_managed boolean, OUT person uuid, OUT refusal text) returns record: owner app_auth, security definer, called by app_auth
-- app.link_proof(person uuid, company uuid, file uuid, expires bigint) returns text: owner app_auth, security definer, called by app_auth
-- app.listeners(token_hashes text[]) returns TABLE(token_hash text, user_id uuid, role text, scope uuid[], until timestamp with time zone): owner app_auth, security definer, called by app_auth, app_rt
-- app.lock_integration_tokens(company uuid, service text) returns boolean: owner app_auth, security definer, called by app_auth, app_rt, app_worker
-- app.lock_period(company uuid, first_day date, last_day date) returns uuid: owner app_auth, security definer, called by app_auth, app_rt
-- app.lock_revenue(company uuid) returns void: owner app_owner, called by app_auth, app_owner, app_worker
-- app.lock_set(company uuid, target_set uuid) returns void: owner app_owner, called by app_owner, app_rt
-- app.log_archived_at() returns timestamp with time zone: owner app_auth, security definer, called by app_auth, app_rt
-- app.log_bom_lines() returns trigger: owner app_audit, security definer, called by app_audit
-- app.log_changes(IN target text, IN entity text): owner app_owner, called by app_owner
-- app.log_changes_of_assemblies() returns trigger: owner app_audit, security definer, called by app_audit
-- app.log_changes_of_bom_lines() returns trigger: owner app_audit, security definer, called by app_audit
-- app.log_changes_of_comments() returns trigger: owner app_audit, security definer, called by app_audit
-- app.log_changes_of_files() returns trigger: owner app_audit, security definer, called by app_audit
-- app.log_changes_of_locations() returns trigger: owner app_audit, security definer, called by app_audit
-- app.log_changes_of_parts() returns trigger: owner app_audit, security definer, called by app_audit
-- app.log_changes_of_products() returns trigger: owner app_audit, security definer, called by app_audit
-- app.log_changes_of_task_items() returns trigger: owner app_audit, security definer, called by app_audit
-- app.log_changes_of_task_reports() returns trigger: owner app_audit, security definer, called by app_audit
-- app.log_changes_of_task_templates() returns trigger: owner app_audit, security definer, called by app_audit
-- app.log_changes_of_tasks() returns trigger: owner app_audit, security definer, called by app_audit
-- app.log_changes_of_time_entries() returns trigger: owner app_audit, security definer, called by app_audit
-- app.log_changes_of_vendor_private() returns trigger: owner app_audit, security definer, called by app_audit
-- app.log_changes_of_vendors() returns trigger: owner app_audit, security definer, called by app_audit
-- app.log_comments() returns trigger: owner app_audit, security definer, called by app_audit
-- app.log_delete() returns trigger: owner app_audit, security definer, called by app_audit
-- app.log_digest(company uuid, change_set uuid) returns TABLE(digest text, entries integer): owner app_owner, called by app_auth, app_owner
-- app.log_files() returns trigger: owner app_audit, security definer, called by app_audit
-- app.log_insert() returns trigger: owner app_audit, security definer, called by app_audit
-- app.log_integration(company uuid, service text, known_as text, words text) returns void: owner app_audit, security definer, called by app_audit, app_rt
-- app.log_of_integration(company uuid, target uuid, known_as text, words text) returns void: owner app_audit, security definer, called by app_audit, app_auth
-- app.log_revaluations(lines app.stock_line[]) returns void: owner app_audit, called by app_audit
-- app.log_rows(IN target text, IN entity text): owner app_owner, called by app_owner
-- app.log_sop_update() returns trigger: owner app_audit, security definer, called by app_audit
-- app.log_task_items() returns trigger: owner app_audit, security definer, called by app_audit
-- app.log_task_reports() returns trigger: owner app_audit, security definer, called by app_audit
-- app.log_to_seal(company uuid, after_transaction bigint, after_set uuid) returns TABLE(change_set_id uuid, transaction_id bigint, digest text, entries integer): owner app_auth, security definer, called by app_auth, app_worker
-- app.log_webhook(company uuid, webhook uuid, known_as text, words text) returns void: owner app_audit, security definer, called by app_audit, app_rt
-- app.logged(value jsonb) returns text: owner app_owner, called by app_audit, app_owner
-- app.logged_table(IN target text, IN entity text): owner app_owner, called by app_owner
-- app.long_job(job uuid) returns app.context: owner app_auth, security definer, called by app_auth
-- app.long_job_lock(job uuid) returns integer: owner app_owner, called by app_auth, app_owner, app_rt
-- app.long_job_proof(job uuid) returns text: owner app_auth, security definer, called by app_auth
-- app.long_jobs_under_way() returns integer: owner app_auth, security definer, called by app_auth, app_rt
-- app.make_repeated_task(company uuid, template uuid, due date, made date, next date) returns uuid: owner app_auth, security definer, called by app_auth, app_worker
-- app.make_stage(IN stage text): owner app_stages, security definer, called by app_rt, app_stages
-- app.margin(price numeric, cost numeric) returns numeric: owner app_owner, called by app_audit, app_auth, app_owner, app_rt
-- app.margins(company uuid) returns TABLE(id uuid, margin numeric): owner app_owner, called by app_owner, app_rt
-- app.mark_days(companies uuid[], times timestamp with time zone[]) returns void: owner app_owner, called by app_auth, app_owner
-- app.mark_import() returns trigger: owner app_owner, called by app_owner, app_rt
-- app.mark_integration(company uuid, service text, marks jsonb) returns void: owner app_auth, security definer, called by app_auth, app_rt, app_worker
-- app.mark_removed(e time_entries, is_removal boolean, why text, proposal uuid) returns void: owner app_auth, security definer, called by app_auth
-- app.mark_sales() returns trigger: owner app_auth, security definer, called by app_auth
-- app.mark_taken_out(company uuid, tasks uuid[]) returns void: owner app_auth, security definer, called by app_auth, app_rt
-- app.max_buildable(company uuid) returns TABLE(id uuid, buildable bigint): owner app_owner, called by app_auth, app_owner, app_rt
-- app.may(asked_action text) returns boolean: owner app_auth, security definer, called by app_audit, app_auth, app_rt, app_worker
-- app.may_attach(files files) returns boolean: owner app_owner, called by app_owner, app_rt
-- app.may_sign_in(person uuid) returns boolean: owner app_auth, security definer, called by app_auth
-- app.mean_margin(company uuid) returns TABLE(products bigint, mean numeric, costless bigint): owner app_owner, called by app_auth, app_owner, app_rt
-- app.metrics() returns TABLE(jobs_waiting bigint, jobs_running bigint, jobs_failed bigint, job_delay double precision, schedules_at double precision, oldest_backup_at double precision, exported_at double precision, drilled_at double precision, copied_at double precision, archived_at double precision, oldest_contact_at double precision): owner app_auth, security definer, called by app_auth, app_rt
-- app.move_integration(company uuid, service text, to_company uuid, remains text, known_as text) returns TABLE(id uuid, company_name text): owner app_auth, security definer, called by app_auth, app_rt
-- app.move_lines() returns trigger: owner app_auth, security definer, called by app_auth
-- app.move_stock() returns trigger: owner app_audit, security definer, called by app_audit
-- app.moves_stock() returns boolean: owner app_owner, called by app_audit, app_auth, app_owner, app_rt, app_worker
-- app.name_movements(lines text) returns void: owner app_owner, called by app_owner, app_rt, app_worker
-- app.name_person(person uuid, names jsonb, address text) returns boolean: owner app_auth, security definer, called by app_auth, app_rt
-- app.newest_log_block(company uuid) returns jsonb: owner app_auth, security definer, called by app_auth, app_worker
-- app.note_block() returns trigger: owner app_owner, called by app_owner, app_rt, app_worker
-- app.note_calendar_task() returns trigger: owner app_auth, security definer, called by app_auth
-- app.note_completion() returns trigger: owner app_auth, security definer, called by app_auth
-- app.note_stock() returns trigger: owner app_owner, called by app_audit, app_auth, app_owner, app_rt, app_worker
-- app.notice_access_asked() returns trigger: owner app_auth, security definer, called by app_auth
-- app.notice_access_decided() returns trigger: owner app_auth, security definer, called by app_auth
-- app.notice_low_parts() returns trigger: owner app_auth, security definer, called by app_auth
-- app.notice_role_changed() returns trigger: owner app_auth, security definer, called by app_auth
-- app.notice_sync_failed() returns trigger: owner app_auth, security definer, called by app_auth
-- app.notify_people(company uuid, topic text, entity text, record uuid, params jsonb, people uuid[], may text) returns void: owner app_auth, security definer, called by app_auth, app_rt, app_worker
-- app.one_break_seconds(breaks tstzmultirange, from_at timestamp with time zone, to_at timestamp with time zone) returns numeric: owner app_owner, called by app_auth, app_owner, app_rt, app_worker
-- app.open_change_set() returns uuid: owner app_owner, called by app_audit, app_auth, app_owner, app_rt
-- app.open_integration(company uuid, service text) returns TABLE(field text, sealed text, expires_at timestamp with time zone): owner app_auth, security definer, called by app_auth, app_rt, app_worker
-- app.open_password_reset(typed_email text, new_hash text, minutes integer, OUT email text, OUT first_name text) returns SETOF record: owner app_auth, security definer, called by app_auth, app_worker
-- app.open_session(person uuid, new_hash text, agent text, address text, detail jsonb) returns void: owner app_auth, security definer, called by app_auth
-- app.open_stock() returns trigger: owner app_audit, security definer, called by app_audit
-- app.open_webhook(company uuid, webhook uuid) returns TABLE(sealed text): owner app_auth, security definer, called by app_auth, app_rt, app_worker
-- app.operator_table(IN target text, IN needed text): owner app_owner, called by app_owner
-- app.opposites(companies uuid[], items uuid[], change_set uuid) returns TABLE(company_id uuid, item_id uuid, number bigint, quantity numeric, reason text, reverses bigint, location_id uuid, lot_number text): owner app_owner, called by app_audit, app_owner, app_rt
-- app.order_key(written text) returns text: owner app_owner, called by app_owner, app_rt, app_worker
-- app.own_entry(company uuid, entry uuid) returns time_entries: owner app_owner, called by app_auth, app_owner
-- app.own_password(OUT person uuid, OUT version uuid, OUT sealed_hash text, OUT companies text[]) returns SETOF record: owner app_auth, security definer, called by app_auth, app_rt
-- app.owned_table(IN target text, IN entity text, IN label text, IN story text): owner app_owner, called by app_owner
-- app.parts_on_day(company uuid, day date) returns TABLE(id uuid, part_number text, name text, stock_level numeric, cost numeric): owner app_owner, called by app_owner, app_rt
-- app.password_of(typed_email text, OUT person uuid, OUT version uuid, OUT sealed_hash text) returns SETOF record: owner app_auth, security definer, called by app_auth, app_rt
-- app.password_reset_of(link_hash text, OUT person uuid, OUT email text, OUT first_name text, OUT last_name text, OUT companies text[]) returns SETOF record: owner app_auth, security definer, called by app_auth, app_rt
-- app.person_is_at(person uuid, expected integer) returns boolean: owner app_auth, security definer, called by app_auth, app_rt
-- app.person_to_change(person uuid) returns SETOF profiles: owner app_auth, security definer, called by app_auth
-- app.place_of(company uuid, item uuid, location uuid) returns uuid: owner app_owner, called by app_audit, app_owner, app_rt, app_worker
-- app.place_sop() returns trigger: owner app_auth, security definer, called by app_auth
-- app.places_around(company uuid, location uuid) returns text[]: owner app_owner, called by app_auth, app_owner, app_rt
-- app.places_inside(company uuid, locations uuid[]) returns TABLE(location_id uuid, inner_id uuid): owner app_owner, called by app_owner, app_rt
-- app.post_costs(companies uuid[], items uuid[], costs numeric[]) returns void: owner app_audit, called by app_audit
-- app.post_differences(type_of_item text, companies uuid[], items uuid[], quantities numeric[], named jsonb) returns void: owner app_audit, called by app_audit
-- app.post_in_turns(lines app.stock_line[]) returns void: owner app_audit, called by app_audit
-- app.post_movements(lines app.stock_line[]) returns void: owner app_audit, called by app_audit
-- app.pre_authorise_operator(new_email text) returns text: owner app_auth, security definer, called by app_auth
-- app.pressed_at(company uuid, held integer) returns timestamp with time zone: owner app_auth, security definer, called by app_auth
-- app.propose_time(company uuid, entry uuid, proposed text, new_start timestamp with time zone, new_end timestamp with time zone, new_breaks tstzmultirange, new_text text, why text) returns uuid: owner app_auth, security definer, called by app_auth, app_rt
-- app.prove_link(company uuid, file uuid, expires bigint) returns text: owner app_auth, security definer, called by app_auth, app_rt
-- app.prove_long_job(job uuid) returns text: owner app_auth, security definer, called by app_auth, app_worker
-- app.prune_integration_calls(take integer) returns bigint: owner app_auth, security definer, called by app_auth, app_rt
-- app.prune_security_events(take integer) returns bigint: owner app_auth, security definer, called by app_auth, app_rt
-- app.publish_sop() returns trigger: owner app_auth, security definer, called by app_auth
-- app.quantity_text(quantity numeric, unit text) returns text: owner app_owner, called by app_audit, app_owner, app_rt, app_worker
-- app.queue_calendar_event(company uuid, task uuid) returns boolean: owner app_auth, security definer, called by app_auth, app_rt, app_worker
-- app.reach(asked_action text) returns text: owner app_auth, security definer, called by app_audit, app_auth, app_rt, app_worker
-- app.reach_of(role text, action text) returns text: owner app_owner, called by app_auth, app_owner
-- app.reaches_all(asked_action text) returns boolean: owner app_auth, security definer, called by app_audit, app_auth, app_rt, app_worker
-- app.readers_of(company uuid, kind text, record uuid) returns TABLE(user_id uuid): owner app_auth, security definer, called by app_auth, app_rt
-- app.rebuild_revenue(company uuid) returns void: owner app_auth, security definer, called by app_auth
-- app.rebuild_units_sold(company uuid) returns void: owner app_auth, security definer, called by app_auth
-- app.record_integration_call(company uuid, service text, operation text, status text, http_status integer, message text, details jsonb, duration_ms integer, quota text) returns void: owner app_auth, security definer, called by app_auth, app_rt, app_worker
-- app.record_security_event(kind text, detail jsonb, address text) returns void: owner app_auth, security definer, called by app_auth, app_rt
-- app.references_of(types text[]) returns TABLE(entity_type text, refers name, other_table text, other_type text, exists_by text): owner app_owner, called by app_owner, app_rt
-- app.refresh_statistics(tables text[]) returns void: owner app_auth, security definer, called by app_auth, app_rt
-- app.refusals(verb text, types text[], company uuid, target_set uuid, ids uuid[]) returns jsonb: owner app_owner, called by app_owner, app_rt
-- app.refuse_change() returns trigger: owner app_owner, called by app_owner, app_rt
-- app.refuse_own_by_token(person uuid) returns void: owner app_auth, security definer, called by app_auth
-- app.remove_access(person uuid, address text) returns boolean: owner app_auth, security definer, called by app_auth, app_rt
-- app.remove_lines() returns trigger: owner app_auth, security definer, called by app_auth
-- app.remove_person(person uuid, address text) returns boolean: owner app_auth, security definer, called by app_auth, app_rt
-- app.remove_time_entry(company uuid, entry uuid, is_removal boolean, why text) returns boolean: owner app_auth, security definer, called by app_auth, app_rt
-- app.renew_file_policies(): owner app_owner, called by app_owner
-- app.report_begun() returns trigger: owner app_owner, called by app_owner, app_rt
-- app.report_task(company uuid, task uuid, what text, words text, pictures uuid[]) returns TABLE(outcome text, report_id uuid): owner app_auth, security definer, called by app_auth, app_rt
-- app.request_access(from_issuer text, from_subject text, from_email text, full_name text, managed boolean) returns void: owner app_auth, security definer, called by app_auth
-- app.reset_link(person uuid, address text) returns boolean: owner app_auth, security definer, called by app_auth, app_rt
-- app.restore_obstacles(company uuid, logs bigint[]) returns TABLE(root_id bigint, reason text, entity_type text, entity_id uuid, entity_name text, entity_number text, other_log bigint): owner app_owner, called by app_owner, app_rt
-- app.return_obstacles(company uuid, logs bigint[], roots bigint[]) returns TABLE(log_id bigint, root_id bigint, code text, entity_type text, entity_id uuid, entity_name text, entity_number text, other_log bigint): owner app_owner, called by app_owner, app_rt
-- app.return_rows(t app.tenant_tables, company uuid, logs bigint[], earlier jsonb DEFAULT '{}'::jsonb) returns void: owner app_owner, called by app_owner, app_rt
-- app.returned_since(company uuid, target_set uuid, is_first boolean, types text[]) returns jsonb: owner app_owner, called by app_owner, app_rt
-- app.returning(company uuid, target_set uuid, is_first boolean) returns TABLE(entity_type text, entity_id uuid, log_id bigint, root_id bigint): owner app_owner, called by app_owner, app_rt
-- app.revalue_stock() returns trigger: owner app_audit, security definer, called by app_audit
-- app.reversals_of(company uuid, item uuid, movement bigint, OUT newest bigint, OUT is_reversed boolean) returns record: owner app_owner, called by app_audit, app_owner, app_rt
-- app.reversed_by_hand(company uuid, items uuid[], change_set uuid) returns SETOF uuid: owner app_owner, called by app_owner, app_rt
-- app.revise_time_entry(company uuid, entry uuid, edited_version integer, new_start timestamp with time zone, new_end timestamp with time zone, new_breaks tstzmultirange, new_text text, why text) returns text: owner app_auth, security definer, called by app_auth, app_rt
-- app.roll_webhook_secret(company uuid, webhook uuid, new_sealed text) returns boolean: owner app_auth, security definer, called by app_auth, app_rt
-- app.rolled_up_costs(company uuid) returns TABLE(id uuid, cost numeric): owner app_owner, called by app_auth, app_owner, app_rt
-- app.rolled_up_costs_of(company uuid, items uuid[]) returns TABLE(id uuid, cost numeric): owner app_owner, called by app_audit, app_auth, app_owner, app_rt
-- app.sales_on_days(company uuid, days date[]) returns TABLE(day date, orders bigint, revenue numeric): owner app_owner, called by app_auth, app_owner
-- app.save_integration_secrets(company uuid, service text, secrets jsonb, are_typed boolean) returns void: owner app_auth, security definer, called by app_auth, app_rt, app_worker
-- app.scope() returns uuid[]: owner app_owner, called by app_audit, app_auth, app_owner, app_rt, app_worker
-- app.scope_for(asked_action text) returns uuid[]: owner app_auth, security definer, called by app_audit, app_auth, app_rt, app_worker
-- app.scope_of_calls() returns uuid[]: owner app_auth, security definer, called by app_auth
-- app.scope_with_firm(asked_action text, firm_action text) returns uuid[]: owner app_owner, called by app_audit, app_auth, app_owner, app_rt, app_worker
-- app.seal(body text) returns text: owner app_auth, security definer, called by app_auth
-- app.search_page(target text, company uuid, words text[], starts text[], said text, filters jsonb, sort text, descending boolean, skip integer, take integer, cap integer, OUT ids uuid[], OUT hits bigint) returns record: owner app_auth, security definer, called by app_auth, app_rt
-- app.searchable(written text) returns text: owner app_owner, called by app_audit, app_auth, app_owner, app_rt, app_worker
-- app.sees_parent(files files) returns boolean: owner app_owner, called by app_owner, app_rt
-- app.send_home(companies uuid[], items uuid[]) returns void: owner app_audit, security definer, called by app_audit, app_auth, app_rt
-- app.set_access(person uuid, wanted_role text, wanted_company uuid, address text) returns boolean: owner app_auth, security definer, called by app_auth, app_rt
-- app.set_fields_back(t app.tenant_tables, company uuid, target_set uuid, ids uuid[]) returns jsonb: owner app_owner, called by app_owner, app_rt
-- app.set_password_by_link(link_hash text, sealed text, address text) returns boolean: owner app_auth, security definer, called by app_auth, app_rt
-- app.set_records(company uuid, target_set uuid) returns TABLE(entity_type text, entity_id uuid, owner_id uuid, was_made boolean, was_deleted boolean, last_id bigint, deletion bigint): owner app_owner, called by app_owner, app_rt
-- app.set_rows_back(t app.tenant_tables, company uuid, target_set uuid, ids uuid[]) returns void: owner app_owner, called by app_owner, app_rt
-- app.set_updated_at() returns trigger: owner app_owner, called by app_owner, app_rt
-- app.settle() returns trigger: owner app_auth, security definer, called by app_auth
-- app.settle_breaks() returns trigger: owner app_auth, security definer, called by app_auth
-- app.settle_change_set() returns trigger: owner app_audit, security definer, called by app_audit
-- app.settle_feed() returns void: owner app_owner, called by app_owner
-- app.settle_items() returns trigger: owner app_owner, called by app_auth, app_owner, app_rt
-- app.settle_notices(company uuid, topics text[], entity text, record uuid, person uuid) returns void: owner app_auth, security definer, called by app_auth
-- app.settle_proposal() returns trigger: owner app_auth, security definer, called by app_auth
-- app.shortage(company uuid, item uuid, location uuid, lot text, quantity numeric) returns text: owner app_audit, called by app_audit
-- app.shown_name(person uuid) returns text: owner app_auth, security definer, called by app_auth, app_rt
-- app.shown_names(people uuid[]) returns TABLE(id uuid, name text): owner app_auth, security definer, called by app_auth, app_rt
-- app.sign_in(from_issuer text, from_subject text, from_email text, given_name text, family_name text, full_name text, is_managed boolean, new_hash text, old_hash text, agent text, address text) returns text: owner app_auth, security definer, called by app_auth, app_rt
-- app.sign_in_by_password(person uuid, seen uuid, new_hash text, old_hash text, agent text, address text) returns boolean: owner app_auth, security definer, called by app_auth, app_rt
-- app.sop_exists(sop uuid) returns boolean: owner app_auth, security definer, called by app_audit, app_auth, app_rt, app_worker
-- app.sop_hits(company uuid, words text, pattern text, cap integer, ranks boolean) returns TABLE(id uuid, rank real): owner app_auth, security definer, called by app_auth, app_rt
-- app.sop_reading_counts(sop uuid) returns TABLE(company_id uuid, name text, people bigint, readers bigint): owner app_auth, security definer, called by app_auth, app_rt
-- app.sop_uses(sop uuid) returns TABLE(type text, id uuid, name text): owner app_auth, security definer, called by app_auth, app_rt
-- app.sops_for_backup() returns TABLE(id uuid, company_id uuid): owner app_auth, security definer, called by app_auth, app_worker
-- app.sops_with_words(within uuid[], query tsquery, pattern text, ranks boolean) returns TABLE(id uuid, company_id uuid, visibility text, status text, head real): owner app_owner, called by app_auth, app_owner
-- app.standing_events(company uuid) returns TABLE(task_id uuid, calendar_id text, generation integer): owner app_auth, security definer, called by app_auth, app_rt
-- app.stock_at(company uuid, moment timestamp with time zone) returns TABLE(item_id uuid, item_type text, on_hand numeric, value numeric): owner app_owner, called by app_owner, app_rt
-- app.stock_differences(company uuid) returns TABLE(item_id uuid, number text, fault text): owner app_owner, called by app_owner, app_worker
-- app.stock_line(company uuid, item_type text, item uuid, quantity numeric, reason text, unit_cost numeric DEFAULT NULL::numeric, note text DEFAULT NULL::text, reverses bigint DEFAULT NULL::bigint, action uuid DEFAULT NULL::uuid, arrived_on date DEFAULT NULL::date, location uuid DEFAULT NULL::uuid, lot text DEFAULT NULL::text) returns app.stock_line: owner app_audit, called by app_audit
-- app.stock_on_day(company uuid, day date) returns TABLE(id uuid, item_type text, part_number text, name text, unit text, stock_level numeric, cost numeric, value numeric): owner app_owner, called by app_owner, app_rt
-- app.stock_value_on_days(company uuid, days date[]) returns TABLE(day date, value numeric): owner app_owner, called by app_auth, app_owner
-- app.stop_sync(company uuid, service text, why text) returns void: owner app_auth, security definer, called by app_auth, app_rt
-- app.stop_sync_of(company uuid, target uuid, why text) returns void: owner app_auth, security definer, called by app_auth
-- app.store_mark() returns TABLE(installation text, database text): owner app_auth, security definer, called by app_auth, app_rt, app_worker
-- app.store_product_key(link text) returns text: owner app_owner, called by app_owner, app_rt
-- app.store_reach(company uuid) returns TABLE(currency text, has_all_orders boolean, is_connected boolean, read_at timestamp with time zone, orders_since timestamp with time zone): owner app_auth, security definer, called by app_auth, app_rt
-- app.store_table(IN target text, IN readable_by text DEFAULT 'revenue.read'::text): owner app_owner, called by app_owner
-- app.subject_of(company uuid, entity text, record uuid) returns text: owner app_owner, called by app_owner, app_rt
-- app.sum_lines() returns trigger: owner app_auth, security definer, called by app_auth
-- app.sum_orders() returns trigger: owner app_auth, security definer, called by app_auth
-- app.sums_of(IN named name, IN body text, IN plus text, IN minus text): owner app_owner, called by app_owner
-- app.supersede_proposals(company uuid, entry uuid, but uuid) returns void: owner app_auth, security definer, called by app_auth
-- app.sweep() returns TABLE(what text, gone bigint): owner app_auth, security definer, called by app_auth, app_rt
-- app.take_back_report(company uuid, task uuid, report uuid) returns text: owner app_auth, security definer, called by app_auth, app_rt
-- app.take_break(company uuid, entry uuid, is_start boolean, held integer) returns boolean: owner app_auth, security definer, called by app_auth, app_rt
-- app.take_consent(service text, hash text) returns TABLE(company_id uuid, sealed_verifier text, redirect_uri text): owner app_auth, security definer, called by app_auth, app_rt
-- app.take_due_digests() returns TABLE(company_id uuid, user_id uuid, day date): owner app_auth, security definer, called by app_auth, app_worker
-- app.take_stock_back(t app.tenant_tables, company uuid, target_set uuid, ids uuid[]) returns jsonb: owner app_owner, called by app_owner, app_rt
-- app.take_turn(person uuid) returns void: owner app_owner, called by app_auth, app_owner
-- app.take_webhook(integration uuid, webhook text, topic text, record_kind text, record_id bigint, is_deleted boolean) returns boolean: owner app_auth, security definer, called by app_auth, app_rt
-- app.taken_keys(t app.tenant_tables, company uuid, logs bigint[], roots bigint[], unique_index regclass, key_count integer) returns TABLE(log_id bigint, root_id bigint, code text, entity_type text, entity_id uuid, entity_name text, entity_number text, other_log bigint): owner app_owner, called by app_owner, app_rt
-- app.taken_store_links(company uuid, logs bigint[], roots bigint[]) returns TABLE(log_id bigint, root_id bigint, code text, entity_type text, entity_id uuid, entity_name text, entity_number text, other_log bigint): owner app_owner, called by app_owner, app_rt
-- app.task_hits(company uuid, words text[], starts text[], cap integer, OUT ids uuid[], OUT is_beginning boolean) returns record: owner app_auth, security definer, called by app_auth, app_rt
-- app.task_waits_for(company uuid, waiting uuid, other uuid) returns boolean: owner app_auth, security definer, called by app_auth, app_rt, app_worker
-- app.tasks_about(company uuid, record uuid) returns SETOF uuid: owner app_auth, security definer, called by app_auth, app_rt
-- app.tasks_on_days(company uuid, days date[]) returns TABLE(day date, open_tasks bigint, overdue_tasks bigint, blocked_tasks bigint): owner app_owner, called by app_auth, app_owner
-- app.tasks_reported(company uuid, what text) returns SETOF uuid: owner app_auth, security definer, called by app_auth, app_rt
-- app.tell(news text) returns void: owner app_owner, called by app_audit, app_auth, app_owner, app_rt, app_worker
-- app.tenant_table(IN target text, IN entity text, IN readable_by text, IN writable_by text, IN undo_order integer, IN comes_first boolean DEFAULT false, IN is_listed boolean DEFAULT true, IN number_column text DEFAULT NULL::text, IN search_columns text[] DEFAULT '{}'::text[], IN sort_expressions jsonb DEFAULT '{}'::jsonb, IN owner_column text DEFAULT NULL::text, IN loose_references jsonb DEFAULT '{}'::jsonb, IN rules text[] DEFAULT '{}'::text[], IN log_actions jsonb DEFAULT '{}'::jsonb, IN ledger_column name DEFAULT NULL::name, IN for_jobs text DEFAULT 'select'::text, IN marked text DEFAULT 'false'::text, IN at_cost text DEFAULT '0'::text, IN at_retail text DEFAULT '0'::text, IN margin text DEFAULT 'null::numeric'::text): owner app_owner, called by app_owner
-- app.tick_item() returns trigger: owner app_owner, called by app_owner, app_rt
-- app.today_in(company uuid) returns date: owner app_auth, security definer, called by app_auth, app_rt, app_worker
-- app.touch_bom_parents() returns trigger: owner app_owner, called by app_owner, app_rt
-- app.touch_session(session uuid, from_address text DEFAULT NULL::text) returns void: owner app_auth, security definer, called by app_audit, app_auth, app_rt, app_worker
-- app.touches_since(company uuid, target_set uuid, after_id bigint) returns TABLE(entity_id uuid, last_id bigint): owner app_owner, called by app_owner, app_rt
-- app.undo_change_set(company uuid, target_set uuid) returns TABLE(entity_type text, entity_id uuid, entity_name text, field text, code text, params jsonb): owner app_owner, called by app_owner, app_rt
-- app.undo_changed(company uuid, target_set uuid) returns jsonb: owner app_owner, called by app_owner, app_rt
-- app.undo_deleted(company uuid, target_set uuid, is_first boolean) returns jsonb: owner app_owner, called by app_owner, app_rt
-- app.undo_in_halves(verb text, t app.tenant_tables, company uuid, target_set uuid, ids uuid[]) returns jsonb: owner app_owner, called by app_owner, app_rt
-- app.undo_made(company uuid, target_set uuid, is_last boolean) returns jsonb: owner app_owner, called by app_owner, app_rt
-- app.undo_replaced(t app.tenant_tables, company uuid, target_set uuid) returns jsonb: owner app_owner, called by app_owner, app_rt
-- app.undo_rows(verb text, t app.tenant_tables, company uuid, target_set uuid, ids uuid[]) returns jsonb: owner app_owner, called by app_owner, app_rt
-- app.undoable_table(IN target text, IN entity text, IN writable_by text, IN undo_order integer, IN comes_first boolean DEFAULT false, IN is_listed boolean DEFAULT true, IN number_column text DEFAULT NULL::text, IN search_columns text[] DEFAULT '{}'::text[], IN sort_expressions jsonb DEFAULT '{}'::jsonb, IN owner_column text DEFAULT NULL::text, IN loose_references jsonb DEFAULT '{}'::jsonb, IN exists_by text DEFAULT NULL::text, IN rules text[] DEFAULT '{}'::text[], IN log_actions jsonb DEFAULT '{}'::jsonb, IN ledger_column name DEFAULT NULL::name): owner app_owner, called by app_owner
-- app.unknown_subject(company uuid, part uuid, assembly uuid, product uuid, sop uuid) returns text: owner app_owner, called by app_auth, app_owner, app_rt
-- app.unlock_period(company uuid, lock uuid, why text) returns boolean: owner app_auth, security definer, called by app_auth, app_rt
-- app.unnamed_backups(keys text[]) returns TABLE(key text, was_removed boolean): owner app_auth, security definer, called by app_auth, app_rt
-- app.unnamed_files(keys text[]) returns TABLE(key text, was_removed boolean): owner app_auth, security definer, called by app_auth, app_rt
-- app.unpriced_products(company uuid) returns TABLE(id uuid, retail_price numeric, cost numeric): owner app_owner, called by app_auth, app_owner, app_rt
-- app.unrestorable_records(company uuid, target_set uuid, types text[], ids uuid[], logs bigint[], roots bigint[]) returns jsonb: owner app_owner, called by app_owner, app_rt
-- app.urgency(stock numeric, threshold numeric) returns double precision[]: owner app_owner, called by app_auth, app_owner, app_rt
-- app.use_attempt(state_digest text) returns boolean: owner app_auth, security definer, called by app_auth, app_rt
-- app.used_among(company uuid, ids uuid[], types text[]) returns SETOF uuid: owner app_owner, called by app_owner, app_rt
-- app.user_id() returns uuid: owner app_owner, called by app_audit, app_auth, app_owner, app_rt, app_worker
-- app.value_back(on_hand numeric, worth numeric, average numeric, quantity numeric, taken numeric) returns numeric: owner app_audit, called by app_audit
-- app.value_moved(on_hand numeric, worth numeric, average numeric, quantity numeric, unit_cost numeric) returns numeric: owner app_audit, called by app_audit
-- app.value_without(company uuid, item uuid, receipt bigint) returns numeric: owner app_audit, called by app_audit
-- app.values_before(t app.tenant_tables, company uuid, target_set uuid, ids uuid[]) returns jsonb: owner app_owner, called by app_owner, app_rt
-- app.waiting_jobs() returns bigint: owner app_auth, security definer, called by app_auth, app_rt
-- app.wake_sync(company uuid, run uuid, queue text) returns boolean: owner app_auth, security definer, called by app_auth, app_rt
-- app.watch_homes() returns void: owner app_owner, called by app_audit, app_auth, app_owner, app_rt, app_worker
-- app.webhook_page(company uuid, webhook uuid, take integer) returns TABLE(transaction_id bigint, change_set_id uuid, log_id bigint, entity_type text, entity_id uuid, record_type text, record_id uuid, action text, user_id uuid, created_at timestamp with time zone): owner app_auth, security definer, called by app_auth, app_worker
-- app.webhook_target(integration uuid) returns TABLE(company_id uuid, domain text, field text, sealed text): owner app_auth, security definer, called by app_auth, app_rt
-- app.webhook_wants(company uuid, webhook uuid, change_set uuid) returns boolean: owner app_auth, security definer, called by app_auth, app_worker
-- app.webhooks_due() returns TABLE(company_id uuid, webhook_id uuid): owner app_auth, security definer, called by app_auth, app_worker
-- app.what_can_go(company uuid, made uuid[], owners uuid[], staying uuid[], types text[]) returns uuid[]: owner app_owner, called by app_owner, app_rt
-- app.where_used(company uuid, item uuid, most integer) returns TABLE(type text, id uuid, number text, name text, level integer, quantity numeric, total bigint): owner app_auth, security definer, called by app_auth, app_rt
-- app.wipe_integration(company uuid, target uuid, service text, why text) returns void: owner app_auth, security definer, called by app_auth
-- app.with_lot(line app.stock_line) returns app.stock_line: owner app_audit, called by app_audit
-- app.withdraw_proposal(company uuid, proposal uuid) returns boolean: owner app_auth, security definer, called by app_auth, app_rt
-- app.withdraw_report_notice() returns trigger: owner app_auth, security definer, called by app_auth
-- app.within(action text) returns text: owner app_owner, called by app_owner
-- app.word_begins(written text) returns text: owner app_owner, called by app_auth, app_owner, app_rt
-- app.worked_seconds(started timestamp with time zone, ended timestamp with time zone, breaks tstzmultirange, running_since timestamp with time zone, are_paid boolean, from_at timestamp with time zone, to_at timestamp with time zone) returns bigint: owner app_owner, called by app_auth, app_owner, app_rt, app_worker
-- app.write_company_days(company uuid) returns integer: owner app_owner, called by app_auth, app_owner
-- app.write_matrix(): owner app_owner, called by app_owner
-- app.write_notices(company uuid, topic text, entity text, record uuid, params jsonb, people uuid[], may text) returns void: owner app_auth, security definer, called by app_auth
-- app.write_sales(company uuid) returns integer: owner app_owner, called by app_auth, app_owner
