import { z } from 'zod';
import { parseCalendarDate } from '#app/values/dates.ts';
import { disruptionKinds, type Disruption } from '../supply/disruption-rules.ts';

/** A time of a day that exists. */
const local = z
  .string()
  .regex(/^[\d-]{10}T(?:[01]\d|2[0-3]):[0-5]\d$/)
  .refine((text) => parseCalendarDate(text.slice(0, 10)) !== null);
const flight = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9]{2}\d{1,4}$/);

/** The flight of a day that is looked up; its own fields of the whole form. */
export const flightOfDay = z.strictObject({
  flight,
  fromAirport: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{3}$/),
  departsOn: z.iso.date().refine((text) => parseCalendarDate(text) !== null),
});

const form = z
  .strictObject({
    ...flightOfDay.shape,
    kind: z.enum(disruptionKinds),
    departsLocal: z.union([local, z.literal('')]),
    arrivesLocal: z.union([local, z.literal('')]),
    newFlight: z.union([flight, z.literal('')]),
    aircraft: z.union([
      z
        .string()
        .trim()
        .toUpperCase()
        .regex(/^[A-Z0-9]{3}$/),
      z.literal(''),
    ]),
    aircraftName: z.string().trim().max(60),
    seatsLost: z.enum(['', 'yes']),
    heldBack: z.enum(['', 'yes']),
    reason: z.string().trim().min(3).max(300),
    seen: z.coerce.number().int().min(0).max(100_000),
  })
  .superRefine((typed, context) => {
    const need = (name: 'departsLocal' | 'arrivesLocal' | 'newFlight' | 'aircraft') =>
      typed[name] === '' && context.addIssue({ code: 'custom', path: [name], message: 'missing' });
    if (typed.kind === 'moved') (['departsLocal', 'arrivesLocal'] as const).forEach(need);
    if (typed.kind === 'renumbered') need('newFlight');
    if (typed.kind === 'aircraft') need('aircraft');
  });

export const disruptionFields = [
  'flight',
  'fromAirport',
  'departsOn',
  'kind',
  'departsLocal',
  'arrivesLocal',
  'newFlight',
  'aircraft',
  'aircraftName',
  'seatsLost',
  'heldBack',
  'reason',
  'seen',
] as const;
export type DisruptionField = (typeof disruptionFields)[number];
export type TypedDisruption = Readonly<Record<DisruptionField, string>>;

/** What was typed, by field; unknown fields are refused by the schema. */
export function readTyped(data: FormData): TypedDisruption {
  return Object.fromEntries(disruptionFields.map((name) => [name, String(data.get(name) ?? '').slice(0, 400)])) as TypedDisruption;
}

export interface DisruptionWish {
  readonly disruption: Disruption;
  readonly heldBack: boolean;
  readonly reason: string;
  readonly seen: number;
}

export function readDisruption(
  typed: TypedDisruption,
): { readonly ok: true; readonly wish: DisruptionWish } | { readonly ok: false; readonly wrong: readonly DisruptionField[] } {
  const read = form.safeParse(typed);
  if (!read.success) {
    const wrong = new Set(read.error.issues.map(({ path }) => String(path[0])));
    return { ok: false, wrong: disruptionFields.filter((name) => wrong.has(name)) };
  }
  const { heldBack, seatsLost, reason, seen, departsLocal, arrivesLocal, newFlight, aircraft, aircraftName, ...named } = read.data;
  const { kind } = named;
  const only = (of: Disruption['kind'], value: string) => (kind === of && value !== '' ? value : null);
  return {
    ok: true,
    wish: {
      disruption: {
        ...named,
        departsLocal: only('moved', departsLocal),
        arrivesLocal: only('moved', arrivesLocal),
        newFlight: only('renumbered', newFlight),
        aircraft: only('aircraft', aircraft),
        aircraftName: only('aircraft', aircraftName),
        seatsLost: seatsLost === 'yes' && kind !== 'cancelled',
      },
      heldBack: heldBack === 'yes',
      reason,
      seen,
    },
  };
}
