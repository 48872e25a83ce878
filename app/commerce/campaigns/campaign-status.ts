import type { StatusTable } from '#app/values/status-table.ts';

export const campaignStates = ['draft', 'in_review', 'approved', 'sending', 'paused', 'sent', 'cancelled'] as const;
export type CampaignStatus = (typeof campaignStates)[number];
export type CampaignEvent = 'submit' | 'send-back' | 'approve' | 'start' | 'pause' | 'go-on' | 'finish' | 'cancel';

/** One writes, another approves; approved it starts at its hour, and may be held and taken up again. */
export const campaignMachine: StatusTable<CampaignStatus, CampaignEvent, 'staff' | 'checker' | 'system'> = {
  name: 'campaign',
  states: campaignStates,
  initial: 'draft',
  moves: [
    { from: 'draft', event: 'submit', to: 'in_review', by: ['staff'] },
    { from: ['in_review', 'approved'], event: 'send-back', to: 'draft', by: ['staff', 'checker'] },
    { from: 'in_review', event: 'approve', to: 'approved', by: ['checker'] },
    { from: 'approved', event: 'start', to: 'sending', by: ['system'] },
    { from: 'sending', event: 'pause', to: 'paused', by: ['staff', 'checker'] },
    { from: 'paused', event: 'go-on', to: 'sending', by: ['staff', 'checker'] },
    { from: 'sending', event: 'finish', to: 'sent', by: ['system'] },
    { from: ['draft', 'in_review', 'approved', 'paused'], event: 'cancel', to: 'cancelled', by: ['staff', 'checker'] },
  ],
};
