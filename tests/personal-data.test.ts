import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { PersonalColumn } from '#app/commerce/privacy/census.ts';
import { erasePerson } from '#app/commerce/privacy/erase-person.server.ts';
import { exportPerson } from '#app/commerce/privacy/export-person.server.ts';
import { fill } from '#app/commerce/privacy/person-rows-store.server.ts';
import { recordKinds, ruleOf } from '#app/commerce/record-notes/record-kinds.ts';
import { personalData } from '#app/personal-data.ts';
import { sentBy } from '#app/platform/sender.server.ts';
import { audit, verifyAuditChain } from '#app/platform/audit.server.ts';
import { sha256 } from '#app/platform/crypto.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { openTestPlatform } from './support/test-platform.ts';

const platform = await openTestPlatform();
const { db, crypto } = platform;

async function query<Row>(statement: ReturnType<typeof sql>): Promise<Row[]> {
  return ((await db.execute(statement)) as unknown as { rows: Row[] }).rows;
}

const columns = await query<{ table: string; column: string; type: string }>(sql`
  select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type
  from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped`);
const typeOf = new Map(columns.map(({ table, column, type }) => [`${table}.${column}`, type]));

const personalColumns = Object.entries(personalData).flatMap(([table, { personal = {} }]) =>
  Object.entries(personal).map(([column, about]) => ({ table, column, about })),
);

describe('the census', () => {
  it('names every column of the database once, and no other', () => {
    const declared = Object.entries(personalData).flatMap(([table, { plain, staff, personal = {} }]) =>
      [...plain.split(' '), ...(staff?.split(' ') ?? []), ...Object.keys(personal)].map((column) => `${table}.${column}`),
    );
    const real = columns.map(({ table, column }) => `${table}.${column}`);
    expect({
      missing: real.filter((name) => !declared.includes(name)),
      unknown: declared.filter((name) => !real.includes(name)),
      twice: declared.filter((name, index) => declared.indexOf(name) !== index),
    }).toEqual({ missing: [], unknown: [], twice: [] });
  });

  it('says what becomes of each personal column, and how its rows are found', () => {
    const undecided = personalColumns.filter(({ table, about }) => {
      const { rows, find } = personalData[table]!;
      return !find || !rows || (rows === 'blank' && about.becomes === undefined && !about.kept);
    });
    expect(undecided.map(({ table, column }) => `${table}.${column}`)).toEqual([]);
  });

  it('leads from every record that is about a customer to the notes and files beside it', () => {
    const threads = personalData['record_notes']!.find!.flatMap((find) => ('of' in find && 'column' in find ? [find.of] : []));
    expect(personalData['record_files']!.find).toEqual(personalData['record_notes']!.find);
    const leads = (table: string) => {
      const { find = [], leadsTo = {} } = personalData[table]!;
      return threads.some(
        (thread) =>
          leadsTo[thread] === 'id' || find.some((one) => 'of' in one && 'column' in one && one.column === 'id' && one.of === thread),
      );
    };
    const tables = [...new Set(recordKinds.map((kind) => ruleOf(kind).table))].filter((table) => personalData[table]!.chapter);
    expect(tables.filter((table) => !leads(table))).toEqual([]);
  });

  it('seals what it calls sensitive, or shows it as one of a few values', () => {
    expect(personalColumns.filter(({ about }) => about.is === 'sensitive' && !about.sealed && !about.choice)).toEqual([]);
  });
});

