import type { Page } from '@playwright/test';
import { addDays, dateIn, instant } from '#app/values/dates.ts';
import { BrowserTraveller } from '#tests/support/browser-traveller.ts';
import { signInStaff } from '#tests/support/desk.ts';
import { expect, newVisitor, test } from '#tests/support/journey.ts';

const inDays = (days: number) => addDays(dateIn('Asia/Dubai', instant(Date.now())), days);

async function open(page: Page, path: string, title: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('main').getByRole('heading', { level: 1, name: title })).toBeVisible();
}

test('an owner makes an API key that is read once, tests a connection, asks for a period, and finds all of it in a whole audit log', async ({
  page,
}) => {
  const clear = async (what: string) => {
    // What lies halfway under the head of the desk, which stays where it is, is not in anybody's way.
    await page.evaluate(() => scrollTo(0, 0));
    await new BrowserTraveller(page).noBarriers(what);
  };
  const name = `Partner ${Date.now()}`;
  await signInStaff(page, 'admin@rihla.example', '/admin/api-keys');
  const main = page.getByRole('main');
  await main.getByLabel('Name', { exact: true }).fill(name);
  await main.getByRole('button', { name: 'Make the key' }).click();
  await expect(main.getByRole('alert')).toContainText('Choose at least one thing that it reads.');
  await expect(main.getByLabel('Name', { exact: true })).toHaveValue(name);
  await main.getByRole('checkbox', { name: 'Tours' }).check();
  await main.getByRole('button', { name: 'Make the key' }).click();
  const key = await main.locator('.ak-key').innerText();
  expect(key).toMatch(/^rihla_/);
  await clear('the API keys');
  await page.reload();
  await expect(main.getByRole('row').filter({ hasText: name })).toContainText(key.slice(-4));
  await expect(main).not.toContainText(key);

  await open(page, '/admin/connections', 'Connections');
  await main.getByRole('button', { name: 'Test: Payments' }).click();
  await expect(main.locator('.dl-said')).toContainText('Payments:');
  await clear('the connections');

  await open(page, '/admin/retention', 'Data kept');
  await clear('the data that is kept');
  await page.goto('/admin/retention/mail-rows');
  const kept = main.getByLabel('Days');
  const other = String(Number(await kept.inputValue()) === 400 ? 401 : 400);
  await kept.fill('7');
  await main.getByLabel('Reason').fill('Claims come later than we thought');
  await main.getByRole('button', { name: 'Ask for this period' }).click();
  await expect(main.getByRole('alert')).toContainText('Give a whole number of days');
  await kept.fill(other);
  await main.getByRole('button', { name: 'Ask for this period' }).click();
  await expect(main.getByText('It counts when another owner agrees.')).toBeVisible();
  await main.getByRole('button', { name: 'Take back' }).click();
  await expect(main.getByText('Taken back. The period stays.')).toBeVisible();

  await open(page, '/admin/audit-log?action=api-key', 'Audit log');
  await expect(main.getByRole('row').filter({ hasText: 'api-key.' }).first()).toBeVisible();
  await main.getByRole('button', { name: 'Check the chain now' }).click();
  await expect(main.locator('.al-chain .al-walk').first()).toContainText('Whole', { timeout: 60_000 });
  await clear('the audit log');
});

test('what one asks for another decides: a rate far from the bank’s waits for a second person, and has an end', async ({
  page,
  browser,
}) => {
  await signInStaff(page, 'finance@rihla.example', '/admin/currency-settings?currency=EUR');
  const main = page.getByRole('main');
  const card = main.getByRole('region', { name: 'EUR' });
  const until = inDays(30);
  const present = Number(await main.getByRole('row').filter({ hasText: 'EUR' }).first().getByRole('cell').nth(1).innerText());
  await card.getByLabel('EUR for 1 AED').fill((present * 1.2).toFixed(4));
  if (await card.getByLabel('Until the end of').isVisible()) await card.getByLabel('Until the end of').fill(until);
  await card.getByLabel('Reason').first().fill('The bank is closed for the feast');
  await card.getByRole('button', { name: 'Set rate' }).click();
  await expect(main.getByText('The move is large: it waits for a second person.')).toBeVisible();
  const waits = main.locator('.cs-wait').filter({ hasText: 'EUR waits for a second person' });
  await expect(waits).toContainText('until');
  await new BrowserTraveller(page).noBarriers('the rates');

  const desk = await newVisitor(browser);
  const owner = await desk.newPage();
  await signInStaff(owner, 'admin@rihla.example', '/admin/currency-settings');
  const theirs = owner.getByRole('main');
  await theirs.locator('.cs-wait').filter({ hasText: 'EUR waits for a second person' }).getByRole('button', { name: 'Refuse' }).click();
  await expect(theirs.getByText('The rate was refused.')).toBeVisible();

  for (const [path, title] of [
    ['/admin/orders/refunds', 'Refunds'],
    ['/admin/analytics/flights', 'Flight analytics'],
  ] as const) {
    await page.goto(path);
    await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
    await new BrowserTraveller(page).noBarriers(title);
  }
});

