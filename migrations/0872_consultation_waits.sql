-- Who waits for a time of an advice call in days of their own: a call that is still without a time. As soon as one is free in
-- those days, its quarter hours are claimed for the call of whoever waits longest, until they take it or the hold is over.
create table consultation_waits (
  consultation_id text primary key references consultations (id) on delete cascade,
  -- From the beginning of the first wished day to the end of the last, in the zone of whoever waits.
  wished_from timestamptz not null,
  wished_until timestamptz not null check (wished_until > wished_from),
  -- The place in the queue: when they asked, or when they let a time pass.
  queued_at timestamptz not null,
  -- Times that were kept for them, the one of now included; none is offered twice.
  offered text[] not null default '{}',
  officer_id text references consultation_officers (officer_id),
  starts_at timestamptz,
  held_until timestamptz,
  check ((starts_at is null) = (held_until is null)),
  check ((starts_at is null) = (officer_id is null)),
  check (held_until < starts_at)
);
create index consultation_waits_queue on consultation_waits (queued_at, consultation_id);
create index consultation_waits_by_end on consultation_waits (wished_until);
