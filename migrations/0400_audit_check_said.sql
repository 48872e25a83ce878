-- When a walk over the audit last said how far it is: it is silent by this, not by when it was asked for.
alter table audit_checks add column said_at timestamptz;
