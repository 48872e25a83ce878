-- Applications that began with an inquiry: a draft the traveller was invited to fill in. Removed with a draft nobody pays.
create table inquiry_applications (
  group_id text primary key references evisa_groups (id) on delete cascade,
  inquiry_id text not null references inquiries (id),
  invited_by text not null references internal_users (user_id),
  invited_at timestamptz not null
);
create index inquiry_applications_by_inquiry on inquiry_applications (inquiry_id);
