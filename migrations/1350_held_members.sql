-- Members whose points are held are few: their tab, and its count, read all members to find them.
create index loyalty_members_held on loyalty_members (changed_at, user_id) where held_at is not null;
