-- The way of hiring of a posting: a template of the house, or stages and rounds of its own.
alter table job_postings
  add column pipeline text not null default 'standard' check (pipeline in ('standard', 'direct', 'expert', 'many', 'own')),
  -- Of the stages that may be left out, those that are used.
  add column own_stages text[] not null default '{}' check (own_stages <@ array['screening', 'interview']),
  -- [{kind, name}] in their order.
  add column own_rounds jsonb not null default '[]' check (jsonb_typeof(own_rounds) = 'array'),
  add constraint job_postings_own_way check (pipeline = 'own' or (own_stages = '{}' and own_rounds = '[]'));

alter table interviews
  drop constraint interviews_round_check,
  add constraint interviews_round_check check (round in ('phone', 'first', 'technical', 'task', 'team', 'final')),
  -- How the posting called the round when the interview was planned.
  add column round_name text check (length(round_name) between 2 and 40);
