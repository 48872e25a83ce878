-- Papers that go to a cardholder's bank with an answer: chosen once, before anything is said, so that what is said again is the same.
alter table dispute_answers add column packed_at timestamptz;
create table dispute_answer_papers (
  answer_id text not null references dispute_answers (id),
  position integer not null,
  slot text not null check (slot in ('receipt', 'service', 'other')),
  -- As the archive calls it: the order's reference and the paper's own name.
  name text not null,
  -- How the provider calls it once it has it.
  provider_ref text,
  -- The provider does not take it, or it is not there any more: the words speak alone.
  left_out_at timestamptz,
  primary key (answer_id, position)
);