test('work is taken on, put off and given back with one press each, and undone; whoever has the list open is told', async ({
  page,
  browser,
}) => {
  await signInStaff(page, 'admin@rihla.example', '/admin/work?tab=free&kind=task');
  const main = page.getByRole('main');
  await new BrowserTraveller(page).noBarriers('the queue of work');
  const first = main.locator('.dl-sheet tbody tr').first();
  await first.getByRole('checkbox').check();
  await main.getByRole('button', { name: 'Take on what is picked' }).click();
  const report = main.getByRole('status').filter({ hasText: 'What became of it' });
  await expect(report).toContainText('done');
  await new BrowserTraveller(page).noBarriers('the report of what became of it');
  await report.getByRole('button', { name: 'Undo' }).click();
  await expect(report).toContainText('done');

  await page.goto('/admin/work?tab=free&kind=task');
  // What is late for twice its time is put off no more.
  const fresh = main.locator('.dl-sheet tbody tr').filter({ hasNotText: 'late for twice its time' });
  await fresh
    .first()
    .getByRole('button', { name: /^Take it on: / })
    .click();
  await expect(main.getByText('It is yours now.')).toBeVisible();
  await page.goto('/admin/work?tab=mine&kind=task');
  await fresh
    .first()
    .getByRole('button', { name: /^Put off: / })
    .click();
  await expect(main.getByText('Put off. It comes back by itself.')).toBeVisible();
  await main.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(main.getByText('It is back in the queue.')).toBeVisible();

  await fresh
    .first()
    .getByRole('button', { name: /^Put it back: / })
    .click();
  await expect(main.getByText('It is nobody’s again.')).toBeVisible();

  // A colleague's list stays as it is read, says that a row changed, and shows it when asked.
  const desk = await newVisitor(browser);
  const other = await desk.newPage();
  await signInStaff(other, 'auditor@rihla.example', '/admin/work?tab=free&kind=task');
  const theirs = other.getByRole('main');
  const reference = await theirs
    .locator('.dl-sheet tbody a')
    .filter({ hasText: /^[0-9A-Z]{5}-[0-9A-Z]{5}$/ })
    .first()
    .innerText();
  const row = theirs.getByRole('row').filter({ hasText: reference });
  await page.goto(`/admin/work?kind=task&find=${reference}`);
  await main
    .getByRole('button', { name: `Take it on: ${reference}` })
    .first()
    .click();
  await expect(main.getByText('It is yours now.')).toBeVisible();
  await expect(other.locator('.rn-rows')).toContainText('A colleague changed 1 row of this list.');
  await expect(row.first()).toBeVisible();
  await new BrowserTraveller(other).noBarriers('the notice of changed rows');
  await other.getByRole('button', { name: 'Show it as it is now' }).click();
  await expect(other.locator('.rn-rows')).toBeEmpty();
  await main
    .getByRole('button', { name: `Put it back: ${reference}` })
    .first()
    .click();
});

test('the palette does what the page offers, by its own buttons, and keeps what was done last on top', async ({ page }) => {
  await signInStaff(page, 'support@rihla.example', '/admin/customers?find=Mariam');
  const main = page.getByRole('main');
  await main.getByRole('link', { name: 'Mariam Al Suwaidi' }).click();
  await expect(main.getByRole('heading', { level: 1, name: 'Mariam Al Suwaidi' })).toBeVisible();
  const palette = page.getByRole('dialog', { name: 'Go to' });
  const ask = async (words: string) => {
    await expect(async () => {
      await page.keyboard.press('Control+k');
      await expect(palette).toBeVisible({ timeout: 500 });
    }).toPass();
    await page.keyboard.type(words);
  };
  // A form that asks for words is gone to, and nothing is sent.
  await ask('keep note');
  await expect(palette.getByRole('option', { selected: true })).toContainText('Keep note…');
  await new BrowserTraveller(page).noBarriers('the palette');
  await page.keyboard.press('Enter');
  await expect(main.getByLabel('Write a note')).toBeFocused();

  // Only what this colleague may begin.
  await ask('invite');
  await expect(palette.getByText('Invite a colleague')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(main.getByLabel('Write a note')).toBeFocused();
  await ask('late');
  await palette.getByRole('option', { name: /What is late/ }).click();
  await expect(page).toHaveURL(/\/admin\/work\?tab=late/);
  // With nothing typed, Enter meets what was done last, and no button of the page and no way out.
  await ask('');
  await expect(palette.getByRole('option').first()).toContainText('What is late');
  await expect(palette.getByRole('option', { name: /Turn keys off|Sign out/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  // A button is gone to, and whoever sees it presses it.
  await ask('turn keys off');
  await expect(palette.getByRole('option', { selected: true })).toContainText('Turn keys off…');
  await page.keyboard.press('Enter');
  await expect(main.getByRole('button', { name: 'Turn keys off' })).toBeFocused();

  // The language of the desk, and the way out, by the same forms.
  await ask('espa');
  await expect(palette.getByRole('option', { selected: true })).toContainText(/español/i);
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await expect(page).toHaveURL(/\/admin\/work\?tab=late/);
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog', { name: 'Ir a' })).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.keyboard.type('cerrar ses');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/login/);
});
