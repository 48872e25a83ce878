import { meets } from '#app/people/recruitment/application-form.ts';
import { storeCv } from '#app/people/recruitment/apply.server.ts';
import type { ApplicationSource, ScoreVerdict, VisaStatus } from '#app/people/recruitment/job-application-kinds.ts';
import type { ApplicationEvent, RejectReason } from '#app/people/recruitment/job-application-status.ts';
import {
  addReviewer,
  findApplicationAsSystem,
  insertApplication,
  moveApplication,
} from '#app/people/recruitment/job-applications-store.server.ts';
import { jobTitle, templateWords } from '#app/people/recruitment/job-mails.server.ts';
import { insertMessage, markSent } from '#app/people/recruitment/job-messages-store.server.ts';
import { answerOffer, findOffers, insertOffer, moveOffer } from '#app/people/recruitment/job-offers-store.server.ts';
import { deleteCvUpload } from '#app/people/recruitment/job-papers-store.server.ts';
import { findCriteria, findPostingAsStaff, findQuestions } from '#app/people/recruitment/job-postings-store.server.ts';
import { insertScoreCard } from '#app/people/recruitment/job-scores-store.server.ts';
import { findAccountByEmail } from '#app/platform/account-store.server.ts';
import { newReference } from '#app/platform/crypto.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { zipOf } from '#app/platform/zip.server.ts';
import { addDays, addMilliseconds, dateIn, dayMs, hourMs } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';

type Move = Extract<ApplicationEvent, 'screen' | 'shortlist' | 'interview' | 'offer' | 'hire' | 'reject' | 'keep'>;

interface Applicant {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly posting: string | null;
  readonly language: LanguageCode;
  readonly source: ApplicationSource;
  readonly daysAgo: number;
  /** What became of it, and how many days ago. */
  readonly moves?: readonly (readonly [Move, number])[];
  readonly reason?: RejectReason;
  readonly headline: string;
  readonly experience: string;
  readonly education: string;
  readonly skills: string;
  readonly speaks: string;
  readonly letter: string;
  readonly notice: number | null;
  readonly visa: VisaStatus;
  readonly keepMonths?: 6 | 12 | 24;
  /** In the order of the posting's questions. */
  readonly answers?: readonly string[];
  /** The card of the owner of the house: points in the order of the criteria. */
  readonly card?: { readonly points: readonly number[]; readonly verdict: ScoreVerdict; readonly words: string };
  readonly note?: string;
  /** A month's pay in whole dirhams. */
  readonly offered?: number;
}

