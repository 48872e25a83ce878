import { expect, newVisitor, test } from '#tests/support/journey.ts';
import { BrowserTraveller } from '#tests/support/browser-traveller.ts';
import { signInStaff } from '#tests/support/desk.ts';
import { readMail } from '#tests/support/mailbox.ts';

const wording = '/admin/notifications/templates/newsletter.confirm';

test('a mail is worded anew by one colleague, approved by another, and reaches its reader', async ({ page: marketing, browser }) => {
  test.setTimeout(180_000);
  const owner = await (await newVisitor(browser)).newPage();
  const visitor = await (await newVisitor(browser)).newPage();
  const asksFor = async (email: string) => {
    await visitor.goto('/newsletter');
    const main = visitor.getByRole('main');
    await main.getByRole('textbox', { name: 'Your e-mail' }).fill(email);
    await main.getByRole('button', { name: 'Subscribe' }).click();
    await expect(visitor).toHaveURL(/\/newsletter\?asked/);
  };

  await signInStaff(marketing, 'marketing@rihla.example', wording);
  const desk = marketing.getByRole('main');
  const reader = new BrowserTraveller(marketing);
  await reader.ready();
  await reader.noBarriers('the wording of a mail');
  const subject = desk.getByRole('textbox', { name: 'Subject' });
  const before = await subject.inputValue();
  await subject.fill('Shall we write to you from the road?');
  await desk.getByLabel('The languages I did not touch still say the same.').check();
  await desk.getByLabel('What changes, in one line').fill('warmer');
  await desk.getByRole('button', { name: 'Save the draft' }).click();
  await expect(desk.getByText('The draft is kept.')).toBeVisible();
  await desk.getByRole('button', { name: 'Hand in for approval' }).click();
  await expect(desk.getByText('Handed in. Somebody else approves it now.')).toBeVisible();
  await expect(desk.getByRole('button', { name: 'Approve, live at once' })).toHaveCount(0);

  // Nothing is said anew before the second person agrees.
  await asksFor('wording-before@example.com');
  await readMail('wording-before@example.com', /newsletter\/confirm/, before);

  await signInStaff(owner, 'admin@rihla.example', wording);
  const second = owner.getByRole('main');
  await expect(second.getByText('Shall we write to you from the road?').first()).toBeVisible();
  await second.getByRole('button', { name: 'Approve, live at once' }).click();
  await expect(second.getByText('Approved: every mail from now on says it.')).toBeVisible();
  await asksFor('wording-after@example.com');
  await readMail('wording-after@example.com', /newsletter\/confirm/, 'Shall we write to you from the road?');
});
