import { sql } from 'drizzle-orm';
import type { lookup } from 'node:dns';
import { beforeEach, describe, expect, it } from 'vitest';
import { verifySignature } from '#app/commerce/payments/webhook-signature.server.ts';
import { findStaffMember } from '#app/platform/access-store.server.ts';
import type { StaffRole, Viewer } from '#app/platform/access.ts';
import { findAccountByEmail } from '#app/platform/account-store.server.ts';
import { anOffer } from '#app/products/flights/offer-testing.ts';
import { placeDeskOrder } from '#app/products/flights/staff/desk-orders-testing.ts';
import { ScriptedSupplier } from '#app/products/flights/supplier/scripted-supplier.ts';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { addMilliseconds, dayMs, hourMs, minuteMs } from '#app/values/dates.ts';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { callPartner, isPublicAddress, publicLookup, type Call, type CallAnswer } from './call-partner.server.ts';
import { forgetDeliveries, sendDue } from './send-webhooks.server.ts';
import { failuresUntilPause, faultOfAddress, type WebhookEvent } from './webhook-rules.ts';
import { dropOldDeliveries } from './webhooks-store.server.ts';
import { makeWebhook, moveWebhook, readWebhookForm, sendByHand, type WebhookMove } from './work-webhooks.server.ts';

const platform = await openDemoPlatform();
const { db, clock } = platform;
const app = await openTestApp(platform);
const owner = await app.signIn('admin@rihla.example', demoPassword);
const auditor = await app.signIn('auditor@rihla.example', demoPassword);
const rows = async <Row>(query: ReturnType<typeof sql>) => ((await db.execute(query)) as unknown as { rows: Row[] }).rows;
async function personOf(email: string, role: StaffRole): Promise<Viewer> {
  const account = (await findAccountByEmail(db, email))!;
  const staff = (await findStaffMember(db, account.id))!;
  const user = { id: account.id, email, emailVerified: true, fullName: account.name, createdAt: '2026-01-01' };
  return { kind: 'staff', user, staff: { ...staff, roles: [role] } };
}
const huda = await personOf('admin@rihla.example', 'owner');
const farah = await personOf('finance@rihla.example', 'finance');
const ask = { viewer: huda, requestId: 'request' };
const url = 'https://partner.example/rihla';

/** The partner: keeps what it was told and says what it is told to. */
const told: Call[] = [];
let says: CallAnswer = { arrived: true, answer: '200' };
const partner = async (call: Call) => {
  told.push(call);
  return says;
};
const make = async (events: readonly WebhookEvent[] = ['order.ticketed', 'visa.decided']) => {
  const made = await makeWebhook(platform, { ...ask, webhook: { name: 'Etihad Tours', url, events } });
  if (!made.ok) throw new Error(made.refused);
  const [row] = await rows<{ id: string }>(sql`select id from webhook_endpoints where status <> 'ended'`);
  return { id: row!.id, secret: made.value };
};
const move = async (id: string, what: WebhookMove) => {
  const [row] = await rows<{ version: number }>(sql`select version from webhook_endpoints where id = ${id}`);
  return moveWebhook(platform, { ...ask, id, version: row!.version, move: what });
};
const statusOf = async (id: string) =>
  (await rows<{ status: string }>(sql`select status from webhook_endpoints where id = ${id}`))[0]!.status;
const deliveries = () =>
  rows<{ event: string; reference: string; state: string; attempts: number; answer: string | null }>(
    sql`select event, reference, state, attempts, answer from webhook_deliveries order by created_at, event`,
  );
let version = 0;
/** What the machine of an order writes when it moves on. */
async function happens(event: string, to: string, from = 'ticketing') {
  version += 1;
  await db.execute(sql`insert into order_events (order_id, version, event, from_status, to_status, actor, at)
    values (${order.id}, ${1000 + version}, ${event}, ${from}, ${to}, 'system', ${new Date(clock.now()).toISOString()}::timestamptz)`);
  return order.reference;
}