/** Made-up applicants to the house's openings, one or two in each stage. */
const applicants: readonly Applicant[] = [
  {
    name: 'Rowena Dizon',
    email: 'rowena.dizon@mail.example',
    phone: '+971501128834',
    posting: 'flight-desk-agent',
    language: 'tl',
    source: 'site',
    daysAgo: 1,
    headline: 'Ticketing agent, limang taon sa Deira',
    experience: '2021 – 2026: Ticketing agent sa isang ahensiya sa Deira. Reissue, refund at grupo.\n2019 – 2021: Reservations sa Maynila.',
    education: 'BS Tourism Management, Maynila',
    skills: 'Amadeus, fare rules, reissue',
    speaks: 'Tagalog, Ingles, kaunting Arabe',
    letter: 'Gusto kong ipaliwanag ang pamasahe sa paraang naiintindihan ng pamilya ko.\n\nRowena',
    notice: 4,
    visa: 'own-visa',
    answers: ['5', 'Amadeus, Sabre'],
  },
  {
    name: 'Khaled Mansoori',
    email: 'khaled.mansoori@mail.example',
    phone: '+971551940027',
    posting: 'flight-desk-agent',
    language: 'ar',
    source: 'referral',
    daysAgo: 9,
    moves: [
      ['screen', 8],
      ['shortlist', 5],
    ],
    headline: 'موظف حجوزات طيران',
    experience: '2022 – 2026: مكتب حجوزات في الشارقة، تذاكر جماعية واسترداد.\n2020 – 2022: خدمة العملاء في شركة طيران.',
    education: 'دبلوم السياحة، الشارقة',
    skills: 'أماديوس، قواعد الأسعار، الاسترداد',
    speaks: 'العربية، الإنجليزية',
    letter: 'أحب أن أجد للمسافر طريقاً حين تُلغى رحلته، وأن أشرح له ما يدفع ولماذا.',
    notice: 4,
    visa: 'citizen',
    keepMonths: 12,
    answers: ['4', 'Amadeus'],
    card: { points: [4, 4, 5], verdict: 'yes', words: 'Explained a partial refund without a paper. Calm on the phone.' },
    note: 'Recommended by Basil of the flight desk.',
  },
  {
    name: 'Priya Nambiar',
    email: 'priya.nambiar@mail.example',
    phone: '+971522207715',
    posting: 'flight-desk-agent',
    language: 'en',
    source: 'job-board',
    daysAgo: 16,
    moves: [
      ['screen', 15],
      ['reject', 12],
    ],
    reason: 'experience',
    headline: 'Hotel receptionist who wants to move to flights',
    experience: '2024 – 2026: Front desk of a hotel in Al Barsha.',
    education: 'Diploma in hospitality, Kochi',
    skills: 'Guest service, night audit',
    speaks: 'English, Malayalam, Hindi',
    letter: 'I have not issued a ticket yet, and I learn fast.',
    notice: 8,
    visa: 'own-visa',
    answers: ['0', 'Opera'],
  },
  {
    name: 'Omar Benhaddou',
    email: 'omar.benhaddou@mail.example',
    phone: '+971569031248',
    posting: 'software-engineer',
    language: 'en',
    source: 'site',
    daysAgo: 2,
    headline: 'Full-stack engineer, payments and forms',
    experience:
      '2020 – 2026: Engineer in a payments team: ledgers, reconciliation, forms that work without scripts.\n2017 – 2020: Web developer at a newspaper.',
    education: 'MSc Computer Science, Rabat',
    skills: 'TypeScript, PostgreSQL, accessibility',
    speaks: 'English, French, Arabic',
    letter: 'A page that cannot be used with a keyboard is not finished. I would like to work where that is the rule.\n\nOmar Benhaddou',
    notice: 8,
    visa: 'needs-visa',
    answers: ['yes'],
  },
  {
    name: 'Daniela Prieto',
    email: 'daniela.prieto@mail.example',
    phone: '+34611402983',
    posting: 'software-engineer',
    language: 'es',
    source: 'social',
    daysAgo: 6,
    moves: [['screen', 4]],
    headline: 'Ingeniera de datos que volvió a la web',
    experience: '2021 – 2026: Canalizaciones de datos para una aerolínea.\n2018 – 2021: Desarrollo web en Sevilla.',
    education: 'Grado en Informática, Sevilla',
    skills: 'SQL, TypeScript, Python',
    speaks: 'Español, inglés',
    letter: 'Me gusta que los números cuadren y que la página cargue en un tren.',
    notice: 4,
    visa: 'abroad',
    answers: ['no'],
  },
  {
    name: 'Samir Chowdhury',
    email: 'samir.chowdhury@mail.example',
    phone: '+971503390156',
    posting: 'software-engineer',
    language: 'en',
    source: 'referral',
    daysAgo: 24,
    moves: [
      ['screen', 22],
      ['shortlist', 17],
      ['interview', 9],
    ],
    headline: 'Engineer for booking systems',
    experience: '2019 – 2026: Hotel booking engine, on-call lead for two years.\n2016 – 2019: Backend developer.',
    education: 'BSc Software Engineering, Dhaka',
    skills: 'TypeScript, SQL, incident response',
    speaks: 'English, Bengali',
    letter: 'I have been woken by double bookings often enough to know how to make them impossible.',
    notice: 8,
    visa: 'own-visa',
    keepMonths: 24,
    answers: ['yes'],
    card: { points: [5, 4, 3, 4], verdict: 'strong-yes', words: 'Named the race before we did, and wrote the test for it.' },
  },
  {
    name: 'Hanan Yousef',
    email: 'hanan.yousef@mail.example',
    phone: '+971544471902',
    posting: 'visa-file-officer',
    language: 'ar',
    source: 'alert',
    daysAgo: 3,
    moves: [['screen', 1]],
    headline: 'مسؤولة ملفات تأشيرات',
    experience: '2020 – 2026: مركز تأشيرات في دبي، مراجعة ملفات شنغن.',
    education: 'بكالوريوس إدارة أعمال، عمّان',
    skills: 'تدقيق المستندات، المواعيد، الأرشفة',
    speaks: 'العربية، الإنجليزية، الفرنسية',
    letter: 'أعرف كم تكلّف الأسرة غلطةٌ في تاريخ، ولذلك أقرأ كل ملف مرتين.',
    notice: 4,
    visa: 'own-visa',
    keepMonths: 12,
  },
  {
    name: 'Teresa Amorim',
    email: 'teresa.amorim@mail.example',
    phone: '+351912440873',
    posting: 'visa-file-officer',
    language: 'pt',
    source: 'site',
    daysAgo: 30,
    moves: [
      ['screen', 28],
      ['shortlist', 23],
      ['interview', 14],
      ['offer', 2],
    ],
    headline: 'Ex-funcionária consular',
    experience: '2015 – 2025: Seção de vistos de um consulado em Lisboa.\n2025 – 2026: Consultoria independente.',
    education: 'Licenciatura em Direito, Coimbra',
    skills: 'Análise de processos, atendimento, sigilo',
    speaks: 'Português, inglês, espanhol',
    letter: 'Dez anos do outro lado do balcão: sei o que falta em um processo antes de ele ser entregue.',
    notice: 2,
    visa: 'abroad',
    card: { points: [5, 5, 4], verdict: 'strong-yes', words: 'Found both planted mistakes in the sample file.' },
    offered: 11_500,
  },
  {
    name: 'Lucía Herrera',
    email: 'lucia.herrera@mail.example',
    phone: '+971586613094',
    posting: 'tour-product-editor',
    language: 'es',
    source: 'job-board',
    daysAgo: 7,
    moves: [
      ['screen', 6],
      ['shortlist', 3],
    ],
    headline: 'Redactora de guías de viaje',
    experience: '2018 – 2026: Guías de Georgia, Armenia y Uzbekistán para dos editoriales.',
    education: 'Periodismo, Granada',
    skills: 'Edición, planificación de rutas',
    speaks: 'Español, inglés, ruso',
    letter: 'He dormido en la mitad de los hoteles que ustedes venden en el Cáucaso; de la otra mitad quiero saber más.',
    notice: 4,
    visa: 'needs-visa',
    keepMonths: 12,
    card: { points: [5, 4, 3], verdict: 'yes', words: 'A fine eye for a day that is too full.' },
  },
  {
    name: 'Joseph Mensah',
    email: 'joseph.mensah@mail.example',
    phone: '+971507728841',
    posting: 'payments-accountant',
    language: 'en',
    source: 'site',
    daysAgo: 46,
    moves: [
      ['screen', 44],
      ['shortlist', 39],
      ['interview', 31],
      ['offer', 20],
      ['hire', 12],
    ],
    headline: 'Card settlement accountant',
    experience: '2019 – 2026: Settlement and disputes for a payments provider.\n2016 – 2019: Audit assistant.',
    education: 'ACCA; BSc Accounting, Accra',
    skills: 'Reconciliation, SQL, dispute files',
    speaks: 'English, Twi',
    letter: 'A difference of one fils is a question, and I like questions.',
    notice: 4,
    visa: 'own-visa',
    card: { points: [5, 4, 4], verdict: 'strong-yes', words: 'Reconciled the sample day in twenty minutes and said why.' },
    offered: 13_000,
  },
  {
    name: 'Aisha Rahman',
    email: 'aisha.rahman@mail.example',
    phone: '+971521186640',
    posting: 'payments-accountant',
    language: 'en',
    source: 'alert',
    daysAgo: 38,
    moves: [
      ['screen', 36],
      ['shortlist', 30],
      ['keep', 11],
    ],
    headline: 'Accountant with a travel agency',
    experience: '2021 – 2026: Accounts of an agency in Karama: airline statements, VAT returns.',
    education: 'BCom, Lahore',
    skills: 'Airline statements, VAT, spreadsheets',
    speaks: 'English, Urdu',
    letter: 'I know what an airline statement looks like on the morning when it does not add up.',
    notice: 4,
    visa: 'own-visa',
    keepMonths: 24,
  },
  {
    name: 'Marco Evangelista',
    email: 'marco.evangelista@mail.example',
    phone: '+639175520418',
    posting: null,
    language: 'en',
    source: 'site',
    daysAgo: 4,
    headline: 'Night-shift team lead in Manila',
    experience: '2020 – 2026: Support team lead, twelve people, three languages.',
    education: 'BA Communication, Quezon City',
    skills: 'Rosters, coaching, complaints',
    speaks: 'English, Tagalog',
    letter: 'Nothing on your list is quite mine. If you open a night desk, please think of me.',
    notice: 4,
    visa: 'citizen',
    keepMonths: 24,
  },
];

