import { expect, type Page } from '@playwright/test';

/** Every paper that the page offers is there: PDFs and a calendar, each with its type. */
export async function checkPapers(page: Page): Promise<void> {
  const links = page.getByRole('main').locator('a[href^="/documents/"]');
  await expect(links.first()).toBeVisible();
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')!));
  const types = await Promise.all(
    addresses.map(async (address) => {
      const answer = await page.request.get(address);
      expect(answer.status(), address).toBe(200);
      const type = answer.headers()['content-type']!.split(';')[0]!;
      if (type === 'application/pdf') expect((await answer.body()).subarray(0, 5).toString(), address).toBe('%PDF-');
      return type;
    }),
  );
  // An e-ticket, the invoice in two languages and the calendar.
  expect(types.filter((type) => type === 'application/pdf').length).toBeGreaterThanOrEqual(3);
  expect(types).toContain('text/calendar');
}