/** What each table needs besides the marked columns, for a person whose things are all called `who-...`. */
function baseRows(who: string, email: string): [table: string, row: Record<string, unknown>][] {
  const now = new Date(platform.clock.now()).toISOString();
  const user = `${who}-user`;
  const order = `${who}-order`;
  const guest = `${who}-guest-order`;
  const anOrder = (id: string) => ({
    id,
    reference: `${id}-ref`,
    kind: 'flight',
    status: 'cancelled',
    language: 'en',
    currency: 'AED',
    total: 100_00,
    actor: `user:${user}`,
    travel_starts: now,
    travel_ends: now,
    created_at: now,
    changed_at: now,
  });
  const anInquiry = { kind: 'other', status: 'new', language: 'en', answer_by: now, created_at: now, changed_at: now };
  const aCall = {
    topic: 'refused',
    channel: 'phone',
    call_language: 'en',
    language: 'en',
    status: 'requested',
    created_at: now,
    changed_at: now,
  };
  const feedback = { kind: 'idea', status: 'new', language: 'en', created_at: now, changed_at: now };
  const aTicket = {
    status: 'new',
    channel: 'phone',
    language: 'en',
    priority: 'normal',
    first_due_at: now,
    solve_due_at: now,
    created_at: now,
    changed_at: now,
  };
  return [
    ['users', { id: user, email }],
    ['sessions', { id: `${who}-session`, user_id: user, expires_at: now }],
    ['credentials', { id: `${who}-credential`, provider_id: 'google', user_id: user }],
    ['verifications', { id: `${who}-verification`, identifier: email, expires_at: now }],
    ['account_links', { id: `${who}-link`, kind: 'sign-up', language: 'en', email, created_at: now, expires_at: now }],
    ['account_codes', { id: `${who}-code`, user_id: user, purpose: 'email', language: 'en', created_at: now, expires_at: now }],
    ['second_factors', { user_id: user, created_at: now }],
    ['recovery_codes', { user_id: user }],
    ['rate_limits', { bucket: `reset:address:${sha256(email)}`, window_start: 0, tries: 1 }],
    ['idempotency_keys', { actor: `user:${user}`, key: `${who}-key`, fingerprint: 'x', state: 'done', lease_until: now }],
    ['customer_profiles', { user_id: user, changed_at: now }],
    ['customers', { id: `${who}-customer`, has_account: true, first_seen_at: now, last_contact_at: now }],
    ['customer_keys', { kind: 'mail', key: crypto.blindIndex(email, 'order-email'), customer_id: `${who}-customer` }],
    ['customers', { id: `${who}-twin`, merged_into: `${who}-customer`, has_account: false, first_seen_at: now, last_contact_at: now }],
    [
      'customer_merges',
      {
        id: `${who}-merge`,
        kept_id: `${who}-customer`,
        gone_id: `${who}-twin`,
        notes: '[]',
        tags_before: '{}',
        reason: 'they-said',
        merged_by: 'staff',
        merged_at: now,
        undo_until: now,
      },
    ],
    [
      'companies',
      {
        id: `${who}-company`,
        name: 'Wadi House',
        said: 'wadi house',
        created_by: 'staff-x',
        created_at: now,
        changed_at: now,
      },
    ],
    ['company_contacts', { company_id: `${who}-company`, email_index: crypto.blindIndex(email, 'company-email') }],
    [
      'statement_sendings',
      {
        id: `${who}-statement`,
        company_id: `${who}-company`,
        from_day: '2026-01-01',
        until_day: '2026-12-31',
        language: 'en',
        email_index: crypto.blindIndex(email, 'company-email'),
        asked_by: 'staff-x',
        asked_at: now,
      },
    ],
    ['company_members', { company_id: `${who}-company`, customer_id: `${who}-customer`, since: now, added_by: 'staff-x' }],
    [
      'customer_visits',
      {
        id: `${who}-visit`,
        customer_id: `${who}-customer`,
        user_id: user,
        staff_id: 'staff',
        reason: 'complaint',
        started_at: now,
        ends_at: now,
      },
    ],
    ['travellers', { id: `${who}-traveller`, user_id: user, title: 'MS', single_name: false, created_at: now, changed_at: now }],
    // Her child hangs on her: deleting one changes the other.
    [
      'travellers',
      {
        id: `${who}-child`,
        user_id: user,
        title: 'MISS',
        single_name: false,
        guardian_id: `${who}-traveller`,
        created_at: now,
        changed_at: now,
      },
    ],
    ['traveller_documents', { id: `${who}-document`, traveller_id: `${who}-traveller`, kind: 'passport' }],
    ['traveller_flyer_numbers', { id: `${who}-flyer`, traveller_id: `${who}-traveller`, airline: 'EK' }],
    ['favorites', { user_id: user, kind: 'tour', kept_at: now }],
    ['favorite_lists', { id: `${who}-list`, user_id: user, created_at: now }],
    // With an account, and by an address alone.
    [
      'price_alerts',
      { id: `${who}-alert`, user_id: user, contact: null, email_index: null, below: 100_00, language: 'en', created_at: now },
    ],
    [
      'price_alerts',
      {
        id: `${who}-alert-by-mail`,
        email_index: crypto.blindIndex(email, 'price-alert-email'),
        below: 100_00,
        language: 'en',
        created_at: now,
      },
    ],
    ['flight_drafts', { id: `${who}-draft`, user_id: user, created_at: now, updated_at: now, expires_at: now }],
    ['trip_shares', { id: `${who}-share`, user_id: user, order_ids: `{${order}}`, created_at: now, expires_at: now }],
    ['price_experiment_visitors', { experiment_id: 'an-experiment', user_id: user, arm: 'challenger', counted_at: now, held_until: now }],
    ['orders', { ...anOrder(order), user_id: user }],
    ['orders', { ...anOrder(guest), email_index: crypto.blindIndex(email, 'order-email') }],
    ['order_travellers', { order_id: order, position: 0, type: 'adult' }],
    ['order_travellers', { order_id: guest, position: 0, type: 'adult' }],
    ['trip_people', { order_id: order, position: 0, changed_at: now }],
    ['promo_codes', { code: who.toUpperCase() }],
    ['promo_claims', { order_id: order, code: who.toUpperCase(), rule_id: 'PR-0000aa', at: now }],
    ['flight_surnames', { order_id: order, placed_at: now, departs_at: now, total: 100_00 }],
    ['invoice_surnames', { order_id: guest, invoice_id: `${who}-invoice`, issued_at: now, gross: 100_00 }],
    [
      'order_events',
      { order_id: order, version: 1, event: 'give-up', from_status: 'paid', to_status: 'cancelled', actor: 'system', at: now },
    ],
    ['baskets', { id: `${who}-basket`, reference: `${who}-basket`, user_id: user, language: 'en', created_at: now, changed_at: now }],
    ['basket_orders', { order_id: order, basket_id: `${who}-basket`, added_at: now }],
    [
      'holiday_drafts',
      { id: `${who}-tour-draft`, user_id: user, tour_id: 'best-of-italy', created_at: now, changed_at: now, expires_at: now },
    ],
    [
      'tour_waitlist',
      {
        id: `${who}-wait`,
        tour_id: 'best-of-italy',
        sets_off: '2027-03-06',
        places: 2,
        email_index: crypto.blindIndex(email, 'order-email'),
        language: 'en',
        created_at: now,
      },
    ],
    ['evisa_countries', { code: who.slice(0, 2).toUpperCase(), slug: who, offer: '{}', changed_at: now }],
    [
      'evisa_groups',
      {
        id: `${who}-visa-group`,
        user_id: user,
        country: who.slice(0, 2).toUpperCase(),
        offer: '{}',
        type_code: 'x',
        speed: 'standard',
        arrival: '2026-12-20',
        language: 'en',
        created_at: now,
        changed_at: now,
        expires_at: now,
      },
    ],
    ['evisa_applications', { id: `${who}-visa`, group_id: `${who}-visa-group`, position: 0, created_at: now, changed_at: now }],
    ['evisa_requests', { id: `${who}-visa-request`, application_id: `${who}-visa`, items: '[]', asked_by: 'staff', asked_at: now }],
    ['evisa_copies', { group_id: `${who}-visa-group`, due_at: now, sent_at: now }],
    ['visa_passports', { id: `${who}-visa`, at: now }],
    [
      'assisted_cases',
      {
        id: `${who}-visa`,
        order_id: order,
        country: 'FR',
        package: 'full',
        place: 'dubai',
        travels_on: '2026-12-20',
        passport_since: now,
        opened_at: now,
        stage_since: now,
        due_at: now,
      },
    ],
    [
      'visa_stays',
      {
        id: `${who}-visa`,
        order_id: order,
        route: 'evisa',
        country: 'FR',
        issued_on: '2026-11-20',
        enter_by: '2026-12-20',
        stay_days: 30,
        due_on: '2026-12-20',
        opened_at: now,
        changed_at: now,
      },
    ],
    [
      'experience_bookings',
      { order_id: order, experience_id: 'desert', option_key: 'standard', date: '2026-12-05', start: '15:00', party: '{}' },
    ],
    [
      'stay_bookings',
      {
        order_id: order,
        staycation_id: 'palm',
        room_key: 'sea',
        plan_key: 'flex',
        board: 'breakfast',
        arrival: '2026-12-05',
        nights: 2,
        adults: 2,
        child_ages: '{}',
      },
    ],
    [
      'payment_checks',
      { order_id: order, causes: '{colleague}', begun_by: 'staff', begun_at: now, asked_by: 'staff', asked_at: now, answered_at: now },
    ],
    [
      'claims',
      {
        id: `${who}-claim`,
        order_id: order,
        actor: `user:${user}`,
        unit_key: who,
        quantity: 1,
        held_until: now,
        hard_until: now,
        created_at: now,
      },
    ],
    [
      'flight_orders',
      {
        order_id: order,
        origin: 'DXB',
        destination: 'LHR',
        departs_on: '2026-12-01',
        departs_at: now,
        airline: 'EK',
        supplier: 'house',
        seats: 1,
        passengers: {},
        choices: {},
      },
    ],
    ['flight_twins', { order_id: order, other_id: guest, found_at: now, dismissed_at: now, dismissed_by: 'staff' }],
    [
      'supplier_returns',
      {
        order_id: order,
        part: 0,
        supplier: 'house',
        amount: 1,
        currency: 'AED',
        asked_at: now,
        received_at: now,
        received_by: 'staff',
        received: 1,
      },
    ],
    [
      'flight_contracts',
      { order_id: order, position: 0, supplier: 'house', offer_id: 'h1.x', brand: 'light', offer: {}, locator: `${who}-locator` },
    ],
    [
      'schedule_changes',
      {
        id: `${who}-schedule`,
        source: 'house',
        notice: `${who}-notice`,
        order_id: order,
        contract: 0,
        status: 'ended',
        severity: 'minor',
        kinds: '{moved}',
        was: [],
        slices: [],
        refundable: false,
        acceptable: true,
        departs_at: now,
        said_at: now,
        received_at: now,
      },
    ],
    [
      'name_corrections',
      {
        id: `${who}-name`,
        order_id: order,
        traveller: 0,
        status: 'refused',
        kind: 'spelling',
        letters: 1,
        paper: false,
        currency: 'AED',
        asked_by: 'guest',
        asked_at: now,
        settled_by: 'staff',
        settled_at: now,
      },
    ],
    [
      'flight_extras',
      {
        id: `${who}-extra`,
        order_id: order,
        contract: 0,
        traveller: 0,
        kind: 'seat',
        code: 'EK001-20270209:0',
        price: 5_000,
        currency: 'AED',
        status: 'requested',
        requested_at: now,
        changed_at: now,
      },
    ],
    ['traveller_requests', { order_id: order, contract: 0, traveller: 0, kind: 'assistance', code: 'WCHR' }],
    [
      'house_bookings',
      {
        locator: `${who}-locator`,
        hold_attempt: `${who}-attempt`,
        attempts: '{}',
        offer_id: 'h1.x',
        brand: 'light',
        offer: {},
        travellers: '{}',
        seats: {},
        status: 'cancelled',
        pay_by: now,
        ticket_by: now,
        created_at: now,
        changed_at: now,
      },
    ],
    [
      'payments',
      {
        id: `${who}-payment`,
        order_id: order,
        order_version: 1,
        provider: 'sandbox',
        status: 'canceled',
        amount: 100_00,
        currency: 'AED',
        language: 'en',
        return_to: {},
        expires_at: now,
        created_at: now,
        changed_at: now,
      },
    ],
    [
      'refund_requests',
      {
        id: `${who}-refund`,
        order_id: order,
        payment_id: `${who}-payment`,
        amount: 1,
        currency: 'AED',
        status: 'declined',
        alone: false,
        asked_by: 'staff',
        asked_at: now,
        decided_by: 'staff',
        decided_at: now,
      },
    ],
    [
      'invoices',
      {
        id: `${who}-invoice`,
        number: `${who}-1`,
        series: who,
        year: 2026,
        sequence: 1,
        kind: 'invoice',
        key: who,
        order_id: order,
        order_reference: 'x',
        owner_id: user,
        seller: {},
        issued_at: now,
        supply_date: '2026-11-23',
        net: 1,
        vat: 0,
        gross: 1,
        charged_amount: 1,
        charged_currency: 'AED',
        rate: '1',
      },
    ],
    [
      'credit_requests',
      {
        id: `${who}-credit`,
        invoice_id: `${who}-invoice`,
        order_id: order,
        amount: 1,
        lines: {},
        cause: 'goodwill',
        status: 'declined',
        alone: false,
        asked_by: 'staff',
        asked_at: now,
      },
    ],
    [
      'disputes',
      {
        id: `${who}-dispute`,
        provider: 'sandbox',
        provider_ref: `${who}-dispute`,
        payment_id: `${who}-payment`,
        status: 'under_review',
        reason: 'fraudulent',
        amount: 1_00,
        currency: 'AED',
        opened_at: now,
        changed_at: now,
      },
    ],
    ['dispute_parts', { dispute_id: `${who}-dispute`, payment_id: `${who}-payment`, order_id: order, amount: 1_00 }],
    [
      'dispute_answers',
      {
        id: `${who}-dispute-answer`,
        dispute_id: `${who}-dispute`,
        kind: 'contest',
        status: 'sent',
        written_by: 'staff',
        written_at: now,
        decided_by: 'another',
        decided_at: now,
        settled_at: now,
      },
    ],
    [
      'bank_statements',
      {
        id: `${who}-statement`,
        file_hash: `${who}-hash`,
        file_name: 'november.xml',
        format: 'camt',
        account: `AE-${who.toUpperCase()}`,
        currency: 'AED',
        reference: who,
        first_on: '2026-11-01',
        last_on: '2026-11-30',
        taken_by: 'staff',
        taken_at: now,
      },
    ],
    [
      'bank_lines',
      {
        id: `${who}-bank-line`,
        statement_id: `${who}-statement`,
        position: 0,
        booked_on: '2026-11-23',
        amount: 1_00,
        currency: 'AED',
        named: '{}',
        status: 'matched',
        order_id: order,
        version: 1,
        changed_at: now,
      },
    ],
    ['order_items', { order_id: order, position: 0, kind: 'flight', words: {}, starts_at: now, ends_at: now }],
    [
      'reviews',
      {
        id: `${who}-review`,
        reference: `${who}-review`,
        order_id: order,
        item: 0,
        kind: 'flight',
        product_id: 'DXB-LHR',
        subject: {},
        completed_on: '2026-11-01',
        status: 'published',
        published_at: now,
        stars: 4,
        scores: {},
        language: 'en',
        country: 'AE',
        speaks: 'en',
        written_at: now,
        changed_at: now,
      },
    ],
    ['review_silences', { email_index: crypto.blindIndex(email, 'order-email'), at: now }],
    ['inquiry_silences', { email_index: crypto.blindIndex(email, 'inquiry-email'), at: now }],
    ['inquiries', { ...anInquiry, id: `${who}-inquiry`, reference: `${who}-inquiry`, user_id: user }],
    ['inquiries', { ...anInquiry, id: `${who}-asked`, reference: `${who}-asked`, email_index: crypto.blindIndex(email, 'inquiry-email') }],
    ['tickets', { ...aTicket, id: `${who}-ticket`, reference: `${who}-ticket`, user_id: user }],
    ['tickets', { ...aTicket, id: `${who}-called`, reference: `${who}-called`, email_index: crypto.blindIndex(email, 'ticket-email') }],
    ['ticket_events', { ticket_id: `${who}-ticket`, version: 1, event: 'reply', actor: 'guest', at: now }],
    ['ticket_words', { ticket_id: `${who}-ticket` }],
    ['loyalty_members', { user_id: user, joined_at: now, language: 'en', changed_at: now }],
    ['loyalty_adjustments', { id: `${who}-adjustment`, user_id: user, points: 100, status: 'asked', asked_by: 'staff', asked_at: now }],
    [
      'loyalty_vouchers',
      {
        id: `${who}-voucher`,
        code: `VOUCHER${who.charCodeAt(0) % 10}`,
        user_id: user,
        occasion: 'apology',
        amount: 10_000,
        most: 10_000,
        valid_until: '2027-01-01',
        status: 'withdrawn',
        made_by: 'staff',
        made_at: now,
        withdrawn_by: 'staff',
        changed_at: now,
      },
    ],
    ['inquiry_events', { inquiry_id: `${who}-inquiry`, version: 1, event: 'answer', actor: 'staff:x', at: now }],
    ['proposals', { id: `${who}-proposal`, reference: `${who}-proposal`, inquiry_id: `${who}-inquiry`, created_at: now }],
    [
      'proposal_versions',
      {
        proposal_id: `${who}-proposal`,
        number: 1,
        status: 'sent',
        total: 1,
        starts_on: '2027-01-01',
        ends_on: '2027-01-02',
        adults: 1,
        children: 0,
        deposit_percent: 0,
        balance_days: 0,
        expires_at: now,
        made_by: 'staff-x',
        made_at: now,
        sent_at: now,
      },
    ],
    ['proposal_remarks', { id: `${who}-remark`, proposal_id: `${who}-proposal`, number: 1, actor: 'customer', at: now }],
    [
      'flight_quotes',
      {
        id: `${who}-flight-quote`,
        reference: `${who}-flight-quote`,
        status: 'sent',
        language: 'en',
        email_index: crypto.blindIndex(email, 'flight-quote-email'),
        origin: 'DXB',
        destination: 'LHR',
        departs_on: '2027-01-01',
        travellers: 1,
        lowest: 1,
        currency: 'AED',
        expires_at: now,
        made_by: 'staff:x',
        made_at: now,
        changed_by: 'staff:x',
        changed_at: now,
      },
    ],
    ['consultations', { ...aCall, id: `${who}-call`, reference: `${who}-call`, user_id: user }],
    [
      'consultations',
      { ...aCall, id: `${who}-rung`, reference: `${who}-rung`, email_index: crypto.blindIndex(email, 'consultation-email') },
    ],
    [
      'consultation_waits',
      {
        consultation_id: `${who}-call`,
        wished_from: now,
        wished_until: new Date(new Date(now).getTime() + 86_400_000).toISOString(),
        queued_at: now,
      },
    ],
    [
      'consultation_papers',
      {
        id: `${who}-paper`,
        consultation_id: `${who}-call`,
        kind: 'refusal',
        type: 'application/pdf',
        bytes: 1,
        stored: `call-${who}.pdf`,
        at: now,
      },
    ],
    ['consultation_events', { consultation_id: `${who}-call`, version: 1, event: 'note', actor: 'staff:x', at: now }],
    ['feedback', { ...feedback, id: `${who}-feedback`, reference: `${who}-feedback`, user_id: user }],
    ['feedback', { ...feedback, id: `${who}-said`, reference: `${who}-said`, email: crypto.seal(email, `feedback|email|${who}-said`) }],
    [
      'newsletter_readers',
      {
        id: `${who}-reader`,
        email_index: crypto.blindIndex(email, 'newsletter-email'),
        status: 'reading',
        language: 'en',
        asked_at: now,
        changed_at: now,
      },
    ],
    [
      'campaigns',
      {
        id: `${who}-campaign`,
        name: 'x',
        status: 'draft',
        words: {},
        page: '/',
        languages: '{en}',
        written_by: 'staff-x',
        created_at: now,
        changed_at: now,
      },
    ],
    ['campaign_letters', { campaign_id: `${who}-campaign`, reader_id: `${who}-reader`, status: 'waiting', at: now }],
    [
      'mail_log',
      {
        id: `${who}-logged`,
        kind: 'reviews.invite',
        concern: 'courtesy',
        language: 'en',
        email_index: crypto.blindIndex(email, 'mail-address'),
        status: 'sent',
        queued_at: now,
        changed_at: now,
      },
    ],
    [
      'mail_suppressions',
      {
        id: `${who}-silent`,
        email_index: crypto.blindIndex(email, 'mail-address'),
        reason: 'complaint',
        added_by: 'staff-x',
        added_at: now,
      },
    ],
    [
      'partner_leads',
      {
        id: `${who}-lead`,
        reference: `${who}-lead`,
        kind: 'hotel',
        status: 'received',
        language: 'en',
        company: 'Wadi House',
        country: 'AE',
        licence: 'CN-1',
        email_index: crypto.blindIndex(email, 'partner-email'),
        created_at: now,
        changed_at: now,
      },
    ],
    ['partner_lead_events', { lead_id: `${who}-lead`, version: 1, event: 'note', actor: 'staff:x', at: now }],
    [
      'partner_documents',
      {
        id: `${who}-paper`,
        lead_id: `${who}-lead`,
        position: 0,
        type: 'application/pdf',
        bytes: 9,
        stored: `${who}-partner-paper.pdf`,
        at: now,
      },
    ],
    [
      'job_applications',
      {
        id: `${who}-job`,
        reference: `${who}-job`,
        language: 'en',
        source: 'site',
        email_index: crypto.blindIndex(email, 'job-email'),
        cv_stored: `${who}-job-cv.sealed`,
        cv_type: 'application/pdf',
        cv_bytes: 9,
        agreed_at: now,
        keep_months: 6,
        keep_until: '2027-05-23',
        stage_since: now,
        created_at: now,
        changed_at: now,
      },
    ],
    [
      'interviews',
      {
        id: `${who}-interview`,
        reference: `${who}-interview`,
        application_id: `${who}-job`,
        round: 'first',
        mode: 'phone',
        place: '',
        minutes: 45,
        status: 'invited',
        zone: 'Asia/Dubai',
        expires_at: now,
        made_by: 'staff',
        created_at: now,
        changed_at: now,
      },
    ],
    ['interview_scores', { interview_id: `${who}-interview`, user_id: 'staff', verdict: 'yes', sent_at: now }],
    ['job_score_cards', { id: `${who}-card`, application_id: `${who}-job`, scored_by: 'staff', points: {}, verdict: 'yes', sent_at: now }],
    ['job_messages', { id: `${who}-job-mail`, application_id: `${who}-job`, kind: 'in', author: 'guest', created_at: now }],
    [
      'job_offers',
      {
        id: `${who}-offer`,
        application_id: `${who}-job`,
        number: 1,
        status: 'withdrawn',
        salary: 1,
        currency: 'AED',
        starts_on: '2027-01-01',
        answer_by: '2027-01-01',
        written_by: 'staff',
        created_at: now,
      },
    ],
    [
      'joiners',
      {
        id: `${who}-joiner`,
        application_id: `${who}-job`,
        starts_on: '2027-01-01',
        roles: '{}',
        prepared_by: 'staff',
        created_at: now,
      },
    ],
    [
      'asset_requests',
      {
        id: `${who}-things`,
        application_id: `${who}-job`,
        reference: `${who}-job`,
        kinds: '{laptop}',
        needed_by: '2027-01-01',
        asked_by: 'staff',
        created_at: now,
      },
    ],
    ['job_alerts', { id: `${who}-job-alert`, email_index: crypto.blindIndex(email, 'job-email'), language: 'en', created_at: now }],
    [
      'record_notes',
      {
        id: `${who}-note`,
        kind: 'flight',
        record_id: order,
        sealed_for: 'record_notes',
        author: 'staff',
        at: now,
        call_way: 'out',
        call_outcome: 'reached',
        call_minutes: 5,
        call_number: '567',
      },
    ],
    ['record_note_wordings', { note_id: `${who}-note`, version: 1, until: now }],
    // Beside the line of the bank that paid their order.
    [
      'record_notes',
      {
        id: `${who}-bank-note`,
        kind: 'bank-line',
        record_id: `${who}-bank-line`,
        sealed_for: 'record_notes',
        author: 'staff',
        at: now,
        call_number: null,
      },
    ],
    [
      'record_files',
      {
        id: `${who}-bank-file`,
        kind: 'bank-line',
        record_id: `${who}-bank-line`,
        type: 'image/png',
        bytes: 1,
        stored: `${who}-beside-a-bank-line.png`,
        kept_by: 'staff',
        at: now,
      },
    ],
    [
      'record_files',
      {
        id: `${who}-file`,
        kind: 'customer',
        record_id: `${who}-customer`,
        type: 'image/png',
        bytes: 1,
        stored: `${who}-beside-a-record.png`,
        kept_by: 'staff',
        at: now,
      },
    ],
    [
      'privacy_requests',
      {
        id: `${who}-request`,
        kind: 'export',
        status: 'ready',
        came_by: 'account',
        user_id: user,
        language: 'en',
        asked_at: now,
        due_at: now,
        file: `${who}-copy-of-data.sealed`,
        file_until: now,
      },
    ],
  ];
}

