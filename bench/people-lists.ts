import { randomUUID } from 'node:crypto';
import { assetKinds, assetPlaces } from '#app/people/assets/asset-kinds.ts';
import { assetTabs, readAssetsView } from '#app/people/assets/assets-view.ts';
import { openRegister } from '#app/people/assets/staff/open-register.server.ts';
import { interviewTabs } from '#app/people/interviews/interview-kinds.ts';
import { readInterviewsView } from '#app/people/interviews/interviews-view.ts';
import { openInterviews } from '#app/people/interviews/staff/open-interviews.server.ts';
import { applicationSources } from '#app/people/recruitment/job-application-kinds.ts';
import { applicationStates, openStages } from '#app/people/recruitment/job-application-status.ts';
import { insertApplication, jobEmailIndex } from '#app/people/recruitment/job-applications-store.server.ts';
import { readApplicationView } from '#app/people/recruitment/application-view.server.ts';
import { openApplications } from '#app/people/recruitment/staff/open-applications.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { referenceFrom } from '#app/values/ids.ts';
import { below, clerk, columnsOf, measureLists, one, openListBench } from './list-bench.ts';

/**
 * `npm run bench:lists`, its third part: applications for work as a list and as a board, with every filter and search, two
 * hundred thousand of them, and the lists of interviews and of things beside them. Fails when one takes more than 150 ms at
 * its 95th percentile. Set BENCH_CASES for another number of applications.
 */
const applications = Number(process.env['BENCH_CASES'] ?? 200_000);
const interviews = Math.round(applications / 10);
const things = Math.round(applications / 10);
const bench = await openListBench();
const { platform, client, day } = bench;
const recruiters = ['recruiter-one', 'recruiter-two', 'recruiter-three'];
await bench.hire(recruiters, 'recruiter');
await bench.hire(['interviewer-one'], 'interviewer');
await bench.hire(['keeper-one'], 'hr_manager');

const started = performance.now();
const postings = Array.from({ length: 40 }, (_, at) => `posting-${at}`);
for (const [at, id] of postings.entries()) {
  await client.query(
    `insert into job_postings (id, status, department, place, employment, remote, opened_on, closes_on, changed_at, blind)
     values ($1, 'published', 'travel', 'dubai', 'full-time', false, '2026-01-01', '2027-01-20', now(), $2)`,
    [id, at % 5 === 0],
  );
  await client.query(
    `insert into job_posting_words (posting_id, language, title, summary, duties, needs) values ($1, 'en', $2, 'What it is about', '{}', '{}')`,
    [id, `Position ${at}`],
  );
}