const order = await placeDeskOrder(platform, new ScriptedSupplier({ offers: [anOffer({ flight: 'EK1' })] }), { status: 'paid' });

beforeEach(async () => {
  clock.set(addMilliseconds(clock.now(), hourMs));
  told.length = 0;
  says = { arrived: true, answer: '200' };
  await db.execute(sql`delete from webhook_deliveries`);
  await db.execute(sql`delete from webhook_endpoints`);
});

describe('an address of a partner', () => {
  it.each([
    ['http://partner.example/', 'https'],
    ['partner.example', 'address'],
    ['https://user:word@partner.example/', 'address'],
    ['https://partner.example:8443/', 'address'],
    ['https://127.0.0.1/', 'private'],
    ['https://2130706433/', 'private'],
    ['https://0x7f.1/', 'private'],
    ['https://[::1]/', 'private'],
    ['https://localhost/', 'private'],
    ['https://db.internal./', 'private'],
    ['https://intranet/', 'private'],
    ['https://partner.example/rihla?key=1', null],
  ])('%s is judged: %s', (typed, fault) => expect(faultOfAddress(typed)).toBe(fault));

  it('leads to the public network alone, whatever its name says', () => {
    const closed = [
      '127.0.0.1',
      '10.1.2.3',
      '172.31.0.1',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '0.0.0.0',
      '224.0.0.1',
      '255.255.255.255',
    ];
    const closed6 = [
      '::1',
      '::',
      'fe80::1%eth0',
      'fd00::1',
      '::ffff:127.0.0.1',
      '64:ff9b::7f00:1',
      '2002:7f00:1::',
      'ff02::1',
      '2001:db8::1',
    ];
    expect([...closed, ...closed6].filter(isPublicAddress)).toEqual([]);
    expect(['8.8.8.8', '172.32.0.1', '193.0.0.1', '2606:4700:4700::1111', '2a00:1450::1'].filter((one) => !isPublicAddress(one))).toEqual(
      [],
    );
  });

  it('is not called when one of the addresses of its name is inside', async () => {
    const answer = (addresses: readonly string[]) =>
      new Promise<string>((resolve) =>
        publicLookup(((_: string, __: object, done: (fault: null, found: object[]) => void) =>
          done(
            null,
            addresses.map((address) => ({ address, family: 4 })),
          )) as unknown as typeof lookup)('partner.example', {}, (fault, address) => resolve(fault ? fault.code! : String(address))),
      );
    expect(await answer(['8.8.8.8'])).toBe('8.8.8.8');
    expect(await answer(['8.8.8.8', '10.0.0.1'])).toBe('EPRIVATE');
    expect(await answer([])).toBe('EPRIVATE');
    expect(await callPartner({ url: 'https://127.0.0.1/', body: '{}', headers: {} })).toEqual({ arrived: false, answer: 'private' });
  });

  it('is read from its form with everything that is wrong at once', () => {
    expect(readWebhookForm({ name: 'ab', url: 'http://x.example', events: ['moon'] })).toEqual({
      ask: null,
      wrong: [
        { field: 'name', fault: 'name' },
        { field: 'url', fault: 'https' },
        { field: 'events', fault: 'events' },
      ],
    });
    expect(readWebhookForm({ name: 'Etihad Tours', url, events: ['order.ticketed', 'moon'] }).ask).toEqual({
      name: 'Etihad Tours',
      url,
      events: ['order.ticketed'],
    });
  });

  it('is an owner’s to make, once, with a secret that is sealed and shown no more', async () => {
    expect(
      await makeWebhook(platform, { ...ask, viewer: farah, webhook: { name: 'Etihad Tours', url, events: ['order.ticketed'] } }),
    ).toEqual({
      ok: false,
      refused: 'permission',
    });
    const { id, secret } = await make();
    expect(await makeWebhook(platform, { ...ask, webhook: { name: 'Again', url, events: ['order.ticketed'] } })).toEqual({
      ok: false,
      refused: 'taken',
    });
    const [row] = await rows<{ secret: string }>(sql`select secret from webhook_endpoints where id = ${id}`);
    expect(row!.secret).not.toContain(secret);
    expect(await (await app.send('/admin/webhooks', { cookie: owner })).text()).not.toContain(secret);
    const [audited] = await rows<{ detail: object }>(
      sql`select detail from audit_events where action = 'webhook.made' order by at desc limit 1`,
    );
    expect(JSON.stringify(audited)).not.toContain(secret);
  });
});

