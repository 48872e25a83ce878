-- Calls of advice are a list of the desk beside their calendar.
insert into desk_lists (name) values ('calls');
create index consultations_by_time on consultations ((coalesce(starts_at, created_at)), id);
create index consultations_by_asking on consultations (created_at, id);
