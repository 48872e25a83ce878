-- A document that is asked for while the name of whose it is is written otherwise may come under the old name: once its number
-- is there, it is exchanged for one under the new name.
alter table flight_extras add column renamed boolean not null default false;
