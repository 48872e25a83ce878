import type { StatusTable } from '#app/values/status-table.ts';

/** One delivered visa, from the hand-over to the way out. */
export const stayStates = ['issued', 'entered', 'reminder_sent', 'extension_filed', 'overstay_alert', 'exited', 'closed'] as const;
export type StayState = (typeof stayStates)[number];

export const stayEvents = [
  'enter',
  'correct',
  'remind',
  'file-extension',
  'grant-extension',
  'refuse-extension',
  'overrun',
  'exit',
  'lapse',
  'close',
] as const;
export type StayEvent = (typeof stayEvents)[number];
export type StayActor = 'customer' | 'staff' | 'system';

const inside = ['entered', 'reminder_sent', 'extension_filed'] as const;

export const stayMachine: StatusTable<StayState, StayEvent, StayActor> = {
  name: 'visa-stay',
  states: stayStates,
  initial: 'issued',
  moves: [
    { from: 'issued', event: 'enter', to: 'entered', by: ['customer', 'staff'] },
    // Once more, where the visa has an entry left.
    { from: 'exited', event: 'enter', to: 'entered', by: ['customer', 'staff'] },
    // Who told a wrong day tells it to an officer; the stay is counted anew.
    { from: ['entered', 'reminder_sent', 'overstay_alert'], event: 'correct', to: 'entered', by: ['staff'] },
    { from: 'entered', event: 'remind', to: 'reminder_sent', by: ['staff', 'system'] },
    { from: ['entered', 'reminder_sent'], event: 'file-extension', to: 'extension_filed', by: ['customer', 'staff'] },
    { from: ['extension_filed', 'overstay_alert'], event: 'grant-extension', to: 'entered', by: ['staff'] },
    { from: 'extension_filed', event: 'refuse-extension', to: 'reminder_sent', by: ['staff'] },
    { from: [...inside], event: 'overrun', to: 'overstay_alert', by: ['system'] },
    { from: [...inside, 'overstay_alert'], event: 'exit', to: 'exited', by: ['customer', 'staff'] },
    // Nobody told of an entry, and the visa opens no border any more.
    { from: 'issued', event: 'lapse', to: 'closed', by: ['staff', 'system'] },
    { from: 'exited', event: 'close', to: 'closed', by: ['staff', 'system'] },
    { from: 'overstay_alert', event: 'close', to: 'closed', by: ['staff'] },
  ],
};