describe('what happens to an order', () => {
  it('is told to who hears of it: the reference and nothing else, signed, from the transaction that wrote it', async () => {
    const { secret } = await make();
    const reference = await happens('tickets-received', 'ticketed');
    await happens('confirm-cancel', 'cancelled', 'cancel_quoted');
    await happens('keep-flights', 'ticketed', 'change_quoted');
    await sendDue(platform, partner);
    expect(told).toHaveLength(1);
    const [{ body, headers, url: to }] = told as [Call];
    expect(to).toBe(url);
    expect(Object.keys(JSON.parse(body) as object)).toEqual(['id', 'event', 'reference', 'happenedAt']);
    expect(JSON.parse(body)).toMatchObject({ event: 'order.ticketed', reference });
    expect(verifySignature(headers['Rihla-Signature']!, body, [secret], clock.now())).toMatchObject({ ok: true });
    expect(verifySignature(headers['Rihla-Signature']!, `${body} `, [secret], clock.now())).toEqual({
      ok: false,
      refused: 'bad-signature',
    });
    expect(await deliveries()).toEqual([{ event: 'order.ticketed', reference, state: 'delivered', attempts: 1, answer: '200' }]);
    await sendDue(platform, partner);
    expect(told).toHaveLength(1);
  });

  it('is told of each kind once, and never of what was rolled back', async () => {
    await make(['order.confirmed', 'order.cancelled', 'order.refunded']);
    await happens('confirm', 'confirmed', 'paid');
    await happens('void', 'voided', 'ticketed');
    await happens('refunded', 'refunded', 'refund_due');
    await db
      .transaction(async (tx) => {
        await tx.execute(sql`insert into order_events (order_id, version, event, from_status, to_status, actor, at)
          values (${order.id}, 999999, 'confirm', 'paid', 'confirmed', 'system', now())`);
        throw new Error('rolled back');
      })
      .catch(() => null);
    expect((await deliveries()).map(({ event }) => event)).toEqual(['order.cancelled', 'order.confirmed', 'order.refunded']);
  });

  it('is tried again with longer pauses by the same id, six times, and can then be sent again', async () => {
    await make();
    await happens('tickets-received', 'ticketed');
    says = { arrived: false, answer: '500' };
    for (const minutes of [0, 1, 5, 30, 120, 720]) {
      await sendDue(platform, partner);
      clock.set(addMilliseconds(clock.now(), minutes * minuteMs));
    }
    await sendDue(platform, partner);
    clock.set(addMilliseconds(clock.now(), 720 * minuteMs));
    await sendDue(platform, partner);
    expect(await deliveries()).toMatchObject([{ state: 'failed', attempts: 6, answer: '500' }]);
    expect(new Set(told.map(({ body }) => body)).size).toBe(1);
    expect(told).toHaveLength(6);
    const [failed] = await rows<{ id: string }>(sql`select id from webhook_deliveries`);
    says = { arrived: true, answer: '204' };
    expect(await sendByHand(platform, { ...ask, viewer: farah, again: failed!.id }, partner)).toEqual({ ok: false, refused: 'permission' });
    expect(await sendByHand(platform, { ...ask, again: failed!.id }, partner)).toEqual({ ok: true, value: null });
    expect(await deliveries()).toMatchObject([{ state: 'delivered', attempts: 1, answer: '204' }]);
  });

  it('waits at an address that fails on and on, and goes out when an owner lets it', async () => {
    const { id } = await make();
    says = { arrived: false, answer: 'timeout' };
    for (let n = 0; n < failuresUntilPause; n += 1) await happens('tickets-received', 'ticketed');
    await sendDue(platform, partner);
    expect(await statusOf(id)).toBe('failing');
    const called = async () => (await listOpenStaffTasks(db, 99, ['webhook-paused'])).map(({ subject, detail }) => [subject, detail]);
    expect(await called()).toEqual([[`webhook_endpoints:${id}`, { name: expect.any(String), failures: failuresUntilPause }]]);
    clock.set(addMilliseconds(clock.now(), hourMs));
    told.length = 0;
    await sendDue(platform, partner);
    expect(told).toEqual([]);
    expect(await (await app.send('/admin/webhooks', { cookie: owner })).text()).toContain('Paused: 12 tries in a row did not arrive.');
    says = { arrived: true, answer: '200' };
    expect(await move(id, 'resume')).toEqual({ ok: true, value: null });
    expect(await called()).toEqual([]);
    await sendDue(platform, partner);
    expect(told).toHaveLength(failuresUntilPause);
  });

  it('that was given up while its address failed goes out as well when an owner lets it', async () => {
    const { id } = await make();
    await happens('tickets-received', 'ticketed');
    await sendDue(platform, partner);
    says = { arrived: false, answer: 'timeout' };
    for (let event = 0; event < 2; event += 1) {
      clock.set(addMilliseconds(clock.now(), 720 * minuteMs));
      await happens('tickets-received', 'ticketed');
      for (let attempt = 0; attempt < 6; attempt += 1) {
        await sendDue(platform, partner);
        clock.set(addMilliseconds(clock.now(), 720 * minuteMs));
      }
    }
    expect(await statusOf(id)).toBe('failing');
    expect((await deliveries()).map(({ state }) => state)).toEqual(['delivered', 'failed', 'failed']);
    says = { arrived: true, answer: '200' };
    // An owner tries it first, which says nothing of what was given up.
    expect(await sendByHand(platform, { ...ask, test: id }, partner)).toMatchObject({ ok: true });
    clock.set(addMilliseconds(clock.now(), 90 * dayMs));
    await forgetDeliveries(platform);
    told.length = 0;
    await move(id, 'resume');
    await sendDue(platform, partner);
    expect(told).toHaveLength(2);
    expect((await deliveries()).map(({ state }) => state)).toEqual(['delivered', 'delivered', 'delivered']);
  });

  it('reaches a partner that answers while another does not, and stops at once where an owner pauses', async () => {
    const { id } = await make();
    const other = 'https://other.example/rihla';
    await makeWebhook(platform, { ...ask, webhook: { name: 'Other Tours', url: other, events: ['order.ticketed'] } });
    await happens('tickets-received', 'ticketed');
    await happens('tickets-received', 'ticketed');
    let answered = 0;
    const heard = Promise.withResolvers<void>();
    const calls: string[] = [];
    await sendDue(platform, async (call) => {
      calls.push(call.url);
      if (call.url === other) {
        answered += 1;
        if (answered === 2) heard.resolve();
        return { arrived: true, answer: '200' };
      }
      // Silent until the other has heard of both, and paused meanwhile.
      await heard.promise;
      await move(id, 'pause');
      return { arrived: false, answer: 'timeout' };
    });
    expect(calls.toSorted()).toEqual([other, other, url]);
  });

  it('leaves the log ninety days after it is over, and what waits stays', async () => {
    const { id } = await make();
    await happens('tickets-received', 'ticketed');
    await sendDue(platform, partner);
    await move(id, 'pause');
    await happens('tickets-received', 'ticketed');
    clock.set(addMilliseconds(clock.now(), 90 * dayMs - hourMs));
    await forgetDeliveries(platform);
    expect(await deliveries()).toHaveLength(2);
    clock.set(addMilliseconds(clock.now(), 2 * hourMs));
    await forgetDeliveries(platform);
    expect((await deliveries()).map(({ state }) => state)).toEqual(['waiting']);
  });

  it('leaves the log piece by piece, so that no statement holds all of it', async () => {
    const { id } = await make();
    for (let n = 0; n < 5; n += 1) await happens('tickets-received', 'ticketed');
    await sendDue(platform, partner);
    await happens('tickets-received', 'ticketed');
    const later = new Date(addMilliseconds(clock.now(), minuteMs));
    expect(await dropOldDeliveries(db, later, 2)).toBe(5);
    expect((await deliveries()).map(({ state }) => state)).toEqual(['waiting']);
    expect(await dropOldDeliveries(db, later, 2)).toBe(0);
    await move(id, 'end');
  });

  it('waits while an address is paused, is dropped when it ends, and is signed with a new secret alone', async () => {
    const { id, secret } = await make();
    await move(id, 'pause');
    await happens('tickets-received', 'ticketed');
    await sendDue(platform, partner);
    expect(told).toEqual([]);
    const fresh = await move(id, 'secret');
    await move(id, 'resume');
    await sendDue(platform, partner);
    const check = (one: string) => verifySignature(told[0]!.headers['Rihla-Signature']!, told[0]!.body, [one], clock.now()).ok;
    expect([check(secret), check(fresh.ok ? fresh.value! : '')]).toEqual([false, true]);
    await happens('tickets-received', 'ticketed');
    await move(id, 'end');
    await sendDue(platform, partner);
    expect((await deliveries()).map(({ state }) => state)).toEqual(['delivered', 'dropped']);
    expect(await moveWebhook(platform, { ...ask, id, version: 1, move: 'resume' })).toEqual({ ok: false, refused: 'ended' });
    await happens('tickets-received', 'ticketed');
    expect(await deliveries()).toHaveLength(2);
  });
});

