import { regions, type AssistedOffer, type Region } from '../assisted/assisted-country.ts';
import type { EvisaGroup } from '../evisa/evisa.tables.ts';

/** Where a courier or a runner rings: a door in the Emirates or in a Gulf state beside them. */
export interface DeliveryAddress {
  /** Whose name stands at the door. */
  readonly name: string;
  readonly region: Region;
  readonly city: string;
  /** Street, building and flat. */
  readonly street: string;
  /** A landmark, or hours; may be empty. */
  readonly note: string;
}

export type AddressField = keyof DeliveryAddress;
export const addressFields: readonly AddressField[] = ['name', 'region', 'city', 'street', 'note'];
const longest: Readonly<Record<AddressField, number>> = { name: 80, street: 140, city: 60, region: 10, note: 140 };
export const longestOf = (field: AddressField): number => longest[field];

/** An address as it was typed: kept as it is, so that nobody types twice what was not right yet. */
export type TypedAddress = Readonly<Record<AddressField, string>>;
export const noAddress: TypedAddress = { name: '', street: '', city: '', region: '', note: '' };

/** Printed visas are brought within the Emirates; a passport goes back to wherever its case is served from. */
export const regionsFor = (route: EvisaGroup['route']): readonly Region[] =>
  route === 'evisa' ? regions.filter((region) => region.startsWith('AE-')) : regions;

/** Reads the fields of a form; `text` gives one by its name, trimmed and no longer than it may be. */
export const readAddress = (text: (name: string, most: number) => string): TypedAddress =>
  Object.fromEntries(addressFields.map((field) => [field, text(`door-${field}`, longest[field])])) as Record<AddressField, string>;

/** What is wrong with an address, field by field; empty when a courier would find the door. */
export function addressFaults(typed: TypedAddress, among: readonly Region[]): readonly AddressField[] {
  const letters = (text: string) => /\p{L}{2}/u.test(text);
  return addressFields.filter((field) => {
    if (field === 'note') return false;
    if (field === 'region') return !among.some((region) => region === typed.region);
    return field === 'street' ? typed.street.length < 5 || !letters(typed.street) : !letters(typed[field]);
  });
}

/** The address that was typed when nothing is wrong with it. */
export const addressOf = (typed: TypedAddress, among: readonly Region[]): DeliveryAddress | null =>
  addressFaults(typed, among).length === 0 ? { ...typed, region: typed.region as Region } : null;

/** A runner calls at the door of whoever bought the service at their door. */
export const runnerCalls = (group: Pick<EvisaGroup, 'route' | 'offer'>): boolean =>
  group.route === 'assisted' && (group.offer as AssistedOffer).assisted.package === 'vip';

/** Somebody is to ring at a door, so it must be known where that is. */
export const wantsAddress = (group: Pick<EvisaGroup, 'route' | 'offer' | 'courier'>): boolean => group.courier || runnerCalls(group);
