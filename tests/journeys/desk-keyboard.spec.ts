import { BrowserTraveller } from '#tests/support/browser-traveller.ts';
import { signInStaff } from '#tests/support/desk.ts';
import { expect, test } from '#tests/support/journey.ts';

test('the keyboard alone keeps a list under a name, chooses its columns, and is where it was after each press', async ({ page }) => {
  await signInStaff(page, 'admin@rihla.example', '/admin/tasks');
  const main = page.getByRole('main');
  await expect(main.getByRole('button', { name: 'Turn keys off' })).toBeVisible();
  await new BrowserTraveller(page).noBarriers('the tasks of the desk');
  // From row to row, also where a box of the row has the focus.
  const records = main.locator('.tk-list .bo-btn--p');
  await expect(async () => {
    // Keys work once the script is there.
    await page.keyboard.press('k');
    await expect(records.last()).toBeFocused({ timeout: 500 });
  }).toPass();
  await records.first().focus();
  await page.keyboard.press('x');
  await expect(main.getByRole('checkbox').first()).toBeChecked();
  await main.getByRole('checkbox').first().focus();
  await page.keyboard.press('j');
  await expect(records.nth(1)).toBeFocused();
  // The same keys of an Arabic keyboard have letters of their own on them.
  const pressArabic = (key: string, code: string) =>
    page.evaluate(
      (pressed) => (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', { ...pressed, bubbles: true })),
      { key, code },
    );
  await pressArabic('ن', 'KeyK');
  await expect(records.first()).toBeFocused();
  await pressArabic('ء', 'KeyX');
  await expect(main.getByRole('checkbox').first()).not.toBeChecked();
  await main.locator('#find').focus();
  await pressArabic('ت', 'KeyJ');
  await expect(main.locator('#find')).toBeFocused();
  await main.getByRole('checkbox').first().focus();

  // A filter is asked for again with the focus where it was.
  await page.keyboard.press('/');
  await page.keyboard.type('Eid in the mountains');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/find=Eid/);
  // The address changes before the page does, which gives the focus back once more.
  await expect(main.getByRole('link', { name: 'Clear', exact: true })).toBeVisible();
  await expect(main.locator('#find')).toBeFocused();

  await main.getByText('Keep this list').focus();
  await page.keyboard.press('Enter');
  await expect(main.getByLabel('Name of the list')).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expect(main.getByLabel('Name of the list')).toBeHidden();
  await expect(main.getByText('Keep this list')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Campaigns of the feast');
  await page.keyboard.press('Enter');
  await expect(main.getByText('The list is kept.')).toBeFocused();
  await main.getByRole('button', { name: 'Forget Campaigns of the feast' }).focus();
  await page.keyboard.press('Enter');
  await expect(main.getByText('The list is forgotten.')).toBeFocused();

  // Another page begins at its heading.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('work queue');
  await page.keyboard.press('Enter');
  await expect(main.getByRole('heading', { level: 1, name: 'Work queue' })).toBeFocused();
  const columns = main.locator('.dl-columns summary');
  await columns.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await main.getByRole('button', { name: 'Show these' }).focus();
  await page.keyboard.press('Enter');
  await expect(columns).toContainText('8 of 9');
  await expect(columns).toBeFocused();

  // Nothing is picked: the queue says so.
  await main.getByRole('button', { name: 'Take on what is picked' }).focus();
  await page.keyboard.press('Enter');
  await expect(main.getByRole('alert')).toHaveText('Nothing is picked. Tick the box of a row first.');
});

test('a question mark lists the keys of the desk and of the page, and the place of the keyboard is given back', async ({ page }) => {
  await signInStaff(page, 'admin@rihla.example', '/admin/tasks');
  const main = page.getByRole('main');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const records = main.locator('.tk-list .bo-btn--p');
  await expect(main.getByRole('button', { name: 'Turn keys off' })).toBeVisible();
  await records.first().focus();
  await expect(async () => {
    await page.keyboard.press('?');
    await expect(help).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(help.getByRole('button', { name: 'Close' })).toBeFocused();
  // What the list says of its keys is what the dialog says of them.
  const said = await help.getByRole('term').allInnerTexts();
  expect(said.map((keys) => keys.split(/\s*\n\s*/).join(' '))).toEqual(['Ctrl K ⌘ K', '?', 'Esc', 'J K', 'X', 'Enter', '/']);
  const hints = await main.locator('.dl-keys').innerText();
  for (const does of (await help.getByRole('definition').allInnerTexts()).slice(3)) expect(hints).toContain(does.trim().toLowerCase());
  // Nothing of the page is moved while the dialog lies over it.
  await page.keyboard.press('j');
  await page.keyboard.press('?');
  await expect(help).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await expect(records.first()).toBeFocused();

  // A question mark that is typed is one.
  await page.keyboard.press('/');
  await page.keyboard.type('Eid?');
  await expect(main.locator('#find')).toHaveValue('Eid?');
  await expect(help).toBeHidden();

  // From the menu, and with the keys off on a page without any of its own.
  await page.goto('/admin/security');
  const own = page.locator('.bo-person > summary');
  const fromMenu = page.getByRole('button', { name: 'Keyboard shortcuts' });
  await own.focus();
  await page.keyboard.press('Enter');
  await expect(async () => {
    await fromMenu.click({ timeout: 500 });
    await expect(help).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(help).toContainText('This page has no shortcuts of its own.');
  await help.getByRole('button', { name: 'Turn keys off' }).click();
  await expect(help.getByRole('status')).toContainText('Shortcuts of a single key are turned off');
  await help.getByRole('button', { name: 'Close' }).click();
  await expect(own).toBeFocused();
  await page.keyboard.press('?');
  await expect(help).toBeHidden();
  await page.goto('/admin/tasks');
  await expect(main.getByRole('button', { name: 'Turn keys on' })).toBeVisible();
});
