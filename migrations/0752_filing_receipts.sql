-- When an officer has shown a paper of the authority to its traveller; only receipts of a filing are shown so.
alter table evisa_documents add column shared_at timestamptz check (shared_at is null or kind = 'receipt');
