import type { Platform } from '#app/platform/platform.server.ts';
import { webhookEvents, type DeliveryState, type EndpointStatus, type WebhookEvent } from './webhook-rules.ts';
import { countWaiting, listDeliveries, listEndpoints } from './webhooks-store.server.ts';

const mostEndpoints = 200;
const logSize = 25;

export interface ListedEndpoint {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly lastFour: string;
  readonly status: EndpointStatus;
  readonly failures: number;
  readonly version: number;
  readonly waiting: number;
  readonly madeBy: string;
  readonly madeAt: string;
}

/** Every address with what waits for it. Its secret stays where it is. */
export async function readEndpoints({ db }: Pick<Platform, 'db'>): Promise<ListedEndpoint[]> {
  const [endpoints, waiting] = await Promise.all([listEndpoints(db, mostEndpoints), countWaiting(db)]);
  return endpoints.map(({ id, name, url, events, lastFour, status, failures, version, madeBy, madeAt }) => ({
    id,
    name,
    url,
    lastFour,
    status,
    failures,
    version,
    madeBy,
    events: webhookEvents.filter((event) => events.includes(event)),
    waiting: waiting.get(id) ?? 0,
    madeAt: madeAt.toISOString(),
  }));
}

export interface LoggedDelivery {
  readonly id: string;
  readonly to: string;
  readonly event: string;
  readonly reference: string;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly answer: string | null;
  readonly at: string;
  /** When it is tried next; null when it is not. */
  readonly next: string | null;
  readonly sendable: boolean;
}

/** What was told to whom, newest first; of one address where the page was asked for it. */
export async function readLog(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  endpoints: readonly ListedEndpoint[],
  ask: { readonly endpoint: string | null; readonly page: number },
) {
  const of = endpoints.find(({ id }) => id === ask.endpoint)?.id ?? null;
  const { rows, matching } = await listDeliveries(db, clock.now(), { endpoint: of, size: logSize, number: ask.page });
  return {
    of,
    choices: endpoints.map(({ id, name }) => ({ id, name })),
    rows: rows.map((row): LoggedDelivery => {
      const endpoint = endpoints.find(({ id }) => id === row.endpointId);
      return {
        id: row.id,
        to: endpoint?.name ?? '–',
        event: row.event,
        reference: row.reference,
        state: row.state,
        attempts: row.attempts,
        answer: row.answer,
        at: row.createdAt.toISOString(),
        next: row.state === 'waiting' && row.attempts > 0 && endpoint?.status === 'active' ? row.nextAt.toISOString() : null,
        sendable: (row.state === 'delivered' || row.state === 'failed') && endpoint !== undefined && endpoint.status !== 'ended',
      };
    }),
    page: ask.page,
    pages: Math.max(1, Math.ceil(matching / logSize)),
  };
}