const planted = new Map<string, Set<string>>();

/** A value of a personal column that can be told from every other, in the form that its column holds. */
function marked(who: string, table: string, column: string, about: PersonalColumn, row: Record<string, unknown>): unknown {
  if (about.choice) return row[column];
  const marker = `${who}:${table}:${column}`;
  if (who === 'mara') planted.set(`${table}.${column}`, (planted.get(`${table}.${column}`) ?? new Set()).add(marker));
  const isJson = typeOf.get(`${table}.${column}`) === 'jsonb' || (about.sealed && typeof about.becomes === 'object');
  const text = isJson ? JSON.stringify({ marker }) : marker;
  return about.sealed ? crypto.seal(text, fill(about.sealed, row)) : text;
}

async function plant(who: string, email: string): Promise<void> {
  for (const [table, base] of baseRows(who, email)) {
    const row: Record<string, unknown> = { ...base };
    for (const [column, about] of Object.entries(personalData[table]?.personal ?? {})) {
      if (column in base) {
        // Its own address is the mark.
        if (who === 'mara' && !about.choice && base[column] !== null)
          planted.set(
            `${table}.${column}`,
            (planted.get(`${table}.${column}`) ?? new Set()).add(about.is === 'secret' ? String(base[column]) : email),
          );
      } else row[column] = marked(who, table, column, about, row);
    }
    const names = Object.keys(row);
    await db.execute(
      sql`insert into ${sql.identifier(table)} (${sql.join(
        names.map((name) => sql.identifier(name)),
        sql`, `,
      )}) values (${sql.join(
        names.map((name) => {
          const value = row[name];
          return sql`${typeof value === 'object' && value !== null ? JSON.stringify(value) : value}`;
        }),
        sql`, `,
      )})`,
    );
  }
  await platform.mail.send({
    messageId: `${who}-mail`,
    to: email,
    subject: `For ${who}`,
    text: `${who}:mail`,
    html: '<p>Hello</p>',
    language: 'en',
    // Owed, so that it leaves although its reader complained.
    kind: 'orders.order-link',
    concern: 'order',
  });
  await platform.files.put(`${who}-copy-of-data.sealed`, Buffer.from(`${who}:file`));
}

