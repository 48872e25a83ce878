-- How a consent to small moves came to be: taken over from what the account says of every flight, said of this order by whoever it
-- belongs to, or by whoever holds its link. Until now only the account could be told from everybody else.
alter table flight_orders add column moves_allowed_way text check (moves_allowed_way in ('account', 'owner', 'link'));
update flight_orders set moves_allowed_way = case when moves_allowed_by like 'user:%' then 'account' else 'link' end
  where moves_allowed is not null;
alter table flight_orders add constraint flight_orders_moves_allowed_way check ((moves_allowed is null) = (moves_allowed_way is null));

alter table schedule_changes add column allowed_way text check (allowed_way in ('account', 'owner', 'link'));
update schedule_changes set allowed_way = case when allowed_by like 'user:%' then 'account' else 'link' end
  where allowed_minutes is not null;