/** One as the page makes it, whose sealed fields every copy of it carries: as long as those of a CV that was read. */
const model = randomUUID();
const words = 'Seven years of selling flights and visas to families in the Gulf. '.repeat(10);
const contact = { name: 'Ines Ortega', email: 'ines@example.com', phone: '+971501234567' };
await transact(platform.db, (tx) =>
  insertApplication(tx, platform, platform.clock.now(), {
    id: model,
    reference: referenceFrom(Buffer.from(model.replaceAll('-', ''), 'hex')),
    postingId: postings[0]!,
    language: 'en',
    source: 'site',
    contact,
    profile: { headline: 'Agent', experience: words, education: words, skills: words, languages: 'English', letter: words },
    answers: {},
    knockOuts: 0,
    noticeWeeks: 4,
    visaStatus: 'own-visa',
    cvStored: null,
    cvType: null,
    cvBytes: null,
    keepMonths: 12,
  } as Parameters<typeof insertApplication>[3]),
);
const references: string[] = [];
const addresses = Array.from({ length: 500 }, (_, at) => `applicant${at}@example.com`);
const ids: string[] = [model];
await client.query('begin');
for (let made = 1; made < applications;) {
  const rows: unknown[][] = [];
  for (; rows.length < 2_000 && made < applications; made += 1) {
    // Sealed for the model: each copy carries its contact, which is opened under that id.
    const id = randomUUID();
    ids.push(id);
    const reference = referenceFrom(Buffer.from(id.replaceAll('-', ''), 'hex'));
    if (references.length < 200) references.push(reference);
    const isOpen = below(8) === 0;
    const at = new Date(day(isOpen ? -below(60) : -below(1000)).getTime() - below(86_400_000));
    const status = one(isOpen ? openStages : applicationStates.filter((state) => !(openStages as readonly string[]).includes(state)));
    rows.push([
      id,
      reference,
      below(12) === 0 ? null : one(postings),
      status,
      one(applicationSources),
      jobEmailIndex(platform.crypto, below(4) === 0 ? one(addresses) : `${id}@example.com`),
      below(3) === 0 ? null : one(recruiters),
      status === 'rejected' ? 'skills' : null,
      at,
      platform.crypto.seal(JSON.stringify(contact), `job_applications|contact|${id}`),
    ]);
  }
  await client.query(
    `insert into job_applications (id, reference, posting_id, status, version, language, source, contact, email_index, profile, answers,
       knock_outs, notice_weeks, visa_status, secret_hash, owner_id, agreed_at, keep_months, keep_until, reject_reason, stage_since, created_at, changed_at)
     select t.id, t.reference, t.posting, t.status, 3, 'en', t.source, t.contact, t.email, m.profile, m.answers,
       0, nullif(abs(hashtext(t.id)) % 14, 13), 'own-visa', t.id, t.owner, t.at, 12, '2028-01-01', t.reason, t.at, t.at, t.at
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::timestamptz[], $10::text[])
       as t(id, reference, posting, status, source, email, owner, reason, at, contact)
     join job_applications m on m.id = '${model}'`,
    columnsOf(rows),
  );
}
await client.query(
  `insert into job_reviewers (application_id, user_id, added_by, added_at)
   select id, 'interviewer-one', 'recruiter-one', now() from unnest($1::text[]) as t(id)`,
  [ids.filter(() => below(200) === 0)],
);
await client.query(
  `insert into job_score_cards (id, application_id, scored_by, points, verdict, words, sent_at)
   select 'card-' || id, id, 'interviewer-one', '{}', 'yes', '', now() from unnest($1::text[]) as t(id)`,
  [ids.filter(() => below(10) === 0)],
);
const talks: unknown[][] = [];
for (let made = 0; made < interviews; made += 1) {
  const id = randomUUID();
  const status = one(['invited', 'confirmed', 'completed', 'completed', 'completed', 'cancelled', 'no_show']);
  const starts = new Date(day(status === 'confirmed' ? below(30) : -below(700) - 1).getTime() + below(86_400_000));
  const agreed = status !== 'invited';
  const reference = referenceFrom(Buffer.from(id.replaceAll('-', ''), 'hex'));
  talks.push([
    id,
    reference,
    one(ids),
    status,
    agreed ? starts : null,
    agreed ? new Date(starts.getTime() + 2_700_000) : null,
    day(-below(700)),
  ]);
}
await client.query(
  `insert into interviews (id, reference, application_id, round, mode, place, minutes, status, zone, starts_at, ends_at, token_hash, expires_at, made_by, created_at, changed_at)
   select id, reference, application, 'first', 'phone', '', 45, status, 'Asia/Dubai', starts, ends,
     case when status = 'invited' then id end, case when status = 'invited' then now() + interval '3 days' end, 'staff:recruiter-one', at, at
   from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::timestamptz[], $7::timestamptz[])
     as t(id, reference, application, status, starts, ends, at)`,
  columnsOf(talks),
);
await client.query(`insert into interview_panel (interview_id, user_id) select id, 'interviewer-one' from interviews`);
const kept: unknown[][] = [];
for (let made = 0; made < things; made += 1) {
  const status = one([
    'in_stock',
    'assigned',
    'assigned',
    'assigned',
    'return_requested',
    'inspection',
    'in_repair',
    'retired',
    'retired',
    'lost',
  ]);
  const held = status === 'assigned' || status === 'return_requested';
  kept.push([
    `ZZ-${String(made).padStart(5, '0')}`,
    one(assetKinds),
    status,
    held ? one(recruiters) : null,
    day(-below(700)),
    held && below(3) === 0 ? day(below(60) - 20) : null,
    one(assetPlaces),
  ]);
}
await client.query(
  `insert into assets (id, tag, kind, model, serial, status, holder_id, since, due_back_on, place, bought_on, warranty_until, cost, life_months, keeps_data, created_at, changed_at)
   select tag, tag, kind, 'Model ' || right(tag, 2), 'S-' || tag, status, holder, since, due, place, '2025-01-01',
     date '2026-06-01' + abs(hashtext(tag)) % 700, 350000, 36, true, now(), now()
   from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::date[], $6::date[], $7::text[]) as t(tag, kind, status, holder, since, due, place)`,
  columnsOf(kept),
);
await client.query('commit');
// As the server does by itself once it has time.
await client.query('vacuum analyze');
console.log(
  `${applications} applications, ${interviews} interviews and ${things} things made in ${((performance.now() - started) / 1000).toFixed(0)} s`,
);

