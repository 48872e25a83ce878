import { expect, test, type Page } from '#tests/support/journey.ts';
import { BrowserTraveller, inDays } from '#tests/support/browser-traveller.ts';

async function signIn(page: Page, next: string): Promise<void> {
  await page.goto(`/auth?next=${encodeURIComponent(next)}`);
  await page.getByRole('textbox', { name: 'E-mail' }).first().fill('traveller@rihla.example');
  await page.locator('input[type=password]').fill('Rihla-demo-2026');
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(next));
}

test('a guest keeps a tour with its heart, and signing in takes it over', async ({ page }) => {
  await page.goto('/holidays');
  await new BrowserTraveller(page).ready();
  const heart = page.getByRole('button', { name: /among your favorites/ }).nth(2);
  await heart.click();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  const kept = () => page.evaluate(() => localStorage.getItem('rihla-favorites'));
  const [tour] = JSON.parse((await kept())!) as { title: string }[];
  await expect(heart).toHaveAccessibleName(new RegExp(tour!.title));
  await signIn(page, '/favorites');
  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name: tour!.title }) });
  await expect(row).toContainText(/from .*\d per person/);
  await expect(row).toContainText(/\d places? left on/);
  expect(await kept()).toBeNull();

  await row.getByRole('button', { name: `Remove ${tour!.title}` }).click();
  await expect(page.getByRole('status').filter({ hasText: `${tour!.title} is no longer among your favorites.` })).toBeVisible();
  await expect(row).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('It is kept again, as it was.')).toBeVisible();
  await expect(row).toBeVisible();
  await new BrowserTraveller(page).noBarriers('favorites with their prices');
});

test('a guest keeps a visa from its list and another on its page, and finds both after signing in', async ({ page }) => {
  await page.goto('/visa-assistance');
  await new BrowserTraveller(page).ready();
  const listed = page.getByRole('button', { name: 'Keep Visa for Italy, with assistance among your favorites' });
  await listed.click();
  await expect(listed).toHaveAttribute('aria-pressed', 'true');
  await page.goto('/e-visa/georgia');
  await new BrowserTraveller(page).ready();
  await page.getByRole('button', { name: 'Keep E-visa for Georgia among your favorites' }).click();
  await page.goto('/e-visa');
  await expect(page.getByRole('button', { name: 'Keep E-visa for Georgia among your favorites' })).toHaveAttribute('aria-pressed', 'true');

  await signIn(page, '/favorites');
  const row = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name }) });
  await expect(row('Visa for Italy, with assistance')).toContainText(/about \d+ days? until an appointment/);
  await expect(row('E-visa for Georgia')).toContainText(/from .*\d per traveller, all fees/);
  await expect(row('E-visa for Georgia')).toContainText(/usually decided in \d+ working days?/);
  await new BrowserTraveller(page).noBarriers('favorites with visas');
  await row('E-visa for Georgia').getByRole('link', { name: 'Apply', exact: true }).click();
  await expect(page).toHaveURL(/\/e-visa\/georgia#apply/);
  await expect(page.getByRole('button', { name: 'Start the application' })).toBeInViewport();
});

test('a traveller read from the lines of a passport fills a booking with one choice', async ({ page }) => {
  await signIn(page, '/add-traveler');
  await page.goto('/add-traveler?traveller=new');
  await new BrowserTraveller(page).ready();
  await page.getByText('Fill in from the passport').click();
  await page
    .getByLabel('The lines at the foot of the photo page')
    .fill('P<JORQASIM<<RANIA<<<<<<<<<<<<<<<<<<<<<<<<<<<\nN123456785JOR9003048F3304101<<<<<<<<<<<<<<<4');
  await page.getByRole('button', { name: 'Read the lines' }).click();
  await expect(page.getByText('every check digit agrees')).toBeVisible();
  await expect(page.getByLabel('Surname')).toHaveValue('QASIM');
  await page.getByLabel('This grown-up is me').check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The traveller is saved.')).toBeVisible();

  const traveller = new BrowserTraveller(page);
  await traveller.hasChosen({ from: { type: 'dubai', code: 'DXB' }, to: { type: 'heathrow', code: 'LHR' }, depart: inDays(75) });
  await page.getByRole('main').getByRole('link', { name: 'RANIA QASIM' }).first().click();
  await expect(page.getByLabel('Given names')).toHaveValue('RANIA');
  await expect(page.getByLabel('Passport number')).toHaveValue('N12345678');
  await expect(page.locator('[data-ticket-name]')).toContainText('QASIM/RANIA');
});

test('a photographed passport fills the form, is read on the device alone, and what cannot be read is said', async ({ page }) => {
  test.setTimeout(240_000);
  await signIn(page, '/add-traveler');
  await page.goto('/add-traveler?traveller=new');
  await new BrowserTraveller(page).ready();
  await page.getByText('Fill in from the passport').click();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  const choose = page.getByLabel(/Photograph the passport|Reading the lines/);
  await choose.setInputFiles('public/icon-192.png');
  await expect(page.getByText('The lines could not be read.')).toBeVisible({ timeout: 60_000 });
  await choose.setInputFiles('tests/support/passport-specimen.jpg');
  await expect(page.getByText('Compare with the passport.')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByLabel('Surname')).toHaveValue('ERIKSSON');
  await expect(page.getByLabel('Given names')).toHaveValue('ANNA MARIA');
  await expect(page.getByLabel('Date of birth')).toHaveValue('1974-08-12');
  await expect(page.locator('[name="d0.number"]')).toHaveValue('L898902C3');
  await expect(page.locator('[name="d0.expires"]')).toHaveValue('2012-04-15');
  // As a page wakes its router asks which pages its links lead to, and tells nothing.
  expect(asked.filter((one) => !/^GET \/(assets\/|__manifest$)/.test(one))).toEqual([]);
});

test('a photographed passport fills the card of a booking, what was typed outlives a reload, and the browser keeps no number', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const traveller = new BrowserTraveller(page);
  await traveller.hasChosen({ from: { type: 'dubai', code: 'DXB' }, to: { type: 'heathrow', code: 'LHR' }, depart: inDays(76) });
  await new BrowserTraveller(page).ready();
  await page.getByLabel(/Photograph the passport/).setInputFiles('tests/support/passport-specimen.jpg');
  await expect(page.getByText('Compare with the passport.')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByLabel('Passport number')).toHaveValue('L898902C3');
  await expect(page.locator('[data-ticket-name]')).toContainText('ERIKSSON/ANNA MARIA');
  // What was read from the passport may still be on its way: only the answer to the name typed after it counts.
  const saved = page.waitForResponse(
    (answer) => answer.ok() && [...new URLSearchParams(answer.request().postData() ?? '').values()].includes('ليلى'),
  );
  await page.getByLabel('Given names').fill('ليلى');
  await saved;
  await page.reload();
  await expect(page.getByLabel('Given names')).toHaveValue('ليلى');
  await expect(page.getByLabel('Passport number')).toHaveValue('L898902C3');
  const kept = () => page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
  // The copy is written once the page is alive; until then it is that of the page before.
  await expect.poll(kept).toContain('ERIKSSON');
  expect(await kept()).not.toMatch(/L898902C3|1974-08-12/);
});
