-- A mailed link may also sign its reader in.
alter table account_links drop constraint account_links_kind_check;
alter table account_links add constraint account_links_kind_check check (kind in ('sign-up', 'verify-email', 'reset-password', 'sign-in'));
