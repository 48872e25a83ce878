import type { StatusTable } from '#app/values/status-table.ts';

/** What an owner sets, a page each. */
export const settingSections = [
  'company',
  'public',
  'languages',
  'branding',
  'hours',
  'limits',
  'discounts',
  'letters',
  'payments',
  'taxes',
  'second-factor',
  'numbers',
] as const;
export type SettingSection = (typeof settingSections)[number];

export const settingStates = ['draft', 'waiting', 'applied', 'dropped'] as const;
export type SettingStatus = (typeof settingStates)[number];
export type SettingEvent = 'rewrite' | 'ask' | 'apply' | 'agree' | 'send-back' | 'drop';

/** A change of a setting: nothing counts before it is applied, and an applied one is only undone by another. */
export const settingMachine: StatusTable<SettingStatus, SettingEvent, 'author' | 'second'> = {
  name: 'setting-change',
  states: settingStates,
  initial: 'draft',
  moves: [
    { from: 'draft', event: 'rewrite', to: 'draft', by: ['author'] },
    { from: 'draft', event: 'ask', to: 'waiting', by: ['author'] },
    { from: 'draft', event: 'apply', to: 'applied', by: ['author'] },
    { from: 'waiting', event: 'agree', to: 'applied', by: ['second'] },
    { from: 'waiting', event: 'send-back', to: 'draft', by: ['second', 'author'] },
    { from: ['draft', 'waiting'], event: 'drop', to: 'dropped', by: ['author'] },
  ],
};
