-- A picture of the passport as it changed hands: the id of a paper of its case. The paper goes when papers go; the line stays.
alter table passport_custody add column photo text;
alter table passport_handovers add column photo text;
