import type { Platform } from '#app/platform/platform.server.ts';
import { dateIn, type CalendarDate } from '#app/values/dates.ts';
import { movesFrom } from '#app/values/status-table.ts';
import { daysLeft, figuresOf, type StayFigures } from './visa-stay-rules.ts';
import { stayMachine, type StayEvent, type StayState } from './visa-stay-status.ts';
import { findPastStays, findStays } from './visa-stays-store.server.ts';

/** A stay as its traveller sees it; plain data for the browser. */
export interface VisaStayView {
  readonly status: StayState;
  readonly enterBy: CalendarDate;
  readonly stayDays: number;
  readonly enteredOn: CalendarDate | null;
  readonly stayUntil: CalendarDate | null;
  readonly exitedOn: CalendarDate | null;
  readonly left: number | null;
  readonly figures: StayFigures;
  /** What the traveller may tell now. */
  readonly tells: readonly StayEvent[];
  readonly today: CalendarDate;
  readonly first: CalendarDate;
}

/** The stays of these applications, by their ids. */
export async function readVisaStays(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, VisaStayView>> {
  const today = dateIn('Asia/Dubai', clock.now());
  const [stays, past] = await Promise.all([findStays(db, ids), findPastStays(db, ids)]);
  return new Map(
    stays.map((stay) => {
      const earlier = past.filter(({ stayId }) => stayId === stay.id);
      const figures = figuresOf(stay, earlier, today);
      const view = {
        status: stay.status,
        enterBy: stay.enterBy,
        stayDays: stay.stayDays,
        enteredOn: stay.enteredOn,
        stayUntil: stay.stayUntil,
        exitedOn: stay.exitedOn,
        left: daysLeft(stay, today),
        figures,
        tells: movesFrom(stayMachine, stay.status, 'customer').filter(
          (event) => event !== 'enter' || stay.status === 'issued' || figures.again,
        ),
        today,
        first: (figures.again ? stay.exitedOn : stay.enteredOn) ?? stay.issuedOn,
      };
      return [stay.id, view];
    }),
  );
}
