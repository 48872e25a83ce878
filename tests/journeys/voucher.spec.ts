import { expect, newVisitor, test } from '#tests/support/journey.ts';
import { adult, BrowserTraveller, inDays } from '#tests/support/browser-traveller.ts';
import { signInStaff, switchOn } from '#tests/support/desk.ts';

test('a voucher is given to a member, chosen at the checkout of a kept flight, taken off and used', async ({ page, browser }) => {
  test.setTimeout(240_000);
  const traveller = new BrowserTraveller(page);
  const desk = await newVisitor(browser);
  const clerk = await desk.newPage();
  const board = clerk.getByRole('main');
  let code = '';

  await test.step('an owner switches the programme on, where nobody has before', async () => {
    await signInStaff(clerk, 'admin@rihla.example', '/admin/settings');
    await switchOn(clerk, 'Loyalty Program');
  });

  await test.step('the traveller joins', async () => {
    await page.goto('/auth?next=%2Faccount%2Floyalty');
    await page.getByRole('textbox', { name: 'E-mail' }).first().fill('traveller@rihla.example');
    await page.locator('input[type=password]').fill('Rihla-demo-2026');
    await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Your points' })).toBeVisible();
    const join = page.getByRole('main').getByRole('button', { name: 'Join', exact: true });
    if (await join.isVisible()) await join.click();
    await expect(page.getByRole('heading', { name: 'What moved' })).toBeVisible();
  });

  await test.step('a clerk writes the voucher, sees what is missing, and issues it', async () => {
    await clerk.goto('/admin/loyalty/vouchers/new');
    await board.getByLabel('E-mail address of the member').fill('traveller@rihla.example');
    await board.getByLabel('Amount, in AED').fill('10');
    const key = board.locator('input[name=key]');
    const first = await key.inputValue();
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await clerk.route(/vouchers\/new\.data/, async (route) => {
      if (route.request().method() === 'GET') await held;
      await route.continue();
    });
    await board.getByRole('button', { name: 'Write the voucher' }).click();
    await expect(board.getByRole('link', { name: 'Write a reason that a colleague understands.' })).toBeVisible();
    await expect(board.getByLabel('Amount, in AED')).toHaveValue('10');
    await board.getByLabel('Reason, for colleagues').fill('Their bag came a day late');
    answer();
    await expect(key).not.toHaveValue(first);
    await clerk.unroute(/vouchers\/new\.data/);
    await expect(board.getByLabel('Reason, for colleagues')).toHaveValue('Their bag came a day late');
    await board.getByRole('button', { name: 'Write the voucher' }).click();
    await expect(board.getByText('The voucher is written.')).toBeVisible();
    await board.getByRole('button', { name: 'Issue', exact: true }).click();
    await expect(board.getByText('The member has the voucher')).toBeVisible();
    code = (await board.getByRole('heading', { level: 1 }).innerText()).split(/\s+/).at(-1)!;
  });

  await test.step('the traveller finds it in the account and chooses it at the checkout', async () => {
    await page.goto('/account/loyalty');
    await expect(traveller.main.getByText(code).first()).toBeVisible();
    await traveller.noBarriers('the vouchers of an account');
    const wish = { from: { type: 'DXB', code: 'DXB' }, to: { type: 'heathrow', code: 'LHR' }, depart: inDays(91) };
    await traveller.hasReserved(wish, adult('Layla', 'Haddad', 'CA100091'), 'traveller@rihla.example');
    const shown = async () => Number(/[\d,]+\.?\d*/.exec(await traveller.payButton().innerText())![0].replace(',', ''));
    const before = await shown();
    const choice = traveller.main.getByRole('group', { name: 'Use a voucher' });
    await choice.getByRole('radio').first().check();
    await traveller.noBarriers('a checkout with vouchers');
    await choice.getByRole('button', { name: 'Use this voucher' }).click();
    await expect(traveller.main.getByText(/^Your voucher .* takes .* off\./)).toBeVisible();
    expect(await shown()).toBe(before - 10);
    await traveller.main.getByRole('button', { name: 'Take it off' }).click();
    await expect(choice).toBeVisible();
    expect(await shown()).toBe(before);
    await choice.getByRole('button', { name: 'Use this voucher' }).click();
    await expect(choice).toBeHidden();
    expect(await shown()).toBe(before - 10);
    await traveller.toTheBank();
    await traveller.useCard('approved');
    await traveller.isTicketed();
    await page.goto('/account/loyalty');
    await expect(traveller.main.getByText('Used on').first()).toBeVisible();
  });
});
