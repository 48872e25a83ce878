import { writeSync } from 'node:fs';

/** Transactions of a sale: a drill may strike just before each begins to write, and when it has committed. */
const steps = ['place', 'hold', 'pay', 'inbox', 'settle', 'confirm', 'release', 'close'] as const;
/** Calls to the outside: a drill may strike between any two of intent, call, result and effect. */
const calls = [
  'payment.create',
  'payment.capture',
  'payment.cancel',
  'payment.refund',
  'supply.hold',
  'supply.ticket',
  'supply.cancel',
  'supply.void',
  'notify',
] as const;
const edges = ['before-commit', 'after-commit'] as const;
const moments = ['before-intent', 'after-intent', 'after-call', 'after-result'] as const;

export type Failpoint = `${(typeof steps)[number]}.${(typeof edges)[number]}` | `${(typeof calls)[number]}.${(typeof moments)[number]}`;
export const failpoints: readonly Failpoint[] = [
  ...steps.flatMap((step) => edges.map((edge) => `${step}.${edge}` as const)),
  ...calls.flatMap((call) => moments.map((moment) => `${call}.${moment}` as const)),
];

/** Guards that a negative control may switch off (`name:off`), to show that its test sees the damage. */
export const guards = [
  'audit-last',
  'claims.pool',
  'commit-fate',
  'consultation-slot',
  'draft-lock',
  'idempotency',
  'interview-claim',
  'invoice-number',
  'people-lock',
  'points-member',
  'member-voucher',
  'voucher-batch',
  'quote-lock',
  'price-alerts',
  'promo-code',
  'stay-doors',
  'store-credit',
  'two-cards',
  'visa-paper',
] as const;
export type Guard = (typeof guards)[number];
/** Twins that misbehave for some only: `name:whom`. */
const drills = ['house.refuse-first-ticket', 'house.refuse-first-extras'] as const;

type Action = string | (() => Promise<void>);
/** One for the process: the built application carries its own copy of this file beside that of a drill. */
const armed: Map<string, Action> = ((globalThis as { rihlaFailpoints?: Map<string, Action> }).rihlaFailpoints ??= new Map());

/** What of `name:action,name:action` names nothing that exists. */
export function unknownFailpoints(text: string): string[] {
  const known: readonly string[] = [...failpoints, ...guards, ...drills];
  return text
    .split(',')
    .filter(Boolean)
    .map((item) => item.split(':')[0]!)
    .filter((name) => !known.includes(name));
}

/** `name:exit,name:throw`; the environment refuses the variable in production. */
export function armFailpoints(text: string | undefined): void {
  armed.clear();
  const strange = unknownFailpoints(text ?? '');
  if (strange.length > 0) throw new Error(`No such failpoint: ${strange.join(', ')}`);
  for (const item of (text ?? '').split(',').filter(Boolean)) {
    const [name, action] = item.split(':') as [string, string];
    armed.set(name, action);
  }
}

/** Lets a rival act at a point, once: how a test forces two things into an order. */
export function armRival(name: Failpoint, act: () => Promise<void>): void {
  armed.set(name, async () => {
    armed.delete(name);
    await act();
  });
}

/** A named place where a drill may kill the process, throw, or let somebody else act first. Nothing unless armed. Never inside a transaction. */
export async function failpoint(name: Failpoint): Promise<void> {
  const action = armed.get(name);
  if (action === undefined) return;
  if (typeof action === 'function') return action();
  if (action === 'exit') {
    // Whoever finds the body wants to know where it died.
    writeSync(2, `failpoint ${name}\n`);
    process.kill(process.pid, 'SIGKILL');
  }
  if (action === 'stop') process.kill(process.pid, 'SIGTERM');
  if (action === 'throw') throw new Error(`Failpoint ${name}`);
}

/** True when a drill has switched off the guard of this name: the negative control of a race test. */
export function guardIsOff(name: Guard): boolean {
  return armed.get(name) === 'off';
}

/** What a drill has set under this name, for a twin that misbehaves for some only; null unless armed. */
export function drillWord(name: (typeof drills)[number]): string | null {
  const action = armed.get(name);
  return typeof action === 'string' ? action : null;
}
