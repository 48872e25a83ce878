-- What a group says of itself beside its grown-ups and children: without them a clerk counts too few, in the wrong cabin.
alter table inquiries add column infants integer check (infants between 0 and 50);
alter table inquiries add column cabin text check (cabin in ('economy', 'premium', 'business', 'first'));
