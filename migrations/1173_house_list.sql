-- The houses of staycations are a list of the desk like the others.
insert into desk_lists (name) values ('houses');
