-- What was a board or a page of rules is a list of the desk as well, kept under a name like the others.
insert into desk_lists (name)
values ('ticket-macros'), ('visa-offers'), ('content'), ('visa-authorities');
