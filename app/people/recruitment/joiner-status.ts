import type { StatusTable } from '#app/values/status-table.ts';

export type JoinerStatus = 'prepared' | 'sent' | 'refused';
export type JoinerEvent = 'send' | 'refuse' | 'prepare';

/** The invitation of somebody who was hired: prepared with the hiring, sent by who may invite. */
export const joinerMachine: StatusTable<JoinerStatus, JoinerEvent, 'keeper' | 'system'> = {
  name: 'joiner',
  states: ['prepared', 'sent', 'refused'],
  initial: 'prepared',
  moves: [
    { from: 'prepared', event: 'send', to: 'sent', by: ['keeper'] },
    { from: 'prepared', event: 'refuse', to: 'refused', by: ['keeper', 'system'] },
    { from: 'refused', event: 'prepare', to: 'prepared', by: ['keeper'] },
  ],
};
