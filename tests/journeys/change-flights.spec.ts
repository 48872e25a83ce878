import { expect, test } from '#tests/support/journey.ts';
import { adult, BrowserTraveller, inDays } from '#tests/support/browser-traveller.ts';
import { hasMail } from '#tests/support/mailbox.ts';

test('a seat and a bag are added to a ticketed flight, which is then changed to another day: quoted, paid, exchanged, on its papers', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const traveller = new BrowserTraveller(page);
  const email = 'samar.change@example.com';
  const reference = await traveller.hasTickets(
    { from: { type: 'dubai', code: 'DXB' }, to: { type: 'heathrow', code: 'LHR' }, depart: inDays(70) },
    adult('Samar', 'Change', 'CA900001'),
    email,
  );
  await page.goto(`/track?order=${reference}`);
  await page.getByRole('link', { name: 'Add seats, bags or meals' }).click();
  await page
    .getByRole('link', { name: /^Choose a seat/ })
    .first()
    .click();
  await traveller.noBarriers('the seats of a ticketed flight');
  await page.locator('.cabin .seat--standard input:not(:disabled)').first().check({ force: true });
  await page.getByRole('button', { name: 'Keep this seat for us' }).click();
  await expect(traveller.main).toContainText('chosen, not paid yet');
  await page.locator('select[name="bag.0:0"]').selectOption('1');
  await page.getByRole('button', { name: 'See what it costs' }).click();
  await expect(traveller.main).toContainText('Extra bags: 1');
  await traveller.noBarriers('what is added to a ticketed flight');
  await page.getByRole('button', { name: /^Pay AED/ }).click();
  await traveller.useCard('approved');
  await expect(page).toHaveURL(/\/track\?order=/);
  await expect(async () => {
    await page.reload();
    await expect(traveller.main.getByText(/Extra bags: 1.*document \d{3}-\d{10}/)).toBeVisible({ timeout: 1_000 });
  }).toPass();
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
  // The bag goes with the new flights, on a document of its own.
  await expect(traveller.main).toContainText('Extra bags: 1');
  expect(
    await traveller.main
      .getByText(/\b\d{3}-\d{10}\b/)
      .first()
      .textContent(),
  ).not.toBe(ticket);
  await expect.poll(() => hasMail(email)).toBe(true);
});
