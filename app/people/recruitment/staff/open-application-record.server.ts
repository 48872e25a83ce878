import { findStaffNames, listStaffWith } from '#app/platform/access-store.server.ts';
import { may, type Clerk } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { movesFrom } from '#app/values/status-table.ts';
import { isCovered, withoutIdentity } from '../blind-rules.ts';
import { offersMove, pipelineOf } from '../pipeline-rules.ts';
import { meets } from '../application-form.ts';
import { applicationMachine, isOpenStage, undoMs } from '../job-application-status.ts';
import {
  findApplicationEvents,
  findRefusal,
  findReviewers,
  findTwins,
  readAnswers,
  readApplicant,
  readProfile,
} from '../job-applications-store.server.ts';
import type { JobApplication } from '../job-applications.tables.ts';
import { jobTitle, mailTemplates, templateWords } from '../job-mails.server.ts';
import { findMessages } from '../job-messages-store.server.ts';
import { findOffers } from '../job-offers-store.server.ts';
import { findCriteria, findPostingAsStaff, findQuestions } from '../job-postings-store.server.ts';
import { findScoreCards } from '../job-scores-store.server.ts';
import { scoreOf, showsOthersScores } from '../score-rules.ts';
import { findRequestOfApplication } from '../../assets/asset-requests-store.server.ts';
import { showAssetRequest } from '../../assets/staff/show-asset-request.server.ts';
import { findJoiner } from '../joiners-store.server.ts';
import { mayScore } from '../application-view.server.ts';
import { days } from './open-applications.server.ts';
import { showJoiner } from './show-joiner.server.ts';