describe('the page of webhooks', () => {
  it('takes an address, shows its secret once, sends a test and keeps what was typed where it is wrong', async () => {
    const post = (form: Record<string, string>, cookie = owner) => app.send('/admin/webhooks', { cookie, form });
    const wrong = await post({ intent: 'make', name: 'Etihad Tours', url: 'https://10.0.0.1/x', events: 'order.ticketed' });
    expect(wrong.status).toBe(422);
    const html = await wrong.text();
    expect(html).toContain('value="https://10.0.0.1/x"');
    expect(html).toContain('leads to a network that is not public');
    const made = await post({ intent: 'make', name: 'Etihad Tours', url, events: 'order.ticketed' });
    expect(made.status).toBe(200);
    expect(await made.text()).toMatch(/rhook_[\w-]{43}/);
    expect((await post({ intent: 'make', name: 'Etihad Tours', url, events: 'order.ticketed' })).status).toBe(409);
    const [row] = await rows<{ id: string }>(sql`select id from webhook_endpoints`);
    expect(await sendByHand(platform, { ...ask, test: row!.id }, partner)).toMatchObject({ ok: true });
    expect(JSON.parse(told[0]!.body)).toMatchObject({ event: 'test', reference: 'TEST' });
    expect((await post({ intent: 'pause', id: row!.id, version: '1' })).headers.get('location')).toBe('/admin/webhooks?did=pause');
    expect((await post({ intent: 'resume', id: row!.id, version: '1' })).status).toBe(409);
    expect((await post({ intent: 'pause', id: 'x', version: '1' })).status).toBe(409);
    expect((await post({ intent: 'moon' })).status).toBe(400);
    const read = await (await app.send('/admin/webhooks', { cookie: auditor })).text();
    expect(read).toContain('partner.example');
    expect(read).not.toContain('value="make"');
    expect(
      (await post({ intent: 'make', name: 'Mine', url: 'https://other.example/', events: 'order.ticketed' }, auditor)).status,
    ).not.toBe(200);
  });
});
