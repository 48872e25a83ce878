import type { ShortList } from '#app/ui/desk-list/short-list.ts';
import { isLanguageCode, type LanguageCode } from '#app/values/preferences.ts';
import type { ToldNumber, ToldResults } from '../campaign-rules.ts';
import { campaignStates, type CampaignStatus } from '../campaign-status.ts';
import { toldOrder, type LetterResult } from './tell-results.ts';

export const campaignAudiences = ['readers', 'customers'] as const;
export type CampaignAudience = (typeof campaignAudiences)[number];
const isAudience = (value: string): value is CampaignAudience => campaignAudiences.some((one) => one === value);

export interface ListedCampaign {
  readonly id: string;
  readonly name: string;
  readonly state: CampaignStatus;
  readonly languages: readonly LanguageCode[];
  readonly startsAt: string | null;
  readonly createdAt: string;
  /** Whether it goes to every reader or to customers of a kind. */
  readonly audience: CampaignAudience;
  /** How many letters in all. */
  readonly all: ToldNumber;
  readonly results: ToldResults<LetterResult>;
}

const columns = [
  'campaign',
  'state',
  'languages',
  'starts',
  'audience',
  'readers',
  'sent',
  'bounced',
  'failed',
  'unsubscribed',
  'begun',
] as const;
export type CampaignColumn = (typeof columns)[number];
const seldom: readonly CampaignColumn[] = ['audience', 'bounced', 'begun'];
const usual: readonly CampaignColumn[] = columns.filter((column) => !seldom.includes(column));
const queues = ['all', ...campaignStates] as const;
const sorts = ['begun', 'campaign', 'starts', 'readers', 'sent', 'bounced', 'failed', 'unsubscribed'] as const;

export const campaignList = {
  queues,
  filters: { language: isLanguageCode, audience: isAudience },
  columns,
  usual,
  sorts,
  id: ({ id }) => id,
  words: ({ name }) => name,
  inQueue: ({ state }, queue) => queue === 'all' || state === queue,
  meets: {
    language: ({ languages }, value) => languages.some((code) => code === value),
    audience: ({ audience }, value) => audience === value,
  },
  keys: {
    begun: ({ createdAt }) => createdAt,
    campaign: ({ name }) => name,
    starts: ({ startsAt }) => startsAt,
    readers: ({ all }) => toldOrder(all),
    sent: ({ results }) => toldOrder(results.sent),
    bounced: ({ results }) => toldOrder(results.bounced),
    failed: ({ results }) => toldOrder(results.failed),
    unsubscribed: ({ results }) => toldOrder(results.unsubscribed),
  },
} as const satisfies ShortList<ListedCampaign, (typeof queues)[number], 'language' | 'audience', CampaignColumn, (typeof sorts)[number]>;