/** The record of an application as this colleague may see it. */
export async function openApplicationRecord(platform: Platform, viewer: Clerk, application: JobApplication, language: LanguageCode) {
  const { db, crypto, clock } = platform;
  const { id, status, postingId } = application;
  const [posting, title, questions, criteria, cards, events, twins, reviewers, refusal] = await Promise.all([
    postingId ? findPostingAsStaff(db, postingId) : null,
    jobTitle(db, application, language),
    postingId ? findQuestions(db, postingId) : [],
    postingId ? findCriteria(db, postingId) : [],
    findScoreCards(db, crypto, id),
    findApplicationEvents(db, id),
    findTwins(db, application, clock.now()),
    findReviewers(db, id),
    findRefusal(db, id),
  ]);
  const works = may(viewer, 'recruitment:work');
  const seesAll = may(viewer, 'recruitment:view');
  const [messages, offers, recruiters, judges, joiner, things] = await Promise.all([
    seesAll ? findMessages(db, crypto, id) : [],
    seesAll ? findOffers(db, crypto, id) : [],
    works ? listStaffWith(db, 'recruitment:work', { also: [application.ownerId] }) : [],
    works ? listStaffWith(db, 'interviews:own') : [],
    seesAll ? findJoiner(db, id) : null,
    seesAll ? findRequestOfApplication(db, id) : null,
  ]);
  const actors = [
    ...events.map(({ actor }) => actor),
    ...messages.map(({ author }) => author),
    ...cards.map(({ scoredBy }) => `staff:${scoredBy}`),
    ...offers.flatMap(({ writtenBy, decidedBy }) => [`staff:${writtenBy}`, ...(decidedBy ? [`staff:${decidedBy}`] : [])]),
    ...(application.ownerId ? [`staff:${application.ownerId}`] : []),
  ];
  const names = await findStaffNames(db, [...new Set(actors.filter((one) => one.startsWith('staff:')).map((one) => one.slice(6)))]);
  const named = (staffId: string | null) => (staffId ? (names.get(staffId.replace('staff:', '')) ?? null) : null);
  const now = clock.now();
  const blind = isCovered({ ...application, blind: posting?.blind === true }, now);
  const contact = readApplicant(crypto, application);
  const profile = readProfile(crypto, application);
  const answers = readAnswers(crypto, application);
  const mine = cards.find(({ scoredBy }) => scoredBy === viewer.user.id);
  const others = showsOthersScores({ hasScored: mine !== undefined, mayScore: mayScore(viewer) });
  const shown = (words: string) => (blind ? withoutIdentity(words, contact.name) : words);
  const undoable = status === 'rejected' && refusal !== null && now - refusal.at.getTime() < undoMs;
  const values = { name: contact.name, job: await jobTitle(db, application, application.language), reference: application.reference };
  const pipeline = pipelineOf(posting);
  const moves = works ? movesFrom(applicationMachine, status, 'recruiter').filter((event) => offersMove(pipeline, event)) : [];
  return {
    id,
    reference: application.reference,
    version: application.version,
    status,
    job: title,
    postingId,
    name: blind ? null : contact.name,
    blind,
    contact: seesAll && !blind ? { email: contact.email, phone: contact.phone } : null,
    purged: application.purgedAt !== null,
    facts: {
      language: application.language,
      source: application.source,
      notice: application.noticeWeeks,
      visa: application.visaStatus,
      sentOn: application.createdAt.toISOString(),
      days: days(application.stageSince, now),
      keepMonths: application.keepMonths,
      keepUntil: application.keepUntil,
      reason: application.rejectReason,
    },
    profile: (['headline', 'experience', 'education', 'skills', 'languages', 'letter'] as const).flatMap((field) =>
      profile[field] ? [{ field, words: shown(profile[field]) }] : [],
    ),
    cv: application.cvStored && !blind ? { type: application.cvType, kilobytes: Math.ceil((application.cvBytes ?? 0) / 1024) } : null,
    answers: questions.map((question) => ({
      id: question.id,
      label: question.words[language],
      kind: question.kind,
      answer: answers[question.id] ? shown(answers[question.id]!) : null,
      wanted: question.wanted,
      meets: meets(question, answers[question.id] ?? ''),
    })),
    criteria: criteria.map(({ id: criterionId, name, weight }) => ({ id: criterionId, name, weight })),
    scoring: { open: mayScore(viewer) && isOpenStage(status), mine: mine !== undefined },
    hiddenCards: others ? 0 : cards.length,
    cards: (others ? cards : []).map((card) => ({
      id: card.id,
      by: named(card.scoredBy),
      score: scoreOf(card.points, criteria),
      points: criteria.map((one) => ({ name: one.name, point: card.points[one.id] ?? null })),
      verdict: card.verdict,
      words: shown(card.words),
    })),
    // What was written to them and by them names them, and a note of a colleague who knew them may as well.
    hiddenMails: blind ? messages.filter(({ kind }) => kind !== 'note').length : 0,
    hiddenNotes: blind ? messages.filter((one) => one.kind === 'note' && one.author !== `staff:${viewer.user.id}`).length : 0,
    messages: messages
      .filter(({ kind, author }) => !blind || (kind === 'note' && author === `staff:${viewer.user.id}`))
      .map(({ id: messageId, kind, subject, words, author, createdAt, sendAt, sentAt, calledBackAt }) => ({
        id: messageId,
        kind,
        subject,
        words,
        by: named(author),
        at: createdAt.toISOString(),
        waitsUntil: kind === 'out' && !sentAt && !calledBackAt && sendAt && sendAt.getTime() > now ? sendAt.toISOString() : null,
        calledBack: calledBackAt !== null,
      })),
    offers: offers.map((offer) => ({
      number: offer.number,
      status: offer.status,
      salary: money(offer.salary, offer.currency),
      startsOn: offer.startsOn,
      answerBy: offer.answerBy,
      terms: offer.terms,
      by: named(offer.writtenBy),
      decidedBy: named(offer.decidedBy),
      mine: offer.writtenBy === viewer.user.id,
    })),
    events: events.map(({ version, event, fromStatus, toStatus, actor, detail, at }) => ({
      version,
      event,
      to: fromStatus === toStatus ? null : toStatus,
      by: named(actor.startsWith('staff:') ? actor.slice(6) : null),
      detail: event === 'reject' ? detail : null,
      at: at.toISOString(),
    })),
    twins:
      seesAll && !blind ? twins.map((twin) => ({ reference: twin.reference, status: twin.status, at: twin.createdAt.toISOString() })) : [],
    reviewers,
    owner: application.ownerId,
    recruiters: recruiters.map(({ userId, displayName }) => ({ id: userId, name: displayName })),
    judges: judges.map(({ userId, displayName }) => ({ id: userId, name: displayName })),
    works,
    seesAll,
    publishes: may(viewer, 'recruitment:publish'),
    undoable,
    plans: works && pipeline.stages.includes('interview') && (status === 'shortlisted' || status === 'interview'),
    moves,
    keepStop: blind ? ('covered' as const) : application.keepMonths < 12 ? ('no-consent' as const) : null,
    templates:
      works && !blind
        ? mailTemplates
            .filter((one) => one === 'more' || one === 'talk')
            .map((one) => ({ id: one, ...templateWords(application.language, one, values) }))
        : [],
    joiner: joiner && (await showJoiner(platform, viewer, joiner)),
    things: things && (await showAssetRequest(platform, viewer, things)),
    rejection: works && !blind ? templateWords(application.language, 'rejected', values).words : '',
  };
}
