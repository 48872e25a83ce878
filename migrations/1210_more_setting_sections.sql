-- More sections of what owners set: the ways of paying that the shop offers, what a role takes off a quote alone, and what the
-- public is told of the house beside its name.
alter table setting_changes drop constraint setting_changes_section_check;
alter table setting_changes add constraint setting_changes_section_check
  check (section in ('company', 'hours', 'limits', 'payments', 'discounts', 'public'));
