import { dateIn, instant, type CalendarDate } from '#app/values/dates.ts';
import { addOurDays, addWorkingDays, type VisaDays } from '../evisa/evisa-deadline.ts';
import type { AssistedOffer } from './assisted-country.ts';
import type { CaseState } from './assisted-status.ts';
import { isHome, type PassportPlace } from './custody-rules.ts';
import { timelineFrom, wayBackDays } from './timeline-rules.ts';

/** Days, both included, on which a passport is not with its owner. */
export interface AwayDays {
  readonly from: CalendarDate;
  readonly until: CalendarDate;
}

/** A journey somebody already holds; the days of its first departure and its last arrival. */
export interface HeldTrip {
  readonly reference: string;
  readonly starts: CalendarDate;
  readonly ends: CalendarDate;
}

type Offer = Pick<AssistedOffer, 'calendar' | 'assisted'>;
/** Days on which the visa desk works. */
type DeskWorks = VisaDays['houseWorks'];

/** Were the case begun today: from the counter until the way back. Null where the passport stays with its owner. */
export function plannedAway({ calendar, assisted }: Offer, today: CalendarDate, houseWorks: DeskWorks): AwayDays | null {
  if (!assisted.kept || assisted.package === 'check') return null;
  const line = timelineFrom({ authority: calendar, houseWorks }, today, assisted);
  return { from: line.appointment, until: line.passportBack };
}

const beforeCounter: readonly CaseState[] = ['opened', 'file_ready', 'appointment_searching', 'appointment_booked', 'missed'];
const wayBack: readonly CaseState[] = ['decision_received', 'passport_with_us', 'dispatched'];

/** The same of a case by how it stands; null once the passport is home for good. */
export function awayOfCase(
  offer: Offer,
  one: { readonly status: CaseState; readonly passport: PassportPlace; readonly appointmentAt: Date | null; readonly overAt: Date | null },
  today: CalendarDate,
  houseWorks: DeskWorks,
): AwayDays | null {
  const { calendar, assisted } = offer;
  const counted = { authority: calendar, houseWorks };
  const home = isHome(one.passport);
  if (assisted.package === 'check' || (home && (one.overAt !== null || one.passport === 'returned'))) return null;
  if (home && (!assisted.kept || !beforeCounter.includes(one.status))) return null;
  if (wayBack.includes(one.status) || one.overAt !== null) return { from: today, until: addOurDays(counted, today, wayBackDays) };
  // An appointment that was missed is no day to reckon with while another one is looked for.
  const stands = one.appointmentAt && (!home || one.status === 'appointment_booked') ? one.appointmentAt : null;
  const counter = stands && dateIn('Asia/Dubai', instant(stands.getTime()));
  const planned = plannedAway({ calendar, assisted: { ...assisted, kept: true } }, today, houseWorks)!;
  const from = home ? (counter ?? planned.from) : today;
  const back = counter ? addOurDays(counted, addWorkingDays(calendar, counter, assisted.processingDays), wayBackDays) : planned.until;
  // A mission that takes longer than most has it still.
  const soonest = addOurDays(counted, today, wayBackDays);
  return { from: from < today ? today : from, until: back < soonest ? soonest : back };
}

/** Journeys that touch the days without a passport, the earliest first. */
export function tripsWithout<Trip extends HeldTrip>(away: AwayDays, trips: readonly Trip[]): Trip[] {
  return trips
    .filter(({ starts, ends }) => starts <= away.until && ends >= away.from)
    .toSorted((a, b) => a.starts.localeCompare(b.starts) || a.reference.localeCompare(b.reference));
}
