import { calendarFile } from '#app/commerce/messages/calendar-file.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { addMilliseconds, hourMs, instant, type Instant } from '#app/values/dates.ts';
import type { EvisaGroup } from '../evisa/evisa.tables.ts';
import { offerOf } from './assisted-words.server.ts';
import type { AssistedCase } from './assisted.tables.ts';

/** One is let in, hands the file over and gives fingerprints: an hour at most counters. */
const lastsMs = hourMs;

/** The appointment of a case for the traveller's calendar, in the language of their application; null while there is none. */
export function appointmentFile(
  group: Pick<EvisaGroup, 'id' | 'offer' | 'language'>,
  one: Pick<AssistedCase, 'id' | 'version' | 'appointmentAt' | 'appointmentReference'>,
  where: { readonly home: string; readonly now: Instant },
): string | null {
  if (!one.appointmentAt) return null;
  const say = textsFor(group.language).of('assisted');
  const { counter } = offerOf(group).assisted;
  const from = instant(one.appointmentAt.getTime());
  return calendarFile({
    id: `assisted-${one.id}`,
    version: one.version,
    from,
    until: addMilliseconds(from, lastsMs),
    now: where.now,
    title: say('appointment.title', { city: say(`cities.${counter.city}`) }),
    text: [
      one.appointmentReference && `${say('appointment.reference')}: ${one.appointmentReference}`,
      `${say('appointment.bring')} ${say('appointment.bringText')}`,
    ]
      .filter(Boolean)
      .join('\n'),
    link: `${where.home}/visa-assistance/apply/${group.id}`,
    calledOff: false,
  });
}
