-- Money that became credit goes back as it returns from what was paid with it: an order may owe a refund more than once.
insert into status_edges (machine, from_status, to_status) values
  ('holiday-order', 'refunded', 'refund_due'),
  ('experience-order', 'refunded', 'refund_due'),
  ('staycation-order', 'refunded', 'refund_due'),
  ('tailor-made-order', 'refunded', 'refund_due');
