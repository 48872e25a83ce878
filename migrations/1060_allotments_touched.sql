-- Who had a hand in an own fare does not put it on sale, and more seats of one that is on sale wait for a second person.
alter table flight_allotments
  add column touched_by text[] not null default '{}',
  add column seats_asked integer check (seats_asked between 1 and 400),
  add column seats_asked_by text,
  add check ((seats_asked is null) = (seats_asked_by is null)),
  add check (seats_asked is null or status in ('live', 'paused'));
update flight_allotments set touched_by = array[drafted_by];
