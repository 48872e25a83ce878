import { expect, newVisitor, test } from '#tests/support/journey.ts';
import { BrowserTraveller } from '#tests/support/browser-traveller.ts';
import { signInStaff, switchOn } from '#tests/support/desk.ts';
import { readMail } from '#tests/support/mailbox.ts';

test('a traveller asks from the account, a clerk answers, solves and closes, and the traveller has it taken up again', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000);
  const desk = await newVisitor(browser);
  const clerk = await desk.newPage();
  const board = clerk.getByRole('main');
  const subject = `The bag of ${process.hrtime.bigint()} stayed in Istanbul`;

  await test.step('an owner switches the helpdesk on, where nobody has before', async () => {
    await signInStaff(clerk, 'admin@rihla.example', '/admin/settings');
    await switchOn(clerk, 'Support Tickets');
  });

  await test.step('the traveller writes: what is missing is said beside its field, and what was typed stays', async () => {
    await page.goto('/auth?next=%2Faccount%2Fsupport');
    await page.getByRole('textbox', { name: 'E-mail' }).first().fill('traveller@rihla.example');
    await page.locator('input[type=password]').fill('Rihla-demo-2026');
    await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Your support requests' })).toBeVisible();
    // Without the welcome of the sign-in, which stands outside of the page.
    await page.goto('/account/support');
    await page.getByLabel('What is it about?').fill(subject);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByText('Write what we can do.')).toBeVisible();
    await expect(page.getByLabel('What is it about?')).toHaveValue(subject);
    await new BrowserTraveller(page).noBarriers('the support requests of an account');
    await page.getByLabel('What can we do?').fill('It is blue and has a red ribbon.');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible();
    await expect(page.getByText('Received', { exact: true })).toBeVisible();
  });
  const reference = /[0-9A-Z]{5}-[0-9A-Z]{5}/.exec(page.url())![0];

  await test.step('the clerk finds it, takes it and answers', async () => {
    await clerk.goto('/admin/tickets');
    await board.getByLabel('Number, order, e-mail or words of a message').fill(reference);
    await board.getByRole('button', { name: 'Show', exact: true }).click();
    await board.getByRole('link', { name: reference }).click();
    await expect(board.getByRole('heading', { level: 1, name: subject })).toBeVisible();
    await expect(board.getByText('It is blue and has a red ribbon.')).toBeVisible();
    await board.getByRole('button', { name: 'Take it' }).click();
    await expect(board.getByText('It is yours.')).toBeVisible();
    await new BrowserTraveller(clerk).noBarriers('a ticket at the desk');
    await board.getByRole('button', { name: 'Send the answer' }).click();
    await expect(board.getByText('Write something first.')).toBeVisible();
    await board.getByLabel('Answer', { exact: true }).fill('It flies to you tonight.');
    await board.getByRole('button', { name: 'Send the answer' }).click();
    await expect(board.getByText('The answer is on its way.')).toBeVisible();
    await readMail('traveller@rihla.example', /It flies to you tonight\./, reference);
  });

  await test.step('the traveller reads it and writes back once, whatever a press is worth', async () => {
    await page.reload();
    await expect(page.getByText('It flies to you tonight.')).toBeVisible();
    await page.getByLabel('Write to us').fill('Thank you, I am at home.');
    await page.getByRole('button', { name: 'Send', exact: true }).dblclick();
    await expect(page.getByText('Sent. We read it and answer.')).toBeVisible();
    await page.reload();
    await expect(page.getByText('Thank you, I am at home.')).toHaveCount(1);
    await new BrowserTraveller(page).noBarriers('a support request');
  });

  await test.step('the clerk solves and closes it', async () => {
    await clerk.reload();
    await expect(board.getByText('Thank you, I am at home.')).toBeVisible();
    await board.getByLabel('Answer', { exact: true }).fill('Your bag was handed over.');
    await board.getByRole('button', { name: 'Send as solved' }).click();
    await expect(board.getByText('Solved; the mail asks how it went.')).toBeVisible();
    await board.getByRole('button', { name: 'Close without mail' }).click();
    await expect(board.getByText('Closed.', { exact: true })).toBeVisible();
  });

  await test.step('the traveller rates it, finds that it is not solved, and has it taken up again', async () => {
    await page.reload();
    await expect(page.getByText('Closed', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: '4 Well' }).click();
    await expect(page.getByText('Thank you for telling us.')).toBeVisible();
    await page.getByRole('button', { name: 'It is not solved' }).click();
    await expect(page.getByText('We take it up again.')).toBeVisible();
    await expect(page.getByText('Taken up again', { exact: true })).toBeVisible();
    await clerk.reload();
    await expect(board.getByRole('button', { name: 'Take it' })).toBeVisible();
    await expect(board.locator('.dl-head').getByText('Reopened')).toBeVisible();
  });
});
