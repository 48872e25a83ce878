import type { TestApp } from '#tests/support/test-app.ts';
import type { TestPlatform } from '#tests/support/test-platform.ts';

/** What a browser keeps between requests. */
export class CookieJar {
  readonly #kept = new Map<string, string>();

  take(answer: Response): Response {
    for (const line of answer.headers.getSetCookie()) {
      const pair = line.split(';')[0]!;
      const name = pair.slice(0, pair.indexOf('='));
      if (/max-age=0/i.test(line)) this.#kept.delete(name);
      else this.#kept.set(name, pair);
    }
    return answer;
  }

  get cookie(): string {
    return [...this.#kept.values()].join('; ');
  }
}

/** A browser that talks to the built application and keeps its cookies. */
export function openBrowser(app: TestApp) {
  const jar = new CookieJar();
  return {
    jar,
    get: async (path: string) => jar.take(await app.send(path, { cookie: jar.cookie })),
    post: async (path: string, form: Record<string, string>) => jar.take(await app.send(path, { cookie: jar.cookie, form })),
  };
}

/** Sends what is waiting and returns the newest mail to an address. */
export async function newestMailTo(platform: TestPlatform, email: string) {
  // The clock of tests stands still; a later mail must be later.
  platform.clock.advance(1_000);
  await platform.jobs.drain();
  const mails = (await platform.mail.folder!.list()).filter((mail) => mail.to === email);
  return mails.at(0) ?? null;
}

/** The path of the one link in a mail. */
export function linkIn(mail: { readonly text: string } | null): string {
  const found = /https?:\/\/[^/\s]+(\/\S+)/.exec(mail?.text ?? '');
  if (!found) throw new Error(`No link in ${mail?.text ?? 'a mail that was not sent'}`);
  // Without the language it opens in: what follows goes on from the path.
  return found[1]!.replace(/\?lang=\w+$/, '');
}
