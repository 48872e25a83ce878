-- A promise that passes while an approved visa is proof-read or corrected is missed like any other.
insert into status_edges (machine, from_status, to_status) values ('evisa-application', 'correction', 'correction');
