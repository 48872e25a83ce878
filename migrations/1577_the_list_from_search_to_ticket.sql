insert into desk_lists (name) values ('flight-funnel');
