-- A seat of a ticketed order is given up for another one: the document in whose place its own is written, and the claims
-- that were let go for it.
alter table flight_extras add column replaces text;
alter table flight_additions add column let_go text[] not null default '{}';
