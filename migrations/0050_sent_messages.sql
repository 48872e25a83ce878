-- Mails that have left, by their own id, so that a job that runs again does not send one twice.
create table sent_messages (
  message_id text primary key,
  order_id text not null references orders (id),
  template text not null,
  order_version integer not null,
  language text not null,
  sent_at timestamptz not null
);
create index sent_messages_by_order on sent_messages (order_id, sent_at);
create trigger sent_messages_keep before update or delete on sent_messages for each row execute function refuse_change();
