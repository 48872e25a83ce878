-- Who was answered and says nothing is reminded once; then the inquiry ends.
alter table inquiry_events drop constraint inquiry_events_event_check;
alter table inquiry_events add constraint inquiry_events_event_check check (
  event in ('asked', 'answer', 'contact', 'qualify', 'quote', 'win', 'lose', 'park', 'close', 'reopen', 'merge', 'take-in', 'assign', 'needs', 'remind')
);

-- Addresses that do not want to be reminded, as the inquiries' keyed fingerprint of them.
create table inquiry_silences (
  email_index text primary key,
  at timestamptz not null
);
