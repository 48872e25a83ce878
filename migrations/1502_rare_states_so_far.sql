-- Orders that were in such a state before it was kept: about one in ten. Each is locked before it is read again, as a step of it
-- would. Apart from the new column, whose table is locked until its transaction is over.
do $$ begin
  perform keep_flight_limit(o.id) from orders o where o.kind = 'flight' and o.status not in ('expired', 'ticketed', 'flown');
end $$;
