-- Interviews: who asks, when they could, what the candidate chose, and who is busy because of it.
create table interviews (
  id text primary key,
  reference text not null unique,
  application_id text not null references job_applications (id),
  round text not null check (round in ('first', 'technical', 'team', 'final')),
  mode text not null check (mode in ('room', 'video', 'phone')),
  -- A room by its name, or the address of a video call; empty for a telephone call.
  place text not null,
  minutes integer not null check (minutes in (30, 45, 60, 90)),
  status text not null check (
    status in ('proposed', 'invited', 'confirmed', 'declined', 'reschedule_requested', 'completed', 'no_show', 'cancelled')
  ),
  version integer not null default 1,
  -- The candidate's IANA zone.
  zone text not null,
  starts_at timestamptz,
  ends_at timestamptz,
  -- Invitations that have left; the token of each is another.
  invitations integer not null default 0,
  -- SHA-256 of the token of the last invitation; null once it was answered.
  token_hash text unique,
  expires_at timestamptz,
  -- The last one that was answered, so that a form sent twice is told the same.
  answered_hash text,
  -- Times that the candidate would rather have.
  wishes timestamptz[] not null default '{}',
  -- Sealed: what the candidate wrote with an answer.
  words text,
  made_by text not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  check ((starts_at is null) = (ends_at is null)),
  check (status not in ('confirmed', 'completed', 'no_show') or starts_at is not null),
  check ((token_hash is null) = (expires_at is null)),
  check ((status = 'invited') = (token_hash is not null))
);
create index interviews_by_start on interviews (status, starts_at);
create index interviews_by_application on interviews (application_id);
create table interview_panel (
  interview_id text not null references interviews (id) on delete cascade,
  user_id text not null references internal_users (user_id),
  primary key (interview_id, user_id)
);
create index interview_panel_by_user on interview_panel (user_id);
create table interview_slots (
  interview_id text not null references interviews (id) on delete cascade,
  starts_at timestamptz not null,
  primary key (interview_id, starts_at)
);
-- A time of one interviewer, with the pause after it. Times that are offered are kept too, until the invitation ends.
create table interview_claims (
  interview_id text not null references interviews (id) on delete cascade,
  user_id text not null references internal_users (user_id),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  held_until timestamptz,
  primary key (interview_id, user_id, starts_at),
  check (ends_at > starts_at),
  constraint interview_claims_once exclude using gist (user_id with =, tstzrange(starts_at, ends_at) with &&)
);
create table interview_events (
  interview_id text not null references interviews (id) on delete cascade,
  version integer not null,
  event text not null,
  to_status text not null,
  actor text not null,
  detail text,
  at timestamptz not null,
  primary key (interview_id, version)
);
create table interview_scores (
  interview_id text not null references interviews (id) on delete cascade,
  user_id text not null references internal_users (user_id),
  verdict text not null check (verdict in ('strong-no', 'no', 'yes', 'strong-yes')),
  -- Sealed.
  words text not null,
  sent_at timestamptz not null,
  primary key (interview_id, user_id)
);
create table interview_mails (
  message_id text primary key,
  interview_id text not null references interviews (id) on delete cascade,
  sent_at timestamptz not null
);
insert into status_edges (machine, from_status, to_status) values
  ('interview', 'proposed', 'invited'), ('interview', 'reschedule_requested', 'invited'),
  ('interview', 'invited', 'confirmed'), ('interview', 'reschedule_requested', 'confirmed'),
  ('interview', 'invited', 'declined'), ('interview', 'invited', 'reschedule_requested'), ('interview', 'invited', 'proposed'),
  ('interview', 'confirmed', 'completed'), ('interview', 'confirmed', 'no_show'),
  ('interview', 'proposed', 'cancelled'), ('interview', 'invited', 'cancelled'), ('interview', 'reschedule_requested', 'cancelled'),
  ('interview', 'confirmed', 'cancelled');
create trigger interviews_edges before update on interviews for each row execute function refuse_undeclared_edge('interview');
