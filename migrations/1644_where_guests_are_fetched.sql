-- Where a guest of an experience is fetched, sealed; empty where nobody is, or where nothing is said yet. Its version grows with each
-- change, so that two who change it at once do not write over one another.
alter table experience_bookings
  add column pickup text not null default '',
  add column pickup_version integer not null default 0;
