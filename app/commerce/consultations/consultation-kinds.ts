/** What an advice call can be about. */
export const consultationTopics = ['which-visa', 'e-visa', 'assisted-visa', 'refused', 'holiday'] as const;
export type ConsultationTopic = (typeof consultationTopics)[number];

/** We ring; nobody needs a program for it. */
export const consultationChannels = ['phone', 'whatsapp'] as const;
export type ConsultationChannel = (typeof consultationChannels)[number];

export const consultationOutcomes = ['advised', 'to-apply', 'to-quote', 'not-possible'] as const;
export type ConsultationOutcome = (typeof consultationOutcomes)[number];

/** What follows from a call. `inquiry` opens one for the desk that makes quotes. */
export const nextSteps = ['apply-evisa', 'apply-assisted', 'inquiry', 'nothing'] as const;
export type NextStep = (typeof nextSteps)[number];

export const blockReasons = ['holiday', 'leave', 'ill', 'busy'] as const;
export type BlockReason = (typeof blockReasons)[number];

/** Why a call is moved or called off; one is always said. */
export const moveReasons = ['time', 'not-needed', 'ill', 'other'] as const;
export type MoveReason = (typeof moveReasons)[number];

/** What the officer goes through, by topic; the words are in the catalogue under `check`. */
const everyCall = ['identity', 'passport', 'dates'] as const;
const byTopic = {
  'which-visa': ['residence', 'purpose'],
  'e-visa': ['residence', 'photo', 'fees'],
  'assisted-visa': ['residence', 'funds', 'appointment', 'fees'],
  refused: ['letter', 'reason', 'funds'],
  holiday: ['party', 'budget'],
} as const satisfies Record<ConsultationTopic, readonly string[]>;

export function checklistFor(topic: ConsultationTopic): readonly string[] {
  return [...everyCall, ...byTopic[topic]];
}

export const consultationTopicFrom = (asked: string | null): ConsultationTopic =>
  consultationTopics.find((topic) => topic === asked) ?? 'which-visa';
