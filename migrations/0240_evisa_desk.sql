-- Found by the beginning of what a caller reads out.
create index orders_by_reference_start on orders (kind, reference text_pattern_ops);

-- Every list, filter and search of the visa desk over a hundred thousand cases.
create index evisa_applications_by_queue on evisa_applications (status, deliver_by, id) where received_at is not null;
create index evisa_applications_unowned on evisa_applications (received_at desc, id desc) where officer is null and received_at is not null;
create index evisa_applications_by_authority on evisa_applications (authority_reference) where authority_reference is not null;
create index evisa_groups_by_country on evisa_groups (country, arrival);
create index evisa_groups_by_arrival on evisa_groups (arrival, id) where order_id is not null;

-- Kept lists and runs of more than one list.
alter table desk_views add column list text not null default 'flights' check (list in ('flights', 'evisa'));
drop index desk_views_by_owner;
create index desk_views_by_owner on desk_views (list, owner);
alter table desk_bulk_runs add column list text not null default 'flights' check (list in ('flights', 'evisa'));
alter table desk_bulk_runs add column detail jsonb not null default '{}';
-- What of an order is meant, by an id of its product, and what its line needs.
alter table desk_bulk_lines add column subject text;
alter table desk_bulk_lines add column detail jsonb not null default '{}';
