import { expect, test } from '#tests/support/journey.ts';
import { adult, BrowserTraveller, inDays } from '#tests/support/browser-traveller.ts';

const wish = { from: { type: 'dubai', code: 'DXB' }, to: { type: 'heathrow', code: 'LHR' }, depart: inDays(47) };

test('somebody with tickets buys a seat and a bag, then changes the seat and takes more bags', async ({ page }) => {
  test.setTimeout(240_000);
  const traveller = new BrowserTraveller(page);
  const reference = await traveller.hasTickets(wish, adult('Rania', 'Sayegh', 'CA100771'), 'rania.seat@example.com');
  const here = `/add-extras/${reference}`;
  const { main } = traveller;
  const pay = async () => {
    await main.getByRole('button', { name: /^Pay AED/ }).click();
    await traveller.useCard('approved');
    await expect(page).toHaveURL(/\/track\?order=/);
    // Once the money is taken and the document is there, the seat can be changed.
    await expect(async () => {
      await page.goto(here);
      await expect(main.getByText(/document \d{3}-\d{10}/).first()).toBeVisible({ timeout: 1 });
      await expect(main.getByRole('link', { name: /^Change the seat/ }).first()).toBeVisible({ timeout: 1 });
    }).toPass();
  };
  /** A seat that can be had and costs something, in a row without an exit. */
  const chooseSeat = async (at: number) => {
    const seat = main.getByRole('radio', { name: /, AED/, disabled: false }).and(main.locator('[name=seat]')).nth(at);
    await seat.check({ force: true });
    const designator = (await seat.getAttribute('value'))!;
    await main.getByRole('button', { name: 'Keep this seat for us' }).click();
    return designator;
  };
  await page.goto(here);
  await main
    .getByRole('link', { name: /^Choose a seat/ })
    .first()
    .click();
  const first = await chooseSeat(30);
  await main.getByRole('combobox', { name: 'Rania Sayegh' }).first().selectOption('1');
  await main.getByRole('button', { name: 'See what it costs' }).click();
  await expect(main.getByText(`Seat ${first}`)).toBeVisible();
  await pay();
  await expect(main.getByText(/document \d{3}-\d{10}/).first()).toBeVisible();
  await main
    .getByRole('link', { name: /^Change the seat/ })
    .first()
    .click();
  await expect(main.getByText(`For ${first} you paid`)).toBeVisible();
  const second = await chooseSeat(31);
  await expect(main.getByText(`in place of ${first}`).first()).toBeVisible();
  await main.getByRole('combobox', { name: 'Rania Sayegh' }).first().selectOption('2');
  await main.getByRole('button', { name: 'See what it costs' }).click();
  await pay();
  await expect(main.getByText(second, { exact: true })).toBeVisible();
  await main
    .getByRole('link', { name: /^Change the seat/ })
    .first()
    .click();
  await chooseSeat(30);
  await traveller.noBarriers('a choice of another seat');
  await main.getByRole('button', { name: /^Change the seat now/ }).click();
  await expect(main.getByText('Seat changed')).toBeVisible();
});
