-- The emirate in which the house is established (ISO 3166-2:AE): standard-rated supplies stand under it in the VAT return.
-- Each document keeps the one it was issued in; those of before have none written, and were issued in Dubai.
alter table invoice_seller
  add column emirate text not null default 'DU' check (emirate in ('AZ', 'DU', 'SH', 'AJ', 'UQ', 'RK', 'FU'));
