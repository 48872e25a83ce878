-- A telephone call that a colleague noted is a note: who rang whom, what came of it, how long it took and the end of the number.
-- Nothing of the number but its last three digits is kept.
alter table record_notes add column call_way text check (call_way in ('in', 'out'));
alter table record_notes add column call_outcome text check (call_outcome in ('reached', 'no-answer', 'voicemail', 'busy', 'wrong-number'));
alter table record_notes add column call_minutes integer check (call_minutes between 0 and 600);
alter table record_notes add column call_number text check (call_number ~ '^[0-9]{3}$');
alter table record_notes add constraint record_notes_call_whole check (
  (call_way is null) = (call_outcome is null) and (call_way is null) = (call_minutes is null) and (call_way is not null or call_number is null));
