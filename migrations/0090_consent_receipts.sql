-- What a visitor allowed, when, and under which words: the proof that a choice was made. Nothing here names a person.
create table consent_receipts (
  id text primary key,
  chosen_at timestamptz not null,
  wording text not null,
  language text not null,
  analytics boolean not null,
  marketing boolean not null,
  personalization boolean not null
);
create index consent_receipts_by_time on consent_receipts (chosen_at);
create trigger consent_receipts_keep before update or delete on consent_receipts for each row execute function refuse_change();
