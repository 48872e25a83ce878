-- How often a visa may be used is noted on one that was read before that was asked for.
insert into status_edges (machine, from_status, to_status) values ('evisa-application', 'approved_unchecked', 'approved_unchecked');
