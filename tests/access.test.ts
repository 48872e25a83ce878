import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { mayOpen, type StaffRole, type Viewer } from '#app/platform/access.ts';
import { saveStaffMember } from '#app/platform/access-store.server.ts';
import { places } from '#app/site-map.ts';
import { routePolicies } from '#server/route-policies.ts';
import { demoAccounts, demoPassword } from '#seeds/demo.ts';
import { openTestApp } from './support/test-app.ts';
import { openDemoPlatform } from './support/test-platform.ts';

const platform = await openDemoPlatform();
const app = await openTestApp(platform);

/** Roles without a demo account get one here, so that every role is walked. */
const more: readonly StaffRole[] = ['ops_manager', 'marketing', 'recruiter', 'interviewer'];
for (const role of more) {
  const made = await platform.auth.api.signUpEmail({ body: { email: `${role}@test.example`, password: demoPassword, name: role } });
  await saveStaffMember(platform.db, {
    userId: made.user.id,
    displayName: role,
    roles: [role],
    isActive: true,
    employmentStatus: 'active',
  });
}

/** Who asks; all of them unless some are named. */
const asking = process.env['ACTORS']?.split(',');
const user = { id: 'x', email: 'x', emailVerified: false, fullName: null, createdAt: '' };
const asStaff = (roles: readonly StaffRole[]): Viewer => ({ kind: 'staff', user, staff: { userId: 'x', displayName: 'x', roles } });
const actors: { name: string; email: string; viewer: Viewer; cookie: string }[] = [
  { name: 'anonymous', email: '', viewer: { kind: 'anonymous' }, cookie: '' },
  ...(await Promise.all(
    [...demoAccounts, ...more.map((role) => ({ email: `${role}@test.example`, roles: [role] }))].map(async (account) => ({
      name: account.roles[0] ?? 'traveller',
      email: account.email,
      viewer: account.roles.length > 0 ? asStaff(account.roles) : ({ kind: 'customer', user } as const),
      cookie: await app.signIn(account.email, demoPassword),
    })),
  )),
];

/** What the gate answered, read from status and body; pages behind it may answer what they like. */
async function answerOf(path: string, init: Parameters<typeof app.send>[1]): Promise<string> {
  const response = await app.send(path, init);
  const where = response.headers.get('location') ?? (path.includes('.data') ? await response.text() : '');
  if (response.status >= 500) return `fault ${response.status}`;
  if (response.status < 300 && response.status !== 202) return 'open';
  if (where.includes('/admin/unauthorized?from=')) return 'forbidden';
  if (where.includes('/admin/login?next=')) return 'staff-sign-in';
  if (where.includes('/auth?next=')) return 'sign-in';
  return 'open';
}

const sample = (path: string) =>
  `/${path}`
    .replace('/:orderId?', '/AAAAA-AAAAA')
    .replace(/:\w+\??/g, 'sample')
    .replace('*', 'no/such/page');

describe.each(actors.filter(({ name }) => asking?.includes(name) ?? true))(
  'the gate, asked as $name',
  ({ name, email, viewer, cookie: shared }) => {
    it.each(places.map((place) => [sample(place.path), place] as const))('answers %s as the site map declares', async (path, place) => {
      const declared = mayOpen(place.access, viewer);
      // Signing out really ends a session: that page gets one of its own.
      const cookie = place.id === 'sign-out' && email ? await app.signIn(email, demoPassword, true) : shared;
      const data = path === '/' ? '/_.data' : `${path}.data`;
      const posts = mayOpen(place.posts ?? place.access, viewer);
      expect(await answerOf(`${data}?_routes=${place.id}`, { cookie })).toBe(declared);
      expect(await answerOf(data, { cookie, form: { nothing: '1' } })).toBe(posts);
      // Drawing takes longest. A refusal is tried by every door; a page that opens is drawn for three, and for the others its data is asked once.
      const drawn = ['anonymous', 'owner', 'interviewer'].includes(name);
      if (drawn || posts !== 'open') expect(await answerOf(path, { cookie, form: { nothing: '1' } })).toBe(posts);
      if (drawn || declared !== 'open') expect(await answerOf(path, { cookie })).toBe(declared);
      if (drawn || declared !== 'open') expect(await answerOf(data, { cookie })).toBe(declared);
    });
  },
);

