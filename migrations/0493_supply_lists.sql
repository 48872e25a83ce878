-- Lists of the desk that keep views: activities and tours of the house.
insert into desk_lists (name) values ('activities'), ('tours');
