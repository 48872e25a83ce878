-- Some of the travellers of an order with tickets leave it and the rest fly as booked. It is a change of the order like other
-- flights: quoted, agreed to, asked of the airline once. `leaves` are the places of those who leave, null for every other change;
-- `terms` what goes back of each line of the price before, by the rules of a whole cancellation.
alter table flight_changes add column leaves integer[];
alter table flight_changes add column terms jsonb;
alter table flight_changes add column asked_by text;
alter table flight_changes add constraint flight_changes_leaves check ((leaves is null) = (terms is null) and (leaves is null or cardinality(leaves) > 0));
create index flight_changes_of_leavers on flight_changes (settled_at) where leaves is not null and status = 'done';

-- Who left keeps a place, so that nobody else's is another one: [{traveller, type}]. The counts beside it are of those who fly.
alter table flight_orders add column left_travellers jsonb not null default '[]';
alter table order_travellers add column left_at timestamptz;

alter table flight_attempts drop constraint flight_attempts_action_check;
alter table flight_attempts add constraint flight_attempts_action_check check (action in ('hold', 'keep', 'name', 'ticket', 'cancel', 'void', 'exchange', 'divide'));
