import { readEnv } from '#app/platform/env.server.ts';
import { openPlatform } from '#app/platform/platform.server.ts';
import { loadCatalogue } from '#seeds/catalogue.ts';

/**
 * `npm run catalogue:load` adds the house catalogue to a database: what is not there yet, and nothing else.
 * `npm run catalogue:load -- --replace` writes all of it anew; tours that staff have published stay as they are.
 */
const platform = await openPlatform(readEnv(process.env), { work: false });
try {
  const counts = await loadCatalogue(platform, { replace: process.argv.includes('--replace') });
  for (const [kind, count] of Object.entries(counts)) console.log(`${kind}: ${count} written`);
} finally {
  await platform.close();
}
