-- How a payment is made on its provider's page: with a card, or in four parts that the provider collects. Whoever gave us money
-- before this had a card in hand.
alter table payments add column method text not null default 'card' check (method in ('card', 'four'));
-- A provider that does not agree to four parts ends the payment; a card, or another provider, can still pay.
alter table payments drop constraint payments_decline_class_check;
alter table payments add constraint payments_decline_class_check
  check (decline_class in ('try-again', 'over-limit', 'other-card', 'call-bank', 'suspected-fraud', 'not-agreed'));
