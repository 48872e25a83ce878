-- Lists of the desk that keep views and runs: a name is a row, so that a new list adds its own and repeats nobody else's.
create table desk_lists (
  name text primary key check (name ~ '^[a-z][a-z-]{1,39}$')
);
insert into desk_lists (name)
values ('flights'), ('evisa'), ('assisted'), ('holiday'), ('experience'), ('staycation'), ('visa-stays'), ('invoices');
alter table desk_views drop constraint desk_views_list_check;
alter table desk_views add constraint desk_views_list_known foreign key (list) references desk_lists (name);
alter table desk_bulk_runs drop constraint desk_bulk_runs_list_check;
alter table desk_bulk_runs add constraint desk_bulk_runs_list_known foreign key (list) references desk_lists (name);
