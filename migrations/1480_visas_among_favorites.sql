-- Visas are kept too, each way of asking for one by its country.
alter table favorites drop constraint favorites_kind_check;
alter table favorites add constraint favorites_kind_check check (kind in ('flight', 'tour', 'experience', 'stay', 'evisa', 'assisted'));
