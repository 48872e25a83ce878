import type { StatusTable } from '#app/values/status-table.ts';

export const campaignStates = ['draft', 'in_review', 'approved', 'sending', 'paused', 'sent', 'cancelled'] as const;
export type CampaignStatus = (typeof campaignStates)[number];
export type CampaignEvent = 'submit' | 'let-go' | 'send-back' | 'approve' | 'hold-back' | 'start' | 'pause' | 'go-on' | 'finish' | 'cancel';

/**
 * One writes, another approves; up to a number of readers whoever wrote it lets it go alone. Approved it starts at its hour,
 * and may be held, taken up again or stopped for good.
 */
export const campaignMachine: StatusTable<CampaignStatus, CampaignEvent, 'staff' | 'checker' | 'system'> = {
  name: 'campaign',
  states: campaignStates,
  initial: 'draft',
  moves: [
    { from: 'draft', event: 'submit', to: 'in_review', by: ['staff'] },
    { from: ['in_review', 'approved'], event: 'send-back', to: 'draft', by: ['staff', 'checker'] },
    { from: 'in_review', event: 'approve', to: 'approved', by: ['checker'] },
    { from: 'draft', event: 'let-go', to: 'approved', by: ['staff'] },
    // More readers than its writer may write to alone, when its hour came.
    { from: 'approved', event: 'hold-back', to: 'in_review', by: ['system'] },
    { from: 'approved', event: 'start', to: 'sending', by: ['system'] },
    { from: 'sending', event: 'pause', to: 'paused', by: ['staff', 'checker'] },
    { from: 'paused', event: 'go-on', to: 'sending', by: ['staff', 'checker'] },
    { from: 'sending', event: 'finish', to: 'sent', by: ['system'] },
    { from: ['draft', 'in_review', 'approved', 'sending', 'paused'], event: 'cancel', to: 'cancelled', by: ['staff', 'checker'] },
  ],
};

/** What becomes of the letter to one reader. `unsure`: it may have left, and is not sent again. */
export const letterStates = ['waiting', 'sent', 'later', 'suppressed', 'bounced', 'left', 'failed', 'unsure'] as const;
export type LetterStatus = (typeof letterStates)[number];
