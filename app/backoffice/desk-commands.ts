import { permissionsOf, type Permission, type StaffMember } from '#app/platform/access.ts';
import type { EarlyFeature } from '#app/platform/early-access.tables.ts';
import { staffPlaces, type Place } from '#app/site-map.ts';
import type { IconName } from '#app/ui/icon-names.ts';
import { parseReference } from '#app/values/ids.ts';

/** Something that a colleague can begin from anywhere. What it is called is `palette.does.<id>` of the staff's catalogue. */
export interface DeskCommand {
  readonly id: string;
  readonly icon: IconName;
  readonly path: string;
}

/** The record whose page is open, where it is called by a reference. */
export interface RecordHere {
  readonly reference: string;
  /** The customer of an order, for whoever may look customers up. */
  readonly customer: string | null;
}

/** What is begun on which page, by its id of the site map, and at which part of it. */
interface Begin {
  readonly id: string;
  readonly icon: IconName;
  readonly place: string;
  readonly at?: string;
  /** Where the page asks for more than the site map does. */
  readonly needs?: Permission;
  /** Comes with a feature that an owner switches on. */
  readonly comesWith?: EarlyFeature;
}

export const begins: readonly Begin[] = [
  { id: 'my-work', icon: 'orders', place: 'work', at: '?tab=mine' },
  { id: 'late-work', icon: 'clock', place: 'work', at: '?tab=late' },
  { id: 'new-ticket', icon: 'plus', place: 'ticket-new', comesWith: 'tickets' },
  { id: 'new-flight-quote', icon: 'plus', place: 'flight-quote-new' },
  { id: 'new-price-rule', icon: 'plus', place: 'pricing-engine', at: '?edit=new#editor', needs: 'pricing:draft' },
  { id: 'new-voucher', icon: 'plus', place: 'loyalty-voucher-new', comesWith: 'loyalty' },
  { id: 'new-campaign', icon: 'plus', place: 'campaigns' },
  { id: 'new-text', icon: 'plus', place: 'content' },
  { id: 'new-colleague', icon: 'plus', place: 'users', at: '#invite' },
  { id: 'new-key', icon: 'plus', place: 'api-keys', at: '#make' },
  { id: 'new-requisition', icon: 'plus', place: 'requisition-new' },
  { id: 'new-posting', icon: 'plus', place: 'job-posting-new' },
  { id: 'new-asset', icon: 'plus', place: 'hr-asset-new' },
  { id: 'hand-over', icon: 'swap', place: 'hr-hand-over' },
  { id: 'import-bank', icon: 'upload', place: 'bank-import' },
  { id: 'set-rate', icon: 'money', place: 'currency-settings' },
];

const byId = new Map(staffPlaces.map((place) => [place.id, place]));

/** What this person may begin: where the page opens to them and takes their form. `on` are the early features that are switched on. */
export function commandsFor(member: StaffMember, on: readonly EarlyFeature[]): DeskCommand[] {
  const held = permissionsOf(member.roles);
  const holds = (access: Place['access']) => access.kind === 'staff' && held.has(access.permission);
  return begins.flatMap(({ id, icon, place: placeId, at = '', needs, comesWith }) => {
    const place = byId.get(placeId)!;
    const may =
      holds(place.access) && (!place.posts || holds(place.posts)) && (!needs || held.has(needs)) && (!comesWith || on.includes(comesWith));
    return may ? [{ id, icon, path: `/${place.path}${at}` }] : [];
  });
}

const invoiceNumber = /^[A-Z]{2,4}-\d{4}-\d{1,9}$/;

/** Which record the page at an address of the desk is of. */
export function recordHere(
  place: Place | null,
  params: Readonly<Record<string, string | undefined>>,
  member: StaffMember,
): RecordHere | null {
  const named = Object.values(params).find((value) => value && (parseReference(value) || invoiceNumber.test(value)));
  if (!place || !named) return null;
  const finds = place.path.startsWith('admin/orders/') && permissionsOf(member.roles).has('customers:view');
  return { reference: named, customer: finds ? `/admin/customers?find=${encodeURIComponent(named)}` : null };
}
