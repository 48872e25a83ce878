import { expect, it } from 'vitest';
import { mailAccounts } from '#app/commerce/customers/account-mails.server.ts';
import { permissionsOf, staffRoles } from '#app/platform/access.ts';
import { demoAccounts, demoPassword } from '#seeds/demo.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';

const platform = await openDemoPlatform();
const app = await openTestApp(platform);
await mailAccounts(platform);

it('no link into an account is read by anybody but the owner, who could take it anyway', async () => {
  await app.send('/auth/forgot-password', { form: { email: 'admin@rihla.example' } });
  await platform.jobs.drain();
  const [letter] = await platform.mail.folder!.list();
  expect(letter?.subject).toContain('password');
  for (const { email, roles } of demoAccounts) {
    const answer = await app.send(`/admin/mail-folder?mail=${letter!.id}`, { cookie: await app.signIn(email, demoPassword) });
    const reads = (await answer.text()).includes('/auth/reset-password/');
    expect([email, reads]).toEqual([email, roles.includes('owner')]);
  }
  expect(staffRoles.filter((role) => permissionsOf([role]).has('mails:open'))).toEqual(['owner']);
});
