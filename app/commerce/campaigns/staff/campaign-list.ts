import type { ShortList } from '#app/ui/desk-list/short-list.ts';
import { isLanguageCode, type LanguageCode } from '#app/values/preferences.ts';
import { campaignStates, type CampaignStatus } from '../campaign-status.ts';

export interface ListedCampaign {
  readonly id: string;
  readonly name: string;
  readonly state: CampaignStatus;
  readonly languages: readonly LanguageCode[];
  readonly startsAt: string | null;
  readonly createdAt: string;
  /** Letters: how many in all, how many have left, how many could not. */
  readonly all: number;
  readonly sent: number;
  readonly failed: number;
}

const columns = ['campaign', 'state', 'languages', 'starts', 'readers', 'sent', 'failed', 'begun'] as const;
export type CampaignColumn = (typeof columns)[number];
const usual: readonly CampaignColumn[] = columns.filter((column) => column !== 'begun');
const queues = ['all', ...campaignStates] as const;
const sorts = ['begun', 'campaign', 'starts', 'readers', 'sent', 'failed'] as const;

export const campaignList = {
  queues,
  filters: { language: isLanguageCode },
  columns,
  usual,
  sorts,
  id: ({ id }) => id,
  words: ({ name }) => name,
  inQueue: ({ state }, queue) => queue === 'all' || state === queue,
  meets: { language: ({ languages }, value) => languages.some((code) => code === value) },
  keys: {
    begun: ({ createdAt }) => createdAt,
    campaign: ({ name }) => name,
    starts: ({ startsAt }) => startsAt,
    readers: ({ all }) => all,
    sent: ({ sent }) => sent,
    failed: ({ failed }) => failed,
  },
} as const satisfies ShortList<ListedCampaign, (typeof queues)[number], 'language', CampaignColumn, (typeof sorts)[number]>;
