import { expect, test } from '#tests/support/journey.ts';
import { adult, BrowserTraveller, inDays } from '#tests/support/browser-traveller.ts';
import { onlyOurs, shortHoldsBase } from '#tests/support/journey-servers.ts';

test.use({ baseURL: shortHoldsBase });

for (const [language, surname, day] of [
  ['en', 'Lindqvist', 40],
  ['ar', 'Lindholm', 41],
] as const)
  test(`a hold that ran out says so, charges nothing and offers the same flights again, in ${language}`, async ({ page, baseURL }) => {
    test.setTimeout(240_000);
    await onlyOurs(page);
    const traveller = new BrowserTraveller(page, { language });
    await traveller.rememberLanguage(baseURL!);
    const { say } = traveller;
    const flights = { from: { type: 'DXB', code: 'DXB' }, to: { type: 'BOM', code: 'BOM' }, depart: inDays(day) };
    const petra = adult('Petra', surname, `CA4000${day}`);
    const reference = await traveller.reserve(flights, [petra], `petra.expired.${language}@example.com`).catch(() => traveller.reference());
    const [before, after] = say('orders:checkout.expiredTitle', { time: '|' }).split('|');
    const ended = page.getByRole('heading', { level: 1, name: new RegExp(`^${before}\\S+${after}$`) });
    await expect(async () => {
      await page.goto(`/checkout/${reference}`);
      await expect(ended).toBeVisible({ timeout: 1000 });
    }).toPass();
    await expect(traveller.main).toContainText(say('orders:checkout.expiredText'));
    await traveller.noBarriers(`the page of an ended hold in ${language}`);

    // A payment that is sent from a page that was left open is refused.
    const sent = await page.request.post(`/checkout/${reference}`, {
      form: { intent: 'pay', key: 'the-key-of-a-page-left-open' },
      headers: { Origin: new URL(page.url()).origin },
    });
    expect(sent.url()).not.toContain('sandbox-bank');
    expect(await sent.text()).toContain(before!.trim());

    // As from the mail of its end on another device: nothing of what was chosen lies in the browser, and the order has it all.
    await page.context().clearCookies({ name: /draft/ });
    const again = say('orders:later.again', { amount: '|' }).split('|')[0]!;
    await traveller.main.getByRole('button', { name: new RegExp(`^${again}`) }).click();
    await expect(page).not.toHaveURL(new RegExp(reference));
    await traveller.sees(say('orders:checkout.title'));
    await expect(traveller.payButton()).toBeVisible();
  });
