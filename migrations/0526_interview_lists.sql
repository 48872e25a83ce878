-- Lists of the desk that keep views: interviews.
insert into desk_lists (name) values ('interviews');
