-- What an airline was given in place of given names for a passport with a single name, as it wanted it when the order was
-- placed: a ticket keeps its name when the airline changes its mind. Null: nothing, as on orders from before.
alter table flight_contracts add column name_filler text check (name_filler in ('FNU', 'repeat', 'father'));
