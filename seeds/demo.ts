import { saveOfficer, type Officer } from '#app/commerce/consultations/officers-store.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { readSeller, saveSeller } from '#app/commerce/invoices/invoices-store.server.ts';
import { saveStaffMember } from '#app/platform/access-store.server.ts';
import type { StaffRole } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { users } from '#app/platform/session.tables.ts';
import { demoPassword, type DemoAddress } from '#app/values/demo-accounts.ts';
import { eq } from 'drizzle-orm';

export { demoPassword };

export const demoAccounts: readonly { email: DemoAddress; firstName: string; lastName: string; roles: readonly StaffRole[] }[] = [
  { email: 'traveller@rihla.example', firstName: 'Layla', lastName: 'Haddad', roles: [] },
  { email: 'admin@rihla.example', firstName: 'Huda', lastName: 'Mansour', roles: ['owner'] },
  { email: 'flights@rihla.example', firstName: 'Basil', lastName: 'Qasim', roles: ['flight_agent'] },
  { email: 'visas@rihla.example', firstName: 'Grace', lastName: 'Okafor', roles: ['visa_officer'] },
  { email: 'products@rihla.example', firstName: 'Yara', lastName: 'Darwish', roles: ['product_manager'] },
  { email: 'pricing@rihla.example', firstName: 'Mateus', lastName: 'Rocha', roles: ['pricing_manager'] },
  { email: 'finance@rihla.example', firstName: 'Farah', lastName: 'Iqbal', roles: ['finance'] },
  { email: 'support@rihla.example', firstName: 'Jun', lastName: 'Villanueva', roles: ['support_agent'] },
  { email: 'marketing@rihla.example', firstName: 'Inês', lastName: 'Carvalho', roles: ['marketing'] },
  { email: 'hr@rihla.example', firstName: 'Noura', lastName: 'Saleh', roles: ['hr_manager'] },
  { email: 'auditor@rihla.example', firstName: 'Elena', lastName: 'Castro', roles: ['auditor'] },
];

const everyTopic = ['which-visa', 'e-visa', 'assisted-visa', 'refused', 'holiday'] as const;
const weekdays = [0, 1, 2, 3, 4].flatMap((weekday) => [
  { weekday, from: '09:00', until: '13:00' },
  { weekday, from: '14:15', until: '18:00' },
]);
/** Who takes advice calls, and when. */
const callHours: Readonly<Partial<Record<DemoAddress, Omit<Officer, 'officerId'>>>> = {
  'visas@rihla.example': { languages: ['en', 'ar', 'pt'], topics: everyTopic, takes: true, hours: weekdays },
  'support@rihla.example': {
    languages: ['en', 'tl', 'es'],
    topics: ['which-visa', 'e-visa', 'holiday'],
    takes: true,
    hours: [...weekdays, { weekday: 5, from: '10:00', until: '16:00' }],
  },
};

/** Makes the demo world on an empty demo database, through the same use cases as the application. */
export async function seedDemo(platform: Platform): Promise<void> {
  const seller = await readSeller(platform.db);
  // A made-up number of the right form, so that the demo's invoices are tax invoices.
  if (!seller.trn)
    await saveSeller(platform.db, { ...seller, legalName: 'Rihla Travel LLC', legalNameAr: 'رحلة للسفر ذ.م.م', trn: '100000000000003' });
  for (const account of demoAccounts) {
    const [known] = await platform.db.select({ id: users.id }).from(users).where(eq(users.email, account.email)).limit(1);
    if (known) continue;
    const name = `${account.firstName} ${account.lastName}`;
    const made = await platform.auth.api.signUpEmail({
      body: { email: account.email, password: demoPassword, name, firstName: account.firstName, lastName: account.lastName },
    });
    await platform.db.update(users).set({ emailVerified: true }).where(eq(users.id, made.user.id));
    if (account.roles.length > 0) {
      await saveStaffMember(platform.db, {
        userId: made.user.id,
        displayName: name,
        roles: account.roles,
        isActive: true,
        employmentStatus: 'active',
      });
      const hours = callHours[account.email];
      if (hours) await transact(platform.db, (tx) => saveOfficer(tx, platform.clock.now(), { officerId: made.user.id, ...hours }));
    }
  }
}
