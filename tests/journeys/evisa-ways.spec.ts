import { expect, test } from '#tests/support/journey.ts';
import { BrowserTraveller, inDays } from '#tests/support/browser-traveller.ts';
import { applyAlone, confirmCase, openCase, openOfficer, press } from '#tests/support/evisa-applicant.ts';
import { portrait } from '#tests/support/visa-papers.ts';

test('refused by the authority: the traveller is told why, and what the table says goes back', async ({ page, browser }) => {
  test.setTimeout(240_000);
  const person = { given: 'Huda', surname: 'Mansour', born: '1991-03-05', passport: 'P1000011' };
  const traveller = new BrowserTraveller(page);
  await page.goto('/e-visa/sri-lanka');
  const reference = await applyAlone(traveller, person, 'huda.visa@example.com');

  const [first, second] = [await openOfficer(browser, 'visas@rihla.example'), await openOfficer(browser, 'admin@rihla.example')];
  await openCase(first, reference, person);
  // Two officers have the same case open: the second is told, and nothing is overwritten.
  await openCase(second, reference, person);
  await press(first, 'Take this case');
  await second.getByRole('button', { name: 'Take this case', exact: true }).click();
  await expect(second.getByRole('alert')).toContainText('Somebody else moved this case meanwhile');
  await confirmCase(second);
  await openCase(first, reference, person);
  await first.getByLabel('Reference of the authority').fill('LK-R-55021');
  await first.getByLabel('Receipt of the authority, where it gave one').setInputFiles({ ...portrait(), name: 'receipt.png' });
  await press(first, 'Filed with the authority');
  // What the authority gave is the desk's until it is shown.
  await page.goto(`/track?order=${reference}`);
  await page.getByRole('link', { name: 'Open the application' }).click();
  await expect(page.getByRole('link', { name: 'Receipt of the filing' })).toHaveCount(0);
  await press(first, 'Show to the traveller');
  await page.reload();
  const [receipt] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Receipt of the filing' }).click()]);
  expect(receipt.suggestedFilename()).toBe('receipt.png');
  await first.getByLabel('Reason of the authority').selectOption('photo');
  await first.getByLabel('Letter of the authority, where it wrote one').setInputFiles({ ...portrait(), name: 'letter.png' });
  await press(first, 'Record the refusal');

  await page.goto(`/track?order=${reference}`);
  await expect(traveller.main).toContainText(traveller.say('evisas:states.rejected.title'));
  // Sri Lanka: our whole fee goes back, the authority's does not.
  await expect(async () => {
    await page.reload();
    await expect(traveller.main).toContainText('AED 89.00 returned', { timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  await traveller.noBarriers('an order whose visa was refused');
  await page.getByRole('link', { name: 'Open the application' }).click();
  await expect(traveller.main).toContainText(traveller.say('evisas:rejections.photo.title'));
  const again = page.locator('.ev-again');
  await expect(again.getByText('Portrait photo', { exact: true })).toBeVisible();
  await expect(again.getByText('Passport, page with the photo')).toHaveCount(0);
  const [letter] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'The authority’s letter' }).click()]);
  expect(letter.suggestedFilename()).toBe('refusal.png');
  await traveller.noBarriers('a refused application');
  await page.getByRole('link', { name: 'a call with an officer' }).click();
  await expect(page).toHaveURL(/consultation\?topic=refused/);
});

