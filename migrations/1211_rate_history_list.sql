-- Every rate that was asked for is a list of the desk.
insert into desk_lists (name) values ('rate-history');
create index rate_changes_by_time on rate_changes (proposed_at, (id::text));
