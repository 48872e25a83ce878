import { data, redirect } from 'react-router';
import type { Outcome } from '#app/values/outcome.ts';
import { findPapersSince } from './evisa-documents-store.server.ts';
import { readTyped, type TypedForm } from './evisa-form.ts';
import { findRequests } from './evisa-requests-store.server.ts';
import { pressedApplication, type ApplicationPress } from './take-application-form.server.ts';
import { stillAsked } from './read-evisa-group.server.ts';
import type { DocumentCode } from './evisa-offer.ts';

/** An answer that could not be passed on yet: what of it is wrong, and what was typed. */
export interface HeldAnswer {
  /** Papers that were asked for and are not there. */
  readonly missing: readonly DocumentCode[];
  /** Files that were not taken, as `photo.too-large`. */
  readonly unfit: readonly string[];
  readonly typed: TypedForm;
  readonly words: string;
}

/**
 * What a traveller sends for what was asked. Papers that were taken stay, whatever else is wrong; the rest comes back to the
 * page with what was typed.
 */
export async function takeAnswerForm(
  press: ApplicationPress,
  papers: () => Promise<string[]>,
  answer: (given: { readonly typed: TypedForm; readonly words: string }) => Promise<Outcome<unknown, string>>,
) {
  const { platform, text, here } = press;
  const { id } = pressedApplication(press);
  const given = { typed: readTyped((name) => text(name)), words: text('words', 2000) };
  const unfit = await papers();
  const answered = unfit.length === 0 ? await answer(given) : null;
  if (answered?.ok) return redirect(`${here}&saved=answered`);
  if (answered && answered.refused !== 'paper-missing') return redirect(`${here}&refused=${answered.refused}`);
  const open = (await findRequests(platform.db, [id])).findLast((request) => request.answeredAt === null);
  const missing = open ? stillAsked(open, await findPapersSince(platform.db, id, open.askedAt)) : [];
  const held: HeldAnswer = { missing, unfit, ...given };
  return data(held, { status: 422 });
}
