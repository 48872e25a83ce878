-- Companies that want to work with us, before they are suppliers. The supplier register begins with the accepted ones.
create table partner_leads (
  id text primary key,
  reference text not null unique,
  kind text not null check (kind in ('hotel', 'activity', 'dmc', 'corporate', 'affiliate')),
  status text not null check (status in ('received', 'in_review', 'accepted', 'declined')),
  -- Grows by one with every row of partner_lead_events.
  version integer not null default 1,
  language text not null,
  company text not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  website text,
  licence text not null,
  -- Tax registration number of the Emirates, where there is one.
  trn text check (trn ~ '^[0-9]{15}$'),
  -- What they would sell, in their words.
  offers text not null,
  -- Sealed: name, role, e-mail and phone as one text; the index finds an e-mail without storing it.
  contact text not null,
  email_index text not null,
  assigned_to text references internal_users (user_id),
  created_at timestamptz not null,
  changed_at timestamptz not null
);
create index partner_leads_by_status on partner_leads (status, created_at);
create index partner_leads_by_email on partner_leads (email_index);

insert into status_edges (machine, from_status, to_status) values
  ('partner-lead', 'received', 'in_review'),
  ('partner-lead', 'received', 'declined'),
  ('partner-lead', 'in_review', 'accepted'),
  ('partner-lead', 'in_review', 'declined'),
  ('partner-lead', 'declined', 'in_review');
create trigger partner_leads_edges before update on partner_leads for each row execute function refuse_undeclared_edge('partner-lead');

create table partner_lead_events (
  lead_id text not null references partner_leads (id),
  version integer not null,
  event text not null check (event in ('apply', 'take', 'accept', 'decline', 'reopen', 'note', 'assign')),
  actor text not null,
  -- Sealed: a note of staff, or our words to the company.
  words text,
  at timestamptz not null,
  primary key (lead_id, version)
);
create trigger partner_lead_events_append_only before update or delete on partner_lead_events
  for each row execute function refuse_change_but_erasing('words');

-- Papers sent with an application; the bytes lie with the stored files under a random name.
create table partner_documents (
  id text primary key,
  lead_id text not null references partner_leads (id),
  position integer not null,
  -- As its sender called it, cleaned.
  name text not null,
  type text not null check (type in ('application/pdf', 'image/jpeg', 'image/png')),
  bytes integer not null check (bytes > 0),
  stored text not null unique,
  at timestamptz not null,
  unique (lead_id, position)
);
