import { expect, newVisitor, test } from '#tests/support/journey.ts';
import { adult, BrowserTraveller, inDays } from '#tests/support/browser-traveller.ts';
import { signInStaff } from '#tests/support/desk.ts';
import { readMail } from '#tests/support/mailbox.ts';

test('a clerk quotes flights to a caller, who takes one of them and pays', async ({ page, browser }) => {
  test.setTimeout(240_000);
  const desk = await newVisitor(browser);
  const clerk = await desk.newPage();
  await signInStaff(clerk, 'flights@rihla.example', '/admin/orders/flights/quotes/new');
  const desked = new BrowserTraveller(clerk);
  const main = clerk.getByRole('main');
  await main.getByLabel('One way').check();
  await main.getByRole('combobox', { name: 'From' }).first().fill('DXB');
  // Somebody on the telephone says a city: the field offers its airport, once its script is there.
  const to = main.getByRole('combobox', { name: 'To' }).first();
  await expect(async () => {
    await to.fill('');
    await to.fill('Vien');
    await expect(main.getByRole('option', { name: /Vienna/ }).first()).toBeVisible();
  }).toPass();
  await main
    .getByRole('option', { name: /Vienna/ })
    .first()
    .click();
  await expect(to).toHaveValue(/VIE/);
  await main.getByLabel('Depart', { exact: true }).first().fill(inDays(63));
  await main.getByRole('button', { name: 'Search flights' }).click();
  await main
    .getByRole('link', { name: /^Put into the quote/ })
    .first()
    .click();
  await expect(main.getByRole('heading', { name: 'Option 1' })).toBeVisible();
  await main
    .getByRole('link', { name: /^Put into the quote/ })
    .first()
    .click();
  await expect(main.getByRole('heading', { name: 'Option 2' })).toBeVisible();
  await desked.noBarriers('the builder of a quote');
  // Without an address there is nowhere to send it to: said beside the field, and what was typed stays.
  await main.getByLabel('Name', { exact: true }).fill('Rita Caller');
  await main.getByRole('button', { name: 'Make the quote' }).click();
  await expect(clerk.locator('#email-error')).toBeVisible();
  await expect(main.getByLabel('Name', { exact: true })).toHaveValue('Rita Caller');
  await main.getByLabel('Mail address').fill('rita.caller@example.com');
  await main.getByLabel(/^Message to the caller/).fill('The second one has the better hours.');
  await main.getByRole('button', { name: 'Make the quote' }).click();
  await expect(main).toContainText('kept as a draft');
  await main.getByRole('button', { name: 'Send to the caller' }).click();
  await expect(main).toContainText('The caller has the link by mail.');
  await main.getByLabel('Write a note').fill('Rings again on Sunday');
  await main.getByRole('button', { name: 'Keep note' }).click();
  await expect(main).toContainText('Rings again on Sunday');
  await desked.noBarriers('the record of a quote');
  // Without the note that was just kept: an address that differs by it alone brings no new page.
  const record = clerk.url().replace(/#.*$/, '');
  const link = (await main.getByRole('link', { name: 'The page the caller sees' }).getAttribute('href'))!;

  const traveller = new BrowserTraveller(page);
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Flights from Dubai to');
  await expect(traveller.main).toContainText('The second one has the better hours.');
  await traveller.noBarriers('the page of a quote');
  await clerk.reload();
  await expect(main).toContainText('Seen for the first time');
  await traveller.main.getByRole('button', { name: /^Take option 2 for/ }).click();
  await traveller.fillPassengers([adult('Rita', 'Caller', 'CA882211')], 'rita.caller@example.com');
  await traveller.keepTicketType();
  await traveller.skipExtras();
  await traveller.seatByAirline();
  const reference = traveller.reference();
  await traveller.toTheBank();
  await traveller.useCard('approved');
  await traveller.isTicketed();

  await clerk.goto(record);
  await expect(main.getByRole('link', { name: reference })).toBeVisible();
  await main.getByRole('link', { name: reference }).click();
  await expect(main).toContainText('Came from flight quote');
  await clerk.goto('/admin/orders/flights/quotes?queue=accepted');
  await expect(main).toContainText(reference);
  await desked.noBarriers('the list of quotes');
});

test('a clerk keeps the flights of a quote for whoever is on the telephone, who pays by the link', async ({ page }) => {
  await signInStaff(page, 'flights@rihla.example', '/admin/orders/flights/quotes/new');
  const clerk = new BrowserTraveller(page);
  const main = page.getByRole('main');
  await main.getByLabel('One way').check();
  await main.getByLabel('From', { exact: true }).first().fill('DXB');
  await main.getByLabel('To', { exact: true }).first().fill('ATH');
  await main.getByLabel('Depart', { exact: true }).first().fill(inDays(66));
  await main.getByRole('button', { name: 'Search flights' }).click();
  await main
    .getByRole('link', { name: /^Put into the quote/ })
    .first()
    .click();
  // The cheapest family is paid at once; a wider one is kept for days.
  const wider = main.locator('.fq-families a').last();
  const address = await wider.getAttribute('href');
  await wider.click();
  await expect(page).toHaveURL((url) => `${url.pathname}${url.search}` === address);
  await main.getByLabel('Name', { exact: true }).fill('Nadia Ringer');
  await main.getByLabel('Mail address').fill('nadia.ringer@example.com');
  await main.getByRole('button', { name: 'Make the quote' }).click();
  await main.getByRole('link', { name: 'Keep option 1 for the caller' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Keep option 1 for the caller' })).toBeVisible();
  await expect(page.locator('#email')).toHaveValue('nadia.ringer@example.com');
  await clerk.noBarriers('keeping flights for a caller');
  // Somebody without a birth date is not kept anything, and what was typed stays.
  await page.locator('#phone').fill('0501234567');
  await main.getByRole('button', { name: /^Keep these flights for/ }).click();
  await expect(main.getByRole('alert').first()).toBeVisible();
  await expect(page.locator('#phone')).toHaveValue('0501234567');
  await clerk.typePassengers([adult('Nadia', 'Ringer', 'CB771200')], 'nadia.ringer@example.com');
  await main.getByRole('button', { name: /^Keep these flights for/ }).click();
  await expect(page).toHaveURL(/\/admin\/orders\/flights\//);
  await expect(main).toContainText('Came from flight quote');
  await expect(main).toContainText('Kept until');
  await expect(await readMail('nadia.ringer@example.com', /http\S+\/track\?\S+/)).toContain('/track?');
});
