-- In which currency the total was shown beside dirhams when somebody pressed pay, and by which rate. Null: the browser had not
-- said, or the order is older. What is charged stays as it is.
alter table orders add column shown_currency text;
alter table orders add column shown_rate numeric(18, 8);
alter table orders add constraint orders_shown_check check ((shown_currency is null) = (shown_rate is null)) not valid;
create index orders_shown_currency on orders (shown_currency) where shown_currency is not null;
