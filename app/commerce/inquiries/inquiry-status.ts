import type { StatusTable } from '#app/values/status-table.ts';

/** `nurture` waits for the traveller's own time; `closed` was nothing to sell, or went on as another inquiry. */
export const inquiryStates = ['new', 'contacted', 'qualified', 'quoted', 'nurture', 'won', 'lost', 'closed'] as const;
export type InquiryStatus = (typeof inquiryStates)[number];

/** The states in which somebody works on it. */
export const openInquiryStates = ['new', 'contacted', 'qualified', 'quoted', 'nurture'] as const satisfies readonly InquiryStatus[];

export function isOpenInquiry(status: InquiryStatus): boolean {
  return (openInquiryStates as readonly InquiryStatus[]).includes(status);
}

export type InquiryEvent = 'answer' | 'contact' | 'qualify' | 'quote' | 'win' | 'lose' | 'park' | 'close' | 'reopen' | 'merge';
export type InquiryActor = 'staff' | 'customer' | 'system';

/** What else is written down of an inquiry and moves nothing. */
export type InquiryNote = 'asked' | 'take-in' | 'assign' | 'needs' | 'remind';

export const lostReasons = ['no-answer', 'price', 'elsewhere', 'dates', 'not-travelling', 'not-possible', 'not-needed', 'other'] as const;
export type LostReason = (typeof lostReasons)[number];

/** The pipeline of the specification. Answering once more is a word and no move: the state stays. */
export const inquiryMachine: StatusTable<InquiryStatus, InquiryEvent, InquiryActor> = {
  name: 'inquiry',
  states: inquiryStates,
  initial: 'new',
  moves: [
    ...(['answer', 'contact'] as const).flatMap((event) => [
      { from: ['new', 'contacted', 'nurture'] as const, event, to: 'contacted' as const, by: ['staff'] as const },
      { from: 'qualified' as const, event, to: 'qualified' as const, by: ['staff'] as const },
      { from: 'quoted' as const, event, to: 'quoted' as const, by: ['staff'] as const },
    ]),
    { from: ['new', 'contacted', 'nurture'], event: 'qualify', to: 'qualified', by: ['staff'] },
    { from: [...openInquiryStates], event: 'quote', to: 'quoted', by: ['staff'] },
    { from: [...openInquiryStates], event: 'win', to: 'won', by: ['customer', 'system', 'staff'] },
    { from: [...openInquiryStates], event: 'lose', to: 'lost', by: ['staff', 'customer', 'system'] },
    { from: ['contacted', 'qualified', 'quoted'], event: 'park', to: 'nurture', by: ['staff', 'system'] },
    { from: [...openInquiryStates], event: 'close', to: 'closed', by: ['staff'] },
    { from: [...openInquiryStates], event: 'merge', to: 'closed', by: ['staff'] },
    // Erasing a person ends whatever they asked.
    { from: ['won', 'lost'], event: 'close', to: 'closed', by: ['system'] },
    { from: ['contacted', 'nurture', 'lost', 'closed'], event: 'reopen', to: 'new', by: ['staff'] },
  ],
};
