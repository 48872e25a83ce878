import { randomUUID } from 'node:crypto';
import { may, type Viewer } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { newSecret } from '#app/platform/crypto.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { takeTry } from '#app/platform/limiter.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { closeStaffTask } from '#app/platform/staff-tasks.server.ts';
import { minuteMs } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { callPartner, type CallPartner } from './call-partner.server.ts';
import { secretPlace, sendOne } from './send-webhooks.server.ts';
import {
  faultOfAddress,
  pausedTask,
  testEvent,
  testReference,
  webhookEvents,
  type AddressFault,
  type WebhookEvent,
} from './webhook-rules.ts';
import {
  changeEndpoint,
  dropWaiting,
  findEndpoint,
  insertDelivery,
  insertEndpoint,
  sendAgain,
  tryFailedAnew,
} from './webhooks-store.server.ts';

type Edge = Pick<Platform, 'db' | 'clock' | 'crypto'>;
export type WebhookRefusal = 'permission' | 'taken' | 'changed' | 'ended' | 'not-over' | 'too-often';
export const webhookFields = ['name', 'url', 'events'] as const;
export type WebhookField = (typeof webhookFields)[number];
export interface WebhookAsk {
  readonly name: string;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
}
export interface FaultyWebhook {
  readonly field: WebhookField;
  readonly fault: AddressFault | 'name' | 'events';
}
const secretBegins = 'rhook_';
const testLimit = { name: 'webhook-test', most: 6, perMs: minuteMs };

/** What was typed, or everything that is wrong with it. */
export function readWebhookForm(typed: { readonly name: string; readonly url: string; readonly events: readonly string[] }): {
  readonly ask: WebhookAsk | null;
  readonly wrong: readonly FaultyWebhook[];
} {
  const events = webhookEvents.filter((event) => typed.events.includes(event));
  const address = faultOfAddress(typed.url);
  const wrong: FaultyWebhook[] = [
    ...(typed.name.length < 3 || typed.name.length > 60 ? [{ field: 'name', fault: 'name' } as const] : []),
    ...(address ? [{ field: 'url', fault: address } as const] : []),
    ...(events.length === 0 ? [{ field: 'events', fault: 'events' } as const] : []),
  ];
  return { ask: wrong.length > 0 ? null : { name: typed.name, url: new URL(typed.url).href, events }, wrong };
}

interface Ask {
  readonly viewer: Viewer;
  readonly requestId: string;
}
const clerkOf = ({ viewer }: Ask) => (viewer.kind === 'staff' && may(viewer, 'settings:edit') ? viewer.user.id : null);

/** Makes an address and answers with its secret: the only time that it is seen. */
export async function makeWebhook(
  { db, clock, crypto }: Edge,
  ask: Ask & { readonly webhook: WebhookAsk },
): Promise<Outcome<string, WebhookRefusal>> {
  const by = clerkOf(ask);
  if (by === null) return refuse('permission');
  const id = randomUUID();
  const secret = `${secretBegins}${newSecret()}`;
  const { name, url, events } = ask.webhook;
  return transact(db, async (tx): Promise<Outcome<string, WebhookRefusal>> => {
    const now = clock.now();
    const at = new Date(now);
    const sealed = { secret: crypto.seal(secret, secretPlace(id)), lastFour: secret.slice(-4) };
    const made = await insertEndpoint(tx, {
      id,
      name,
      url,
      events: [...events],
      ...sealed,
      status: 'active',
      madeBy: by,
      madeAt: at,
      changedAt: at,
    });
    if (!made) return refuse('taken');
    const detail = { name, host: new URL(url).host, events };
    await audit(tx, now, {
      actor: `staff:${by}`,
      action: 'webhook.made',
      subject: `webhook_endpoints:${id}`,
      detail,
      requestId: ask.requestId,
    });
    return done(secret);
  });
}

export const webhookMoves = ['pause', 'resume', 'end', 'secret'] as const;
export type WebhookMove = (typeof webhookMoves)[number];

/** Stops, goes on with or ends an address, or gives it a new secret, with which it is answered. Ending has no way back. */
export async function moveWebhook(
  { db, clock, crypto }: Edge,
  ask: Ask & { readonly id: string; readonly version: number; readonly move: WebhookMove },
): Promise<Outcome<string | null, WebhookRefusal>> {
  const by = clerkOf(ask);
  if (by === null) return refuse('permission');
  return transact(db, async (tx): Promise<Outcome<string | null, WebhookRefusal>> => {
    const now = clock.now();
    const endpoint = await findEndpoint(tx, ask.id);
    if (!endpoint || endpoint.status === 'ended') return refuse('ended');
    if (endpoint.version !== ask.version) return refuse('changed');
    const secret = ask.move === 'secret' ? `${secretBegins}${newSecret()}` : null;
    const change = secret
      ? { secret: crypto.seal(secret, secretPlace(endpoint.id)), lastFour: secret.slice(-4) }
      : ask.move === 'resume'
        ? { status: 'active' as const, failures: 0 }
        : { status: ask.move === 'end' ? ('ended' as const) : ('paused' as const) };
    if (!(await changeEndpoint(tx, now, endpoint, change))) return refuse('changed');
    if (ask.move === 'resume' && endpoint.status === 'failing') await tryFailedAnew(tx, now, endpoint.id);
    if (ask.move === 'end') await dropWaiting(tx, endpoint.id);
    if (ask.move !== 'secret') await closeStaffTask(tx, now, { ...pausedTask(endpoint.id), by: `staff:${by}` });
    await audit(tx, now, {
      actor: `staff:${by}`,
      action: `webhook.${ask.move}`,
      subject: `webhook_endpoints:${endpoint.id}`,
      detail: { name: endpoint.name },
      requestId: ask.requestId,
    });
    return done(secret);
  });
}

/** Sends a test at once, or one that is over again; what came back stands in the log. */
export async function sendByHand(
  platform: Edge,
  ask: Ask & ({ readonly test: string } | { readonly again: string }),
  call: CallPartner = callPartner,
): Promise<Outcome<null, WebhookRefusal>> {
  const by = clerkOf(ask);
  if (by === null) return refuse('permission');
  const { db, clock } = platform;
  if ((await takeTry(db, clock, testLimit, 'all')) > 0) return refuse('too-often');
  const sent = await transact(db, async (tx): Promise<Outcome<string, WebhookRefusal>> => {
    const now = clock.now();
    const at = new Date(now);
    const noted = async (endpointId: string, action: 'webhook.tested' | 'webhook.resent', delivery: string) => {
      await audit(tx, now, {
        actor: `staff:${by}`,
        action,
        subject: `webhook_endpoints:${endpointId}`,
        detail: { delivery },
        requestId: ask.requestId,
      });
      return done(delivery);
    };
    if ('again' in ask) {
      const again = await sendAgain(tx, now, ask.again);
      return again ? noted(again.endpointId, 'webhook.resent', again.id) : refuse('not-over');
    }
    const endpoint = await findEndpoint(tx, ask.test);
    if (!endpoint || endpoint.status === 'ended') return refuse('ended');
    const told = { event: testEvent, reference: testReference, happenedAt: at, nextAt: at, createdAt: at };
    return noted(endpoint.id, 'webhook.tested', await insertDelivery(tx, { endpointId: endpoint.id, ...told }));
  });
  if (!sent.ok) return sent;
  await sendOne(platform, sent.value, { call, byHand: true });
  return done(null);
}
