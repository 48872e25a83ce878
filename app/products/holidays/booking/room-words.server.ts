import { textsFor } from '#app/ui/catalogues.server.ts';
import { comma } from '#app/ui/number-format.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { roomKinds, type BookedTrip } from './party-rules.ts';

/** "2 double rooms, 1 single room" in a language. */
export function roomWords(trip: Pick<BookedTrip, 'rooms'>, language: LanguageCode): string {
  const t = textsFor(language).of('tour-booking');
  return roomKinds
    .filter((kind) => trip.rooms[kind] > 0)
    .map((kind) => t(`rooms.${kind}`, { count: trip.rooms[kind] }))
    .join(comma(language));
}
