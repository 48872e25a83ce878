-- An order may be paid with two cards: what the first of them holds is a payment of its own, with the purpose 'first-card'. It is
-- taken when the second holds the rest, and then says so in the column in which the share of a basket says that it is to be taken.
alter table payments drop constraint payments_fate;
alter table payments add constraint payments_fate check (fate is null or part_of is not null or purpose = 'first-card');
-- By which its holder tells it from another.
alter table payments add column card_ending text check (card_ending ~ '^[0-9]{4}$');
