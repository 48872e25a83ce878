-- What becomes of a visa once it is in its traveller's hand: entered in time, left in time, or not.
create table visa_stays (
  id text primary key references evisa_applications (id),
  order_id text not null references orders (id),
  route text not null check (route in ('evisa', 'assisted')),
  country text not null,
  status text not null default 'issued',
  version integer not null default 0,
  -- Keyed fingerprint of the visa's number; the number itself stays sealed with the case.
  number_index text not null,
  issued_on date not null,
  -- The last day on which the visa opens the border.
  enter_by date not null,
  stay_days integer not null check (stay_days > 0),
  entered_on date,
  -- The last day that is allowed, the day of entry being the first.
  stay_until date,
  exited_on date,
  -- What comes next: enter_by before the entry, stay_until after it.
  due_on date not null,
  enter_reminded_on date,
  leave_reminded_on date,
  -- A guarantee that the house holds for this stay, in fils, and its receipt.
  deposit bigint check (deposit > 0),
  deposit_receipt text,
  deposit_released_at timestamptz,
  opened_at timestamptz not null,
  changed_at timestamptz not null,
  closed_at timestamptz,
  check ((entered_on is null) = (stay_until is null)),
  check (exited_on is null or exited_on >= entered_on),
  check (deposit is not null or (deposit_receipt is null and deposit_released_at is null))
);
create index visa_stays_by_due on visa_stays (status, due_on, id);
create index visa_stays_by_country on visa_stays (country, due_on, id);
create index visa_stays_by_order on visa_stays (order_id);
create index visa_stays_by_number on visa_stays (number_index);

insert into status_edges (machine, from_status, to_status) values
  ('visa-stay', 'issued', 'entered'),
  ('visa-stay', 'issued', 'closed'),
  ('visa-stay', 'entered', 'entered'),
  ('visa-stay', 'entered', 'reminder_sent'),
  ('visa-stay', 'entered', 'extension_filed'),
  ('visa-stay', 'reminder_sent', 'extension_filed'),
  ('visa-stay', 'extension_filed', 'entered'),
  ('visa-stay', 'extension_filed', 'reminder_sent'),
  ('visa-stay', 'reminder_sent', 'entered'),
  ('visa-stay', 'overstay_alert', 'entered'),
  ('visa-stay', 'entered', 'overstay_alert'),
  ('visa-stay', 'reminder_sent', 'overstay_alert'),
  ('visa-stay', 'extension_filed', 'overstay_alert'),
  ('visa-stay', 'entered', 'exited'),
  ('visa-stay', 'reminder_sent', 'exited'),
  ('visa-stay', 'extension_filed', 'exited'),
  ('visa-stay', 'overstay_alert', 'exited'),
  ('visa-stay', 'exited', 'closed'),
  ('visa-stay', 'overstay_alert', 'closed');
create trigger visa_stays_edges before update on visa_stays for each row execute function refuse_undeclared_edge('visa-stay');

create table visa_stay_events (
  stay_id text not null references visa_stays (id),
  version integer not null,
  event text not null,
  from_status text not null,
  to_status text not null,
  actor text not null,
  detail jsonb not null default '{}',
  at timestamptz not null,
  primary key (stay_id, version)
);
create trigger visa_stay_events_append_only before update or delete on visa_stay_events for each row execute function refuse_change();

-- Delivered visas that nobody watches yet are found by these.
create index evisa_applications_delivered on evisa_applications (id) where status = 'delivered' and issued is not null;
