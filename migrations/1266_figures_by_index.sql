-- Sums of days are added up from the index by which they are found: routes fill every day of a large house, and reading their
-- rows cost seven times what reading the index does.
create unique index figure_days_whole on figure_days (fact, dimension, day, kind, member, sample) include (amount);
alter table figure_days drop constraint figure_days_pkey;
alter table figure_days add constraint figure_days_pkey primary key using index figure_days_whole;
