import { expect, test, type Page } from '#tests/support/journey.ts';
import { BrowserTraveller } from '#tests/support/browser-traveller.ts';
import { carryToOwner, freshMark, openDesks, placeCase } from '#tests/support/counter-journey.ts';
import { journeyBase } from '#tests/support/journey-servers.ts';
import { readMail } from '#tests/support/mailbox.ts';
import { visaPdf } from '#tests/support/visa-papers.ts';

/** Sends a letter for the officer to read before the call. */
async function sendLetter(page: Page, traveller: BrowserTraveller) {
  const words = (key: string) => traveller.say(`consultations:papers.${key}`);
  const papers = page.locator('.cn-papers');
  await papers.locator('input[type=file]').setInputFiles(visaPdf());
  await papers.locator('select').selectOption('refusal');
  await papers.getByRole('button', { name: words('send') }).click();
  await expect(papers.getByRole('link', { name: words('kind.refusal') })).toBeVisible();
  await expect(papers).toContainText(words('sent'));
}

/** Chooses a free time (by its number: journeys run side by side, and each has its own; the first may be too soon by the time it is booked), tells who calls, and has a page of its own for the call. */
async function bookCall(page: Page, traveller: BrowserTraveller, who: { name: string; email: string }, which: number) {
  const { say } = traveller;
  const words = (key: string) => say(`consultations:${key}`);
  await expect(page.getByRole('heading', { level: 1, name: words('title') })).toBeVisible();
  const slot = page.locator('a.cn-slot').nth(which);
  const clock = await slot.locator('b').innerText();
  await slot.click();
  await expect(page).toHaveURL(/[?&]at=/);
  const details = page.locator('.cn-form');
  await expect(page.locator('.cn-chosen')).toContainText(clock);
  if (traveller.scripts) await traveller.noBarriers('the consultation page');
  await details.locator('#call-name').fill(who.name);
  await details.locator('#call-email').fill(who.email);
  await details.locator('#call-phone').fill('+971 50 123 4567');
  await details.getByRole('button', { name: words('book'), exact: true }).click();
  await expect(page).toHaveURL(/consultation\/[\w.-]+\?booked(#details)?$/);
  await expect(page.getByRole('main')).toContainText(clock);
}

test('a consultation in Arabic: the time is chosen, booked and shown', async ({ page, baseURL }) => {
  const traveller = new BrowserTraveller(page, { language: 'ar' });
  await traveller.rememberLanguage(baseURL ?? journeyBase);
  await page.goto('/visa-assistance/consultation?topic=assisted-visa&zone=Asia%2FDubai');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await bookCall(page, traveller, { name: 'ليلى حداد', email: `layla-${Date.now()}@example.com` }, 2);
  await sendLetter(page, traveller);
  await traveller.noBarriers('the page of the call');
});

test('an advice call leads to an assisted visa and ends with the passport in its owner’s hand', async ({ page, browser }) => {
  test.setTimeout(600_000);
  const traveller = new BrowserTraveller(page);
  const person = { given: 'Nadia', surname: `Karam${freshMark()}`, passport: 'P7700456' };
  const email = `nadia-${Date.now()}@example.com`;
  await page.goto('/visa-assistance/consultation?topic=assisted-visa&zone=Asia%2FDubai');
  await bookCall(page, traveller, { name: `${person.given} ${person.surname}`, email }, 12);
  const desks = await openDesks(browser, ['visas@rihla.example', 'admin@rihla.example']);
  const [officer] = desks;
  await officer!.goto(`/admin/consultations/list?queue=all&find=${encodeURIComponent(email)}`);
  await officer!
    .getByRole('link', { name: new RegExp(person.surname) })
    .first()
    .click();
  await expect(officer!.getByRole('heading', { level: 1 })).toContainText(person.surname);
  await officer!.getByRole('button', { name: 'Begin the call', exact: true }).click();
  await expect(officer!.getByRole('status').first()).toHaveText('You are on the phone.');
  const end = officer!.locator('#complete');
  await end.locator('select[name="outcome"]').selectOption('to-apply');
  await end.locator('select[name="nextStep"]').selectOption('apply-assisted');
  await end.locator('textarea[name="summary"]').fill('Greece, tourist visa. We look for a slot in the second week.');
  await end.getByRole('button', { name: 'End and send the summary' }).click();
  await expect(officer!.getByRole('status').first()).toHaveText('The call is over and the summary on its way.');
  // What was agreed comes in writing, with the way on.
  await readMail(email, /second week/, 'What we agreed');
  await page.goto('/visa-assistance');
  await expect(page.getByRole('link', { name: /Greece/ }).first()).toBeVisible();
  // From the country's page to the passport in its owner's hand.
  const reference = await placeCase(page, traveller, person);
  await carryToOwner(page, traveller, desks, { reference, person });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test('a consultation is booked, its topic and zone chosen by form', async ({ page }) => {
    const traveller = new BrowserTraveller(page, { scripts: false });
    await page.goto('/visa-assistance/consultation');
    const about = page.locator('.cn-about');
    await about.locator('select[name="topic"]').selectOption('refused');
    await about.locator('select[name="zone"]').selectOption('Asia/Manila');
    await about.getByRole('button').click();
    await expect(page).toHaveURL(/topic=refused.*zone=Asia(%2F|\/)Manila/);
    await bookCall(page, traveller, { name: 'Rosa Lim', email: `rosa-${Date.now()}@example.com` }, 6);
    await sendLetter(page, traveller);
    const papers = page.locator('.cn-papers');
    await papers.locator('input[type=file]').setInputFiles({ name: 'letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ') });
    await papers.getByRole('button', { name: traveller.say('consultations:papers.send') }).click();
    await expect(page.locator('#paper-file-error')).toHaveText(traveller.say('consultations:papers.refused.other-type'));
  });
});
