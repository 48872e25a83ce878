-- To what a price is rounded where it is shown in a currency: its minor unit, a whole one as specified, five or ten. What is charged stays exact.
alter table rate_policies add column rounding text not null default 'whole' check (rounding in ('minor', 'whole', 'five', 'ten'));
