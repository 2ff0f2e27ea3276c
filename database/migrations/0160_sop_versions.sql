-- Every publishing of a SOP is a version, and people confirm which version they have read (decision 0135). Without a foreign key to sops:
-- a SOP moves between companies, and its versions and readings outlive a deletion that is undone.
create table sop_versions (
  company_id uuid not null references companies, -- where the SOP lay when it was published
  sop_id uuid not null,
  number int not null check (number > 0),
  title text not null,
  description text,
  content text,
  video_url text,
  visibility text not null check (visibility in ('sbr_only', 'sbr_public', 'company')),
  note text, -- what changed, in the words of whoever published
  asks_again boolean not null, -- people who read an earlier version have to read this one
  published_by uuid,
  published_at timestamptz not null default now(),
  primary key (company_id, sop_id, number),
  unique (sop_id, number)
);

create table sop_readings (
  company_id uuid not null references companies, -- the company of the reader
  sop_id uuid not null,
  user_id uuid not null references profiles,
  version int not null check (version > 0),
  read_at timestamptz not null default now(),
  primary key (company_id, sop_id, user_id, version)
);

alter table sops add column review_on date;

insert into sop_versions (company_id, sop_id, number, title, description, content, video_url, visibility, asks_again, published_by, published_at)
select company_id, id, 1, title, description, content, video_url, visibility, true, created_by, updated_at
from sops where status = 'published';