/** The whole database as text, what is sealed opened, and every file that the house keeps. */
async function everything(): Promise<string> {
  const parts: string[] = [];
  const tables = await query<{ name: string }>(sql`
    select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`);
  for (const { name } of tables)
    for (const { row } of await query<{ row: Record<string, unknown> }>(sql.raw(`select to_jsonb(t) as row from ${name} t`))) {
      parts.push(JSON.stringify(row));
      for (const [column, about] of Object.entries(personalData[name.replace('public.', '')]?.personal ?? {}))
        if (about.sealed && typeof row[column] === 'string') parts.push(crypto.open(row[column], fill(about.sealed, row)));
    }
  const folder = platform.env.DATA_DIR;
  for (const name of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (name.isFile()) parts.push(readFileSync(join(name.parentPath, name.name), 'utf8'));
  return parts.join('\n');
}

/** The files of an archive, read by its central directory. */
function unzip(zip: Buffer): Map<string, string> {
  const end = zip.lastIndexOf(Buffer.from('504b0506', 'hex'));
  const files = new Map<string, string>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [packed, name, local] = [zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28), zip.readUInt32LE(at + 42)];
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    files.set(zip.toString('utf8', at + 46, at + 46 + name), inflateRawSync(zip.subarray(start, start + packed)).toString('utf8'));
    at += 46 + name + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return files;
}

