-- Every kind of thing that is sold, in one place: after those migrations that each named the kinds of their day.
alter table orders drop constraint orders_kind_check;
alter table orders add constraint orders_kind_check
  check (kind in ('flight', 'evisa', 'assisted-visa', 'holiday', 'experience', 'staycation'));
