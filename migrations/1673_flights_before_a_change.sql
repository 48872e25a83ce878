-- The flights that a change replaced: whoever has them in a calendar reads there that they are not flown any more.
alter table flight_changes add column was jsonb;
