-- Up to which line of a ticket its owner has read, for the number beside their messages. Whatever was said before counts as read.
alter table tickets add column seen_version integer not null default 0;
update tickets set seen_version = version;
