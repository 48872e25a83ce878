-- Hiring: what is wanted and who said yes to it, postings and what they ask, applications with their history, scores and offers.

-- A posting waits for its day, pauses, and is put away.
alter table job_postings drop constraint job_postings_status_check;
insert into status_edges (machine, from_status, to_status) values ('job-posting', 'open', 'published');
update job_postings set status = 'published' where status = 'open';
delete from status_edges where machine = 'job-posting';
alter table job_postings add constraint job_postings_status_check
  check (status in ('draft', 'scheduled', 'published', 'paused', 'closed', 'archived'));
insert into status_edges (machine, from_status, to_status) values
  ('job-posting', 'draft', 'scheduled'), ('job-posting', 'scheduled', 'draft'),
  ('job-posting', 'draft', 'published'), ('job-posting', 'scheduled', 'published'),
  ('job-posting', 'published', 'paused'), ('job-posting', 'paused', 'published'),
  ('job-posting', 'published', 'closed'), ('job-posting', 'paused', 'closed'),
  ('job-posting', 'closed', 'published'),
  ('job-posting', 'draft', 'archived'), ('job-posting', 'closed', 'archived');

-- Somebody asks for a position, somebody else says yes.
create table job_requisitions (
  id text primary key,
  status text not null default 'draft' check (status in ('draft', 'approval', 'approved', 'on_hold', 'filled', 'cancelled')),
  version integer not null default 1,
  title text not null,
  department text not null check (department in ('travel', 'visas', 'technology', 'product', 'finance')),
  place text not null check (place in ('dubai', 'abu-dhabi', 'manila')),
  employment text not null check (employment in ('full-time', 'part-time', 'contract')),
  positions integer not null check (positions between 1 and 50),
  reason text not null,
  -- What a month may cost, in minor units of AED.
  salary_least bigint check (salary_least >= 0),
  salary_most bigint,
  needed_by date,
  asked_by text not null,
  -- Who leads the team it is for.
  lead_id text,
  decided_by text,
  decided_at timestamptz,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  check ((salary_least is null) = (salary_most is null) and salary_most >= salary_least),
  check (status <> 'approved' or (decided_by is not null and decided_by <> asked_by))
);
create index job_requisitions_by_status on job_requisitions (status, changed_at desc);
insert into status_edges (machine, from_status, to_status) values
  ('job-requisition', 'draft', 'approval'), ('job-requisition', 'approval', 'draft'),
  ('job-requisition', 'approval', 'approved'),
  ('job-requisition', 'approved', 'on_hold'), ('job-requisition', 'on_hold', 'approved'),
  ('job-requisition', 'approved', 'filled'),
  ('job-requisition', 'draft', 'cancelled'), ('job-requisition', 'approval', 'cancelled'),
  ('job-requisition', 'approved', 'cancelled'), ('job-requisition', 'on_hold', 'cancelled');
create trigger job_requisitions_edges before update on job_requisitions for each row execute function refuse_undeclared_edge('job-requisition');

create table job_requisition_events (
  requisition_id text not null references job_requisitions (id),
  version integer not null,
  event text not null,
  actor text not null,
  reason text,
  at timestamptz not null,
  primary key (requisition_id, version)
);
create trigger job_requisition_events_append_only before update or delete on job_requisition_events for each row execute function refuse_change();

alter table job_postings
  add column requisition_id text references job_requisitions (id),
  -- Told on the page, in minor units of its currency; null is told as nothing.
  add column salary_least bigint check (salary_least >= 0),
  add column salary_most bigint,
  add column salary_currency text check (salary_currency in ('AED', 'PHP')),
  add column salary_period text check (salary_period in ('month', 'year')),
  -- We see to the residence visa of whoever needs one.
  add column visa_support boolean not null default true,
  -- Names and photographs stay covered until somebody is shortlisted.
  add column blind boolean not null default false,
  -- Working days that each step usually takes: the first look, the talks, the offer.
  add column step_days integer[] not null default '{5,10,5}',
  add column publish_at timestamptz,
  add column written_by text,
  add column published_by text,
  add constraint job_postings_salary check (
    (salary_least is null) = (salary_most is null) and salary_most >= salary_least
    and (salary_least is null) = (salary_currency is null) and (salary_least is null) = (salary_period is null)
  ),
  add constraint job_postings_steps check (cardinality(step_days) = 3),
  add constraint job_postings_schedule check ((status = 'scheduled') <= (publish_at is not null));
alter table job_posting_words add column extras text[] not null default '{}';

create table job_posting_events (
  posting_id text not null references job_postings (id),
  version integer not null,
  event text not null,
  actor text not null,
  at timestamptz not null,
  primary key (posting_id, version)
);
create trigger job_posting_events_append_only before update or delete on job_posting_events for each row execute function refuse_change();

