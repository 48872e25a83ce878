import type { HttpTraveller, ReadPage } from './http-traveller.ts';
import { readMail } from './mailbox.ts';

/** An account begun without scripts, and the page that says so. */
export async function beginAccount(traveller: HttpTraveller, email: string, password: string): Promise<ReadPage> {
  const form = await traveller.open('/auth?tab=sign-up');
  await traveller.submit(form, /^Create account$/, { firstName: 'Amal', lastName: 'Nasser', email, password });
  const confirm = await traveller.open(await readMail(email, /\/auth\/confirm\/[\w.-]{43,}/));
  return traveller.submit(confirm, /^Create my account$/);
}
