import type { PriceLine } from '#app/commerce/pricing/quote.ts';
import { refundByKind, type LineRefund } from '../evisa/evisa-refund.ts';

/*
 * THE refund table of assisted visas: pages show it, the order and its mails print it, every refund is reckoned from it.
 */

export const caseStages = ['opened', 'file', 'appointment', 'lodged', 'refused', 'delivered'] as const;
export type CaseStage = (typeof caseStages)[number];

export interface CaseShares {
  /** Percent of each part that goes back. */
  readonly government: number;
  readonly centre: number;
  readonly service: number;
  readonly courier: number;
}

export interface CaseRefundRow extends CaseShares {
  readonly stage: CaseStage;
}

/** The whole table of an offer, in the order in which a case goes through it. */
export function caseRefundTable(offer: { readonly rejectedService: number }): readonly CaseRefundRow[] {
  return [
    { stage: 'opened', government: 100, centre: 100, service: 90, courier: 100 },
    { stage: 'file', government: 100, centre: 100, service: 50, courier: 100 },
    // A centre keeps its fee for a slot that was booked.
    { stage: 'appointment', government: 100, centre: 0, service: 25, courier: 100 },
    { stage: 'lodged', government: 0, centre: 0, service: 0, courier: 0 },
    { stage: 'refused', government: 0, centre: 0, service: offer.rejectedService, courier: 0 },
    { stage: 'delivered', government: 0, centre: 0, service: 0, courier: 0 },
  ];
}

const stageByState: Readonly<Record<string, CaseStage>> = {
  opened: 'opened',
  file_ready: 'file',
  appointment_searching: 'file',
  appointment_booked: 'appointment',
  missed: 'appointment',
  attended: 'lodged',
  in_process: 'lodged',
  extra_requested: 'lodged',
  decision_received: 'delivered',
  passport_with_us: 'delivered',
  dispatched: 'delivered',
  delivered: 'delivered',
};

/** The stage of a state; null where nothing was paid or everything has been settled. A slot once booked was paid for. */
export function caseStageOf(state: string, reschedules = 0): CaseStage | null {
  const stage = stageByState[state] ?? null;
  return stage === 'file' && reschedules > 0 ? 'appointment' : stage;
}

export function caseSharesAt(offer: { readonly rejectedService: number }, stage: CaseStage): CaseShares {
  return caseRefundTable(offer).find((row) => row.stage === stage)!;
}

/** What one traveller's part of each line gives back; fils, rounded half up per line. */
export function caseRefundOf(lines: readonly PriceLine[], traveller: number, shares: CaseShares): LineRefund[] {
  return refundByKind(lines, traveller, {
    'government-fee': shares.government,
    'centre-fee': shares.centre,
    'visa-fee': shares.service,
    courier: shares.courier,
  });
}
