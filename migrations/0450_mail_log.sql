-- Every mail that leaves the house, by its own id. The row is written before the mail is handed over, so that a mail of
-- which nobody knows whether it left is found here.
create table mail_log (
  id text primary key,
  kind text not null,
  -- account, order, service, courtesy or letter: what may hold it up
  concern text not null check (concern in ('account', 'order', 'service', 'courtesy', 'letter')),
  language text not null,
  -- Sealed; the index finds an address without storing it.
  recipient text not null,
  email_index text not null,
  order_id text references orders (id),
  status text not null check (status in ('queued', 'sent', 'failed', 'bounced', 'suppressed')),
  -- why it was held up, refused or sent back: a word of ours, never the other side's
  cause text,
  tries integer not null default 0,
  provider_id text,
  -- Sealed: subject, both texts and small attachments. Null where it holds a key to an account, and after its days.
  content text,
  files integer not null default 0,
  again_of text references mail_log (id),
  not_before timestamptz,
  queued_at timestamptz not null,
  changed_at timestamptz not null
);
create index mail_log_by_time on mail_log (queued_at desc, id desc);
create index mail_log_by_kind on mail_log (kind, queued_at desc);
create index mail_log_by_status on mail_log (status, queued_at desc) where status <> 'sent';
create index mail_log_by_recipient on mail_log (email_index, queued_at desc);
create index mail_log_by_order on mail_log (order_id, queued_at) where order_id is not null;
create index mail_log_kept on mail_log (queued_at) where content is not null;
insert into status_edges (machine, from_status, to_status) values
  ('mail', 'queued', 'sent'), ('mail', 'queued', 'failed'), ('mail', 'queued', 'bounced'), ('mail', 'queued', 'suppressed'),
  ('mail', 'failed', 'sent'), ('mail', 'failed', 'bounced'), ('mail', 'failed', 'suppressed'), ('mail', 'sent', 'bounced');
create trigger mail_log_edges before update on mail_log for each row execute function refuse_undeclared_edge('mail');

-- Addresses that are not written to: mails came back, their owner complained, or somebody of ours said so.
create table mail_suppressions (
  id text primary key,
  email text not null,
  email_index text not null unique,
  reason text not null check (reason in ('hard-bounce', 'complaint', 'by-hand')),
  note text not null default '',
  added_by text not null,
  added_at timestamptz not null
);
create index mail_suppressions_by_time on mail_suppressions (added_at desc, id desc);

-- When courtesies may be sent, in the hours of their reader, and how many a day.
create table mail_hours (
  id boolean primary key default true check (id),
  quiet_from integer not null default 21 check (quiet_from between 0 and 23),
  quiet_until integer not null default 8 check (quiet_until between 0 and 23),
  daily_cap integer not null default 3 check (daily_cap between 1 and 20),
  version integer not null default 1,
  changed_by text,
  changed_at timestamptz
);
insert into mail_hours default values;

-- Wordings of mails that staff wrote over the house's texts: {language: {key: text}}. One at most is live for a kind.
create table mail_wordings (
  id text primary key,
  kind text not null,
  number integer not null,
  status text not null check (status in ('draft', 'in_review', 'live', 'retired', 'discarded')),
  version integer not null default 1,
  catalogue text not null,
  words jsonb not null,
  -- said by the writer: languages that were not touched still say the same
  same_meaning boolean not null default false,
  note text not null default '',
  goes_back_to integer,
  written_by text not null,
  written_at timestamptz not null,
  changed_at timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  reason text,
  unique (kind, number),
  constraint mail_wordings_second_person check (
    status not in ('live', 'retired') or goes_back_to is not null or (decided_by is not null and decided_by <> written_by)
  )
);
create unique index mail_wordings_one_live on mail_wordings (kind) where status = 'live';
create unique index mail_wordings_one_open on mail_wordings (kind) where status in ('draft', 'in_review');
create index mail_wordings_live_by_catalogue on mail_wordings (catalogue) where status = 'live';
insert into status_edges (machine, from_status, to_status) values
  ('mail-wording', 'draft', 'in_review'), ('mail-wording', 'in_review', 'draft'), ('mail-wording', 'in_review', 'live'),
  ('mail-wording', 'live', 'retired'), ('mail-wording', 'draft', 'discarded'), ('mail-wording', 'in_review', 'discarded');
create trigger mail_wordings_edges before update on mail_wordings for each row execute function refuse_undeclared_edge('mail-wording');

-- Letters to the readers of the newsletter. Whom one goes to is counted, never listed.
create table campaigns (
  id text primary key,
  name text not null,
  status text not null check (status in ('draft', 'in_review', 'approved', 'sending', 'paused', 'sent', 'cancelled')),
  version integer not null default 1,
  -- {language: {subject, title, text, button}}
  words jsonb not null,
  page text not null,
  interests text[] not null default '{}',
  languages text[] not null,
  starts_at timestamptz,
  written_by text not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  approved_by text,
  approved_at timestamptz,
  finished_at timestamptz,
  constraint campaigns_second_person check (
    status in ('draft', 'in_review', 'cancelled') or (approved_by is not null and approved_by <> written_by)
  )
);
create index campaigns_by_time on campaigns (created_at desc, id desc);
create index campaigns_due on campaigns (starts_at) where status in ('approved', 'sending');
insert into status_edges (machine, from_status, to_status) values
  ('campaign', 'draft', 'in_review'), ('campaign', 'in_review', 'draft'), ('campaign', 'in_review', 'approved'),
  ('campaign', 'approved', 'draft'), ('campaign', 'approved', 'sending'), ('campaign', 'sending', 'paused'),
  ('campaign', 'paused', 'sending'), ('campaign', 'sending', 'sent'), ('campaign', 'draft', 'cancelled'),
  ('campaign', 'in_review', 'cancelled'), ('campaign', 'approved', 'cancelled'), ('campaign', 'paused', 'cancelled');
create trigger campaigns_edges before update on campaigns for each row execute function refuse_undeclared_edge('campaign');

create table campaign_letters (
  campaign_id text not null references campaigns (id),
  reader_id text not null references newsletter_readers (id),
  -- what became of it: `left` readers went between the count and the sending
  status text not null check (status in ('waiting', 'sent', 'later', 'suppressed', 'left', 'failed')),
  at timestamptz not null,
  primary key (campaign_id, reader_id)
);
create index campaign_letters_waiting on campaign_letters (campaign_id, reader_id) where status = 'waiting';
