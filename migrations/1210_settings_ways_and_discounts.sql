-- Two sections more of what owners set: the ways of paying that the shop offers, and what a role takes off a quote alone.
alter table setting_changes drop constraint setting_changes_section_check;
alter table setting_changes add constraint setting_changes_section_check
  check (section in ('company', 'hours', 'limits', 'payments', 'discounts'));
