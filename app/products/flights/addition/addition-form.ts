import { nothingAdded, seatPlace, type WantedChoices, type WantedSeat } from './addition-rules.ts';
import { exitWording } from '../seats/exit-declaration-rules.ts';

/*
 * The forms of the page that adds to a ticketed order: selects `bag.0:1` (direction:traveller) and `meal.EK191-20261205:1`
 * (flight:traveller), radios `fastTrack` and `insurance` with `yes` or `no`; and, in the form of one seat, `segment`,
 * `traveller`, the radio `seat` and the box `exit`. What is not for sale is left out by whoever keeps the choice.
 */

const whole = (typed: FormDataEntryValue | null) => (/^\d{1,2}$/.test(String(typed ?? '')) ? Number(typed) : -1);

/** What was chosen beside seats, in the place of what was chosen before; the seats stay. */
export function readMore(form: FormData, before: WantedChoices | null): WantedChoices {
  const named = (start: string) =>
    [...form.entries()].flatMap(([name, value]): [string, string][] =>
      name.startsWith(start) && name.length <= 60 && typeof value === 'string' && value !== '' ? [[name.slice(start.length), value]] : [],
    );
  return {
    seats: before?.seats ?? [],
    checkedBags: Object.fromEntries(named('bag.').flatMap(([key, value]) => (whole(value) > 0 ? [[key, whole(value)]] : []))),
    meals: Object.fromEntries(named('meal.')),
    fastTrack: form.get('fastTrack') === 'yes',
    insurance: form.get('insurance') === 'yes',
  };
}

/** What was chosen, with the seat of the form, or without one for its traveller on its flight; null for a form that names none. */
export function readSeat(form: FormData, before: WantedChoices | null, keep: boolean): WantedChoices | null {
  const [segment, passenger] = [whole(form.get('segment')), whole(form.get('traveller'))];
  const designator = form.get('seat');
  if (segment < 0 || passenger < 0) return null;
  const chosen = before ?? nothingAdded;
  const others = chosen.seats.filter((seat) => seatPlace(seat.segment, seat.passenger) !== seatPlace(segment, passenger));
  if (!keep) return { ...chosen, seats: others };
  if (typeof designator !== 'string' || !/^\d{1,3}[A-Z]$/.test(designator)) return null;
  const seat: WantedSeat = { segment, passenger, designator, ...(form.get('exit') === 'on' ? { declared: exitWording } : {}) };
  return { ...chosen, seats: [...others, seat] };
}
