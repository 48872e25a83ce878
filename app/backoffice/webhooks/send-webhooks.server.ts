import { createHmac } from 'node:crypto';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { eachRow, mustAllBeTaken } from '#app/platform/each-row.server.ts';
import { jobKind } from '#app/platform/jobs.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { noteRetention } from '#app/platform/retention-store.server.ts';
import { dayMs } from '#app/values/dates.ts';
import { callPartner, type CallPartner } from './call-partner.server.ts';
import { bodyOf, failuresUntilPause, keptDays, pauseAfter, pausedTask } from './webhook-rules.ts';
import { countTry, dropOldDeliveries, endTry, findEndpoint, listDue, pauseFailing, takeDelivery } from './webhooks-store.server.ts';

const sendWebhooks = jobKind<Record<string, never>>('webhooks.send', 1);
const forgetWebhooks = jobKind<Record<string, never>>('webhooks.forget', 1);
/** Of one address in one run. */
const mostAtOnce = 200;

type Edge = Pick<Platform, 'db' | 'clock' | 'crypto'>;

/** Where the secret of an address is sealed to. */
export const secretPlace = (id: string) => `webhook_endpoints.secret:${id}`;

/** Signed as what the bank sends us: `t=<unix seconds>,v1=<hex>` over `t.body`. */
function signatureOf(secret: string, seconds: number, body: string): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}

/** One try of one delivery. A partner may be told twice, by the same id, where the answer was lost. */
export async function sendOne(
  { db, clock, crypto }: Edge,
  id: string,
  { call = callPartner, byHand = false }: { readonly call?: CallPartner; readonly byHand?: boolean } = {},
): Promise<void> {
  const delivery = await takeDelivery(db, clock.now(), id, byHand);
  if (!delivery) return;
  const endpoint = (await findEndpoint(db, delivery.endpointId))!;
  const body = bodyOf(delivery);
  const seconds = Math.floor(clock.now() / 1000);
  const { arrived, answer } = await call({
    url: endpoint.url,
    body,
    headers: {
      'User-Agent': 'Rihla-Webhooks/1',
      'Rihla-Event': delivery.event,
      'Rihla-Delivery': delivery.id,
      'Rihla-Signature': signatureOf(crypto.open(endpoint.secret, secretPlace(endpoint.id)), seconds, body),
    },
  });
  await transact(db, async (tx) => {
    const now = clock.now();
    const pause = arrived ? null : pauseAfter(delivery.attempts);
    const state = arrived ? 'delivered' : pause === null ? 'failed' : 'waiting';
    await endTry(tx, delivery, { state, answer, ...(pause === null ? {} : { nextAt: new Date(now + pause) }) });
    // A test, or one sent again by hand, arrives where nothing of the rest did: it says nothing of what was given up.
    if (byHand && arrived) return;
    const failures = await countTry(tx, now, endpoint.id, arrived);
    if (failures < failuresUntilPause || !(await pauseFailing(tx, now, endpoint.id))) return;
    const subject = `webhook_endpoints:${endpoint.id}`;
    await audit(tx, now, { actor: 'system', action: 'webhook.failing', subject, detail: { failures, answer } });
    // What is told to it waits from now on, so somebody has to hear of it.
    await openStaffTask(tx, now, {
      ...pausedTask(endpoint.id),
      textKey: 'tasks:webhook-paused',
      detail: { name: endpoint.name, failures },
    });
  });
}

/** Sends what is due, to each address one after the other and to all of them at once: a partner that does not answer holds up nobody else. */
export async function sendDue(platform: Edge & Pick<Platform, 'log'>, call: CallPartner = callPartner): Promise<void> {
  const due = await listDue(platform.db, platform.clock.now(), mostAtOnce);
  const failed = await Promise.all(due.map((ids) => eachRow(platform, 'webhook', ids, (id) => sendOne(platform, id, { call }))));
  mustAllBeTaken(failed.reduce((sum, count) => sum + count, 0));
}

/** Lets go of what was told long ago. */
export async function forgetDeliveries({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await noteRetention(db, now, 'webhook-log', await dropOldDeliveries(db, new Date(now - keptDays * dayMs)));
}

/** Looks every minute, and once in a night lets go. */
export async function workOnWebhooks(platform: Platform): Promise<void> {
  await platform.jobs.handle(sendWebhooks, () => sendDue(platform));
  await platform.jobs.schedule(sendWebhooks, '* * * * *');
  await platform.jobs.handle(forgetWebhooks, () => forgetDeliveries(platform));
  await platform.jobs.schedule(forgetWebhooks, '47 0 * * *');
}
