-- Whether visitors may see prices in a currency. Its rate goes on: orders, tours and files that were reckoned with it stay as they are.
alter table rate_policies add column is_shown boolean not null default true;
