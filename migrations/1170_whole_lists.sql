-- Short queues beside a list are lists of the desk like the others: kept under a name, paged by what a page begins after.
insert into desk_lists (name)
values ('privacy-requests'), ('suppressions'), ('disruptions'), ('partners'), ('unmatched'), ('store-credit'), ('asset-charges'),
  ('tour-departures');

create index privacy_requests_by_time on privacy_requests (asked_at, id);
create index privacy_requests_by_deadline on privacy_requests (due_at, id);
create index privacy_requests_by_address on privacy_requests (email_index);
create index partner_leads_by_time on partner_leads (created_at, id);
create index credit_lots_by_time on credit_lots (made_at, id);
create index credit_lots_by_last_day on credit_lots (ends_on, id);
create index flight_disruptions_by_day on flight_disruptions (departs_on, id);
