-- Short messages to a telephone lie in the log beside the mails that they go with: `email_index` is that of the number then.
alter table mail_log add column channel text not null default 'mail' check (channel in ('mail', 'text'));
create index mail_log_texts on mail_log (queued_at desc, id desc) where channel = 'text';

-- How many of them may go to one number within 24 hours.
alter table mail_hours add column text_cap integer not null default 6 check (text_cap between 1 and 20);

-- Kinds of mail beside which no message goes to the telephone for now; those without a row do.
create table texts_off (
  kind text primary key,
  changed_by text not null,
  changed_at timestamptz not null
);
