-- The registers of the desk can be kept under a name as its other lists can.
insert into desk_lists (name)
values ('suppliers'), ('own-fares'), ('flight-deals'), ('api-keys'), ('mail-templates'), ('campaigns'), ('feedback');
