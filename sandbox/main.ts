import { openSandbox } from './app.ts';
import type { Fact } from './journal.ts';
import { ownJournal, serveAlone } from './own-process.ts';

/*
 * The pretend bank as a process of its own: it shares nothing with the store but HTTP, and its journal survives
 * whatever happens to the store. Run by Node itself; `npm run sandbox` starts it beside the pretend supplier.
 *   PORT (0: any free one), SANDBOX_HOST (127.0.0.1), SANDBOX_JOURNAL, SANDBOX_PUBLIC_URL, WEBHOOK_URL, WEBHOOK_SECRET
 */
const env = process.env;
let address = '';
const sandbox = openSandbox({
  journal: ownJournal<Fact>(
    env['SANDBOX_JOURNAL'] || `${env['DATA_DIR'] || '.data'}/sandbox-journal.jsonl`,
    'Set SANDBOX_JOURNAL to another file, or SANDBOX_URL to use that bank.',
  ),
  publicUrl: () => env['SANDBOX_PUBLIC_URL'] || address,
  webhookUrl: env['WEBHOOK_URL'] || null,
  webhookSecret: (env['WEBHOOK_SECRET'] || '').split(',')[0]!,
});
serveAlone({ name: 'sandbox', fetch: sandbox.app.fetch, close: () => sandbox.close(), onAddress: (here) => (address = here) });