test('in Arabic, from the question to the application', async ({ page, baseURL }) => {
  test.setTimeout(180_000);
  const traveller = new BrowserTraveller(page, { language: 'ar' });
  await traveller.rememberLanguage(baseURL!);
  await page.goto('/e-visa');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await traveller.ready();
  const finder = page.getByRole('form', { name: traveller.say('requirements:finder.label') });
  await finder.locator('[name=passport]').selectOption('JO');
  await finder.locator('[name=residence]').selectOption('AE');
  await finder.locator('[name=to]').selectOption('LK');
  await finder.getByRole('button', { name: traveller.say('requirements:finder.go') }).click();
  await expect(page).toHaveURL(/to=LK/);
  await traveller.main.locator('a[href^="/e-visa/sri-lanka"]').first().click();
  await expect(page).toHaveURL(/e-visa\/sri-lanka/);
  const inArabic = async (what: string) => {
    await expect(traveller.main).not.toContainText(/[a-z]+\.[a-z]+\.[a-z]+/i, { useInnerText: true });
    await traveller.noBarriers(`${what} in Arabic`);
  };
  await traveller.noBarriers('the page of a country in Arabic');
  const person = { given: 'Lina', surname: 'Hamdan', born: '1990-06-07', passport: 'P1000021' };
  await applyAlone(traveller, person, 'lina.visa@example.com');
  await inArabic('the paid order');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('the whole application, from the question to the payment', async ({ page }) => {
    test.setTimeout(180_000);
    const traveller = new BrowserTraveller(page, { scripts: false });
    await page.goto('/e-visa?passport=JO&residence=AE&to=LK');
    await traveller.main.locator('a[href^="/e-visa/sri-lanka"]').first().click();
    await expect(page).toHaveURL(/e-visa\/sri-lanka/);
    const person = { given: 'Omar', surname: 'Zaidan', born: '1988-01-09', passport: 'P1000031' };
    await applyAlone(traveller, person, 'omar.visa@example.com');
  });

  test('in Arabic: asked for more, asked by the authority, refused, with what goes back', async ({ page, browser, baseURL }) => {
    test.setTimeout(240_000);
    const traveller = new BrowserTraveller(page, { language: 'ar', scripts: false });
    await traveller.rememberLanguage(baseURL!);
    await page.goto('/e-visa/sri-lanka');
    const person = { given: 'Salma', surname: 'Nasser', born: '1993-02-08', passport: 'P1000041' };
    const reference = await applyAlone(traveller, person, 'salma.visa@example.com');
    const [first, second] = [await openOfficer(browser, 'visas@rihla.example'), await openOfficer(browser, 'admin@rihla.example')];
    const ask = async (button: string, words: string) => {
      await first.getByRole('checkbox', { name: 'Portrait photo' }).check();
      await first.getByLabel('Words to the traveller, in their language').fill(words);
      await press(first, button);
    };
    const answer = async (words: string) => {
      await page.goto(`/track?order=${reference}`);
      await page
        .getByRole('status')
        .getByRole('link', { name: traveller.say('evisas:state.answer') })
        .click();
      await expect(page.getByText(words)).toBeVisible();
      const send = page.getByRole('button', { name: traveller.say('evisas:case.answer') });
      // Nothing is sent, so nothing is answered, and the page says what is missing.
      await send.click();
      await expect(traveller.main).toContainText(traveller.say('evisas:upload.choose'));
      await page.locator('input[name="paper.photo"]').setInputFiles(portrait());
      await send.click();
      await expect(traveller.main).toContainText(traveller.say('evisas:saved.answered'));
    };
    await openCase(first, reference, person);
    await press(first, 'Take this case');
    await ask('Send the request', 'الصورة فيها ظل.');
    await answer('الصورة فيها ظل.');
    await openCase(second, reference, person);
    await confirmCase(second);
    await openCase(first, reference, person);
    await first.getByLabel('Reference of the authority').fill('LK-R-55041');
    await press(first, 'Filed with the authority');
    await first.getByLabel('Answer wanted by').fill(inDays(10));
    await ask('Record the question', 'تريد الجهة صورة بلا نظارات.');
    await answer('تريد الجهة صورة بلا نظارات.');
    await openCase(first, reference, person);
    await press(first, 'Answered to the authority');
    await first.getByLabel('Reason of the authority').selectOption('photo');
    await press(first, 'Record the refusal');
    await expect(async () => {
      await page.goto(`/track?order=${reference}`);
      await expect(traveller.main).toContainText(traveller.say('evisas:states.rejected.title'), { timeout: 2_000 });
      await expect(traveller.main).toContainText('89', { timeout: 2_000 });
    }).toPass({ timeout: 60_000 });
    await page.getByRole('link', { name: traveller.say('evisas:state.open') }).click();
    await expect(traveller.main).toContainText(traveller.say('evisas:rejections.photo.title'));
  });
});
