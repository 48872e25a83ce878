import { createEvents, type EventAttributes } from 'ics';
import { textsFor } from '#app/ui/catalogues.server.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { sayBefore } from '#app/ui/say-before.ts';
import type { Segment } from '../offer.ts';
import type { FlownNow } from '../schedule/flown-now.ts';
import type { PaperNames } from '../tickets/paper-names.ts';

/**
 * The journey as a calendar file: one event a flight, in UTC, so that any calendar shows the traveller's own clock.
 * Events keep their ids from one download to the next; a later version of the order updates them. What the airline moved is
 * no certain thing until its traveller has answered; what it flies no more, and what was changed for other flights or given
 * back, is cancelled.
 */
export function tripCalendar(
  trip: {
    readonly reference: string;
    readonly version: number;
    /** Each flight with the locator of the contract that it is flown on. */
    readonly flown: readonly (Omit<FlownNow, 'position'> & { readonly pnr: string })[];
    /** Flights that it was made of before, which nobody of it takes now. */
    readonly former: readonly { readonly segment: Segment; readonly pnr: string }[];
    /** When it became what it is. */
    readonly changedAt: Date;
    readonly host: string;
  },
  names: PaperNames,
  language: LanguageCode,
): Buffer {
  const t = textsFor(language).of('documents');
  const uidOf = ({ flight, departs }: Segment) => `${trip.reference}-${flight}-${departs.local.slice(0, 10)}@${trip.host}`;
  const flown = new Set(trip.flown.map(({ sold, segment }) => uidOf(sold ?? segment)));
  // Each once: flights may have been changed there and back.
  const former = new Map(trip.former.map((one) => [uidOf(one.segment), { ...one, sold: one.segment, change: 'left' as const }]));
  for (const uid of flown) former.delete(uid);
  const events = [...trip.flown, ...former.values()].map(({ segment, sold, change, pnr }): EventAttributes => {
    const [from, to] = [names.place(segment.from), names.place(segment.to)];
    const terminal = segment.fromTerminal ? `, ${t('calendar.terminal', { terminal: segment.fromTerminal })}` : '';
    return {
      uid: uidOf(sold ?? segment),
      sequence: trip.version,
      productId: 'rihla',
      title: t('calendar.summary', { flight: `${segment.airline} ${segment.number}`, from: from.city, to: to.city }),
      description: [
        ...(change === 'none' ? [] : [t(`calendar.${change}`)]),
        ...(sold && sold.departs.utc !== segment.departs.utc
          ? [t('calendar.was', { time: sayBefore(sold.departs.local, segment.departs.local, language) })]
          : []),
        t('calendar.description', { pnr, reference: trip.reference }),
        t('calendar.bags', { airline: names.airline(segment.airline) }),
      ].join('\n'),
      location: `${from.airport} (${segment.from})${terminal}`,
      start: Date.parse(segment.departs.utc),
      startInputType: 'utc',
      startOutputType: 'utc',
      end: Date.parse(segment.arrives.utc),
      endInputType: 'utc',
      endOutputType: 'utc',
      status: statusOf[change],
      busyStatus: statusOf[change] === 'CANCELLED' ? 'FREE' : 'BUSY',
      // Nobody is woken for a flight that they do not take.
      alarms:
        statusOf[change] === 'CANCELLED'
          ? []
          : [
              {
                action: 'display',
                description: t('calendar.bags', { airline: names.airline(segment.airline) }),
                trigger: { before: true, hours: 3 },
              },
            ],
    };
  });
  const { error, value } = createEvents(events);
  if (!value) throw new Error(`A calendar could not be made: ${error?.message}`);
  // The stamp would be the moment of the download; the same journey gives the same file.
  return Buffer.from(value.replace(/DTSTAMP:\d{8}T\d{6}Z/g, `DTSTAMP:${stampOf(trip.changedAt.toISOString())}`));
}

const statusOf = { none: 'CONFIRMED', moved: 'TENTATIVE', cancelled: 'CANCELLED', left: 'CANCELLED' } as const;

function stampOf(utc: string): string {
  return `${utc.replace(/[-:]/g, '').slice(0, 15)}Z`;
}
