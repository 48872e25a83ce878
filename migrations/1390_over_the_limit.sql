-- A bank may say that a sum is more than its card has or allows: then another card, or two of them, can pay it.
alter table payments drop constraint payments_decline_class_check;
alter table payments add constraint payments_decline_class_check
  check (decline_class in ('try-again', 'over-limit', 'other-card', 'call-bank', 'suspected-fraud'));
