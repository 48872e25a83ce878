import { addMilliseconds, dayMs, type Instant } from '#app/values/dates.ts';
import { plainLine, plainText } from '#app/values/plain-text.ts';
import { tiers, type Tier } from './tier-rules.ts';
import { mostInBatch } from './voucher-rules.ts';

/** Whose points moved in the last days, or did not. */
export const activities = ['moved-30', 'moved-90', 'quiet-90', 'quiet-180'] as const;
type Activity = (typeof activities)[number];

const longestPaste = mostInBatch * 100;
const shortestCampaign = 3;
export const longestCampaign = 80;

/** For whom vouchers are meant, as the form says it: what stays in its fields. */
export interface ChoiceTyped {
  readonly campaign: string;
  readonly choose: 'filter' | 'pasted';
  readonly tier: Tier | '';
  readonly activity: Activity | '';
  readonly pasted: string;
}

export const choiceFields = ['campaign', 'pasted'] as const;
export type ChoiceField = (typeof choiceFields)[number];

export function typedChoice(form: FormData): ChoiceTyped {
  return {
    campaign: plainLine(form.get('campaign'), longestCampaign).slice(0, longestCampaign),
    choose: form.get('choose') === 'pasted' ? 'pasted' : 'filter',
    tier: tiers.find((one) => one === form.get('tier')) ?? '',
    activity: activities.find((one) => one === form.get('activity')) ?? '',
    pasted: plainText(form.get('pasted'), longestPaste).slice(0, longestPaste),
  };
}

export function choiceFaults({ campaign, choose, pasted }: ChoiceTyped): ChoiceField[] {
  return choiceFields.filter((field) =>
    field === 'campaign' ? campaign.length < shortestCampaign : choose === 'pasted' && pasted.trim() === '',
  );
}

export function activitySince(activity: Activity | '', now: Instant): { readonly at: Instant; readonly moved: boolean } | null {
  if (activity === '') return null;
  const [kind, days] = activity.split('-');
  return { at: addMilliseconds(now, -Number(days) * dayMs), moved: kind === 'moved' };
}

/** One address or reference to a line, commas and semicolons count as its end; empty lines are passed over. */
export function pastedLines(pasted: string): { readonly line: number; readonly word: string }[] {
  return pasted
    .split('\n')
    .flatMap((text, at) => text.split(/[,;\t]/).map((word) => ({ line: at + 1, word: word.trim() })))
    .filter(({ word }) => word !== '');
}
