-- By what words of its messages a ticket is found: keyed fingerprints, never the words. Those of before, and what stands in
-- the message that a ticket was opened for, come from a job, which alone can open them.
create table ticket_words (
  ticket_id text not null references tickets (id),
  word text not null,
  primary key (word, ticket_id)
);
create index ticket_words_by_ticket on ticket_words (ticket_id);
alter table tickets add column words_known boolean not null default false;
create index tickets_words_unknown on tickets (id) where not words_known;
