-- An inquiry is followed until something came of it, or it is known why not: contacted, qualified, quoted, parked, won or lost.
alter table inquiries drop constraint inquiries_status_check;
insert into status_edges (machine, from_status, to_status) values ('inquiry', 'answered', 'contacted');
update inquiries set status = 'contacted' where status = 'answered';
delete from status_edges where machine = 'inquiry';
alter table inquiries add constraint inquiries_status_check check (
  status in ('new', 'contacted', 'qualified', 'quoted', 'nurture', 'won', 'lost', 'closed')
);
insert into status_edges (machine, from_status, to_status) values
  ('inquiry', 'new', 'contacted'),
  ('inquiry', 'nurture', 'contacted'),
  ('inquiry', 'new', 'qualified'),
  ('inquiry', 'contacted', 'qualified'),
  ('inquiry', 'nurture', 'qualified'),
  ('inquiry', 'new', 'quoted'),
  ('inquiry', 'contacted', 'quoted'),
  ('inquiry', 'qualified', 'quoted'),
  ('inquiry', 'nurture', 'quoted'),
  ('inquiry', 'new', 'won'),
  ('inquiry', 'contacted', 'won'),
  ('inquiry', 'qualified', 'won'),
  ('inquiry', 'quoted', 'won'),
  ('inquiry', 'nurture', 'won'),
  ('inquiry', 'new', 'lost'),
  ('inquiry', 'contacted', 'lost'),
  ('inquiry', 'qualified', 'lost'),
  ('inquiry', 'quoted', 'lost'),
  ('inquiry', 'nurture', 'lost'),
  ('inquiry', 'contacted', 'nurture'),
  ('inquiry', 'qualified', 'nurture'),
  ('inquiry', 'quoted', 'nurture'),
  ('inquiry', 'new', 'closed'),
  ('inquiry', 'contacted', 'closed'),
  ('inquiry', 'qualified', 'closed'),
  ('inquiry', 'quoted', 'closed'),
  ('inquiry', 'nurture', 'closed'),
  ('inquiry', 'lost', 'closed'),
  ('inquiry', 'won', 'closed'),
  ('inquiry', 'contacted', 'new'),
  ('inquiry', 'nurture', 'new'),
  ('inquiry', 'lost', 'new'),
  ('inquiry', 'closed', 'new');

alter table inquiries
  add column owner_id text references internal_users (user_id),
  -- How it reached us.
  add column source text not null default 'form' check (source in ('form', 'call', 'desk')),
  -- When somebody first answered or spoke to them: what the promise is measured by.
  add column first_contact_at timestamptz,
  add column lost_reason text check (
    lost_reason in ('no-answer', 'price', 'elsewhere', 'dates', 'not-travelling', 'not-possible', 'not-needed', 'other')
  ),
  -- The one that goes on when two turned out to be the same wish.
  add column merged_into text references inquiries (id),
  -- Sealed: nationality, residence and whether a visa was refused before, as one text.
  add column visa_facts text,
  add column destination text check (destination ~ '^[A-Z]{2}$'),
  add column purpose text check (purpose in ('tourism', 'family', 'business', 'study', 'transit')),
  add constraint inquiries_lost_reason check ((status = 'lost') <= (lost_reason is not null)),
  add constraint inquiries_merged_closed check (merged_into is null or (status = 'closed' and merged_into <> id));
create index inquiries_by_owner on inquiries (owner_id, status) where owner_id is not null;

alter table inquiry_events drop constraint inquiry_events_event_check;
alter table inquiry_events drop constraint inquiry_events_check;
alter table inquiry_events add constraint inquiry_events_event_check check (
  event in ('asked', 'answer', 'contact', 'qualify', 'quote', 'win', 'lose', 'park', 'close', 'reopen', 'merge', 'take-in', 'assign', 'needs')
);
alter table inquiry_events add constraint inquiry_events_words_check check (
  (event <> 'answer' or words is not null) and (words is null or event in ('answer', 'contact'))
);
-- Of a move: the reason of a loss, the other inquiry of a merge, the colleague it went to, the order that was won. No personal data.
alter table inquiry_events add column detail text;
update inquiries i set first_contact_at = (
  select min(at) from inquiry_events e where e.inquiry_id = i.id and e.event = 'answer'
);
