import { parseArgs } from 'node:util';
import { eq } from 'drizzle-orm';
import { saveStaffMember } from '#app/platform/access-store.server.ts';
import { staffRoles, type StaffRole } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { newSecret } from '#app/platform/crypto.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { readEnv } from '#app/platform/env.server.ts';
import { openPlatform } from '#app/platform/platform.server.ts';
import { users } from '#app/platform/session.tables.ts';
import { isDemoAddress } from '#app/values/demo-accounts.ts';

/**
 * Makes a person active staff, or changes their roles: the way the first owner of an installation gets in.
 * `npm run staff:create -- --email owner@example.com --name "Huda Mansour" --role owner [--role finance]`
 * A new account gets the password in STAFF_PASSWORD, or one that is made up and printed once.
 */
const { values } = parseArgs({
  options: { email: { type: 'string' }, name: { type: 'string' }, role: { type: 'string', multiple: true } },
});
const email = values.email?.trim().toLowerCase() ?? '';
const name = values.name?.trim() ?? '';
const roles = (values.role ?? []).filter((role): role is StaffRole => (staffRoles as readonly string[]).includes(role));
if (!/^\S+@\S+\.\S+$/.test(email) || name === '' || roles.length === 0 || roles.length !== values.role?.length) {
  console.error(`Usage: npm run staff:create -- --email you@example.com --name "Your Name" --role ROLE\nRoles: ${staffRoles.join(', ')}`);
  process.exit(2);
}

const env = readEnv(process.env);
if (env.demoLocked && isDemoAddress(email)) {
  console.error(`${email} is an address of the demo, and nobody can sign in with it here. Give your own.`);
  process.exit(2);
}
const platform = await openPlatform(env, { work: false });
try {
  const [known] = await platform.db.select({ id: users.id }).from(users).where(eq(users.email, email));
  let userId = known?.id;
  if (!userId) {
    const password = process.env['STAFF_PASSWORD'] ?? newSecret().slice(0, 20);
    const [firstName = name, ...rest] = name.split(/\s+/);
    userId = (await platform.auth.api.signUpEmail({ body: { email, password, name, firstName, lastName: rest.join(' ') } })).user.id;
    if (!process.env['STAFF_PASSWORD']) console.log(`Password, shown only now: ${password}`);
  }
  const id = userId;
  await transact(platform.db, async (tx) => {
    await saveStaffMember(tx, { userId: id, displayName: name, roles, isActive: true, employmentStatus: 'active' });
    await audit(tx, platform.clock.now(), { actor: 'system', action: 'staff.saved', subject: `internal_users:${id}`, detail: { roles } });
  });
  console.log(`${name} is active staff: ${roles.join(', ')}. Sign in at ${platform.env.publicUrl}/admin/login`);
} finally {
  await platform.close();
}
