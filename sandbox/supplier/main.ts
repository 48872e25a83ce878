import { ownJournal, serveAlone } from '../own-process.ts';
import { openSupplier } from './app.ts';
import type { Fact } from './facts.ts';

/*
 * The pretend supplier of flights as a process of its own: what it has booked outlives whatever happens to the store.
 *   PORT (0: any free one), SANDBOX_HOST (127.0.0.1), SUPPLIER_JOURNAL
 */
const supplier = openSupplier({
  journal: ownJournal<Fact>(
    process.env['SUPPLIER_JOURNAL'] || `${process.env['DATA_DIR'] || '.data'}/supplier-journal.jsonl`,
    'Set SUPPLIER_JOURNAL to another file, or SUPPLIER_URL to use that supplier.',
  ),
});
serveAlone({ name: 'supplier', fetch: supplier.app.fetch, close: () => supplier.close() });