const recruiter = clerk('recruiter-one', 'recruiter');
const interviewer = clerk('interviewer-one', 'interviewer');
const questions: Record<string, () => string> = {};
for (const stage of ['open', ...applicationStates, 'all']) {
  questions[`${stage}`] = () => `?stage=${stage}`;
  questions[`${stage}, one posting`] = () => `?stage=${stage}&posting=${one(postings)}`;
  questions[`${stage}, to no posting`] = () => `?stage=${stage}&posting=open`;
  questions[`${stage}, one recruiter`] = () => `?stage=${stage}&owner=${one(recruiters)}`;
  questions[`${stage}, of nobody`] = () => `?stage=${stage}&owner=nobody`;
  questions[`${stage}, one source`] = () => `?stage=${stage}&source=${one(applicationSources)}`;
  questions[`${stage}, posting, recruiter and source`] = () =>
    `?stage=${stage}&posting=${one(postings)}&owner=${one(recruiters)}&source=${one(applicationSources)}`;
}
for (const stage of ['open', ...applicationStates, 'all'])
  for (const sort of ['notice', '-notice']) {
    questions[`${stage}, by ${sort}`] = () => `?stage=${stage}&sort=${sort}`;
    questions[`${stage}, one posting, by ${sort}`] = () => `?stage=${stage}&sort=${sort}&posting=${one(postings)}`;
    questions[`${stage}, one recruiter and source, by ${sort}`] = () =>
      `?stage=${stage}&sort=${sort}&owner=${one(recruiters)}&source=${one(applicationSources)}`;
  }
questions['find a reference'] = () => `?stage=all&find=${one(references)}`;
questions['find an address'] = () => `?stage=all&find=${one(addresses)}`;
questions['find who is not there'] = () => '?stage=all&find=nobody@example.com';

/** Where the list stands so many applications further down. */
async function farDown(rows: number): Promise<string> {
  const { rows: found } = await client.query<{ at: Date; id: string }>(
    'select created_at as at, id from job_applications order by created_at desc, id limit 1 offset $1',
    [rows],
  );
  return `${found[0]!.at.toISOString()}~${found[0]!.id}`;
}
const far = await farDown(Math.round(applications * 0.9));
const asked = (viewer: typeof recruiter, ask: () => string) => () => {
  const view = readApplicationView(new URLSearchParams(ask()));
  return {
    first: () => openApplications(platform, viewer, view, 'en'),
    later: async () => {
      const { next } = await openApplications(platform, viewer, view, 'en');
      return () => openApplications(platform, viewer, { ...view, after: next ?? '' }, 'en');
    },
  };
};
const farPage = (stage: string) => () => ({
  first: () => openApplications(platform, recruiter, { ...readApplicationView(new URLSearchParams({ stage })), after: far }, 'en'),
});
const within = await measureLists([
  ...Object.entries(questions).map(([name, ask]) => ({ name, open: asked(recruiter, ask) })),
  ...['all', 'rejected', 'hired'].map((stage) => ({ name: `${stage}, nine tenths down`, open: farPage(stage) })),
  { name: 'the board', open: asked(recruiter, () => '?view=board') },
  { name: 'the board, one posting', open: asked(recruiter, () => `?view=board&posting=${one(postings)}`) },
  { name: 'the board, one recruiter', open: asked(recruiter, () => `?view=board&owner=${one(recruiters)}`) },
  { name: 'an interviewer’s own', open: asked(interviewer, () => '?stage=all') },
  ...interviewTabs.map((tab) => ({
    name: `interviews, ${tab}`,
    open: () => {
      const view = readInterviewsView(new URLSearchParams({ tab }));
      return {
        first: () => openInterviews(platform, recruiter, view, 'en', 50),
        later: async () => {
          const { next } = await openInterviews(platform, recruiter, view, 'en', 50);
          return () => openInterviews(platform, recruiter, { ...view, after: next }, 'en', 50);
        },
      };
    },
  })),
  ...assetTabs.flatMap((tab) =>
    [
      '',
      `&kind=laptop`,
      '&find=model%201',
      '&find=recruiter',
      '&sort=due',
      '&sort=-since',
      '&sort=warranty',
      '&warranty=90',
      '&warranty=ended',
    ].map((more) => ({
      name: `things, ${tab}${more.replace('&', ', ')}`,
      open: () => {
        const view = readAssetsView(new URLSearchParams(`?tab=${tab}${more}`));
        return {
          first: () => openRegister(platform, view),
          later: async () => {
            const { next } = await openRegister(platform, view);
            return () => openRegister(platform, { ...view, after: next });
          },
        };
      },
    })),
  ),
]);
await bench.close();
process.exitCode = within ? 0 : 1;
