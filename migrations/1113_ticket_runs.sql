-- A run over tickets answers or solves them with one text, hands them over, or says how pressing they are.
alter table ticket_runs
  add column deed text not null default 'answer' check (deed in ('answer', 'solve', 'assign', 'priority')),
  -- Whose they become (nobody's where it is null), or how pressing they are.
  add column aim text,
  alter column macro_id drop not null,
  alter column words drop not null,
  add check ((deed in ('answer', 'solve')) = (words is not null) and (words is null) = (macro_id is null));
-- The version before names no deed: the default stays until it is stopped.
