-- An order whose places are kept for days and that is paid later says so of itself: its reminders, the limit of how many one
-- person has, and how long its claims may last do not depend on what it sells.
alter table orders add column pay_later boolean not null default false;
create index orders_paid_later on orders (email_index) where pay_later;

-- A supplier is asked to keep what it holds for longer.
alter table flight_attempts drop constraint flight_attempts_action_check;
alter table flight_attempts add constraint flight_attempts_action_check check (action in ('hold', 'keep', 'ticket', 'cancel', 'void', 'exchange'));
