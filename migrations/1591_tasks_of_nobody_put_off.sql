-- What nobody has can be put off as well and stays nobody's. Until now a task that was put back slept for nobody: it stays awake.
update staff_tasks set snoozed_until = null where claimed_by is null and snoozed_until is not null;
