import { expect, newVisitor, test } from '#tests/support/journey.ts';
import { adult, bornYearsAgo, BrowserTraveller, inDays, type Person } from '#tests/support/browser-traveller.ts';
import { signInStaff } from '#tests/support/desk.ts';

const people: readonly Person[] = [
  adult('Noura', 'Leaving', 'LF300001'),
  { ...adult('Karim', 'Leaving', 'LF300002'), title: 'MR', born: ['1986', '07', '21'] },
  { title: 'MSTR', given: 'Adam', surname: 'Leaving', born: [bornYearsAgo(6), '01', '02'], nationality: 'PT', passport: 'LF300003' },
];

/** Minor units of what a text says as its only amount in dirhams. */
function amountIn(text: string | null): number {
  const [, whole, rest] = /([\d,]+)\.(\d{2})/.exec(text ?? '')!;
  return Number(whole!.replaceAll(',', '')) * 100 + Number(rest);
}

test('one of a family of three stays at home: what comes back is shown and comes back, the others fly, and later they cancel too', async ({
  page,
  browser,
}) => {
  test.setTimeout(300_000);
  const traveller = new BrowserTraveller(page);
  const { main } = traveller;
  const reference = await traveller.reserve(
    { from: { type: 'dubai', code: 'DXB' }, to: { type: 'heathrow', code: 'LHR' }, depart: inDays(74), adults: 2, children: [6] },
    people,
    'noura.leaving@example.com',
  );
  await traveller.toTheBank();
  await traveller.useCard('approved');
  await traveller.isTicketed();
  await page.goto(`/track?order=${reference}`);
  const tickets = main.getByText(/\b\d{3}-\d{10}\b/);
  await expect(tickets).toHaveCount(3, { timeout: 60_000 });

  await main.getByRole('link', { name: 'Only for some travellers' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Some travellers stay at home' })).toBeVisible();
  await traveller.noBarriers('who leaves a booking');
  // The child cannot fly alone.
  await main.getByLabel('LEAVING / NOURA').check();
  await main.getByLabel('LEAVING / KARIM').check();
  await main.getByRole('button', { name: 'What comes back for them?' }).click();
  await expect(main).toContainText('At least one adult has to keep flying.');
  await expect(main.getByLabel('LEAVING / KARIM')).toBeChecked();
  await main.getByLabel('LEAVING / NOURA').uncheck();
  await main.getByRole('button', { name: 'What comes back for them?' }).click();
  await expect(main.getByRole('heading', { name: 'If they leave now' })).toBeVisible();
  await traveller.noBarriers('what comes back for who leaves');
  const back = amountIn(await main.getByRole('button', { name: /^Let them leave and get/ }).textContent());
  const rest = amountIn(await main.locator('.lf-rest').textContent());

  // Without scripts the same page does the same.
  const plain = await browser.newContext({ javaScriptEnabled: false, storageState: await page.context().storageState() });
  const still = await plain.newPage();
  await still.goto(new URL(`/leave-flight/${reference}`, page.url()).href);
  await still.getByRole('button', { name: /^Let them leave and get/ }).click();
  await expect(async () => {
    await still.goto(new URL(`/leave-flight/${reference}?done`, page.url()).href);
    await expect(still.getByRole('main')).toContainText('It is done: they have left the booking.', { timeout: 1_000 });
  }).toPass();
  await plain.close();

  await page.goto(`/track?order=${reference}`);
  await expect(tickets).toHaveCount(2);
  await expect(main).not.toContainText('KARIM');
  await expect(main).toContainText('Some travellers left, the others fly as booked');
  await traveller.noBarriers('an order that somebody has left');

  // The desk reads who left and what went back.
  const office = await newVisitor(browser);
  const clerk = await office.newPage();
  await signInStaff(clerk, 'flights@rihla.example', `/admin/orders/flights/${reference}`);
  await expect(clerk.getByRole('main')).toContainText('Left the booking');
  await expect(clerk.getByRole('main')).toContainText('LEAVING / KARIM');
  await office.close();

  // The rest are given up as well: within the hour all of it comes back, and no more than that.
  await main.getByRole('button', { name: 'What would I get back?' }).click();
  const confirm = main.getByRole('button', { name: /^Cancel and get/ });
  expect(amountIn(await confirm.textContent())).toBe(rest);
  await confirm.click();
  await expect(main).toContainText(/cancelled|refunded|returned/i);
  expect(back).toBeGreaterThan(0);

  await page.context().addCookies([{ name: 'language', value: 'ar', url: new URL(page.url()).origin }]);
  await page.goto(`/leave-flight/${reference}`);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.getByRole('heading', { level: 1, name: 'بعض المسافرين لن يسافروا' })).toBeVisible();
  expect(await main.innerText()).not.toMatch(/\b[a-z]+\.[a-z-]+\.[a-z-]+\b/i);
});
