import type { Platform } from '#app/platform/platform.server.ts';
import type { StayContent } from '../stay-content.ts';
import { editionsOfStays } from '../staycations-store.server.ts';
import { changeStay, workStayEdition } from './edit-stay.server.ts';

const [writer, checker] = ['staff-writer', 'staff-checker'];

/** A house as it is changed by one colleague and put on sale by another. Throws on a refusal. */
export async function publishHouse(platform: Platform, thing: string, change: (content: StayContent) => StayContent): Promise<void> {
  const version = (await editionsOfStays.findOpen(platform.db, thing))?.version ?? 0;
  const changed = await changeStay(platform, { thing, staffId: writer, version, part: 'test', change });
  if (!changed.ok) throw new Error(changed.refused);
  for (const [work, staffId] of [
    ['submit', writer],
    ['publish', checker],
  ] as const) {
    const open = await editionsOfStays.findOpen(platform.db, thing);
    const worked = await workStayEdition(platform, { thing, staffId, version: open!.version, work, reason: '' });
    if (!worked.ok) throw new Error(worked.refused);
  }
}

/** What a house of the desk says and sells: one kind of room by one plan, whole in English. */
export function wholeHouse(content: StayContent, count = 2): StayContent {
  return {
    ...content,
    rooms: [
      {
        key: 'garden-room',
        adults: 2,
        children: 1,
        sizeM2: 32,
        doubleBeds: 1,
        singleBeds: 0,
        from: { amount: 45_000, currency: 'AED' },
        count,
        onSale: true,
      },
    ],
    plans: [{ key: 'saver', board: 'breakfast', percent: 100, refundableDays: null, depositPercent: 100, onSale: true }],
    words: {
      ...content.words,
      en: {
        ...content.words.en,
        tagline: 'A courtyard and a palm',
        summary: 'Six rooms around a courtyard, a short walk from the creek.',
        highlights: ['Quiet at night'],
        rooms: { 'garden-room': { name: 'Garden room', text: 'On the courtyard, with a door of its own.' } },
        facilities: ['Courtyard'],
        nearby: ['The creek'],
        goodToKnow: ['No lift'],
      },
    },
  };
}
