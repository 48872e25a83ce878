import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';

/**
 * The built server with a timetable that a journey can hurry: a message `{ strike: 'reviews.invite' }` does now what the
 * clock would do once a day. `CLOCK_OFFSET_MS` says how far ahead of the machine its calendar is.
 */
const given = { ...process.env };
process.env.NODE_ENV = 'production';
const { openServer } = await import('../../build/server/index.js');
const { platform, app, drain } = await openServer(given);
const outer = new Hono();
outer.use('*', serveStatic({ root: './build/client' }));
outer.route('/', app);
const serving = serve({ fetch: outer.fetch, port: platform.env.PORT }, () => process.send('ready'));

process.on('message', ({ strike }) => platform.jobs.send(platform.db, { name: strike, retryLimit: 1, unhurried: false }, {}));
process.once('SIGTERM', async () => {
  drain();
  serving.closeAllConnections();
  await new Promise((closed) => serving.close(closed));
  await platform.close();
  process.exit(0);
});
// The journey that started it is gone, however it ended.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
