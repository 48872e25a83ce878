import { expect, test } from '#tests/support/journey.ts';
import { adult, BrowserTraveller, inDays } from '#tests/support/browser-traveller.ts';
import { hasMail } from '#tests/support/mailbox.ts';

test('a ticketed flight is changed to another day: quoted, paid, exchanged, on its papers', async ({ page }) => {
  const traveller = new BrowserTraveller(page);
  const email = 'samar.change@example.com';
  const reference = await traveller.reserve(
    { from: { type: 'dubai', code: 'DXB' }, to: { type: 'heathrow', code: 'LHR' }, depart: inDays(70) },
    [adult('Samar', 'Change', 'CA900001')],
    email,
  );
  await traveller.toTheBank();
  await traveller.useCard('approved');
  await traveller.isTicketed();
  await page.goto(`/track?order=${reference}`);
  const ticket = await traveller.main
    .getByText(/\b\d{3}-\d{10}\b/)
    .first()
    .textContent();
  await page.getByRole('link', { name: 'Change your flights' }).first().click();
  await page.getByLabel(/Dubai to London on/).fill(inDays(73));
  await page.getByRole('button', { name: 'Show flights' }).click();
  await expect(page.getByRole('button', { name: 'What would it cost?' }).first()).toBeVisible();
  await traveller.noBarriers('the flights of another day');
  await page.getByRole('button', { name: 'What would it cost?' }).first().click();
  await expect(page.getByRole('heading', { name: 'What this change costs' })).toBeVisible();
  await traveller.noBarriers('the quote of a change');
  const pays = page.getByRole('button', { name: /Agree and pay/ });
  const dearer = await pays.isVisible();
  await (dearer ? pays : page.getByRole('button', { name: 'Agree to this change' })).click();
  if (dearer) await traveller.useCard('approved');
  await expect(page).toHaveURL(/\/track\?order=/);
  await expect(async () => {
    await page.reload();
    await expect(traveller.main).toContainText('New flights in force', { timeout: 1_000 });
  }).toPass();
  expect(
    await traveller.main
      .getByText(/\b\d{3}-\d{10}\b/)
      .first()
      .textContent(),
  ).not.toBe(ticket);
  await expect.poll(() => hasMail(email)).toBe(true);
});
