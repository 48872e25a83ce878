import { expect, newVisitor, test, type Browser, type Locator, type Page } from '#tests/support/journey.ts';
import { textDocx } from '#app/people/recruitment/cv-corpus-testing.ts';
import { demoPassword } from '#app/values/demo-accounts.ts';
import { BrowserTraveller, inDays } from '#tests/support/browser-traveller.ts';
import { signInStaff } from '#tests/support/desk.ts';
import { journeyBase } from '#tests/support/journey-servers.ts';
import { readMail } from '#tests/support/mailbox.ts';
import { portrait } from '#tests/support/visa-papers.ts';

/* From a position that is wanted to a colleague with a laptop, and from a resignation to everything given back. */

const users = '/admin/users';
const register = '/admin/hr/asset-management';
const newWord = () => `${process.pid.toString(36)}${process.hrtime.bigint().toString(36).slice(-5)}`;
const saysSo = (page: Page, words: string) => expect(page.getByRole('status').filter({ hasText: words })).toBeVisible();

async function deskOf(browser: Browser, email: string, next: string): Promise<Page> {
  const page = await (await newVisitor(browser)).newPage();
  await signInStaff(page, email, next);
  return page;
}

interface Newcomer {
  readonly name: string;
  readonly email: string;
  readonly page: Page;
  /** Their record among the staff accounts. */
  readonly record: string;
}

/** Invites somebody as a colleague. */
async function invites(browser: Browser, hr: Page, { name, email }: { name: string; email: string }): Promise<Newcomer> {
  await hr.goto(users);
  await hr.getByLabel('Full name').fill(name);
  await hr.getByRole('textbox', { name: 'E-mail', exact: true }).fill(email);
  await hr.locator('input[name="role"][value="interviewer"]').check();
  return comesIn(browser, hr, { name, email });
}

/** Sends the invitation that is written; they choose a password from the mail and come in. */
async function comesIn(browser: Browser, hr: Page, { name, email }: { name: string; email: string }): Promise<Newcomer> {
  await hr.getByRole('button', { name: 'Send invitation' }).click();
  await saysSo(hr, 'The invitation is on its way.');
  const record = new URL(hr.url()).pathname;
  const page = await (await newVisitor(browser)).newPage();
  await page.goto(await readMail(email, /\/auth\/reset-password\/[\w.-]{43,}/));
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Save the password' }).click();
  await expect(page).toHaveURL(/\/admin\/login/);
  await signInStaff(page, email, '/admin/my-assets');
  await expect(page.getByRole('heading', { level: 1, name: 'What I have' })).toBeVisible();
  return { name, email, page, record };
}

/** Registers a laptop and hands it to a colleague, who signs for it. Returns its tag. */
async function takesLaptop(hr: Page, who: Newcomer): Promise<string> {
  await hr.goto(`${register}/new`);
  await hr.getByLabel('Model').fill('ThinkPad X1 Carbon');
  await hr.getByLabel('Bought on').fill(inDays(-20));
  await hr.getByLabel('Cost in AED').fill('6990');
  await hr.getByRole('button', { name: 'Put into the register' }).click();
  await saysSo(hr, 'It is in the register and in stock.');
  const tag = new URL(hr.url()).pathname.split('/').at(-1)!;
  await hr.getByRole('main').getByRole('link', { name: 'Hand over', exact: true }).click();
  await expect(hr.getByRole('heading', { level: 1, name: 'Hand over' })).toBeVisible();
  await hr.getByLabel('To whom').selectOption(who.record.split('/').at(-1)!);
  await expect(hr.getByRole('checkbox', { name: new RegExp(tag) })).toBeChecked();
  await hr.getByRole('button', { name: 'Hand over and ask for the signature' }).click();
  await saysSo(hr, 'Handed over.');

  const { page, name } = who;
  await page.goto('/admin/my-assets');
  await expect(page.getByRole('heading', { name: 'Waits for your signature: 1' })).toBeVisible();
  // Nobody signs for another.
  await page.getByLabel('Type the full name').fill('Somebody Else');
  await page.getByRole('button', { name: 'Take everything and sign' }).click();
  await expect(page.getByRole('alert')).toContainText('That is not the name on the account');
  await page.getByLabel('Type the full name').fill(name);
  await page.getByRole('button', { name: 'Take everything and sign' }).click();
  await saysSo(page, 'Signed.');
  await expect(page.getByRole('main')).toContainText(tag);
  const paper = await page.getByRole('link', { name: 'Hand-over of company property' }).getAttribute('href');
  const file = await page.request.get(paper!);
  expect((await file.body()).subarray(0, 5).toString()).toBe('%PDF-');
  return tag;
}

