import type { Instant } from '#app/values/dates.ts';

/**
 * Who may open what, as plain data that the site map carries and the gate reads. Browser-safe.
 * Staff roles and their permissions are the agency's own; the rule that makes a person staff at all is
 * the active `internal_users` row, read on every request.
 */
export type Access =
  | { readonly kind: 'everyone' }
  | { readonly kind: 'signed-in' }
  | { readonly kind: 'staff'; readonly permission: Permission }
  | { readonly kind: 'holder'; readonly of: TokenKind };

export type TokenKind =
  | 'list-link'
  | 'trip-link'
  | 'alert-link'
  | 'interview-token'
  | 'account-link'
  | 'review-link'
  | 'inquiry-link'
  | 'ticket-link'
  | 'privacy-request'
  | 'consultation-link'
  | 'proposal-link'
  | 'flight-quote-link'
  | 'operator-link'
  | 'job-link';

export const everyone: Access = { kind: 'everyone' };
export const signedIn: Access = { kind: 'signed-in' };
export const staff = (permission: Permission): Access => ({ kind: 'staff', permission });
export const holder = (of: TokenKind): Access => ({ kind: 'holder', of });

export const permissions = [
  'desk:open',
  'flight-orders:view',
  'flight-orders:work',
  'flight-orders:override',
  'flight-orders:export',
  'refunds:request',
  'refunds:approve',
  'booking-orders:view',
  'visa-orders:view',
  'visas:decide',
  'visas:publish',
  'passports:reveal',
  'supply:view',
  'supply:edit',
  'deals:view',
  'deals:edit',
  'products:edit',
  'pricing:view',
  'pricing:draft',
  'pricing:publish',
  'invoices:view',
  'invoices:issue',
  'invoices:export',
  'money:view',
  'money:work',
  'currencies:view',
  'currencies:edit',
  'customers:view',
  'customers:reveal',
  'customers:work',
  'customers:block',
  'customers:export',
  'companies:edit',
  'privacy:view',
  'privacy:work',
  'inquiries:view',
  'inquiries:work',
  'reviews:view',
  'reviews:work',
  'reviews:export',
  'consultations:view',
  'consultations:work',
  'tickets:view',
  'tickets:work',
  'loyalty:view',
  'loyalty:work',
  'loyalty:approve',
  'notifications:view',
  'notifications:send',
  'notifications:approve',
  'content:view',
  'content:edit',
  'analytics:view',
  'analytics:edit',
  'recruitment:view',
  'recruitment:work',
  'recruitment:publish',
  'equality:view',
  'applications:view',
  'interviews:own',
  'hr:view',
  'hr:work',
  'staff:view',
  'staff:edit',
  'settings:view',
  'settings:edit',
  'settings:agree',
  // Links into accounts stand in them: whoever reads all mails can be anybody.
  'mails:open',
  'audit:view',
  'audit:export',
] as const;

export type Permission = (typeof permissions)[number];

export const staffRoles = [
  'owner',
  'ops_manager',
  'flight_agent',
  'visa_officer',
  'product_manager',
  'pricing_manager',
  'finance',
  'support_agent',
  'marketing',
  'hr_manager',
  'recruiter',
  'interviewer',
  'auditor',
] as const;

export type StaffRole = (typeof staffRoles)[number];

/** Who hears of what a colleague has left lying. */
const leading: readonly StaffRole[] = ['owner', 'ops_manager', 'hr_manager'];

const everyView = permissions.filter((permission) => permission.endsWith(':view') || permission === 'desk:open');