create table job_questions (
  id text primary key,
  posting_id text not null references job_postings (id),
  position integer not null,
  kind text not null check (kind in ('yes-no', 'number', 'text')),
  required boolean not null,
  -- What we need: yes or no, or at least this number. Shown to recruiters beside the answer; it rejects nobody.
  wanted text check (wanted is null or (kind = 'yes-no' and wanted in ('yes', 'no')) or (kind = 'number' and wanted ~ '^[0-9]{1,4}$')),
  -- By language.
  words jsonb not null,
  unique (posting_id, position)
);

create table job_criteria (
  id text primary key,
  posting_id text not null references job_postings (id),
  position integer not null,
  name text not null,
  weight integer not null check (weight between 1 and 5),
  unique (posting_id, position)
);

create table job_applications (
  id text primary key,
  reference text not null unique,
  -- Null: somebody who would like to work here, whatever is open.
  posting_id text references job_postings (id),
  status text not null default 'received' check (
    status in ('received', 'screening', 'shortlisted', 'interview', 'offer', 'hired', 'rejected', 'withdrawn', 'talent_pool')
  ),
  version integer not null default 1,
  language text not null check (language in ('en', 'ar', 'tl', 'es', 'pt')),
  source text not null check (source in ('site', 'alert', 'referral', 'job-board', 'social', 'desk')),
  -- Sealed: name, address and number.
  contact text not null,
  email_index text not null,
  phone_index text,
  -- Sealed: what the CV says, as its owner put it right.
  profile text not null,
  -- Sealed: by question.
  answers text not null,
  -- Answers that are not what the posting asks for.
  knock_outs integer not null default 0,
  notice_weeks integer check (notice_weeks between 0 and 52),
  visa_status text check (visa_status in ('citizen', 'own-visa', 'needs-visa', 'abroad')),
  cv_stored text,
  cv_type text check (cv_type in ('application/pdf', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document')),
  cv_bytes integer,
  -- Of the secret of its page.
  secret_hash text not null unique,
  owner_id text,
  agreed_at timestamptz not null,
  -- For how long its owner lets us keep it, from its last move on.
  keep_months integer not null check (keep_months in (6, 12, 24)),
  keep_until date not null,
  purged_at timestamptz,
  reject_reason text check (
    reject_reason in ('experience', 'skills', 'language', 'right-to-work', 'position-filled', 'other-candidate', 'terms', 'lapsed', 'other')
  ),
  stage_since timestamptz not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  check ((cv_stored is null) = (cv_type is null) and (cv_stored is null) = (cv_bytes is null)),
  check ((status = 'rejected') <= (reject_reason is not null))
);
create index job_applications_newest on job_applications (created_at desc, id);
create index job_applications_by_stage on job_applications (status, stage_since, id);
create index job_applications_by_posting on job_applications (posting_id, status, stage_since, id);
create index job_applications_by_email on job_applications (email_index);
create index job_applications_by_phone on job_applications (phone_index) where phone_index is not null;
create index job_applications_by_keeping on job_applications (keep_until) where purged_at is null;

insert into status_edges (machine, from_status, to_status)
select 'job-application', edge[1], edge[2] from (values
  (array['received', 'screening']), (array['shortlisted', 'screening']), (array['talent_pool', 'screening']),
  (array['received', 'shortlisted']), (array['screening', 'shortlisted']), (array['interview', 'shortlisted']),
  (array['shortlisted', 'interview']), (array['offer', 'interview']),
  (array['shortlisted', 'offer']), (array['interview', 'offer']),
  (array['offer', 'hired'])
) as moves (edge);
-- Every open one may be refused, kept for later or taken back; a refusal is undone to where it stood.
insert into status_edges (machine, from_status, to_status)
select 'job-application', state, ending
from unnest(array['received', 'screening', 'shortlisted', 'interview', 'offer']) as state, unnest(array['rejected', 'withdrawn', 'talent_pool']) as ending
union all
select 'job-application', 'rejected', state from unnest(array['received', 'screening', 'shortlisted', 'interview', 'offer']) as state;
insert into status_edges (machine, from_status, to_status) values
  ('job-application', 'rejected', 'talent_pool'),
  ('job-application', 'talent_pool', 'withdrawn'),
  -- Erasing a person.
  ('job-application', 'rejected', 'withdrawn'), ('job-application', 'hired', 'withdrawn');
create trigger job_applications_edges before update on job_applications for each row execute function refuse_undeclared_edge('job-application');

-- What happened to an application, with the stage it was in before and after. No personal data.
create table job_application_events (
  application_id text not null references job_applications (id),
  version integer not null,
  event text not null,
  from_status text,
  to_status text not null,
  actor text not null,
  detail text,
  at timestamptz not null,
  primary key (application_id, version)
);
create index job_application_events_by_time on job_application_events (at);
create trigger job_application_events_append_only before update or delete on job_application_events for each row execute function refuse_change();

-- Colleagues who may see one application without being recruiters: its interviewers and whoever is asked to score it.
create table job_reviewers (
  application_id text not null references job_applications (id),
  user_id text not null references internal_users (user_id),
  added_by text not null,
  added_at timestamptz not null,
  primary key (application_id, user_id)
);
create index job_reviewers_by_user on job_reviewers (user_id, application_id);

create table job_score_cards (
  id text primary key,
  application_id text not null references job_applications (id),
  scored_by text not null,
  -- 1 to 5 by criterion.
  points jsonb not null,
  verdict text not null check (verdict in ('strong-no', 'no', 'yes', 'strong-yes')),
  -- Sealed.
  words text not null,
  sent_at timestamptz not null,
  unique (application_id, scored_by)
);

-- Mails and notes on the candidate: what we wrote, what they wrote on their page, and what we tell one another.
create table job_messages (
  id text primary key,
  application_id text not null references job_applications (id),
  kind text not null check (kind in ('out', 'in', 'note')),
  template text,
  -- Sealed.
  subject text,
  words text not null,
  author text not null,
  created_at timestamptz not null,
  -- A mail leaves at this time, unless it was called back before.
  send_at timestamptz,
  sent_at timestamptz,
  called_back_at timestamptz,
  check ((kind = 'out') = (send_at is not null)),
  check (sent_at is null or called_back_at is null)
);
create index job_messages_by_application on job_messages (application_id, created_at);
create index job_messages_waiting on job_messages (send_at) where send_at is not null and sent_at is null and called_back_at is null;

create table job_offers (
  id text primary key,
  application_id text not null references job_applications (id),
  number integer not null,
  status text not null default 'draft' check (status in ('draft', 'approved', 'sent', 'accepted', 'declined', 'withdrawn')),
  version integer not null default 1,
  -- A month's pay in minor units.
  salary bigint not null check (salary > 0),
  currency text not null check (currency in ('AED', 'PHP')),
  starts_on date not null,
  answer_by date not null,
  -- Sealed: what else is agreed.
  terms text not null,
  written_by text not null,
  decided_by text,
  decided_at timestamptz,
  answered_at timestamptz,
  created_at timestamptz not null,
  unique (application_id, number),
  check (status not in ('approved', 'sent', 'accepted', 'declined') or (decided_by is not null and decided_by <> written_by))
);
create unique index job_offers_one_open on job_offers (application_id) where status in ('draft', 'approved', 'sent', 'accepted');
insert into status_edges (machine, from_status, to_status) values
  ('job-offer', 'draft', 'approved'), ('job-offer', 'approved', 'sent'),
  ('job-offer', 'sent', 'accepted'), ('job-offer', 'sent', 'declined'),
  ('job-offer', 'draft', 'withdrawn'), ('job-offer', 'approved', 'withdrawn'), ('job-offer', 'sent', 'withdrawn'), ('job-offer', 'accepted', 'withdrawn');
create trigger job_offers_edges before update on job_offers for each row execute function refuse_undeclared_edge('job-offer');

-- What applicants told of themselves for our figures: added up at once, never beside an application.
create table job_equality_counts (
  posting_id text not null,
  month text not null check (month ~ '^[0-9]{4}-[0-9]{2}$'),
  question text not null check (question in ('gender', 'age', 'disability')),
  answer text not null,
  people integer not null check (people > 0),
  primary key (posting_id, month, question, answer)
);

-- Who wants to hear of new openings.
create table job_alerts (
  id text primary key,
  contact text not null,
  email_index text not null,
  language text not null check (language in ('en', 'ar', 'tl', 'es', 'pt')),
  department text check (department in ('travel', 'visas', 'technology', 'product', 'finance')),
  place text check (place in ('dubai', 'abu-dhabi', 'manila')),
  secret_hash text not null unique,
  created_at timestamptz not null,
  confirmed_at timestamptz
);
create index job_alerts_by_email on job_alerts (email_index);
create index job_alerts_confirmed on job_alerts (department, place) where confirmed_at is not null;

create table job_mails (
  message_id text primary key,
  sent_at timestamptz not null
);

-- What is gone of applications, and when; never changed.
create table job_purge_certificates (
  id text primary key,
  applications integer not null check (applications > 0),
  files integer not null check (files >= 0),
  -- SHA-256 of the id of each application and the name of each file.
  keys text[] not null,
  digest text not null,
  at timestamptz not null
);
create trigger job_purge_certificates_append_only before update or delete on job_purge_certificates for each row execute function refuse_change();

insert into desk_lists (name) values ('job-applications');
