import { ageOn, parseCalendarDate, type CalendarDate } from '#app/values/dates.ts';
import { fieldCodes, type FieldCode, type VisaCountry } from './evisa-offer.ts';
import { zoneName } from './evisa-mrz-rules.ts';

/** What is asked of every traveller, whatever the country. */
export const baseFields = [
  'givenNames',
  'surname',
  'birthDate',
  'sex',
  'nationality',
  'residence',
  'number',
  'issuedBy',
  'issuedOn',
  'expires',
  'mrz',
] as const;
export type BaseField = (typeof baseFields)[number];
export type EvisaField = BaseField | FieldCode;

/** The form as it was typed: kept as it is, so that nobody types twice what was not right yet. */
export type TypedForm = Readonly<Partial<Record<EvisaField, string>>>;

export type FieldFault = 'missing' | 'letters' | 'date' | 'future' | 'past' | 'country' | 'number' | 'long' | 'expired' | 'short' | 'mrz';

/** A traveller whose form is whole. Fits what an order keeps of its travellers. */
export interface EvisaPerson {
  readonly type: 'adult' | 'child' | 'infant';
  readonly title: null;
  readonly givenNames: string;
  readonly surname: string;
  readonly birthDate: CalendarDate;
  readonly sex: 'F' | 'M' | 'X';
  readonly nationality: string;
  readonly residence: string;
  readonly document: {
    readonly number: string;
    readonly issuedBy: string;
    readonly issuedOn: CalendarDate;
    readonly expires: CalendarDate;
  };
  readonly mrz: string;
  readonly answers: Readonly<Partial<Record<FieldCode, string>>>;
}

export const mostFieldLength = 120;
const optional: ReadonlySet<EvisaField> = new Set(['mrz', 'givenNames']);
const dates: ReadonlySet<EvisaField> = new Set(['birthDate', 'issuedOn', 'expires']);
const countries: ReadonlySet<EvisaField> = new Set(['nationality', 'residence', 'issuedBy']);

export function fieldsOf(offer: Pick<VisaCountry, 'fields'>): readonly EvisaField[] {
  return [...baseFields, ...offer.fields];
}

/** What was typed, cleaned of what cannot be meant; unknown names are left out. */
export function readTyped(values: (name: string) => string | null): TypedForm {
  const typed: Partial<Record<EvisaField, string>> = {};
  for (const field of [...baseFields, ...fieldCodes]) {
    const value = values(field)
      ?.toWellFormed()
      .normalize('NFC')
      .trim()
      .slice(0, field === 'mrz' ? 200 : mostFieldLength);
    if (value) typed[field] = value;
  }
  return typed;
}

export interface FormWorld {
  readonly today: CalendarDate;
  readonly arrival: CalendarDate;
  readonly isCountry: (code: string) => boolean;
}

/** Every fault by its field, and the person when there is none. */
export function checkForm(
  offer: Pick<VisaCountry, 'fields'>,
  typed: TypedForm,
  world: FormWorld,
): { readonly faults: Readonly<Partial<Record<EvisaField, FieldFault>>>; readonly person: EvisaPerson | null } {
  const faults: Partial<Record<EvisaField, FieldFault>> = {};
  for (const field of fieldsOf(offer)) {
    const value = typed[field] ?? '';
    const fault = value === '' ? (optional.has(field) ? null : 'missing') : faultOf(field, value, world);
    if (fault) faults[field] = fault;
  }
  if (Object.keys(faults).length > 0) return { faults, person: null };
  const birthDate = typed.birthDate as CalendarDate;
  const age = ageOn(birthDate, world.arrival);
  return {
    faults,
    person: {
      type: age < 2 ? 'infant' : age < 12 ? 'child' : 'adult',
      title: null,
      givenNames: zoneName(typed.givenNames ?? ''),
      surname: zoneName(typed.surname!),
      birthDate,
      sex: typed.sex === 'F' || typed.sex === 'M' ? typed.sex : 'X',
      nationality: typed.nationality!,
      residence: typed.residence!,
      document: {
        number: typed.number!.toUpperCase().replace(/\s/g, ''),
        issuedBy: typed.issuedBy!,
        issuedOn: typed.issuedOn as CalendarDate,
        expires: typed.expires as CalendarDate,
      },
      mrz: typed.mrz ?? '',
      answers: Object.fromEntries(offer.fields.map((field) => [field, typed[field] ?? ''])),
    },
  };
}

function faultOf(field: EvisaField, value: string, world: FormWorld): FieldFault | null {
  if (field === 'surname' || field === 'givenNames') return zoneName(value) === '' || /\d/.test(value) ? 'letters' : null;
  if (countries.has(field)) return world.isCountry(value) ? null : 'country';
  if (field === 'number') return /^[A-Z0-9]{5,12}$/.test(value.toUpperCase().replace(/\s/g, '')) ? null : 'number';
  if (!dates.has(field)) return null;
  const date = parseCalendarDate(value);
  if (!date || date < '1900-01-01') return 'date';
  if (field !== 'expires') return date > world.today ? 'future' : null;
  return date <= world.today ? 'expired' : null;
}
