-- Until when the authority wants an answer, while it asks.
alter table evisa_applications add column authority_due date;
create index evisa_applications_by_query on evisa_applications (authority_due, id) where status = 'authority_query';

-- What the traveller sends for it leaves the case where it is: the officer passes it on.
insert into status_edges (machine, from_status, to_status) values ('evisa-application', 'authority_query', 'authority_query');
