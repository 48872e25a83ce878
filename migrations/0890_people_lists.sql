-- Requisitions, postings, things of the house and colleagues are lists that can be kept under a name.
insert into desk_lists (name) values ('requisitions'), ('job-postings'), ('assets'), ('staff');
