-- The cardholder was not confirmed: the code of their bank was wrong too often, or its check was left.
alter table payments drop constraint payments_decline_class_check;
alter table payments add constraint payments_decline_class_check
  check (decline_class in ('try-again', 'over-limit', 'other-card', 'call-bank', 'suspected-fraud', 'not-agreed', 'not-confirmed'));
