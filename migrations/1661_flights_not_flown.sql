-- Which flights of a booking are not flown, by their places in it. Empty where its source says only that the booking is not flown.
alter table schedule_changes add column gone integer[] not null default '{}';