export const rolePermissions: Readonly<Record<StaffRole, readonly Permission[]>> = {
  owner: permissions,
  ops_manager: [
    'desk:open',
    'booking-orders:view',
    'flight-orders:view',
    'flight-orders:work',
    'flight-orders:override',
    'flight-orders:export',
    'refunds:request',
    'refunds:approve',
    'visa-orders:view',
    'visas:decide',
    'visas:publish',
    'supply:view',
    'deals:view',
    'supply:edit',
    'deals:edit',
    'products:edit',
    'pricing:view',
    'invoices:view',
    'currencies:view',
    'customers:view',
    'customers:reveal',
    'customers:work',
    'customers:block',
    'companies:edit',
    'privacy:view',
    'privacy:work',
    'inquiries:view',
    'inquiries:work',
    'consultations:view',
    'consultations:work',
    'tickets:view',
    'tickets:work',
    'loyalty:view',
    'notifications:view',
    'notifications:send',
    'notifications:approve',
    'analytics:view',
    'analytics:edit',
    'staff:view',
    'reviews:view',
    'reviews:work',
    'reviews:export',
  ],
  flight_agent: [
    'desk:open',
    'booking-orders:view',
    'flight-orders:view',
    'flight-orders:work',
    'refunds:request',
    'supply:view',
    'deals:view',
    'inquiries:view',
    'inquiries:work',
    'invoices:view',
    'customers:view',
    'reviews:view',
  ],
  visa_officer: [
    'desk:open',
    'booking-orders:view',
    'visa-orders:view',
    'visas:decide',
    'passports:reveal',
    'inquiries:view',
    'inquiries:work',
    'consultations:view',
    'consultations:work',
    'customers:view',
  ],
  product_manager: [
    'desk:open',
    'booking-orders:view',
    'supply:view',
    'deals:view',
    'supply:edit',
    'deals:edit',
    'products:edit',
    'content:view',
    'content:edit',
    'inquiries:view',
    'inquiries:work',
    'analytics:view',
    'reviews:view',
  ],
  pricing_manager: [
    'desk:open',
    'pricing:view',
    'pricing:draft',
    'supply:view',
    'deals:view',
    'currencies:view',
    'analytics:view',
    'analytics:edit',
  ],
  finance: [
    'desk:open',
    'booking-orders:view',
    'flight-orders:view',
    'flight-orders:export',
    'visa-orders:view',
    'refunds:request',
    'refunds:approve',
    'invoices:view',
    'invoices:issue',
    'invoices:export',
    'money:view',
    'money:work',
    'currencies:view',
    'currencies:edit',
    'pricing:view',
    'pricing:publish',
    'supply:view',
    'deals:view',
    'customers:view',
    'companies:edit',
    'loyalty:view',
    'loyalty:approve',
    'settings:view',
    'settings:agree',
    'analytics:view',
    'analytics:edit',
  ],
  support_agent: [
    'desk:open',
    'booking-orders:view',
    'flight-orders:view',
    'visa-orders:view',
    'refunds:request',
    'customers:view',
    'customers:reveal',
    'customers:work',
    'customers:block',
    'customers:export',
    'privacy:view',
    'privacy:work',
    'inquiries:view',
    'inquiries:work',
    'consultations:view',
    'consultations:work',
    'tickets:view',
    'tickets:work',
    'loyalty:view',
    'loyalty:work',
    'invoices:view',
    'reviews:view',
    'reviews:work',
  ],
  marketing: [
    'desk:open',
    'deals:view',
    'deals:edit',
    'content:view',
    'content:edit',
    'notifications:view',
    'notifications:send',
    'loyalty:view',
    'loyalty:work',
    'analytics:view',
    'reviews:view',
    'reviews:work',
    'reviews:export',
  ],
  hr_manager: [
    'desk:open',
    'recruitment:view',
    'recruitment:work',
    'recruitment:publish',
    'equality:view',
    'applications:view',
    'interviews:own',
    'hr:view',
    'hr:work',
    'staff:view',
    'staff:edit',
  ],
  recruiter: ['desk:open', 'recruitment:view', 'recruitment:work', 'applications:view', 'interviews:own'],
  interviewer: ['desk:open', 'applications:view', 'interviews:own'],
  auditor: [...everyView, 'audit:export', 'customers:export', 'flight-orders:export', 'invoices:export', 'reviews:export'],
};

export function permissionsOf(roles: readonly StaffRole[]): ReadonlySet<Permission> {
  return new Set(roles.flatMap((role) => rolePermissions[role]));
}

/** Whose work something is. */
export function rolesWith(permission: Permission): StaffRole[] {
  return staffRoles.filter((role) => rolePermissions[role].includes(permission));
}

/** Who is asking. Staff are always also signed in. */
export type Viewer =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'customer'; readonly user: SignedInUser }
  | {
      readonly kind: 'staff';
      readonly user: SignedInUser;
      readonly staff: StaffMember;
      /** By when they must have a second factor, which they do not have (second-factor-rule.ts). */
      readonly factorBy?: Instant;
    };

export interface SignedInUser {
  readonly id: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly fullName: string | null;
  /** ISO instant. */
  readonly createdAt: string;
}

export interface StaffMember {
  readonly userId: string;
  readonly displayName: string;
  readonly roles: readonly StaffRole[];
}

export type AccessAnswer = 'open' | 'sign-in' | 'staff-sign-in' | 'second-factor' | 'forbidden';

/**
 * The gate's one decision. Tokens are checked by the page that redeems them; the gate only lets them through. `owes`: a
 * colleague who must set up a second factor before anything else.
 */
export function mayOpen(access: Access, viewer: Viewer, owes = false): AccessAnswer {
  switch (access.kind) {
    case 'everyone':
    case 'holder':
      return 'open';
    case 'signed-in':
      return viewer.kind === 'anonymous' ? 'sign-in' : 'open';
    case 'staff':
      if (viewer.kind !== 'staff') return 'staff-sign-in';
      if (owes) return 'second-factor';
      return permissionsOf(viewer.staff.roles).has(access.permission) ? 'open' : 'forbidden';
  }
}

/** A member of staff as far as rights go: of a request, or whoever left work to a job. */
export interface Clerk {
  readonly kind: 'staff';
  readonly user: Pick<SignedInUser, 'id'>;
  readonly staff: Pick<StaffMember, 'roles'>;
}

/** Whether what colleagues left lying is theirs to hear of. */
export function leads(viewer: Viewer | Clerk): boolean {
  return viewer.kind === 'staff' && viewer.staff.roles.some((role) => leading.includes(role));
}

export function may(viewer: Viewer | Clerk, permission: Permission): boolean {
  return viewer.kind === 'staff' && permissionsOf(viewer.staff.roles).has(permission);
}
