-- The version of a proposal that a booking of a tour was begun from: its order is tied to it when it is placed.

alter table holiday_drafts
  add column proposal_id text references proposals (id),
  add column proposal_version integer,
  add constraint holiday_drafts_proposal check ((proposal_id is null) = (proposal_version is null));
create index holiday_drafts_by_proposal on holiday_drafts (proposal_id) where proposal_id is not null;
