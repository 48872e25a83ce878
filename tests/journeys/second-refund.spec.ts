import { expect, newVisitor, test } from '#tests/support/journey.ts';
import { adult, BrowserTraveller, inDays } from '#tests/support/browser-traveller.ts';
import { signInStaff } from '#tests/support/desk.ts';

test('a refund above a clerk’s limit waits for a second person: the first is refused in a second tab and by a form sent once more', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000);
  const traveller = new BrowserTraveller(page);
  await traveller.search({ from: { type: 'DXB', code: 'DXB' }, to: { type: 'cairo', code: 'CAI' }, depart: inDays(52) });
  // Not the airline of the desk's journeys, which refuses every first ticket and is the first of the list on some days.
  await traveller.chooseFlights(1, 'Emirates');
  await traveller.fillPassengers([adult('Mina', 'Secondhand', 'CA500091')], 'mina.second@example.com');
  await traveller.keepTicketType();
  await traveller.skipExtras();
  await traveller.seatByAirline();
  const reference = traveller.reference();
  await traveller.toTheBank();
  await traveller.useCard('approved');
  await traveller.isTicketed();
  const record = `/admin/orders/flights/${reference}`;

  // A flight agent gives AED 300 back alone and asks for a little more.
  const clerk = await (await newVisitor(browser)).newPage();
  await signInStaff(clerk, 'flights@rihla.example', record);
  const main = clerk.getByRole('main');
  const left = async (of: typeof main) =>
    Number(
      /Up to AED ([\d,.]+)/
        .exec((await of.getByText(/^Up to .* can still go back\./).innerText()).replaceAll('\u00a0', ' '))![1]!
        .replaceAll(',', ''),
    );
  const before = await left(main);
  await main.getByText('Refund an amount').click();
  await main.getByLabel(/Or one amount of no line/).fill('301');
  await main.locator('.fd-refund__form').getByLabel('Reason').fill('Sat apart although they paid');
  await main.getByRole('button', { name: 'Give back', exact: true }).click();
  await expect(main.getByText('The refund waits for a second person.')).toBeVisible();
  await expect(main.getByRole('button', { name: /^Approve and give back/ })).toHaveCount(0);

  // The form of the second person, sent by the first from two tabs at once.
  const { origin } = new URL(clerk.url());
  const replayed = () =>
    clerk.request.post(record, {
      form: { intent: 'refund-approve', key: `replayed-${process.hrtime.bigint()}-refund-approve` },
      headers: { Origin: origin },
      maxRedirects: 0,
    });
  const answers = await Promise.all([replayed(), replayed()]);
  for (const answer of answers) expect(answer.headers()['location'] ?? '').not.toContain('did=refund-approved');
  await clerk.reload();
  await expect(main.getByText(/waits for a second person\./).first()).toBeVisible();

  const finance = await (await newVisitor(browser)).newPage();
  await signInStaff(finance, 'finance@rihla.example', record);
  const second = finance.getByRole('main');
  await expect(second.getByText(/Sat apart although they paid/).first()).toBeVisible();
  await second.getByRole('button', { name: /^Approve and give back .*301/ }).click();
  await expect(second.getByText('The refund is on its way.')).toBeVisible();

  // Sent once more by either, it gives nothing back a second time.
  await replayed();
  await finance.request.post(record, {
    form: { intent: 'refund-approve', key: `again-${process.hrtime.bigint()}-refund-approve` },
    headers: { Origin: origin },
    maxRedirects: 0,
  });
  await expect(async () => {
    await page.reload();
    await expect(traveller.main.getByText(/301\.00/).first()).toBeVisible({ timeout: 1000 });
  }).toPass();
  await finance.reload();
  expect(before - (await left(second))).toBe(301);
});