/** How many rows each table has and the newest transaction that wrote one of them: nothing is written without it being told here. */
async function everythingStored(): Promise<string> {
  const { rows: tables } = (await platform.db.execute(
    sql`select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  )) as unknown as { rows: { table_name: string }[] };
  const each = tables.map(
    ({ table_name: name }) =>
      sql`select ${name}::text as of, count(*) as rows, max(xmin::text::bigint) as last from ${sql.identifier(name)}`,
  );
  return JSON.stringify((await platform.db.execute(sql.join(each, sql` union all `))) as unknown);
}

/** What no address takes, whoever asks; pages read a form from POST alone. */
const verbs = ['PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

describe('a verb that no address has', () => {
  it.each(actors.filter(({ name }) => ['anonymous', 'owner'].includes(name)))(
    'changes nothing and opens nothing anywhere, asked as $name, page and data alike',
    async ({ cookie }) => {
      const taken: string[] = [];
      const before = await everythingStored();
      for (const place of places)
        for (const path of [sample(place.path), place.path === '' ? '/_.data' : `${sample(place.path)}.data`])
          for (const method of verbs) {
            const answer = await app.send(path, { method, cookie });
            const allow = answer.headers.get('Allow') ?? '';
            if (answer.status !== 405 || allow.includes(method)) taken.push(`${method} ${path} ${answer.status}`);
          }
      expect(taken).toEqual([]);
      expect(await everythingStored()).toBe(before);
    },
  );

  it('is refused beside the map too, where the server itself answers', async () => {
    const taken: string[] = [];
    for (const { path } of routePolicies.filter((policy) => !policy.path.includes('*')))
      for (const method of verbs) {
        const { status } = await app.send(path.replace(/:\w+/g, 'sample'), { method });
        if (status !== 405) taken.push(`${method} ${path} ${status}`);
      }
    expect(taken).toEqual([]);
  });

  // Where a page opens its HEAD is its GET without the body; what is refused is refused to both.
  it.each(actors.filter(({ name }) => ['anonymous', 'traveller', 'interviewer', 'auditor'].includes(name)))(
    'is not HEAD, which opens nothing to $name that GET does not',
    async ({ viewer, cookie }) => {
      const closed = places.filter((place) => mayOpen(place.access, viewer) !== 'open');
      const opened: string[] = [];
      for (const place of closed) {
        const path = sample(place.path);
        const got = await answerOf(path, { cookie, method: 'HEAD' });
        if (got !== mayOpen(place.access, viewer)) opened.push(`${path} ${got}`);
      }
      expect(opened).toEqual([]);
    },
  );
});

describe('the gate', () => {
  it('has a declared policy for every address that the server answers beside the map', () => {
    const declared = routePolicies.flatMap((policy) => policy.methods.map((method) => `${method} ${policy.path}`));
    const real = app.serverRoutes.filter((route) => !route.path.includes('*')).map((route) => `${route.method} ${route.path}`);
    expect([...new Set(real)].sort()).toEqual(declared.toSorted());
  });

  it('answers an address that is not in the map with a real 404', async () => {
    expect((await app.send('/no/such/page')).status).toBe(404);
  });

  it('refuses a form that comes from another site, and one that does not say where it comes from', async () => {
    expect((await app.send('/auth', { form: {}, headers: { Origin: 'https://elsewhere.example' } })).status).toBe(403);
    const silent = await app.send('/auth', { form: {}, headers: { Origin: '' } });
    expect(silent.status).toBe(403);
  });

  it('refuses a verb that no page has', async () => {
    const refused = await app.send('/flights', { method: 'DELETE' });
    expect(refused.status).toBe(405);
    expect(refused.headers.get('Allow')).toBe('GET, HEAD, POST');
  });

  it.each([
    ['GET', '/webhooks/payments', 'POST'],
    ['POST', '/healthz', 'GET, HEAD'],
    ['POST', '/maps/nothing.svg', 'GET, HEAD'],
    ['DELETE', '/sandbox-bank/pay/nobody', 'GET, HEAD, POST'],
  ])('refuses %s at %s, which no page has, and names what it takes', async (method, path, allow) => {
    const refused = await app.send(path, { method });
    expect([refused.status, refused.headers.get('Allow')]).toEqual([405, allow]);
  });

  it('opens the page under an address that mail programs post to', async () => {
    expect((await app.send('/newsletter/leave/no-such-token')).status).not.toBe(405);
  });

  it.each(['/tour/%00', '/visa-assistance/%00', '/experience/a%00b.data', '/admin/users/%00'])('has no page at %s', async (path) => {
    expect((await app.send(path)).status).toBe(404);
    expect((await app.send(path, { form: {} })).status).toBe(404);
  });

  it('has nothing that takes a form at an address in other letters', async () => {
    expect((await app.send('/support/%E2%80%AE', { form: { event: 'close' } })).status).toBe(404);
  });

  it.each([
    ['30 minutes without a request', sql`update sessions set updated_at = now() - interval '31 minutes'`],
    ['8 hours in all', sql`update sessions set created_at = now() - interval '481 minutes'`],
  ])('ends a staff session after %s', async (_limit, later) => {
    const cookie = await app.signIn('auditor@rihla.example', demoPassword, true);
    expect(await answerOf('/admin/invoices', { cookie })).toBe('open');
    const untouched = await platform.db.execute(sql`select id, created_at, updated_at from sessions`);
    await platform.db.execute(later);
    expect(await answerOf('/admin/invoices', { cookie })).toBe('staff-sign-in');
    for (const row of (untouched as unknown as { rows: Record<string, unknown>[] }).rows) {
      await platform.db.execute(
        sql`update sessions set created_at = ${row['created_at']}, updated_at = ${row['updated_at']} where id = ${row['id']}`,
      );
    }
  });

  it('shuts a staff member out on the next request after the row is switched off', async () => {
    const cookie = await app.signIn('flights@rihla.example', demoPassword);
    expect(await answerOf('/admin/orders/flights', { cookie })).toBe('open');
    const [row] = demoAccounts.filter((account) => account.email === 'flights@rihla.example');
    const member = { displayName: 'x', roles: row!.roles, employmentStatus: 'active', isActive: true };
    const session = await platform.auth.api.getSession({ headers: new Headers({ cookie }) });
    await saveStaffMember(platform.db, { ...member, userId: session!.user.id, isActive: false });
    expect(await answerOf('/admin/orders/flights', { cookie })).toBe('staff-sign-in');
    await saveStaffMember(platform.db, { ...member, userId: session!.user.id, employmentStatus: 'left' });
    expect(await answerOf('/admin/orders/flights', { cookie })).toBe('staff-sign-in');
  });
});
