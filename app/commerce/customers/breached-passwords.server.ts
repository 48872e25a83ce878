import { createHash } from 'node:crypto';

/** Nobody waits longer for it: a list that does not answer keeps nobody out. */
const waitMs = 1_500;
/** A range holds some 1,500 lines at most; whatever sends more is not the list. */
const mostCharacters = 200_000;
const asRange = /^[0-9A-F]{35}:\d+\s*$/m;

export type Send = typeof fetch;

/**
 * Whether a password stands in a public list of passwords that were stolen elsewhere. Of the password only the first five
 * of the forty characters of its hash go out, which some thousand passwords share, and the answer is padded, so that
 * neither the list nor whoever sees the traffic learns which was asked for.
 *
 * `url` is where ranges are read, to which those five are added; null where no list is connected. False also when nobody
 * can say: a list that is silent must not keep a traveller from their account.
 */
export async function wasBreached(url: string | null, password: string, send: Send = fetch): Promise<boolean> {
  if (!url) return false;
  const hash = createHash('sha1').update(password.normalize('NFC')).digest('hex').toUpperCase();
  const range = await readRange(url, hash.slice(0, 5), send).catch(() => null);
  const line = range?.split('\n').find((each) => each.startsWith(`${hash.slice(5)}:`));
  // A padded answer also has lines that nobody was seen with.
  return line !== undefined && Number(line.slice(36)) > 0;
}

/** The lines `<the other 35 characters>:<times seen>` of a range; null where the answer is none. Throws where nothing came. */
export async function readRange(url: string, prefix: string, send: Send = fetch): Promise<string | null> {
  const answer = await send(new URL(prefix, url.endsWith('/') ? url : `${url}/`), {
    headers: { 'Add-Padding': 'true' },
    redirect: 'error',
    signal: AbortSignal.timeout(waitMs),
  });
  if (!answer.ok) return null;
  const text = await answer.text();
  return text.length <= mostCharacters && asRange.test(text) ? text.toUpperCase() : null;
}