await db.execute(sql`insert into users (id, name, email) values ('staff', 'Staff', 'staff@rihla.example')`);
await db.execute(
  sql`insert into internal_users (user_id, display_name, roles, is_active, employment_status) values ('staff', 'Staff', '{}', true, 'active')`,
);
const mara = { userId: 'mara-user', emails: ['mara@example.com'] };
await db.execute(sql`insert into pricing_policies (id, number, title, status, rules, examples, guards, touched_by, created_at, changed_at)
  values ('a-policy', 1, 'x', 'archived', '[]', '[]', '{}', '{x}', now(), now())`);
await db.execute(sql`insert into price_experiments (id, number, question, products, challenger, share, starts_on, ends_on, least_sales,
    margin_fall, conversion_fall, touched_by, created_at, changed_at)
  values ('an-experiment', 1, 'Does it sell more?', '{staycation}', 1, 10, '2026-12-01', '2026-12-20', 50, 10, 10, '{x}', now(), now())`);
await plant('mara', 'mara@example.com');
await plant('other', 'other@example.com');
// Said as the house says it, from an address: a row that was planted would break its chain.
planted.set('audit_events.address', new Set(['mara:audit_events:address']));
for (const who of ['mara', 'other'])
  await sentBy({ address: `${who}:audit_events:address`, roles: [] }, () =>
    transact(db, (tx) =>
      audit(tx, platform.clock.now(), { actor: `user:${who}-user`, action: 'profile.changed', subject: `users:${who}-user` }),
    ),
  );

