-- Letters to those readers who are customers of a kind, let go alone up to a number of readers, with their results.

-- The same address as records of customers keep it: each kind of row has a fingerprint of its own. Rows from before get
-- theirs from a job, which alone can open the address.
alter table newsletter_readers add column customer_index text;
create index newsletter_readers_by_customer on newsletter_readers (customer_index) where customer_index is not null;
create index newsletter_readers_unmatched on newsletter_readers (id) where customer_index is null and email <> '';

-- Which customers a campaign is meant for, as the list of customers narrows them; null: every reader.
alter table campaigns add column customers jsonb;
-- The number of readers up to which its writer let it go alone; null where a second person agreed.
alter table campaigns add column alone_up_to integer;
alter table campaigns drop constraint campaigns_second_person;
alter table campaigns add constraint campaigns_second_person check (
  status in ('draft', 'in_review', 'cancelled')
  or (approved_by is not null and (approved_by <> written_by or alone_up_to is not null))
);
insert into status_edges (machine, from_status, to_status) values
  ('campaign', 'draft', 'approved'), ('campaign', 'approved', 'in_review'), ('campaign', 'sending', 'cancelled');

alter table campaign_letters drop constraint campaign_letters_status_check;
alter table campaign_letters add constraint campaign_letters_status_check check (
  -- `unsure`: whoever handed it over died meanwhile, so that it may have left; it is not sent again
  status in ('waiting', 'sent', 'later', 'suppressed', 'bounced', 'left', 'failed', 'unsure')
);
-- When its reader left the list by the way out of this very letter.
alter table campaign_letters add column left_at timestamptz;
create index campaign_letters_by_reader on campaign_letters (reader_id);

alter table setting_changes drop constraint setting_changes_section_check;
alter table setting_changes add constraint setting_changes_section_check check (
  section in (
    'company', 'hours', 'limits', 'payments', 'discounts', 'public', 'languages', 'branding', 'second-factor', 'taxes', 'letters'
  )
);
