-- Papers that somebody sends before an advice call, such as the letter of a refusal: sealed files, gone a month after the call is over.
create table consultation_papers (
  id text primary key,
  consultation_id text not null references consultations (id) on delete cascade,
  kind text not null check (kind in ('refusal', 'form', 'funds', 'other')),
  type text not null check (type in ('application/pdf', 'image/jpeg', 'image/png')),
  bytes integer not null check (bytes > 0),
  -- Name of the file; it says nothing.
  stored text not null unique,
  at timestamptz not null
);
create index consultation_papers_by_call on consultation_papers (consultation_id, at);
