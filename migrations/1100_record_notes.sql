-- What colleagues write on a record and keep beside it: one place for all records, in place of two for two of them.
create table record_notes (
  id text primary key,
  kind text not null,
  record_id text not null,
  author text not null,
  -- Sealed, for the table that it was written in.
  words text not null,
  sealed_for text not null default 'record_notes',
  -- Colleagues who were asked to look.
  told text[] not null default '{}',
  version integer not null default 1,
  at timestamptz not null,
  changed_at timestamptz,
  removed_at timestamptz,
  pinned_at timestamptz,
  pinned_by text
);
create index record_notes_by_record on record_notes (kind, record_id, at);
create trigger record_notes_stay before delete on record_notes for each row execute function refuse_change();

-- What a note said before its author changed it.
create table record_note_wordings (
  note_id text not null references record_notes (id),
  version integer not null,
  -- Sealed.
  words text not null,
  until timestamptz not null,
  primary key (note_id, version)
);
create trigger record_note_wordings_append_only before update or delete on record_note_wordings
  for each row execute function refuse_change_but_erasing('words');

create table record_files (
  id text primary key,
  kind text not null,
  record_id text not null,
  -- As its sender called it; sealed.
  name text not null,
  type text not null,
  bytes integer not null,
  -- Null once it was taken away.
  stored text,
  kept_by text not null,
  at timestamptz not null,
  removed_at timestamptz,
  removed_by text,
  -- Sealed.
  removed_why text,
  check ((removed_at is null) = (stored is not null))
);
create index record_files_by_record on record_files (kind, record_id, at);

-- Who has a record open now. A row lasts as long as its page asks; each question drops what else its asker left.
create table record_looks (
  kind text not null,
  record_id text not null,
  staff_id text not null,
  seen_at timestamptz not null,
  primary key (kind, record_id, staff_id)
);
create index record_looks_by_colleague on record_looks (staff_id);

insert into record_notes (id, kind, record_id, author, words, sealed_for, at)
  select n.id, o.kind, n.order_id, n.author, n.words, 'order_notes', n.at from order_notes n join orders o on o.id = n.order_id;
insert into record_notes (id, kind, record_id, author, words, sealed_for, told, at)
  select id, 'customer', customer_id, author, words, 'customer_notes', told, at from customer_notes;
update staff_tasks set kind = 'record-mention', subject = replace(subject, 'customer_notes:', 'record_notes:'),
  detail = jsonb_build_object('record', 'customer', 'handle', detail ->> 'customer') where kind = 'customer-note';
drop table order_notes;
drop table customer_notes;

-- By their old names for the version before, until it is stopped: it reads and writes on as it did. They go a release later.
create view order_notes as
  select id, record_id as order_id, author, words, at from record_notes where sealed_for = 'order_notes';
create view customer_notes as
  select id, record_id as customer_id, author, words, told, at from record_notes where sealed_for = 'customer_notes';
create function keep_order_note() returns trigger language plpgsql as $$
begin
  insert into record_notes (id, kind, record_id, author, words, sealed_for, at)
    select new.id, kind, id, new.author, new.words, 'order_notes', new.at from orders where id = new.order_id;
  return new;
end $$;
create trigger order_notes_go_on instead of insert on order_notes for each row execute function keep_order_note();
create function keep_customer_note() returns trigger language plpgsql as $$
begin
  insert into record_notes (id, kind, record_id, author, words, sealed_for, told, at)
    values (new.id, 'customer', new.customer_id, new.author, new.words, 'customer_notes', coalesce(new.told, '{}'), new.at);
  return new;
end $$;
create trigger customer_notes_go_on instead of insert on customer_notes for each row execute function keep_customer_note();

-- Files go over with a merge, and come back with its undoing.
alter table customer_merges add column files jsonb not null default '[]';
