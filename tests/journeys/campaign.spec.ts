import { expect, newVisitor, test } from '#tests/support/journey.ts';
import { BrowserTraveller } from '#tests/support/browser-traveller.ts';
import { signInStaff } from '#tests/support/desk.ts';
import { readMail } from '#tests/support/mailbox.ts';

/** The clock of Dubai in so many minutes, as the field of a form wants it. */
const inMinutes = (minutes: number) => new Date(Date.now() + 4 * 3_600_000 + minutes * 60_000).toISOString().slice(0, 16);

test('a campaign is written, tried, agreed to by another, leaves by itself, and is left with one press', async ({
  page: marketing,
  browser,
}) => {
  test.setTimeout(360_000);
  const owner = await (await newVisitor(browser)).newPage();
  const visitor = await (await newVisitor(browser)).newPage();
  const email = `campaign-${process.pid}-${process.hrtime.bigint()}@example.com`;
  await visitor.goto('/newsletter');
  await visitor.getByRole('main').getByRole('textbox', { name: 'Your e-mail' }).fill(email);
  await visitor.getByRole('main').getByRole('button', { name: 'Subscribe' }).click();
  await visitor.goto(await readMail(email, /\/newsletter\/confirm\/[\w.-]{43,}/));
  await visitor.getByRole('button', { name: 'Yes, send me the letter' }).click();
  await expect(visitor.getByText('You are on the list.')).toBeVisible();

  // No hour is quiet, so that the letter leaves whenever this runs.
  await signInStaff(owner, 'admin@rihla.example', '/admin/notifications/suppressed');
  const second = owner.getByRole('main');
  await second.getByLabel('From hour').fill('8');
  await second.getByLabel('Until hour').fill('8');
  await second.getByRole('button', { name: 'Save', exact: true }).click();

  await signInStaff(marketing, 'marketing@rihla.example', '/admin/notifications/campaigns');
  const desk = marketing.getByRole('main');
  const subject = `Cool evenings ${process.hrtime.bigint()}`;
  await desk.getByPlaceholder('Name of the campaign').first().fill('Journey of a letter');
  await desk.getByRole('button', { name: 'Begin a campaign' }).click();
  await desk.getByLabel('Where its button leads, such as /holidays').fill('/holidays');
  const english = desk.getByRole('group', { name: 'Goes to readers in English' });
  await english.getByLabel('Subject').fill(subject);
  await english.getByLabel('Heading').fill('Cool evenings');
  await english.getByLabel('Text').fill('The mountains of Hatta.\n\nAnd a train along the Bosphorus.');
  await english.getByLabel('Button').fill('See the holidays');
  await desk.getByLabel('Leaves on, Dubai time').fill(inMinutes(3));

  // Only customers of a kind: the reader is none of them, and is counted with why.
  await desk.getByLabel('Only customers who read the letter, and these of them').check();
  await desk.getByLabel('Tags').selectOption('vip');
  await desk.getByRole('button', { name: 'Save the draft' }).click();
  await expect(desk.getByText('The draft is kept.')).toBeVisible();
  await expect(desk.getByText('Are none of these customers')).toBeVisible();
  await new BrowserTraveller(marketing).noBarriers('a campaign that is being written');
  await desk.getByLabel('Everybody who reads the letter').check();
  await desk.getByRole('button', { name: 'Save the draft' }).click();
  // Kept, before anything else is pressed.
  await expect(desk.getByText('Are none of these customers')).toHaveCount(0);
  await expect(desk.getByText('A second person agrees before it leaves.')).toBeVisible();
  await expect(desk.getByRole('button', { name: 'Let it leave at its hour' })).toHaveCount(0);
  await desk.getByRole('button', { name: 'Send to myself' }).click();
  await expect(desk.getByText('On its way to your own mailbox.')).toBeVisible();
  await desk.getByRole('button', { name: 'Hand in for approval' }).click();
  await expect(desk.getByText('Handed in. Operations approve it now.')).toBeVisible();
  await expect(desk.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0);

  await owner.goto(marketing.url().split('?')[0]!);
  await second.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(second.getByText('Approved. It leaves at its hour.')).toBeVisible();
  let link = '';
  await expect(async () => {
    link = await readMail(email, /\/newsletter\/leave\/[\w.?=&;-]+/, subject);
    expect(link).toContain('letter=');
  }).toPass({ timeout: 300_000 });

  // The way out of the letter itself, which counts at once and beside the campaign.
  await visitor.goto(link.replaceAll('&amp;', '&'));
  await visitor.getByRole('main').getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(visitor.getByRole('heading', { level: 1, name: 'You have left the list' })).toBeVisible();
  await marketing.reload();
  const unsubscribed = desk.locator('.nt-progress div').filter({ hasText: 'Unsubscribed by it' });
  // One reader is told as a few.
  await expect(unsubscribed).toContainText('fewer than 5');
});
