-- The SOP library. A SOP of the SBR firm is read by everybody (sbr_public, published) or by the firm's operators (sbr_only), so
-- it has a fence of its own instead of app.tenant_table.
create table sops (
  id uuid not null default uuidv7(),
  company_id uuid not null references companies,
  title text collate app.natural not null default 'Untitled SOP' check (title <> ''),
  description text,
  visibility text not null default 'company' check (visibility in ('sbr_only', 'sbr_public', 'company')),
  type text not null default 'other' check (type in ('inventory', 'task', 'form', 'process', 'safety', 'other')),
  stage text not null default 'other' check (stage in ('intake', 'turnaround', 'fulfillment', 'delivery', 'support', 'other')),
  status text not null default 'published' check (status in ('draft', 'published')),
  content text,
  video_url text,
  created_by uuid, -- whoever asks, by default (routines/30-sops.sql)
  home_company_id uuid references companies, -- where it was a company's own SOP last: an undo brings it back there
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  entity_name text not null generated always as (title) stored,
  search_text text not null generated always as (lower(title || chr(10) || coalesce(description, ''))) stored,
  primary key (company_id, id),
  unique (id) -- a SOP that moved to the firm cannot be there a second time
) with (fillfactor = 85);
create index sops_created on sops (company_id, created_at desc, id);
create index sops_title on sops (company_id, title, id);
