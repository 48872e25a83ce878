import { AsyncLocalStorage } from 'node:async_hooks';
import type { StaffRole } from './access.ts';

/** Who sent the request that is being answered, as the audit tells it beside what was done. */
export interface Sender {
  readonly address: string;
  /** Of a colleague; empty for everybody else. */
  readonly roles: readonly StaffRole[];
}

const senders = new AsyncLocalStorage<Sender | null>();

/** Answers a request in the name of its sender. */
export const sentBy = <Answer>(sender: Sender, answer: () => Answer): Answer => senders.run(sender, answer);

/** Work of the house itself, whoever's request woke it. */
export const sentByNobody = <Answer>(work: () => Answer): Answer => senders.run(null, work);

export const findSender = (): Sender | null => senders.getStore() ?? null;
