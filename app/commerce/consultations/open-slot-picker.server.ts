import type { Platform } from '#app/platform/platform.server.ts';
import { instant, type Instant } from '#app/values/dates.ts';
import { localTimeIn } from '#app/values/local-time.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { ConsultationTopic } from './consultation-kinds.ts';
import { findSlots } from './find-slots.server.ts';
import { officeZone, readSlotTime, slotTime, type Slot } from './slot-rules.ts';
import { momentIn, readZone, zoneName, zoneOptions } from './zone-words.server.ts';

const daysShown = 5;

/** What `<SlotPicker>` shows: times in the visitor's zone with those of the office beside them. */
export interface SlotPickerFacts {
  readonly zone: string;
  /** Whether the address named one: if not, the browser may say where it is. */
  readonly zoneAsked: boolean;
  readonly zoneName: string;
  readonly sameClock: boolean;
  readonly zones: readonly { readonly zone: string; readonly name: string }[];
  readonly days: readonly {
    readonly date: string;
    readonly slots: readonly { readonly at: string; readonly clock: string; readonly office: string; readonly otherDay: string | null }[];
  }[];
  /** First days of the pages before and after. */
  readonly earlier: string | null;
  readonly later: string | null;
  /** The time of the address, if it is still to be had; `gone` when it is not. */
  readonly chosen: { readonly at: string; readonly yours: string; readonly office: string } | null;
  readonly gone: boolean;
}

export async function openSlotPicker(
  platform: Platform,
  url: URL,
  about: { readonly topic: ConsultationTopic; readonly speaks: LanguageCode; readonly shown: LanguageCode; readonly zone?: string },
): Promise<SlotPickerFacts> {
  const now = platform.clock.now();
  const asked = url.searchParams.get('zone');
  const zone = readZone(asked ?? about.zone);
  const slots = await findSlots(platform, { language: about.speaks, topic: about.topic });
  const byDay = Map.groupBy(slots, ({ at }) => localTimeIn(zone, at).slice(0, 10));
  const dates = [...byDay.keys()];
  const from = url.searchParams.get('from') ?? '';
  const first = Math.max(
    0,
    dates.findIndex((date) => date >= from),
  );
  const wanted = readSlotTime(url.searchParams.get('at'));
  const found = wanted === null ? undefined : slots.find(({ at }) => at === wanted);
  return {
    zone,
    zoneAsked: asked !== null || about.zone !== undefined,
    zoneName: zoneName(zone, about.shown, now),
    sameClock: localTimeIn(zone, now) === localTimeIn(officeZone, now),
    zones: zoneOptions(about.shown, now, zone),
    days: dates.slice(first, first + daysShown).map((date) => ({ date, slots: byDay.get(date)!.map((slot) => shownSlot(slot, zone)) })),
    earlier: first > 0 ? dates[Math.max(0, first - daysShown)]! : null,
    later: dates[first + daysShown] ?? null,
    chosen: found ? { at: slotTime(found.at), ...bothClocks(found.at, zone, about.shown) } : null,
    gone: wanted !== null && !found,
  };
}

/** A moment in the visitor's zone and in the office's, in words. */
export function bothClocks(at: Instant, zone: string, language: LanguageCode): { yours: string; office: string } {
  return { yours: momentIn(zone, language, at), office: momentIn(officeZone, language, at) };
}

function shownSlot({ at }: Slot, zone: string) {
  const [here, office] = [localTimeIn(zone, at), localTimeIn(officeZone, instant(at))];
  return {
    at: slotTime(at),
    clock: here.slice(11),
    office: office.slice(11),
    otherDay: office.slice(0, 10) === here.slice(0, 10) ? null : office.slice(0, 10),
  };
}
