import { looksLikeEmail, plainEmail } from '#app/values/email.ts';
import { parseReference } from '#app/values/ids.ts';
import { plainText } from '#app/values/plain-text.ts';

export const longestColleagueEmail = 200;

/** What was typed of a colleague who is to be invited, and which of it is wrong. */
export function readInvitation(form: FormData) {
  const text = (name: string, most: number) => plainText(form.get(name), most).trim();
  const typed = {
    email: plainEmail(form.get('email'), longestColleagueEmail).toLowerCase(),
    name: text('name', 80),
    reason: text('reason', 300),
    language: text('language', 2),
    joiner: parseReference(text('joiner', 20)),
    version: text('version', 9),
  };
  const emailRight = looksLikeEmail(typed.email) && typed.email.length <= longestColleagueEmail;
  const wrong = !emailRight ? ('email' as const) : typed.name.length < 2 ? ('name' as const) : null;
  return { typed, wrong };
}
