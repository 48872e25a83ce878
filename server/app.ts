import { Hono } from 'hono';
import { createRequestHandler, RouterContextProvider } from 'react-router';
import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { platformContext, requestContext } from '#app/platform/request-context.ts';
import { isDisplayCurrency, isLanguageCode } from '#app/values/preferences.ts';
import { openPlatform, type Platform } from '#app/platform/platform.server.ts';
import { readEnv, type Env } from '#app/platform/env.server.ts';
import { demoAccounts, demoPassword, seedDemo } from '#seeds/demo.ts';
import { isOwnOrigin, readCookie, securityHeaders } from './edge.ts';

const maxBodyBytes = 64 * 1024;

/** The whole HTTP surface. Every Hono route is listed in server/route-policies.ts with who may call it. */
export async function createApp(platform: Platform) {
  // In production the build is passed resolved: a function would rebuild the route tree on every request.
  const build = import.meta.env.PROD
    ? await import('virtual:react-router/server-build')
    : () => import('virtual:react-router/server-build');
  const answer = createRequestHandler(build, import.meta.env.MODE);
  const app = new Hono<{ Bindings: { incoming?: { socket?: { remoteAddress?: string } } } }>();
  let draining = false;

  app.get('/healthz', (c) => c.json({ ok: true, node: platform.env.NODE_ID, durable: platform.database.kind === 'postgres' }));
  app.get('/readyz', async (c) => {
    if (draining) return c.json({ ok: false, why: 'draining' }, 503);
    try {
      await platform.db.execute(sql`select 1`);
      return c.json({ ok: true });
    } catch {
      return c.json({ ok: false, why: 'database' }, 503);
    }
  });

  app.all('*', async (c) => {
    const request = c.req.raw;
    const requestId = randomBytes(6).toString('hex');
    const nonce = randomBytes(16).toString('base64');
    const headers = securityHeaders(nonce, requestId, platform.env.publicUrl);
    const refuse = (status: number, words: string) =>
      new Response(words, { status, headers: { ...headers, 'Content-Type': 'text/plain; charset=utf-8' } });

    if (!['GET', 'HEAD'].includes(request.method)) {
      if (!isOwnOrigin(request, platform.env.publicUrl))
        return refuse(403, 'This form was sent from another site, so it was not accepted. Open the page again and retry.');
      const length = Number(request.headers.get('content-length') ?? 0);
      if (length > maxBodyBytes) return refuse(413, 'That is more than this page can take. Nothing was saved.');
    }
    const cookies = request.headers.get('cookie');
    const language = readCookie(cookies, 'language');
    const currency = readCookie(cookies, 'selectedCurrency');
    const context = new RouterContextProvider();
    context.set(platformContext, platform);
    context.set(requestContext, {
      requestId,
      nonce,
      address: c.env?.incoming?.socket?.remoteAddress ?? '127.0.0.1',
      language: isLanguageCode(language) ? language : 'en',
      currency: isDisplayCurrency(currency) ? currency : null,
    });
    const response = await answer(request, context);
    for (const [name, value] of Object.entries(headers)) if (!response.headers.has(name)) response.headers.set(name, value);
    return response;
  });

  return { app, drain: () => void (draining = true) };
}

/** Opens everything for a process that serves: environment, database, jobs, application. */
export async function openServer(source: Record<string, string | undefined>) {
  const env = readEnv(source);
  const platform = await openPlatform(env, { work: true });
  if (env.demo) await seedDemo(platform);
  const { app, drain } = await createApp(platform);
  return { platform, app, drain, banner: (port: number) => startBanner(env, port) };
}

function startBanner(env: Env, port: number): string {
  const lines = ['', `Rihla is ready at http://localhost:${port}`];
  if (env.embedded)
    lines.push(`Database: embedded, in ${env.DATA_DIR} (for a demo or a small office: it is not proof against a power cut)`);
  if (env.demo)
    lines.push(
      '',
      `Demo sign-ins, password ${demoPassword}:`,
      ...demoAccounts.map(
        (account) => `  ${account.email.padEnd(26)}${account.roles.length > 0 ? `/admin/login   ${account.roles.join(', ')}` : '/auth'}`,
      ),
      '',
    );
  return lines.join('\n');
}