const types =
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>';

/** The same words as a document, as somebody would have sent them. */
function documentOf(lines: readonly string[], at: Date): Buffer {
  const safe = (line: string) => line.replace(/&/g, '&amp;').replace(/</g, '&lt;');
  const paragraphs = lines
    .flatMap((one) => one.split('\n'))
    .map((line) => `<w:p><w:r><w:t xml:space="preserve">${safe(line)}</w:t></w:r></w:p>`);
  const body = `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${paragraphs.join('')}</w:body></w:document>`;
  const parts = [
    { name: '[Content_Types].xml', content: Buffer.from(types) },
    { name: 'word/document.xml', content: Buffer.from(body) },
  ];
  return zipOf(parts, at);
}

/** Adds each of them once, dated back. The recruiter of the demo works on them, and its owner judges. */
export async function seedDemoApplications(platform: Platform): Promise<void> {
  const [recruiter, judge] = await Promise.all(
    ['hr@rihla.example', 'admin@rihla.example'].map(async (email) => (await findAccountByEmail(platform.db, email))?.id),
  );
  if (!recruiter || !judge) return;
  for (const [index, applicant] of applicants.entries()) {
    const id = `demo-application-${index + 1}`;
    if (await findApplicationAsSystem(platform.db, id)) continue;
    if (applicant.posting && !(await findPostingAsStaff(platform.db, applicant.posting))) continue;
    await addApplicant(platform, { id, applicant, recruiter, judge });
  }
}

