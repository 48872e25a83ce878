-- Lists ask thousands of orders how their money stands: the answer stands in the index by which it is found.
create unique index order_money_states_whole on order_money_states (order_id) include (kind, state);
alter table order_money_states drop constraint order_money_states_pkey;
alter table order_money_states add constraint order_money_states_pkey primary key using index order_money_states_whole;
