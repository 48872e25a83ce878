import { permissionsOf, type StaffMember } from '#app/platform/access.ts';
import { staffPlaces, type Place } from '#app/site-map.ts';
import type { IconName } from '#app/ui/icon-names.ts';

/** The nine areas of the rail and the pages of each, as ids of the site map. Only what a role may open is drawn. */
interface Area {
  readonly id: string;
  readonly icon: IconName;
  readonly pages: readonly string[];
  /** Pages that are reached from those of the menu. */
  readonly below?: readonly string[];
}

export const areas: readonly Area[] = [
  { id: 'today', icon: 'day', pages: ['dashboard', 'work', 'tasks', 'alerts'] },
  {
    id: 'orders',
    icon: 'orders',
    pages: [
      'flight-orders',
      'evisa-orders',
      'holiday-orders',
      'experience-orders',
      'staycation-orders',
      'refund-cases',
      'sticker-visas',
      'consultations',
      'visa-compliance',
    ],
    below: [
      'tailor-made-order',
      'payment-check',
      'tour-change-desk',
      'visit-party',
      'stay-guests',
      'flight-bulk',
      'refund-bulk',
      'flight-schedules',
      'flight-change-desk',
      'flight-leave-desk',
      'flight-names-desk',
      'flight-additions-desk',
      'flight-schedule-desk',
      'flight-quotes',
      'flight-quote-new',
      'flight-quote-desk',
      'flight-quote-edit',
      'flight-quote-hold',
      'flight-quote-discount',
      'flight-discount',
      'holiday-bulk',
      'experience-bulk',
      'staycation-bulk',
      'visa-rule',
      'visa-stays',
      'visa-stay',
      'visa-stay-bulk',
      'visa-retention',
      'visa-purge',
      'visa-authorities',
      'evisa-bulk',
      'evisa-references',
      'sticker-bulk',
      'sticker-count',
      'consultation-hours',
      'calls',
    ],
  },
  {
    id: 'inquiries',
    icon: 'message',
    pages: [
      'inquiries-flights',
      'inquiries-holidays',
      'inquiries-staycations',
      'inquiries-evisa',
      'inquiries-visa-assistance',
      'feedback-list',
      'staff-reviews',
    ],
    below: ['visa-inquiry', 'inquiry-proposal', 'inquiry-bulk'],
  },
  {
    id: 'customers',
    icon: 'users',
    pages: ['customers', 'companies', 'privacy-requests', 'content', 'tickets', 'loyalty', 'notifications'],
    below: [
      'customer',
      'customer-merge',
      'customer-bulk',
      'company',
      'company-new',
      'company-edit',
      'company-bulk',
      'sent-mail',
      'mail-suppressions',
      'mail-templates',
      'mail-template',
      'campaigns',
      'campaign',
      'ticket-new',
      'ticket-macros',
      'ticket-bulk',
      'loyalty-programme',
      'loyalty-member',
      'loyalty-vouchers',
      'loyalty-voucher-new',
      'loyalty-voucher-bulk',
      'loyalty-voucher-batch',
      'loyalty-voucher',
    ],
  },
  {
    id: 'supply',
    icon: 'route',
    pages: [
      'flight-supply',
      'supplier-register',
      'staff-partners',
      'holiday-packages',
      'supply-activities',
      'supply-staycations',
      'visa-management',
    ],
    below: [
      'staff-tour',
      'tour-prices',
      'departures',
      'tour-departures',
      'supply-activity',
      'supply-house',
      'supply-activity-builder',
      'supply-activity-session',
      'supply-photographs',
      'supply-activity-import',
      'tour-import',
      'supply-stay-import',
      'visa-offer',
      'flight-own-fares',
      'flight-deals',
      'flight-disruptions',
      'flight-test-search',
      'supplier',
      'supplier-statement',
    ],
  },
  {
    id: 'money',
    icon: 'money',
    pages: ['invoices', 'pricing-engine', 'markup-management', 'currency-settings'],
    below: [
      'price-experiments',
      'price-experiment',
      'rate-history',
      'invoice-bulk',
      'invoice-credit',
      'e-invoice',
      'statement',
      'statement-send',
      'ageing',
      'invoice-numbers',
      'vat-return',
      'unmatched-money',
      'store-credit',
      'bank-lines',
      'disputes',
      'dispute',
      'bank-import',
      'bank-line',
    ],
  },
  {
    id: 'insight',
    icon: 'insight',
    pages: ['analytics', 'analytics-flights', 'analytics-explore', 'analytics-cohorts', 'analytics-reports'],
    below: ['analytics-records', 'analytics-measures', 'flight-funnel'],
  },
  {
    id: 'people',
    icon: 'trips',
    pages: ['recruitment', 'job-postings', 'job-applications', 'interview-scheduling', 'hr-assets'],
    below: [
      'hr-asset',
      'hr-asset-new',
      'hr-assets-import',
      'hr-hand-over',
      'hr-take-back',
      'hr-charges',
      'hr-stock-take',
      'hr-stock-count',
      'hiring-equality',
      'requisition',
      'requisition-new',
      'job-posting',
      'job-posting-new',
      'job-posting-edit',
      'job-application',
      'job-applications-reject',
      'interview-new',
      'interview-desk',
    ],
  },
  {
    id: 'settings',
    icon: 'settings',
    pages: [
      'users',
      'settings',
      'connections',
      'api-keys',
      'webhooks',
      'retention',
      'audit-log',
      'mail-folder',
      'my-assets',
      'my-exports',
      'staff-security',
    ],
    below: ['user', 'setting', 'kept-kind'],
  },
];

export interface MenuArea {
  readonly id: string;
  readonly icon: IconName;
  readonly pages: readonly { readonly id: string; readonly path: string }[];
}

const byId = new Map(staffPlaces.map((place) => [place.id, place]));

/** What this person may open, area by area; an area without a page is left out. */
export function menuFor(member: StaffMember): MenuArea[] {
  const held = permissionsOf(member.roles);
  const opens = (place: Place | undefined): place is Place => place?.access.kind === 'staff' && held.has(place.access.permission);
  return areas
    .map((area) => ({
      id: area.id,
      icon: area.icon,
      pages: area.pages
        .map((id) => byId.get(id))
        .filter(opens)
        .map((place) => ({ id: place.id, path: `/${place.path}` })),
    }))
    .filter((area) => area.pages.length > 0);
}

/** The area a page belongs to; a record page counts as its list (`flight-order` as `flight-orders`) or as its area (`inquiry`). */
export function areaOf(pageId: string): string {
  return (
    areas.find(
      ({ id, pages, below }) =>
        pages.includes(pageId) ||
        below?.includes(pageId) ||
        pages.includes(`${pageId}s`) ||
        pages.includes(pageId.replace(/-item$/, '')) ||
        id === pageId.replace(/y$/, 'ies'),
    )?.id ?? 'today'
  );
}
