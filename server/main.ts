import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { getRequestListener, serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import type * as Server from './app.ts';

/** Starts the built server, or the development server with `--dev`. Run by Node itself, without a build step. */
if (Number(process.versions.node.split('.')[0]) < 22) {
  console.error(
    `This is Node ${process.versions.node}. Start with "npm start", which brings its own Node 24, or install Node 22.22 or newer.`,
  );
  process.exit(1);
}

// The configuration sees the environment as it was given; React only asks whether this is a production build.
const given = { ...process.env };
const dev = process.argv.includes('--dev');
process.env['NODE_ENV'] = dev ? 'development' : 'production';

const clientFolder = './build/client';
const keepCompiledAfterMs = 5_000;

const builtFile = new URL('../build/server/index.js', import.meta.url);

async function loadBuilt(): Promise<typeof Server> {
  if (!existsSync(builtFile)) {
    console.error('There is no build yet. Run "npm start", which builds first.');
    process.exit(1);
  }
  // Code is compiled at the first start after a build; where the folder cannot be written, at every start. Whoever started
  // us may have named a folder already.
  enableCompileCache('./build/server/compiled');
  return (await import(builtFile.href)) as typeof Server;
}

async function start(): Promise<void> {
  const outer = new Hono();
  const http = dev ? createServer() : null;
  const vite = http
    ? await (await import('vite')).createServer({ server: { middlewareMode: true, ws: { server: http } }, appType: 'custom' })
    : null;
  const server = vite ? ((await vite.ssrLoadModule('./server/app.ts')) as typeof Server) : await loadBuilt();

  // This file names all others of its build by a sum of what is in them: its own sum is that of the whole program.
  const kept = dev
    ? undefined
    : { folder: './build/server/kept', program: createHash('sha256').update(readFileSync(builtFile)).digest('hex') };
  const { platform, app, drain, banner } = await server.openServer(given, kept);
  if (vite && http) {
    const listener = getRequestListener((request, env) => app.fetch(request, env));
    http.on('request', (incoming, outgoing) => vite.middlewares(incoming, outgoing, () => void listener(incoming, outgoing)));
    http.listen(platform.env.PORT);
  } else {
    // The folder never changes while we run: its names are read once, so that no page asks the disk for a file.
    const names = new Set(readdirSync(clientFolder, { recursive: true, encoding: 'utf8' }).map((name) => `/${name.replaceAll('\\', '/')}`));
    const file = serveStatic({
      root: clientFolder,
      precompressed: true,
      // Hashed names never change; everything else in the folder is asked again.
      onFound: (path, c) => {
        c.header('Cache-Control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
        // Asked for anew each time, and allowed to fetch from us alone; its compressed twin ends in another way.
        if (!path.includes('/trip-worker.js')) return;
        c.header('Cache-Control', 'no-cache');
        c.header('Content-Security-Policy', "default-src 'none'; connect-src 'self'");
      },
    });
    outer.use('*', (c, next) => (names.has(c.req.path) ? file(c, next) : next()));
    outer.route('/', app as never);
  }
  const serving = http ?? serve({ fetch: outer.fetch, port: platform.env.PORT });
  serving.on('error', (fault: NodeJS.ErrnoException) => {
    console.error(fault.code === 'EADDRINUSE' ? `Port ${platform.env.PORT} is taken. Set another PORT.` : fault.message);
    process.exit(1);
  });
  serving.on('listening', () => {
    console.log(banner((serving.address() as { port: number }).port));
    // Behind the first pages, with what they needed. Who stops sooner keeps it at the end.
    setTimeout(flushCompileCache, keepCompiledAfterMs).unref();
  });

  let stopping = false;
  let draining = false;
  serving.prependListener('request', (_incoming, outgoing: ServerResponse) => {
    // Files and the short answers of the server itself too: whatever leaves here says what type it is and nothing else.
    outgoing.setHeader('X-Content-Type-Options', 'nosniff');
    if (draining) outgoing.shouldKeepAlive = false;
  });
  const stop = async (signal: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    drain();
    // Not ready any more, and still serving: a balancer sees it and sends nobody else. Every answer from now on ends its
    // connection, because one that we closed while a form was on its way would lose the form.
    draining = true;
    if (signal === 'SIGTERM') await new Promise((resume) => setTimeout(resume, platform.env.drainMs));
    const patience = setTimeout(() => process.exit(1), 25_000);
    patience.unref();
    await new Promise((closed) => {
      serving.close(closed);
      if ('closeIdleConnections' in serving) serving.closeIdleConnections();
    });
    await vite?.close();
    await platform.close();
    process.exit(0);
  };
  process.on('SIGTERM', (signal) => void stop(signal));
  process.on('SIGINT', (signal) => void stop(signal));
}

start().catch((fault: Error) => {
  const known = fault.constructor.name === 'EnvironmentFault' || fault.constructor.name === 'DatabaseInUse';
  console.error(known ? `Rihla cannot start.\n${fault.message}` : fault);
  process.exit(1);
});
