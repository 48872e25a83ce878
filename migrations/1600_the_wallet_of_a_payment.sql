-- A card may be given from a telephone or a browser that keeps it: its holder knows such a payment by that name first.
alter table payments add column wallet text check (wallet in ('apple-pay', 'google-pay'));
