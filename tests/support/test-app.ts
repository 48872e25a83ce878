import type * as Server from '#server/app.ts';
import type { Flights } from '#app/products/flights/flights-context.ts';
import type { PaymentProvider } from '#app/commerce/payments/payment-provider.ts';
import type { Platform } from '#app/platform/platform.server.ts';

const origin = 'http://localhost:3999';

export interface TestApp {
  /** Patterns and verbs that Hono answers itself. */
  readonly serverRoutes: readonly { readonly path: string; readonly method: string }[];
  /** Sends a request to the production build, in process. Mutating ones carry our own Origin unless told otherwise. */
  send(path: string, init?: RequestInit & { cookie?: string; form?: Record<string, string | string[]> }): Promise<Response>;
  /** The cookie of a session for an account: one for all tests of a file, or a fresh one. */
  signIn(email: string, password: string, fresh?: boolean): Promise<string>;
}

/** The built application on a test platform: real routes, real gate, real database. Flights and a bank may be given, to script them. */
export async function openTestApp(
  platform: Platform,
  flights: Flights | null = null,
  provider: PaymentProvider | null = null,
): Promise<TestApp> {
  const file = new URL('../../build/server/index.js', import.meta.url).href;
  const built = (await import(/* @vite-ignore */ file)) as typeof Server;
  const { app } = await built.createApp(platform, provider ? { provider, pages: null } : undefined, flights);
  const kept = new Map<string, string>();
  return {
    serverRoutes: app.routes,
    async send(path, init = {}) {
      const { cookie, form, ...rest } = init;
      const headers = new Headers(rest.headers);
      if (cookie) headers.set('Cookie', cookie);
      let body = rest.body ?? null;
      let method = rest.method ?? 'GET';
      if (form) {
        const fields = new URLSearchParams();
        for (const [name, value] of Object.entries(form)) for (const one of [value].flat()) fields.append(name, one);
        body = fields.toString();
        method = 'POST';
        headers.set('Content-Type', 'application/x-www-form-urlencoded');
      }
      if (!['GET', 'HEAD'].includes(method) && !headers.has('Origin')) headers.set('Origin', origin);
      return app.fetch(new Request(origin + path, { ...rest, method, body, headers, redirect: 'manual' }));
    },
    async signIn(email, password, fresh = false) {
      const known = kept.get(email);
      if (known && !fresh) return known;
      const answer = await platform.auth.api.signInEmail({ body: { email, password }, asResponse: true });
      if (!answer.ok) throw new Error(`Cannot sign in as ${email}: ${answer.status}`);
      const cookie = answer.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; ');
      if (!fresh) kept.set(email, cookie);
      return cookie;
    },
  };
}
