-- Where some flights of a booking are not flown: how the other directions fly by what was said of them last.
alter table schedule_changes add column flies jsonb;
