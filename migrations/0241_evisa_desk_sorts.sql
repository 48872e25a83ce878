-- What the lists of the desk sort and filter by stands with the case: it never changes once the case is paid.
alter table evisa_applications add column country text references evisa_countries (code);
alter table evisa_applications add column arrival date;
alter table evisa_applications add column speed text check (speed in ('standard', 'express'));
update evisa_applications a set country = g.country, arrival = g.arrival, speed = g.speed
  from evisa_groups g where g.id = a.group_id and a.received_at is not null;
alter table evisa_applications add constraint evisa_applications_listed
  check (received_at is null or (country is not null and arrival is not null and speed is not null and deliver_by is not null));

drop index evisa_applications_by_status;
drop index evisa_applications_by_due;
drop index evisa_applications_by_queue;
drop index evisa_groups_by_country;
drop index evisa_groups_by_arrival;
create index evisa_applications_due_open on evisa_applications (deliver_by, id) where received_at is not null and over_at is null;
create index evisa_applications_by_queue on evisa_applications (status, deliver_by, id) where received_at is not null;
-- What is still worked on is few among many: these are walked, whatever the queue.
create index evisa_applications_open_arrival on evisa_applications (arrival, id) where received_at is not null and over_at is null;
create index evisa_applications_open_receipt on evisa_applications (received_at, id) where received_at is not null and over_at is null;
create index evisa_applications_by_promise on evisa_applications (deliver_by, id) where received_at is not null;
create index evisa_applications_by_receipt on evisa_applications (received_at, id) where received_at is not null;
create index evisa_applications_by_arrival on evisa_applications (arrival, id) where received_at is not null;
create index evisa_applications_by_country on evisa_applications (country, status, arrival) where received_at is not null;