const kept = personalColumns.filter(({ about }) => about.kept).map(({ table, column }) => `mara:${table}:${column}`);
const marks = () => [...planted.values()].flatMap((each) => [...each]);

describe('a person in every table', () => {
  it('is marked in every personal column', () => {
    const open = personalColumns.filter(({ about }) => !about.choice).map(({ table, column }) => `${table}.${column}`);
    expect(open.filter((name) => !planted.has(name))).toEqual([]);
  });

  it('finds everything of theirs in the copy, readable and as data, and no secret', async () => {
    const files = unzip(await exportPerson(platform, personalData, mara, { language: 'ar', t: textsFor('ar').of('privacy') }));
    const [page, data] = [files.get('index.html') ?? '', files.get('data.json') ?? ''];
    const secret = new Set(personalColumns.filter(({ about }) => about.is === 'secret').map(({ table, column }) => `${table}.${column}`));
    const shown = [...planted].filter(([name]) => !secret.has(name)).flatMap(([, each]) => [...each]);
    expect(shown.length).toBeGreaterThan(30);
    expect(shown.filter((mark) => !data.includes(mark))).toEqual([]);
    expect(shown.filter((mark) => !page.includes(mark))).toEqual([]);
    expect(
      [...planted]
        .filter(([name]) => secret.has(name))
        .flatMap(([, each]) => [...each])
        .filter((mark) => data.includes(mark)),
    ).toEqual([]);
    expect([data.includes('mara:mail'), page.includes('lang="ar" dir="rtl"')]).toEqual([true, true]);
    expect(JSON.parse(data).of).toEqual(['mara@example.com']);
    expect(`${data}${page}`).not.toContain('other:');
  });

  it('is nowhere after they were forgotten, save where tax law asks for it', async () => {
    const before = await everything();
    expect(marks().filter((mark) => !before.includes(mark))).toEqual([]);
    const erased = await erasePerson(platform, personalData, mara, { actor: 'user:mara-user' });
    expect(erased).toMatchObject({ ok: true, value: { mails: 1, files: 6 } });
    const after = await everything();
    expect(marks().filter((mark) => after.includes(mark))).toEqual(kept);
    // Nor under a name that nobody thought of.
    expect([...after.matchAll(/mara:[\w:]+|mara@example\.com/g)].map(([found]) => found)).toEqual(kept);
  });

  it('took nobody else along', async () => {
    const left = await everything();
    const others = marks().map((mark) => mark.replace('mara@', 'other@').replace('mara:', 'other:'));
    const known = new Set(others.filter((mark) => /^other[:@]/.test(mark)));
    expect([...known].filter((mark) => !left.includes(mark))).toEqual([]);
    expect([left.includes('other:mail'), left.includes('other:file')]).toEqual([true, true]);
  });

  it('leaves the record whole, and the same done again does nothing new', async () => {
    expect((await verifyAuditChain(db)).brokenAt).toBeNull();
    expect((await erasePerson(platform, personalData, mara, { actor: 'user:mara-user' })).ok).toBe(true);
    const again = await exportPerson(platform, personalData, mara, { language: 'en', t: textsFor('en').of('privacy') });
    expect(unzip(again).get('data.json')).not.toMatch(/mara:(?!invoices:buyer)/);
  });

  it('cannot have its append-only words changed in any other way', async () => {
    await expect(db.execute(sql`update record_note_wordings set words = 'x' where note_id = 'other-note'`)).rejects.toThrow();
    await expect(db.execute(sql`delete from inquiry_events where inquiry_id = 'other-inquiry'`)).rejects.toThrow();
    await expect(
      transact(db, async (tx) => {
        await tx.execute(sql`select set_config('rihla.erasing', 'on', true)`);
        await tx.execute(sql`update record_note_wordings set until = now() where note_id = 'other-note'`);
      }),
    ).rejects.toThrow();
  });
});
