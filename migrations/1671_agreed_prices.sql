-- What the chosen flights cost when they were chosen, so that a rise on the way to the order is told and agreed to.
alter table flight_drafts add column agreed jsonb;
