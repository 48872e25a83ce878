-- Addresses of partners that hear of events of the house, and what was told to each: references, never a person's data.
create table webhook_endpoints (
  id text primary key,
  name text not null,
  url text not null,
  events text[] not null check (cardinality(events) > 0),
  -- Sealed; it signs what is sent and is never shown again.
  secret text not null,
  last_four text not null,
  status text not null check (status in ('active', 'paused', 'failing', 'ended')),
  -- Tries in a row that did not arrive.
  failures integer not null default 0,
  -- Since when nothing has arrived of what was sent by itself; null: the last did.
  failing_since timestamptz,
  version integer not null default 1,
  made_by text not null,
  made_at timestamptz not null,
  changed_at timestamptz not null
);
create unique index webhook_endpoints_by_url on webhook_endpoints (url) where status <> 'ended';

create table webhook_deliveries (
  id text primary key default gen_random_uuid()::text,
  endpoint_id text not null references webhook_endpoints (id),
  event text not null,
  reference text not null,
  happened_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed', 'dropped')),
  attempts integer not null default 0,
  next_at timestamptz not null,
  -- What came back of the last try: a status, or a word of ours.
  answer text,
  tried_at timestamptz,
  created_at timestamptz not null
);
create index webhook_deliveries_due on webhook_deliveries (next_at, id) where state = 'waiting';
create index webhook_deliveries_newest on webhook_deliveries (created_at desc, id);

-- Written in the transaction of what happened: what is rolled back is told to nobody.
create function tell_webhooks(event text, reference text, at timestamptz) returns void language sql as $$
  insert into webhook_deliveries (endpoint_id, event, reference, happened_at, next_at, created_at)
    select e.id, event, reference, at, at, at from webhook_endpoints e where e.status <> 'ended' and event = any (e.events)
$$;

create function webhooks_of_order() returns trigger language plpgsql as $$
begin
  perform tell_webhooks(
    case
      when new.to_status = 'ticketed' then 'order.ticketed'
      when new.to_status = 'confirmed' then 'order.confirmed'
      when new.to_status = 'refunded' then 'order.refunded'
      else 'order.cancelled'
    end,
    (select o.reference from orders o where o.id = new.order_id), new.at);
  return null;
end $$;
create trigger order_events_tell_webhooks after insert on order_events for each row
  when (new.event in ('tickets-received', 'found-ticketed', 'confirm')
    or new.to_status in ('cancelled', 'voided', 'refunded') and new.from_status <> new.to_status)
  execute function webhooks_of_order();

create function webhooks_of_evisa() returns trigger language plpgsql as $$
begin
  perform tell_webhooks('visa.decided', (select o.reference from evisa_applications a join evisa_groups g on g.id = a.group_id
    join orders o on o.id = g.order_id where a.id = new.application_id), new.at);
  return null;
end $$;
create trigger evisa_events_tell_webhooks after insert on evisa_events for each row
  when (new.event in ('approve', 'reject')) execute function webhooks_of_evisa();

create function webhooks_of_assisted() returns trigger language plpgsql as $$
begin
  perform tell_webhooks('visa.decided', (select o.reference from assisted_cases c join orders o on o.id = c.order_id where c.id = new.case_id), new.at);
  return null;
end $$;
create trigger assisted_events_tell_webhooks after insert on assisted_events for each row
  when (new.event = 'decide') execute function webhooks_of_assisted();