/** Leaves one of many boxes ticked. */
async function ticksOnly(boxes: Locator, value: string): Promise<void> {
  for (const box of await boxes.all()) await box.setChecked((await box.getAttribute('value')) === value);
}

/** Moves an application on and waits until it stands there. */
async function moveTo(main: Locator, button: string, stage: string): Promise<void> {
  await main.getByRole('button', { name: button, exact: true }).click();
  await expect(main.locator('.dl-head').getByText(stage, { exact: true })).toBeVisible();
}

const applicants = [
  { language: 'en', name: 'Amal Nasser', title: 'Night desk agent', panel: 'admin@rihla.example', interviewer: 'Huda Mansour' },
  { language: 'ar', name: 'أمل ناصر', title: 'موظف المناوبة الليلية', panel: 'hr@rihla.example', interviewer: 'Noura Saleh' },
] as const;

for (const { language, name, title, panel, interviewer } of applicants) {
  // The first day is the desk's, which speaks one language here.
  const untilFirstDay = language === 'en';
  const end = untilFirstDay ? ', and a laptop is signed for' : ', accepted';
  test(`hired in ${language}: wanted, approved, published, applied, talked to, judged, offered${end}`, async ({ browser }) => {
    test.setTimeout(480_000);
    const word = newWord();
    const email = `hired-${word}@example.com`;
    const english = `Night desk agent ${word}`;
    const owner = await deskOf(browser, 'admin@rihla.example', '/admin/recruitment/requisitions/new');
    const hr = await deskOf(browser, 'hr@rihla.example', '/admin/recruitment');

    // One asks, another approves.
    await owner.getByLabel('Position').fill(english);
    await owner.getByLabel('Department').selectOption({ index: 1 });
    await owner.getByLabel('Office').selectOption({ index: 1 });
    await owner.getByLabel('Type').selectOption({ index: 1 });
    await owner.getByLabel('How many').fill('1');
    await owner.getByLabel('Needed by').fill(inDays(60));
    await owner.getByLabel('Why it is needed').fill('Schedule changes after midnight wait for the morning.');
    await owner.getByRole('button', { name: 'Keep as a draft' }).click();
    await saysSo(owner, 'Kept as a draft.');
    const requisition = new URL(owner.url()).pathname;
    await owner.getByRole('button', { name: 'Ask for approval' }).click();
    await expect(owner.getByText('You asked for it; another colleague decides.')).toBeVisible();
    await expect(owner.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0);
    await hr.goto(requisition);
    await hr.getByRole('button', { name: 'Approve', exact: true }).click();
    await saysSo(hr, 'It is approved.');

    // The posting begins as a copy of one whose words are whole in five languages.
    await hr.goto('/admin/job-postings/new?from=flight-desk-agent');
    await hr.getByLabel('Requisition').selectOption({ label: english });
    await hr.getByLabel('Last day to apply').fill(inDays(40));
    await hr.locator('#title-en').fill(english);
    if (language !== 'en') {
      await hr.locator('summary', { hasText: 'العربية' }).click();
      await hr.locator(`#title-${language}`).fill(`${title} ${word}`);
    }
    await hr.getByRole('button', { name: 'Save', exact: true }).click();
    await saysSo(hr, 'Saved.');
    const posting = new URL(hr.url()).pathname.split('/').at(-1)!;
    const applicant = await (await newVisitor(browser)).newPage();
    expect((await applicant.request.get(`/careers/${posting}`)).status(), 'a draft is nobody’s to read').toBe(404);
    // It tells no pay: that needs a reason, and the page leads to where it is written.
    await hr.getByRole('button', { name: 'Publish now' }).click();
    await hr.getByRole('alert').getByRole('link', { name: 'Change what the check names' }).click();
    await expect(hr.getByLabel('Why it goes out all the same')).toBeFocused();
    await hr.getByLabel('Why it goes out all the same').fill('The pay is told in the first talk.');
    await hr.getByRole('button', { name: 'Publish now' }).click();
    await saysSo(hr, 'It is on the careers page.');

    // Somebody applies without an account, and puts right what was read from the CV.
    const traveller = new BrowserTraveller(applicant, { language });
    const say = (key: string) => traveller.say(`job-apply:${key}`);
    await traveller.rememberLanguage(journeyBase);
    await applicant.goto(`/careers/${posting}`);
    await expect(applicant.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr');
    await traveller.sees(`${title} ${word}`);
    await applicant.goto(`/careers/${posting}/apply`);
    await traveller.sees(say('title'));
    const cv = textDocx([
      'Amal Nasser',
      email,
      '+971 50 123 4567',
      'Experience',
      '2021 - 2026: ticketing agent in Deira, groups and refunds.',
    ]);
    await applicant.locator('#cv').setInputFiles({
      name: 'amal.docx',
      mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      buffer: cv,
    });
    await applicant.getByRole('button', { name: say('cv.read') }).click();
    await expect(applicant.getByText(say('cv.wasRead'))).toBeVisible();
    await expect(applicant.locator('#email')).toHaveValue(email);
    await applicant.locator('#name').fill(name);
    await applicant.locator('#letter').fill('I would rather find somebody a way on at three in the morning than at nine.');
    await applicant.locator('input[name^="q-"]').fill('5');
    await applicant.locator('textarea[name^="q-"]').fill('Amadeus');
    await applicant.getByText(say('keep.12.title'), { exact: true }).click();
    await applicant.getByText(say('field.agree')).click();
    await traveller.noBarriers('the application form');
    await applicant.getByRole('button', { name: say('send') }).click();
    await traveller.sees(say('sent.title'));
    const ownPage = await readMail(email, /\/careers\/application\/[0-9a-f]{64}/);
    await applicant.goto(ownPage);
    await expect(applicant.getByText(say('stage.received'))).toBeVisible();
    await traveller.noBarriers('the page of an application');

    // The recruiter moves it on and plans a talk.
    await hr.goto(`/admin/job-applications?find=${encodeURIComponent(email)}`);
    const main = hr.getByRole('main');
    await main.getByRole('link', { name }).click();
    await moveTo(main, 'To screening', 'Screening');
    await moveTo(main, 'To the short list', 'Short list');
    await moveTo(main, 'To interviews', 'Interview');
    const record = new URL(hr.url()).pathname;
    await main.getByRole('link', { name: 'Plan an interview' }).click();
    await main.getByLabel(interviewer, { exact: true }).check();
    await main.getByLabel('Room or address of the call').fill('https://meet.rihla.example/night-desk');
    await main.getByRole('button', { name: 'Find times' }).click();
    const times = main.locator('input[name="time"]');
    await times.nth(0).check();
    await times.nth(1).check();
    await main.getByRole('button', { name: 'Send the invitation' }).click();
    await saysSo(hr, 'The invitation is on its way.');
    const talk = new URL(hr.url()).pathname;

    // The candidate says yes once; the link opens nothing afterwards.
    const words = (key: string, values?: Record<string, string>) => traveller.say(`interviews:${key}`, values);
    const link = await readMail(email, /\/interview\/confirm\/[0-9a-f]{64}/);
    const clock = await applicant.context().newCDPSession(applicant);
    await clock.send('Emulation.setTimezoneOverride', { timezoneId: 'America/Sao_Paulo' });
    await applicant.goto(link);
    await traveller.sees(words('title', { role: `${title} ${word}` }));
    // Where a browser stands in another zone, every time says so beside that of the office.
    const besides = applicant.locator('.iv-slots .own-clock');
    await expect(besides).toHaveCount(await applicant.locator('.iv-slots input').count());
    await clock.send('Emulation.setTimezoneOverride', { timezoneId: '' });
    await traveller.noBarriers('the invitation to an interview');
    await applicant.locator('.iv-slots label').first().click();
    await applicant.getByRole('button', { name: words('confirm') }).click();
    await traveller.sees(words('said.confirmed.title'));
    await expect(applicant.getByRole('link', { name: words('toCalendar') })).toBeVisible();
    await applicant.goto(link);
    await traveller.sees(words('gone.title'));
    await hr.goto(talk);
    await expect(main.locator('.dl-head').getByText('Agreed', { exact: true })).toBeVisible();

    // Whoever asks may read the application, and judges it.
    const judge = panel === 'hr@rihla.example' ? hr : owner;
    await judge.goto(record);
    const criteria = judge.locator('select[name^="point-"]');
    for (let index = 0; index < (await criteria.count()); index += 1) await criteria.nth(index).selectOption('4');
    await judge.getByLabel('Verdict').selectOption({ label: 'clear yes' });
    await judge.getByLabel('Why', { exact: true }).fill('Found a way on for every traveller of the sample night.');
    await judge.getByRole('button', { name: 'Send my score card' }).click();
    await expect(judge.getByText('Found a way on for every traveller')).toBeVisible();

    // One writes the offer, another lets it out, the candidate accepts.
    await hr.goto(record);
    await main.getByText('Write an offer').click();
    await main.getByLabel('Pay a month, whole units').fill('9500');
    await main.getByLabel('First day').fill(inDays(30));
    await main.getByLabel('Answer by').fill(inDays(7));
    await main.getByRole('button', { name: 'Ask for approval' }).click();
    await expect(main.getByText('waits for approval')).toBeVisible();
    await expect(main.getByRole('button', { name: 'Approve and send' })).toHaveCount(0);
    await owner.goto(record);
    await owner.getByRole('button', { name: 'Approve and send' }).click();
    await expect(owner.getByText('Done.')).toBeVisible();
    await applicant.goto(ownPage);
    await applicant.getByRole('button', { name: say('offer.accept') }).click();
    await expect(applicant.getByText(say('status.accepted'))).toBeVisible();
    await hr.goto(record);
    await moveTo(main, 'Hire', 'Hired');
    await hr.goto(requisition);
    await hr.getByRole('button', { name: 'It is filled' }).click();
    await saysSo(hr, 'It is filled.');
    if (!untilFirstDay) return;

    // The first day: what the hiring prepared is looked through and sent, and of what is asked for a laptop is enough.
    await hr.goto(record);
    const joining = main.locator('#joiner');
    await expect(joining.getByText('Prepared', { exact: true })).toBeVisible();
    const asked = main.locator('#asked');
    await asked.locator('summary', { hasText: 'Change what is needed' }).click();
    await ticksOnly(asked.locator('input[name="kind"]'), 'laptop');
    await asked.getByRole('button', { name: 'Save what is needed' }).click();
    await saysSo(hr, 'Done.');
    await expect(asked.locator('.ar-things li')).toHaveText([/^Laptop/]);
    await joining.getByRole('link', { name: 'Look through and send' }).click();
    await expect(hr.getByRole('textbox', { name: 'E-mail', exact: true })).toHaveValue(email);
    await expect(hr.getByLabel('Full name')).toHaveValue(name);
    await ticksOnly(main.locator('.su-roles input[name="role"]'), 'interviewer');
    const newcomer = await comesIn(browser, hr, { name, email });
    await expect(asked.getByText('Asked for', { exact: true })).toBeVisible();
    const tag = await takesLaptop(hr, newcomer);
    await hr.goto(newcomer.record);
    await expect(asked.getByText('Handed over', { exact: true })).toBeVisible();
    await main.getByRole('link', { name: record.split('/').at(-1)! }).click();
    await expect(joining.getByText('Sent', { exact: true })).toBeVisible();
    await expect(asked.getByText('Handed over', { exact: true })).toBeVisible();
    await hr.goto(`${register}/${tag}`);
    await expect(main.locator('.as-holder')).toContainText(name);
  });
}

test('leaves: everything is asked back, looked at and wiped, signed for, and the account is closed', async ({ browser }) => {
  test.setTimeout(360_000);
  const hr = await deskOf(browser, 'hr@rihla.example', users);
  const leaver = await invites(browser, hr, { name: 'Sami Aziz', email: `leaver-${newWord()}@example.com` });
  const tag = await takesLaptop(hr, leaver);
  const main = hr.getByRole('main');

  await hr.goto(leaver.record);
  await expect(main.getByText('Must come back: 1')).toBeVisible();
  await main.getByRole('button', { name: 'Ask for everything back' }).click();
  await saysSo(hr, 'They are asked to bring everything back today.');
  await leaver.page.goto('/admin/my-assets');
  await expect(leaver.page.getByText('To come back')).toBeVisible();

  // Both look at it; the leaver signs on the keeper's screen.
  await main.getByRole('link', { name: 'Take back' }).click();
  await main.getByLabel('Its data was wiped just now').check();
  await main.getByLabel(`State of ${tag}`).selectOption({ label: 'Damaged' });
  await main.getByLabel(`Charge for ${tag} in AED`).fill('300');
  await main.getByLabel(`What is damaged of ${tag}`).fill('A corner of the screen');
  await main.getByLabel('Type the full name').fill(leaver.name);
  // A charge without its picture is not taken, and what was typed stays.
  await main.getByRole('button', { name: 'Take back and store the paper' }).click();
  const fault = 'A charge needs the state “Damaged” and a picture.';
  await expect(main.getByRole('alert').getByRole('link', { name: fault })).toHaveAttribute('href', /^#photo-/);
  await expect(main.locator('p').filter({ hasText: fault })).toBeVisible();
  await expect(main.getByLabel(`Charge for ${tag} in AED`)).toHaveValue('300');
  await main.getByLabel(`Picture of ${tag}`).setInputFiles(portrait());
  await main.getByRole('button', { name: 'Take back and store the paper' }).click();
  await saysSo(hr, 'Taken back.');
  await leaver.page.reload();
  await expect(leaver.page.getByRole('listitem').filter({ hasText: 'A corner of the screen' })).toContainText('Due');

  // An inspection without the wipe being confirmed does not put it back into stock.
  await hr.goto(`${register}/${tag}`);
  await expect(main.getByRole('link', { name: 'Return of company property' })).toBeVisible();
  await main.locator('summary', { hasText: 'Passed, back into stock' }).click();
  await main.getByRole('button', { name: 'Passed, back into stock' }).click();
  await expect(main.getByRole('alert')).toContainText('Confirm first that its data was wiped.');
  await hr.goto(`${register}/${tag}`);
  const passed = main.locator('details').filter({ has: hr.locator('button[value="pass"]') });
  await passed.locator('summary').click();
  await passed.getByLabel('Its data was wiped').check();
  await main.getByRole('button', { name: 'Passed, back into stock' }).click();
  await saysSo(hr, 'Done, and noted in its history.');
  await expect(main.locator('.dl-head').getByText('In stock')).toBeVisible();

  // Closed at once: whoever has left is signed out and stays out.
  await hr.goto(leaver.record);
  await expect(main.getByText('Nothing is with them.')).toBeVisible();
  await main.locator('form', { hasText: 'Leaves the house' }).getByLabel('Reason').fill('Resigned, last day today');
  await main.getByRole('button', { name: 'Leaves the house' }).click();
  await saysSo(hr, 'Saved.');
  await expect(main.locator('.dl-head').getByText('Left', { exact: true })).toBeVisible();
  await leaver.page.goto('/admin/my-assets');
  await expect(leaver.page).toHaveURL(/\/admin\/login/);
  await leaver.page.getByLabel('Email').fill(leaver.email);
  await leaver.page.getByLabel('Password').fill(demoPassword);
  await leaver.page.getByRole('button', { name: 'Sign in' }).click();
  await expect(leaver.page.getByRole('alert')).toBeVisible();
  await expect(leaver.page).toHaveURL(/\/admin\/login/);
});