async function addApplicant(
  platform: Platform,
  { id, applicant, recruiter, judge }: { id: string; applicant: Applicant; recruiter: string; judge: string },
): Promise<void> {
  const { db, crypto, clock } = platform;
  const { posting, name, email, phone, language, moves = [] } = applicant;
  const actor = `staff:${recruiter}`;
  const ago = (days: number) => addMilliseconds(clock.now(), -days * dayMs);
  const [questions, criteria, job] = await Promise.all([
    posting ? findQuestions(db, posting) : [],
    posting ? findCriteria(db, posting) : [],
    jobTitle(db, { postingId: posting }, language),
  ]);
  const answers = Object.fromEntries(
    questions.flatMap((question, at) => (applicant.answers?.[at] ? [[question.id, applicant.answers[at]] as const] : [])),
  );
  const { headline, experience, education, skills, speaks, letter, notice, visa, source, keepMonths = 6 } = applicant;
  const content = documentOf([name, headline, experience, education, skills, speaks], new Date(ago(applicant.daysAgo)));
  const cv = await storeCv(platform, content, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document');
  await transact(db, async (tx) => {
    await deleteCvUpload(tx, cv.stored);
    const reference = newReference();
    const sentAt = ago(applicant.daysAgo);
    await insertApplication(tx, platform, sentAt, {
      id,
      reference,
      postingId: posting,
      language,
      source,
      contact: { name, email, phone },
      profile: { headline, experience, education, skills, languages: speaks, letter },
      answers,
      knockOuts: questions.filter((question) => !meets(question, answers[question.id] ?? '')).length,
      noticeWeeks: notice,
      visaStatus: visa,
      keepMonths,
      cvStored: cv.stored,
      cvType: cv.type,
      cvBytes: cv.bytes,
    });
    const received = templateWords(language, 'received', { name, job, reference });
    const mail = { applicationId: id, kind: 'out', template: 'received', ...received, author: 'system', sendAt: sentAt } as const;
    await markSent(tx, sentAt, await insertMessage(tx, crypto, sentAt, mail));
    let application = (await findApplicationAsSystem(tx, id))!;
    for (const [event, days] of moves) {
      const at = ago(days);
      if (event === 'hire') await answerOffer(tx, addMilliseconds(at, -hourMs), id, 'accept');
      const moved = await moveApplication(tx, at, {
        application,
        event,
        by: 'recruiter',
        actor,
        jobs: platform.jobs,
        detail: event === 'reject' ? (applicant.reason ?? null) : null,
        set: { ownerId: recruiter, ...(event === 'reject' && { rejectReason: applicant.reason ?? null }) },
      });
      if (!moved.ok) throw new Error(`${id} cannot ${event}: ${moved.refused}`);
      application = moved.value;
      if (event === 'offer') {
        const first = dateIn('Asia/Dubai', at);
        await insertOffer(tx, crypto, at, {
          applicationId: id,
          salary: applicant.offered! * 100,
          currency: 'AED',
          startsOn: addDays(first, 45),
          answerBy: addDays(first, 14),
          terms: 'Health insurance for the family, a flight home each year, 30 days of leave.',
          writtenBy: recruiter,
        });
        const hired = moves.some(([one]) => one === 'hire');
        const [offer] = await findOffers(tx, crypto, id);
        if (hired) {
          await moveOffer(tx, at, { offer: offer!, event: 'approve', by: 'approver', decidedBy: judge });
          await moveOffer(tx, at, { offer: { ...offer!, status: 'approved', version: offer!.version + 1 }, event: 'send', by: 'approver' });
        } else
          await openStaffTask(tx, at, {
            kind: 'job-offer-approval',
            subject: `job_applications:${id}`,
            textKey: 'tasks:job-offer-approval',
            detail: { reference },
          });
      }
    }
    const [lastDays] = moves.map(([, days]) => days).toReversed();
    if (applicant.card) {
      const { points, verdict, words } = applicant.card;
      await addReviewer(tx, ago(lastDays! + 1), { applicationId: id, userId: judge, addedBy: recruiter });
      await insertScoreCard(tx, crypto, ago(lastDays!), {
        applicationId: id,
        scoredBy: judge,
        points: Object.fromEntries(criteria.map((one, at) => [one.id, points[at]!])),
        verdict,
        words,
      });
    }
    if (applicant.note)
      await insertMessage(tx, crypto, ago(lastDays!), { applicationId: id, kind: 'note', words: applicant.note, author: actor });
  });
}
