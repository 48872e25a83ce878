import { randomUUID } from 'node:crypto';
import { transact } from '#app/platform/database.server.ts';
import { networkOf, takeTry } from '#app/platform/limiter.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dayMs, hourMs } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { insertAlert } from './job-alerts-store.server.ts';
import { jobEmailIndex } from './job-applications-store.server.ts';
import { alertToken, jobAlertMail } from './job-mails.server.ts';
import type { Department, JobPlace } from './job-posting-kinds.ts';

const limits = {
  network: { name: 'job-alert:network', most: 10, perMs: hourMs },
  email: { name: 'job-alert:email', most: 3, perMs: dayMs },
};

/** Asks the owner of an address whether they want to hear of openings. Until they say so in their mail, nothing is sent. */
export async function askForAlerts(
  platform: Platform,
  ask: {
    readonly email: string;
    readonly language: LanguageCode;
    readonly department: Department | null;
    readonly place: JobPlace | null;
    readonly address: string;
  },
): Promise<Outcome<null, 'too-often'>> {
  const { db, clock, crypto, jobs, secret } = platform;
  const { address, ...alert } = ask;
  const waits = [
    await takeTry(db, clock, limits.network, networkOf(address)),
    await takeTry(db, clock, limits.email, jobEmailIndex(crypto, ask.email)),
  ];
  if (waits.some((seconds) => seconds > 0)) return refuse('too-often');
  const id = randomUUID();
  return transact(db, async (tx) => {
    await insertAlert(tx, crypto, clock.now(), { ...alert, id, token: alertToken(secret, id) });
    await jobs.send(tx, jobAlertMail, { alertId: id, postingId: null });
    return done(null);
  });
}
