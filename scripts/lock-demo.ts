import { readEnv } from '#app/platform/env.server.ts';
import { lockDemoAccounts } from '#app/platform/lock-demo-accounts.server.ts';
import { openPlatform } from '#app/platform/platform.server.ts';

/**
 * `npm run demo:lock`: locks the accounts of a demo in a database that goes live. Their passwords and sessions are gone and
 * nobody of them works at the desk any more; what they ordered stays. Run it under the settings of the server to be.
 */
const env = readEnv(process.env);
if (!env.demoLocked) {
  console.error('This is a demo, whose accounts are for everybody. Set NODE_ENV=production and DATABASE_URL as the server to be has them.');
  process.exit(2);
}
const platform = await openPlatform(env, { work: false });
try {
  const locked = await lockDemoAccounts(platform);
  for (const { email } of locked) console.log(`Locked ${email}`);
  console.log(
    locked.length === 0
      ? 'No account of a demo is open here.'
      : `${locked.length} accounts of the demo are locked. "npm run staff:create" makes an owner of yours.`,
  );
} finally {
  await platform.close();
}
