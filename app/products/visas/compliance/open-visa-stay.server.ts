import type { Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dateIn, instant, type CalendarDate } from '#app/values/dates.ts';
import { findType, type VisaEntries } from '../evisa/evisa-offer.ts';
import type { EvisaGroup, VisaRoute } from '../evisa/evisa.tables.ts';
import { insertStay, visaNumberIndex } from './visa-stays-store.server.ts';

/** What is printed on a visa, as far as its days go. */
interface PrintedDays {
  readonly number: string;
  readonly validUntil: CalendarDate;
  readonly stay: number;
  /** Null where nobody has read it: it is taken to be as it was asked for. */
  readonly entries: VisaEntries | null;
}

/** Begins to watch a delivered visa; once, in the transaction of its delivery. False when it is watched already. */
export function openVisaStay(
  tx: Tx,
  { crypto, clock }: Pick<Platform, 'crypto' | 'clock'>,
  visa: {
    readonly id: string;
    readonly orderId: string;
    readonly route: VisaRoute;
    readonly country: string;
    readonly printed: PrintedDays;
    /** Under whose offer it was asked for. */
    readonly group: Pick<EvisaGroup, 'offer' | 'typeCode'>;
    /** Null: now. */
    readonly deliveredAt: Date | null;
  },
): Promise<boolean> {
  const now = clock.now();
  return insertStay(tx, now, {
    id: visa.id,
    orderId: visa.orderId,
    route: visa.route,
    country: visa.country,
    numberIndex: visaNumberIndex(crypto, visa.printed.number),
    issuedOn: dateIn('Asia/Dubai', visa.deliveredAt ? instant(visa.deliveredAt.getTime()) : now),
    enterBy: visa.printed.validUntil,
    stayDays: visa.printed.stay,
    entries: visa.printed.entries ?? findType(visa.group.offer, visa.group.typeCode)?.entries ?? 'single',
  });
}
