import type { CaseState } from '../assisted-status.ts';

/** The queues of the desk, in the order of a case's way, and the states each of them holds. */
export const stickerQueues = ['new', 'file', 'hunt', 'booked', 'mission', 'return', 'over', 'all'] as const;
export type StickerQueue = (typeof stickerQueues)[number];

/** Those of them that a board shows: what is over is no longer moved. */
export const boardQueues = ['new', 'file', 'hunt', 'booked', 'mission', 'return'] as const satisfies readonly StickerQueue[];

export const statesOfQueue: Readonly<Record<StickerQueue, readonly CaseState[] | null>> = {
  new: ['opened'],
  file: ['file_ready'],
  hunt: ['appointment_searching', 'missed'],
  booked: ['appointment_booked', 'attended'],
  mission: ['in_process', 'extra_requested'],
  return: ['decision_received', 'passport_with_us', 'dispatched'],
  over: ['delivered', 'withdrawn'],
  all: null,
};
