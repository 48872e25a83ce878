import { endEveryEndpoint } from '#app/backoffice/webhooks/webhooks-store.server.ts';
import { shutInvitations } from '#app/commerce/customers/account-links-store.server.ts';
import { readEnv } from '#app/platform/env.server.ts';
import { lockDemoAccounts } from '#app/platform/lock-demo-accounts.server.ts';
import { openPlatform } from '#app/platform/platform.server.ts';

/**
 * `npm run demo:lock`: locks the accounts of a demo in a database that goes live, and whoever they let in: their passwords and
 * all sessions are gone, nobody works at the desk any more, keys of partners open nothing and their addresses hear nothing. What was ordered stays. Run it under
 * the settings of the server to be, before the first owner of yours is made.
 */
const env = readEnv(process.env);
if (!env.demoLocked) {
  console.error('This is a demo, whose accounts are for everybody. Set NODE_ENV=production and DATABASE_URL as the server to be has them.');
  process.exit(2);
}
const platform = await openPlatform(env, { work: false });
try {
  const doors = { shutInvitations, endWebhooks: endEveryEndpoint };
  const { accounts, colleagues, keys, webhooks } = await lockDemoAccounts(platform, doors);
  for (const { email } of accounts) console.log(`Locked ${email}`);
  for (const { email } of colleagues) console.log(`Suspended ${email}, whom somebody let in at the demo`);
  for (const name of keys) console.log(`Revoked the key "${name}"`);
  for (const name of webhooks) console.log(`Ended the webhook "${name}"`);
  console.log(
    accounts.length === 0
      ? 'No account of a demo is open here.'
      : `${accounts.length} accounts of the demo are locked. "npm run staff:create" makes an owner of yours, and takes back a colleague.`,
  );
} finally {
  await platform.close();
}
