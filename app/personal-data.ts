import type { Census, Find, PersonalColumn } from '#app/commerce/privacy/census.ts';

/**
 * THE CENSUS: every column of the database, whether it is about somebody, and what a copy and an erasing do to it. A new
 * table or column that is missing here fails tests/personal-data.test.ts, which also proves that erasing leaves no trace.
 */

/** Columns of rows that are deleted whole. */
const personal: PersonalColumn = { is: 'personal' };
const choice: PersonalColumn = { is: 'personal', choice: true };
const secret: PersonalColumn = { is: 'secret' };
const sealed = (place: string): PersonalColumn => ({ is: 'sensitive', sealed: place });
/** Columns of rows that stay. */
const gone: PersonalColumn = { is: 'personal', becomes: null };
const blanked = (becomes: string): PersonalColumn => ({ is: 'personal', becomes });
const unfindable: PersonalColumn = { is: 'secret', becomes: 'erased:{id}' };

const house = (plain: string) => ({ plain });
/** A record of the desk is one of these; their ids never meet. */
const recordThreads: readonly Find[] = (
  [
    'orders',
    'flightQuotes',
    'customers',
    'visas',
    'invoices',
    'inquiries',
    'tickets',
    'consultations',
    'reviews',
    'disputes',
    'applications',
    'bankLines',
    'jobApplications',
  ] as const
).map((of) => ({
  column: 'record_id',
  of,
}));

export const personalData: Census = {
  // Accounts
  users: {
    chapter: 'account',
    find: [{ column: 'id', of: 'account' }],
    rows: 'blank',
    personal: {
      name: blanked('-'),
      first_name: gone,
      last_name: gone,
      phone: gone,
      email: blanked('erased-{id}@erased.invalid'),
      image: gone,
    },
    plain: 'id email_verified created_at updated_at',
    ends: { email_verified: 'false' },
  },
  sessions: {
    chapter: 'account',
    find: [{ column: 'user_id', of: 'account' }],
    rows: 'delete',
    personal: { token: secret, ip_address: personal, user_agent: personal },
    plain: 'id user_id expires_at created_at updated_at proved_at',
  },
  credentials: {
    chapter: 'account',
    find: [{ column: 'user_id', of: 'account' }],
    rows: 'delete',
    personal: { account_id: personal, access_token: secret, refresh_token: secret, id_token: secret, scope: personal, password: secret },
    plain: 'id provider_id user_id access_token_expires_at refresh_token_expires_at created_at updated_at',
  },
  verifications: {
    chapter: 'account',
    find: [{ column: 'identifier', of: 'emails' }],
    rows: 'delete',
    personal: { identifier: personal, value: secret },
    plain: 'id expires_at created_at updated_at',
  },
  account_links: {
    chapter: 'account',
    find: [
      { column: 'user_id', of: 'account' },
      { column: 'email', of: 'emails' },
    ],
    rows: 'delete',
    personal: {
      email: personal,
      token_hash: secret,
      waiting: { is: 'secret', sealed: 'account_links|waiting|{id}' },
      browser_hash: secret,
    },
    plain: 'id kind user_id next_path language asked mailed created_at expires_at used_at',
  },
  account_codes: {
    chapter: 'account',
    find: [{ column: 'user_id', of: 'account' }],
    rows: 'delete',
    personal: { target: { is: 'personal', sealed: 'account_codes|target|{id}' } },
    plain: 'id user_id purpose language tries created_at expires_at used_at',
  },
  second_factors: {
    chapter: 'account',
    find: [{ column: 'user_id', of: 'account' }],
    rows: 'delete',
    personal: { secret: { is: 'secret', sealed: 'second_factors|secret|{user_id}' } },
    plain: 'user_id confirmed_at last_step created_at',
  },
  recovery_codes: {
    chapter: 'account',
    find: [{ column: 'user_id', of: 'account' }],
    rows: 'delete',
    personal: { code_hash: secret },
    plain: 'user_id used_at',
  },
  rate_limits: {
    chapter: 'account',
    find: [{ column: 'bucket', endsWith: 'hashes' }],
    rows: 'delete',
    personal: { bucket: secret },
    plain: 'window_start tries',
  },
  idempotency_keys: {
    chapter: 'record',
    find: [{ column: 'actor', of: 'actors' }],
    rows: 'delete',
    personal: { response: secret, recovery_data: secret },
    plain: 'actor key fingerprint state recovery_point lease_token lease_until created_at',
  },

  // What a customer keeps with us
  customer_profiles: {
    chapter: 'account',
    find: [{ column: 'user_id', of: 'account' }],
    numberIn: 'contact',
    rows: 'delete',
    personal: {
      identity: sealed('customer_profiles.identity:{user_id}'),
      contact: sealed('customer_profiles.contact:{user_id}'),
      flight_preferences: sealed('customer_profiles.flightPreferences:{user_id}'),
    },
    plain: 'user_id changed_at',
  },
  // What the desk keeps of a customer. All of it goes: what is left elsewhere makes no customer any more.
  customer_keys: {
    chapter: 'record',
    find: [
      { column: 'key', of: 'account' },
      { column: 'key', fingerprint: 'order-email' },
    ],
    leadsTo: { customers: 'customer_id' },
    rows: 'delete',
    personal: { key: secret, mail: { is: 'personal', sealed: 'customer_keys|mail|{key}' } },
    plain: 'kind customer_id',
  },
  customers: {
    chapter: 'record',
    find: [{ column: 'id', of: 'customers' }],
    rows: 'delete',
    personal: {
      name: { is: 'personal', sealed: 'customers|name|{id}' },
      email: { is: 'personal', sealed: 'customers|email|{id}' },
      phone: { is: 'personal', sealed: 'customers|phone|{id}' },
      name_words: secret,
      email_index: secret,
      phone_index: secret,
      person_index: secret,
      domain_index: secret,
    },
    plain:
      'id version merged_into has_account country language orders lifetime balance first_seen_at last_contact_at tags risk blocked_at blocked_by blocked_reason',
  },
  customer_reveals: {
    chapter: 'record',
    find: [{ column: 'customer_id', of: 'customers' }],
    plain: 'id customer_id field staff_id reason at until',
  },
  customer_merges: {
    chapter: 'record',
    find: [
      { column: 'kept_id', of: 'customers' },
      { column: 'gone_id', of: 'customers' },
    ],
    rows: 'delete',
    personal: { keys: secret },
    plain: 'id kept_id gone_id notes files tags_before companies reason merged_by merged_at undo_until undone_by undone_at',
  },
  customer_visits: {
    chapter: 'record',
    find: [{ column: 'customer_id', of: 'customers' }],
    rows: 'delete',
    personal: { token_hash: secret },
    plain: 'id customer_id user_id staff_id reason started_at ends_at ended_at',
  },
  customer_changes: house('id kind ref'),
  // A company is nobody's, and what is written beside it; who is written to about its invoices is somebody. Its address is
  // that of its licence: a register shows it, each of its tax invoices bears it in clear as the law asks, and whoever is
  // written to there is kept apart, sealed.
  companies: house(
    'id version name name_ar licence trn address domain terms_days said owner_id archived_at archived_by created_by created_at changed_at',
  ),
  company_contacts: {
    chapter: 'words',
    find: [{ column: 'email_index', fingerprint: 'company-email' }],
    rows: 'delete',
    personal: { contact: { is: 'personal', sealed: 'company_contacts|contact|{company_id}' }, email_index: secret },
    plain: 'company_id',
  },
  company_documents: {
    chapter: 'payments',
    find: [{ column: 'invoice_id', of: 'invoices' }],
    plain: 'invoice_id company_id linked_at',
  },
  statement_sendings: {
    chapter: 'words',
    find: [{ column: 'email_index', fingerprint: 'company-email' }],
    rows: 'blank',
    personal: {
      sent_to: { is: 'personal', sealed: 'statement_sendings|sent_to|{id}', becomes: null },
      email_index: { is: 'secret', becomes: null },
    },
    plain: 'id company_id from_day until_day language asked_by asked_at sent_at',
  },
  company_members: {
    chapter: 'record',
    find: [{ column: 'customer_id', of: 'customers' }],
    plain: 'id company_id customer_id since until added_by ended_by',
  },
  travellers: {
    chapter: 'travellers',
    find: [{ column: 'user_id', of: 'account' }],
    leadsTo: { travellers: 'id' },
    rows: 'delete',
    personal: {
      title: choice,
      surname: sealed('travellers.surname:{id}'),
      given_names: sealed('travellers.givenNames:{id}'),
      native_name: sealed('travellers.nativeName:{id}'),
      birth_date: sealed('travellers.birthDate:{id}'),
      nationalities: sealed('travellers.nationalities:{id}'),
      residence: sealed('travellers.residence:{id}'),
      needs: sealed('travellers.needs:{id}'),
    },
    plain: 'id user_id single_name guardian_id agreed_at created_at changed_at',
  },
  traveller_documents: {
    chapter: 'travellers',
    find: [{ column: 'traveller_id', of: 'travellers' }],
    rows: 'delete',
    personal: {
      number: sealed('traveller_documents.number:{id}'),
      issued_by: sealed('traveller_documents.issued_by:{id}'),
      expires_on: sealed('traveller_documents.expires_on:{id}'),
    },
    plain: 'id traveller_id kind',
  },
  traveller_flyer_numbers: {
    chapter: 'travellers',
    find: [{ column: 'traveller_id', of: 'travellers' }],
    rows: 'delete',
    personal: { airline: choice, number: sealed('traveller_flyer_numbers.number:{id}') },
    plain: 'id traveller_id',
  },
  favorites: {
    chapter: 'favourites',
    find: [{ column: 'user_id', of: 'account' }],
    rows: 'delete',
    personal: { thing: personal, title: personal },
    plain: 'user_id kind kept_at kept_price dropped_at',
  },
  favorite_lists: {
    chapter: 'favourites',
    find: [{ column: 'user_id', of: 'account' }],
    rows: 'delete',
    personal: { name: personal },
    plain: 'id user_id shared share_number created_at deleted_at',
  },
  favorite_list_things: {
    chapter: 'favourites',
    find: [{ column: 'user_id', of: 'account' }],
    rows: 'delete',
    plain: 'list_id user_id kind thing added_at',
  },
  trip_shares: {
    chapter: 'orders',
    find: [{ column: 'user_id', of: 'account' }],
    rows: 'delete',
    personal: { name: personal, token_hash: secret },
    plain: 'id user_id order_ids created_at expires_at opened_at withdrawn_at',
  },
  price_experiment_visitors: {
    chapter: 'orders',
    find: [{ column: 'user_id', of: 'account' }],
    rows: 'delete',
    personal: {},
    plain: 'experiment_id user_id arm counted_at held_until',
  },
  price_experiment_sales: house('order_id experiment_id arm at'),
  price_alerts: {
    chapter: 'favourites',
    find: [
      { column: 'user_id', of: 'account' },
      { column: 'email_index', fingerprint: 'price-alert-email' },
    ],
    rows: 'delete',
    personal: { thing: personal, contact: { is: 'personal', sealed: 'price_alerts|contact|{id}' }, email_index: secret },
    plain: 'id user_id below language told told_on confirmed_at stopped_at created_at',
  },

  // Orders
  orders: {
    chapter: 'orders',
    find: [
      { column: 'user_id', of: 'account' },
      { column: 'email_index', fingerprint: 'order-email', guests: 'user_id' },
    ],
    leadsTo: { orders: 'id' },
    rows: 'blank',
    personal: {
      secret_hash: unfindable,
      contact: { is: 'personal', sealed: 'orders|contact|{id}', becomes: { email: '', phone: '' } },
      email_index: unfindable,
      network: unfindable,
      invoice_to: { is: 'personal', sealed: 'orders|invoice_to|{id}', becomes: null },
    },
    plain:
      'id reference kind status version user_id language currency total reduction snapshot held_until hard_until extensions pay_later actor travel_starts travel_ends assigned_to terms_edition shown_currency shown_rate created_at changed_at',
  },
  order_travellers: {
    chapter: 'orders',
    find: [{ column: 'order_id', of: 'orders' }],
    rows: 'blank',
    personal: {
      personal: {
        is: 'sensitive',
        sealed: 'order_travellers|personal|{order_id}:{position}',
        becomes: {
          type: '{type}',
          title: null,
          givenNames: 'ERASED',
          surname: 'TRAVELLER',
          singleName: false,
          nativeName: '',
          birthDate: '',
          nationality: '',
          residence: '',
          document: null,
          frequentFlyer: null,
          assistance: [],
        },
      },
      surname_index: { is: 'secret', becomes: 'erased:{order_id}:{position}' },
      person_index: { is: 'secret', becomes: 'erased:{order_id}:{position}' },
    },
    plain: 'order_id position type kind placed_at left_at',
  },
  flight_surnames: {
    find: [{ column: 'order_id', of: 'orders' }],
    rows: 'delete',
    personal: { surname_index: secret },
    plain: 'order_id placed_at limit_at departs_at total',
  },
  invoice_surnames: {
    find: [{ column: 'order_id', of: 'orders' }],
    rows: 'delete',
    personal: { surname_index: secret },
    plain: 'order_id invoice_id issued_at gross',
  },
  order_items: { chapter: 'orders', find: [{ column: 'order_id', of: 'orders' }], plain: 'order_id position kind words starts_at ends_at' },
  order_events: {
    chapter: 'record',
    find: [{ column: 'order_id', of: 'orders' }],
    rows: 'blank',
    personal: { reason: gone },
    plain: 'order_id version event from_status to_status actor detail at',
  },
  payment_checks: {
    chapter: 'record',
    find: [{ column: 'order_id', of: 'orders' }],
    rows: 'blank',
    personal: { answer: { is: 'sensitive', sealed: 'payment_checks|answer|{order_id}', becomes: null } },
    plain: 'order_id causes begun_by begun_at asked_by asked_at answered_at decision decided_by decided_at',
  },
  claims: {
    find: [{ column: 'order_id', of: 'orders' }],
    rows: 'blank',
    personal: { network: unfindable },
    plain: 'id order_id actor pool_key unit_key nights quantity status held_until hard_until extensions created_at',
  },
  experience_bookings: {
    chapter: 'orders',
    find: [{ column: 'order_id', of: 'orders' }],
    rows: 'blank',
    personal: {
      note: { is: 'personal', sealed: 'experience_bookings|note|{order_id}', becomes: '' },
      pickup: { is: 'personal', sealed: 'experience_bookings|pickup|{order_id}', becomes: '' },
    },
    plain: 'order_id experience_id option_key date start party slot_percent pickup_version asked_at answer_by offered_date offered_start',
  },
  stay_bookings: {
    chapter: 'orders',
    find: [{ column: 'order_id', of: 'orders' }],
    rows: 'blank',
    personal: { note: { is: 'personal', sealed: 'stay_bookings|note|{order_id}', becomes: '' } },
    plain: 'order_id staycation_id room_key plan_key board arrival nights adults child_ages',
  },
  flight_drafts: {
    chapter: 'orders',
    find: [{ column: 'user_id', of: 'account' }],
    rows: 'delete',
    personal: { secret_hash: secret, booking: personal, personal: sealed('flight_drafts|personal|{id}') },
    plain: 'id user_id version checked_bags exit_declarations agreed created_at updated_at expires_at',
  },
  bookings: {
    chapter: 'orders',
    find: [{ column: 'order_id', of: 'orders' }],
    plain:
      'id order_id position kind status version item places starts_local zone starts_at ends_at ladder operator operator_mail voucher option_until choice_by created_at changed_at owner',
  },
  booking_events: house('booking_id version event from_status to_status actor detail at'),
  instalments: {
    chapter: 'orders',
    find: [{ column: 'order_id', of: 'orders' }],
    plain: 'order_id number amount due_on due_at reminded paid_at',
  },
  tour_departures: house('tour_id sets_off capacity price_amount stopped_at guaranteed_at cancelled_at version changed_at'),
  holiday_drafts: {
    chapter: 'orders',
    find: [
      { column: 'user_id', of: 'account' },
      { column: 'order_id', of: 'orders' },
    ],
    rows: 'delete',
    personal: { secret_hash: secret, personal: sealed('holiday_drafts|personal|{id}') },
    plain: 'id user_id tour_id order_id proposal_id proposal_version version created_at changed_at expires_at',
  },
  holiday_bookings: {
    chapter: 'orders',
    find: [{ column: 'order_id', of: 'orders' }],
    plain: 'order_id tour_id sets_off returns trip',
  },
  tour_waitlist: {
    chapter: 'requests',
    find: [{ column: 'email_index', fingerprint: 'order-email' }],
    rows: 'delete',
    personal: { email: sealed('tour_waitlist|email|{id}'), email_index: unfindable },
    plain: 'id tour_id sets_off places language created_at told_at',
  },
  // E-visas
  evisa_countries: house('code slug status offer version changed_at'),
  evisa_editions: house(
    'id code edition status offer note in_force_from drafted_by drafted_at approved_by approved_at published_at retired_at',
  ),
  evisa_records: house('country decided granted days_least days_median days_most counted_at'),
  evisa_groups: {
    chapter: 'orders',
    find: [
      { column: 'user_id', of: 'account' },
      { column: 'order_id', of: 'orders' },
      { column: 'email_index', fingerprint: 'order-email', guests: 'user_id' },
    ],
    leadsTo: { visaGroups: 'id' },
    rows: 'blank',
    personal: {
      secret_hash: unfindable,
      contact: { is: 'personal', sealed: 'evisa_groups|contact|{id}', becomes: { email: '', phone: '' } },
      email_index: unfindable,
    },
    plain:
      'id user_id route country offer type_code speed arrival courier language order_id ticket_order_id version created_at changed_at expires_at',
  },
  evisa_orders: { find: [{ column: 'order_id', of: 'orders' }], plain: 'order_id group_id' },
  evisa_applications: {
    chapter: 'orders',
    find: [{ column: 'group_id', of: 'visaGroups' }],
    leadsTo: { visas: 'id' },
    rows: 'blank',
    personal: {
      personal: { is: 'sensitive', sealed: 'evisa_applications|personal|{id}', becomes: {} },
      authority_reference: gone,
      issued: { is: 'sensitive', sealed: 'evisa_applications|issued|{id}', becomes: null },
    },
    plain:
      'id group_id position status version officer reviewed_by filed_by filed_at authority_due received_at deliver_by by_desk_days over_at rejection reminded purge_on form_purged_at created_at changed_at country arrival speed',
  },
  evisa_events: {
    find: [{ column: 'application_id', of: 'visas' }],
    plain: 'application_id version event from_status to_status actor detail at',
  },
  evisa_documents: {
    chapter: 'orders',
    find: [{ column: 'application_id', of: 'visas' }],
    plain: 'id application_id kind type bytes width height warnings stored sent_by at shared_at replaced_at purged_at',
  },
  evisa_requests: {
    chapter: 'orders',
    find: [{ column: 'application_id', of: 'visas' }],
    rows: 'blank',
    personal: {
      words: { is: 'sensitive', sealed: 'evisa_requests|words|{id}', becomes: '-' },
      answer: { is: 'sensitive', sealed: 'evisa_requests|answer|{id}', becomes: null },
    },
    plain: 'id application_id items asked_by asked_at answered_at',
  },
  evisa_copies: {
    chapter: 'orders',
    find: [{ column: 'group_id', of: 'visaGroups' }],
    rows: 'blank',
    personal: { waybill: gone },
    plain: 'group_id due_at sent_at sent_by sends',
  },
  visa_passports: {
    find: [{ column: 'id', of: 'visas' }],
    rows: 'blank',
    personal: { number_index: unfindable },
    plain: 'id at',
  },
  evisa_refunds: { find: [{ column: 'application_id', of: 'visas' }], plain: 'application_id cause stage lines amount settled_at at' },
  visa_stays: {
    chapter: 'orders',
    find: [{ column: 'id', of: 'visas' }],
    rows: 'blank',
    personal: { number_index: unfindable },
    plain:
      'id order_id route country status version issued_on enter_by stay_days entries entries_used entered_on stay_until exited_on due_on enter_reminded_on leave_reminded_on opened_at changed_at closed_at',
  },
  visa_stay_entries: {
    chapter: 'orders',
    find: [{ column: 'stay_id', of: 'visas' }],
    plain: 'stay_id number entered_on stay_until exited_on',
  },
  visa_stay_events: {
    find: [{ column: 'stay_id', of: 'visas' }],
    plain: 'stay_id version event from_status to_status actor detail at',
  },
  retention_policies: house('code days version changed_by changed_at'),
  api_keys: house('id name hash last_four scopes ends_on made_by made_at revoked_by revoked_at used_at'),
  webhook_endpoints: house('id name url events secret last_four status failures failing_since version made_by made_at changed_at'),
  webhook_deliveries: house('id endpoint_id event reference happened_at state attempts next_at answer tried_at created_at'),
  retention_wishes: house('id policy base days_before days reason asked_by asked_at status decided_by decided_at'),
  retention_days: house('kind day runs gone last_at'),
  authority_quotas: house('route country type_code per_day changed_by changed_at'),
  purge_runs: house('id policy days status proposed_by proposed_at decided_by decided_at done_at'),
  purge_run_lines: {
    find: [{ column: 'application_id', of: 'visas' }],
    plain: 'run_id position application_id outcome reason keys done_at',
  },
  purge_certificates: house('id run_id policy days proposed_by carried_out_by cases kept files keys digest at'),
  // Assisted visas
  assisted_countries: house('code slug offer version changed_at'),
  assisted_cases: {
    chapter: 'orders',
    find: [{ column: 'id', of: 'visas' }],
    rows: 'blank',
    personal: {
      appointment_reference: gone,
      lodged_reference: gone,
      tracking: gone,
      sticker: { is: 'sensitive', sealed: 'assisted_cases|sticker|{id}', becomes: null },
    },
    plain:
      'id order_id status version country package place travels_on officer confirmed_by appointment_at reschedules biometrics_on outcome insured passport passport_since seal withdrawal_asked_at reminded opened_at stage_since due_at over_at',
  },
  assisted_events: {
    find: [{ column: 'case_id', of: 'visas' }],
    plain: 'case_id version event from_status to_status actor detail at',
  },
  assisted_attempts: { find: [{ column: 'case_id', of: 'visas' }], plain: 'id case_id country place outcome first_free by at' },
  passport_custody: {
    find: [{ column: 'case_id', of: 'visas' }],
    plain: 'case_id number from_place to_place given_by received_by recorded_by spot condition seal proof photo at',
  },
  passport_handovers: {
    find: [{ column: 'case_id', of: 'visas' }],
    plain: 'id case_id to_place given_by asked_of spot condition seal photo offered_at ended_at ended',
  },
  passport_counts: house('id counted_by found missing unexpected at'),
  flight_orders: {
    chapter: 'orders',
    find: [{ column: 'order_id', of: 'orders' }],
    plain:
      'order_id origin destination departs_on departs_at airline supplier seats passengers choices left_travellers ticketed_at limit_at limit_of limit_paid rare_state twins_sought_at placed_route placed_cabin placed_departs moves_allowed moves_allowed_by moves_allowed_at moves_allowed_way',
  },
  flight_twins: {
    chapter: 'orders',
    find: [
      { column: 'order_id', of: 'orders' },
      { column: 'other_id', of: 'orders' },
    ],
    rows: 'blank',
    personal: { reason: gone },
    plain: 'order_id other_id found_at dismissed_at dismissed_by',
  },
  flight_contracts: {
    find: [{ column: 'order_id', of: 'orders' }],
    leadsTo: { locators: 'locator' },
    plain:
      'order_id position supplier offer_id brand offer name_filler locator airline_locators pay_by price_guaranteed_until ticket_by void_until',
  },
  flight_segments: {
    chapter: 'orders',
    find: [{ column: 'order_id', of: 'orders' }],
    plain: 'order_id position contract flight airline from_airport to_airport departs_at arrives_at',
  },
  flight_tickets: {
    chapter: 'orders',
    find: [{ column: 'order_id', of: 'orders' }],
    plain: 'number booklets order_id contract traveller airline status issued_at',
  },
  flight_extras: {
    chapter: 'orders',
    find: [{ column: 'order_id', of: 'orders' }],
    plain:
      'id order_id contract traveller kind code facts price currency status document attempt why refund_request replaces renamed requested_at changed_at',
  },
  name_corrections: {
    chapter: 'orders',
    find: [{ column: 'order_id', of: 'orders' }],
    rows: 'blank',
    personal: {
      was: {
        is: 'personal',
        sealed: 'name_corrections|was|{id}',
        becomes: { title: null, givenNames: 'ERASED', surname: 'TRAVELLER', singleName: false },
      },
      wanted: {
        is: 'personal',
        sealed: 'name_corrections|wanted|{id}',
        becomes: { title: null, givenNames: 'ERASED', surname: 'TRAVELLER', singleName: false },
      },
      reason: blanked('-'),
      fee_reason: blanked('-'),
    },
    plain:
      'id order_id traveller status kind letters paper fee currency written told left_out takes fee_by fee_at fee_waits fee_seen_by document_seen_by asked_by asked_at offered_by offered_at offer_ends_at agreed_by agreed_at settled_by settled_at why',
  },
  flight_changes: {
    chapter: 'orders',
    find: [{ column: 'order_id', of: 'orders' }],
    plain:
      'order_id number contract status offer_id brand offer quote difference refund currency claims let_go attempt quoted_at expires_at accepted_at settled_at why schedule seats_lost correction leaves terms asked_by was',
  },
  flight_additions: {
    chapter: 'orders',
    find: [{ column: 'order_id', of: 'orders' }],
    plain: 'order_id number status chosen quote difference currency snapshot claims let_go chosen_by chosen_at expires_at settled_at why',
  },
  schedule_changes: {
    chapter: 'orders',
    find: [{ column: 'order_id', of: 'orders' }],
    rows: 'blank',
    personal: { reason: gone },
    plain:
      'id source notice order_id contract status severity kinds was slices gone flies seats_lost broken refundable acceptable departs_at said_at received_at told_at answer_by told_again_at overdue_at answer answered_by answered_at allowed_minutes allowed_by allowed_at allowed_way settled_at',
  },
  unchanged_notices: house('source notice order_id contract said_at received_at'),
  flight_disruptions: house(
    'id flight from_airport departs_on kind departs_local arrives_local new_flight aircraft aircraft_name seats_lost held_back reason stop_id begun_by begun_at',
  ),
  flight_attempts: house('id order_id contract action intended_at called_at answered_at outcome detail applied_at'),
  traveller_requests: {
    chapter: 'orders',
    find: [{ column: 'order_id', of: 'orders' }],
    rows: 'delete',
    personal: { code: { is: 'sensitive', choice: true } },
    plain: 'order_id contract traveller kind status told_status answered_at answered_by',
  },
  exit_declarations: {
    chapter: 'orders',
    find: [{ column: 'order_id', of: 'orders' }],
    plain: 'order_id traveller segment seat wording declared_at declared_by',
  },
  house_bookings: {
    chapter: 'orders',
    find: [{ column: 'locator', of: 'locators' }],
    rows: 'blank',
    personal: { services: { is: 'sensitive', sealed: 'house_bookings|services', becomes: [] } },
    plain:
      'locator hold_attempt attempts offer_id brand offer travellers seats status pay_by ticket_by tickets void_until created_at changed_at answers documents',
  },
  price_snapshots: {
    chapter: 'orders',
    find: [{ column: 'order_id', of: 'orders' }],
    plain: 'order_id number quote total currency rules_version cause at',
  },
  promo_claims: {
    chapter: 'orders',
    find: [{ column: 'order_id', of: 'orders' }],
    rows: 'blank',
    personal: { mailbox_index: { is: 'secret', becomes: null }, phone_index: { is: 'secret', becomes: null } },
    plain: 'id order_id code rule_id at dropped_at',
  },
  cancel_quotes: {
    chapter: 'orders',
    find: [{ column: 'order_id', of: 'orders' }],
    plain: 'order_id number terms refund currency at expires_at',
  },
  baskets: {
    chapter: 'orders',
    find: [{ column: 'user_id', of: 'account' }],
    rows: 'blank',
    personal: { secret_hash: unfindable },
    plain: 'id reference user_id language closed_at told_at created_at changed_at',
  },
  basket_orders: { chapter: 'orders', find: [{ column: 'order_id', of: 'orders' }], plain: 'order_id basket_id added_at' },
  shown_quotes: house('subject quote shown_at sold_at'),
  sent_messages: {
    chapter: 'record',
    find: [{ column: 'order_id', of: 'orders' }],
    plain: 'message_id order_id template order_version language sent_at',
  },
  mail_log: {
    chapter: 'record',
    find: [
      { column: 'email_index', fingerprint: 'mail-address', numbers: true },
      { column: 'order_id', of: 'orders' },
    ],
    rows: 'blank',
    personal: {
      recipient: { is: 'personal', sealed: 'mail_log|recipient|{id}', becomes: '' },
      email_index: unfindable,
      content: { is: 'personal', sealed: 'mail_log|content|{id}', becomes: null },
    },
    plain: 'id channel kind concern language order_id status cause tries provider_id files again_of not_before queued_at changed_at',
  },
  mail_suppressions: {
    chapter: 'record',
    find: [{ column: 'email_index', fingerprint: 'mail-address', numbers: true }],
    rows: 'delete',
    personal: { email: sealed('mail_suppressions|email|{id}'), email_index: secret, note: personal },
    plain: 'id reason added_by added_at',
  },
  texts_off: { staff: 'changed_by', plain: 'kind changed_at' },
  mail_hours: house('id quiet_from quiet_until daily_cap text_cap version changed_by changed_at'),
  mail_wordings: {
    staff: 'written_by decided_by touched_by',
    plain: 'id kind number status version catalogue words same_meaning note goes_back_to written_at changed_at decided_at reason',
  },
  campaigns: {
    staff: 'written_by approved_by touched_by',
    plain:
      'id name status version words page interests languages customers alone_up_to starts_at created_at changed_at approved_at piece_at finished_at',
  },
  campaign_letters: {
    chapter: 'letter',
    find: [{ column: 'reader_id', of: 'readers' }],
    plain: 'campaign_id reader_id status at not_before left_at',
  },

  // Money: kept whole, since tax law asks for it
  payments: {
    chapter: 'payments',
    find: [{ column: 'order_id', of: 'orders' }],
    leadsTo: { payments: 'id' },
    plain:
      'id order_id order_version purpose provider method provider_ref provider_intent_ref status version amount currency language return_to redirect_to decline_class card_ending wallet expires_at created_at changed_at part_of fate',
  },
  refunds: {
    chapter: 'payments',
    find: [{ column: 'payment_id', of: 'payments' }],
    plain: 'id payment_id order_id key amount currency reason asked_by status version provider_ref created_at changed_at',
  },
  supplier_returns: {
    chapter: 'payments',
    find: [{ column: 'order_id', of: 'orders' }],
    rows: 'blank',
    personal: { note: gone },
    plain: 'order_id part supplier amount currency asked_at chased received_at received_by received',
  },
  refund_requests: {
    chapter: 'payments',
    find: [{ column: 'order_id', of: 'orders' }],
    rows: 'blank',
    personal: { reason: blanked('erased') },
    plain: 'id order_id payment_id amount currency lines cause status alone asked_by asked_at decided_by decided_at',
  },
  invoices: {
    chapter: 'payments',
    find: [
      { column: 'owner_id', of: 'account' },
      { column: 'order_id', of: 'orders' },
    ],
    leadsTo: { invoices: 'id' },
    rows: 'blank',
    personal: { buyer: { is: 'personal', kept: 'tax' } },
    plain:
      'id number series year sequence kind refers_to key order_id order_reference owner_id seller reason issued_at supply_date net vat gross charged_amount charged_currency rate due_on',
  },
  invoice_lines: {
    chapter: 'payments',
    find: [{ column: 'invoice_id', of: 'invoices' }],
    plain: 'invoice_id position credits_position words quantity vat_category vat_basis_points vat_place net vat gross',
  },
  credit_requests: {
    chapter: 'payments',
    find: [{ column: 'order_id', of: 'orders' }],
    rows: 'blank',
    personal: { reason: blanked('erased') },
    plain: 'id invoice_id order_id amount lines cause status alone asked_by asked_at decided_by decided_at',
  },
  invoice_sendings: {
    chapter: 'payments',
    find: [{ column: 'invoice_id', of: 'invoices' }],
    plain: 'id invoice_id batch language asked_by asked_at sent_at',
  },
  e_invoice_hand_overs: {
    chapter: 'payments',
    find: [{ column: 'invoice_id', of: 'invoices' }],
    plain: 'id invoice_id provider provider_ref file_sum handed_by handed_at taken_back_by taken_back_at taken_back_why',
  },
  dispute_parts: {
    chapter: 'payments',
    find: [{ column: 'order_id', of: 'orders' }],
    leadsTo: { disputes: 'dispute_id' },
    plain: 'dispute_id payment_id order_id amount written_off',
  },
  disputes: {
    chapter: 'payments',
    find: [{ column: 'id', of: 'disputes' }],
    plain:
      'id provider provider_ref payment_id status version reason amount taken returned fee written_off currency respond_by owner_id let_in_by let_in_at opened_at changed_at closed_at',
  },
  dispute_answers: {
    chapter: 'payments',
    find: [{ column: 'dispute_id', of: 'disputes' }],
    rows: 'blank',
    personal: { words: { is: 'sensitive', sealed: 'dispute_answers|words|{id}', becomes: '-' } },
    plain: 'id dispute_id kind status written_by written_at decided_by decided_at settled_at packed_at',
  },
  // What a paper is called, by its order's reference: the papers themselves are rows of others.
  dispute_answer_papers: house('answer_id position slot name provider_ref left_out_at'),
  payment_attempts: house('id payment_id refund_id kind amount intended_at called_at answered_at outcome answer applied_at'),
  payment_inbox: house('provider event_id type refs received_at processed_at'),
  payment_cursors: house('provider cursor'),
  ledger_accounts: house('id code currency kind order_id'),
  ledger_transfers: house('id key kind currency order_id payment_id linked_to posted_at'),
  ledger_entries: house('id transfer_id account_id currency amount'),
  order_money_states: house('order_id kind state created_at'),
  order_work: house('kind id order_id opened_at due_at owner'),
  owed_refunds: house('order_id kind amount owed_at version'),
  open_invoices: house('invoice_id order_id issued_at gross due_on'),
  credited_invoices: house('invoice_id issued_at gross'),
  invoice_series: house('series year last_number prefix'),
  invoice_prefixes: house('prefix series since'),
  bank_statements: house('id file_hash file_name format account currency reference first_on last_on opening closing taken_by taken_at'),
  // Found by the order that its money paid; a line that nobody was matched with is nobody's yet.
  bank_lines: {
    chapter: 'payments',
    find: [{ column: 'order_id', of: 'orders' }],
    leadsTo: { bankLines: 'id' },
    rows: 'blank',
    personal: {
      details: { is: 'personal', sealed: 'bank_lines|details|{id}', becomes: { party: '', partyAccount: '', text: '' } },
      note: gone,
    },
    plain: 'id statement_id position booked_on amount currency named status order_id seen_in to_return version changed_at',
  },
  bank_matches: house('id line_id parts amount status alone asked_by asked_at decided_by decided_at'),
  closed_periods: house('month figures closed_by closed_at'),
  invoice_seller: house('id legal_name legal_name_ar address address_ar trn emirate version city licence licence_authority'),
  // Where a company sits and who licensed it, under its own number: nobody is named there.
  e_invoice_buyers: house('trn city emirate licence licence_authority written_by written_at'),

  // What somebody wrote to us
  inquiries: {
    chapter: 'words',
    find: [
      { column: 'user_id', of: 'account' },
      { column: 'email_index', fingerprint: 'inquiry-email', guests: 'user_id' },
    ],
    leadsTo: { inquiries: 'id' },
    rows: 'blank',
    personal: {
      contact: { is: 'personal', sealed: 'inquiries|contact|{id}', becomes: { name: '-', email: '', phone: null } },
      email_index: unfindable,
      message: { is: 'sensitive', sealed: 'inquiries|message|{id}', becomes: '-' },
      from_place: gone,
      to_place: gone,
      visa_facts: { is: 'sensitive', sealed: 'inquiries|visa|{id}', becomes: {} },
    },
    plain:
      'id reference kind status version about_id about_title language starts_on ends_on adults children infants cabin budget_amount budget_currency order_reference user_id suspect answer_by created_at changed_at owner_id source first_contact_at lost_reason merged_into destination purpose',
    ends: { status: 'closed' },
  },
  inquiry_events: {
    chapter: 'words',
    find: [{ column: 'inquiry_id', of: 'inquiries' }],
    rows: 'blank',
    personal: { words: { is: 'sensitive', sealed: 'inquiries|answer-{version}|{inquiry_id}', becomes: '-' } },
    plain: 'inquiry_id version event actor detail at',
  },
  inquiry_mails: house('message_id inquiry_id sent_at'),
  inquiry_silences: {
    find: [{ column: 'email_index', fingerprint: 'inquiry-email' }],
    rows: 'delete',
    personal: { email_index: secret },
    plain: 'at',
  },
  inquiry_applications: house('group_id inquiry_id invited_by invited_at'),
  proposals: {
    chapter: 'words',
    find: [{ column: 'inquiry_id', of: 'inquiries' }],
    leadsTo: { proposals: 'id' },
    rows: 'blank',
    personal: {},
    plain: 'id reference inquiry_id created_at opened_at',
  },
  proposal_versions: {
    chapter: 'words',
    find: [{ column: 'proposal_id', of: 'proposals' }],
    rows: 'blank',
    personal: {
      content: {
        is: 'sensitive',
        sealed: 'proposal_versions|content|{proposal_id}-{number}',
        becomes: { title: '-', words: '', lines: [] },
      },
    },
    plain:
      'proposal_id number status changes total item item_kind starts_on ends_on adults children deposit_percent balance_days free_days expires_at made_by made_at sent_at order_id',
  },
  proposal_remarks: {
    chapter: 'words',
    find: [{ column: 'proposal_id', of: 'proposals' }],
    rows: 'blank',
    personal: { words: { is: 'sensitive', sealed: 'proposal_remarks|words|{id}', becomes: '-' } },
    plain: 'id proposal_id number line actor at',
  },
  proposal_mails: house('message_id proposal_id sent_at'),
  // The others of a group, as whoever booked for them told it.
  trip_people: {
    chapter: 'orders',
    find: [{ column: 'order_id', of: 'orders' }],
    rows: 'blank',
    personal: {
      personal: {
        is: 'sensitive',
        sealed: 'trip_people|personal|{order_id}:{position}',
        becomes: { givenNames: '', surname: '', birthDate: '', passport: '', passportUntil: '' },
      },
    },
    plain: 'order_id position changed_at',
  },
  flight_quotes: {
    chapter: 'words',
    find: [{ column: 'email_index', fingerprint: 'flight-quote-email' }],
    leadsTo: { flightQuotes: 'id' },
    rows: 'blank',
    personal: {
      contact: {
        is: 'personal',
        sealed: 'flight_quotes|contact|{id}',
        becomes: { name: '-', email: '-', phone: '' },
      },
      message: { is: 'sensitive', sealed: 'flight_quotes|message|{id}', becomes: '-' },
      email_index: unfindable,
    },
    plain:
      'id reference status version language inquiry_id customer_id origin destination departs_on travellers lowest currency expires_at made_by made_at changed_by changed_at sent_at seen_at order_id taken forgotten_at',
  },
  flight_quote_options: house('quote_id number offer_id brand offer price'),
  flight_quote_events: house('quote_id number event from_status to_status actor detail at'),
  flight_quote_discounts: house(
    'id quote_id option amount currency basis_points reason status total own_limit asked_by asked_at decided_by decided_at answer',
  ),
  flight_quote_drafts: house('draft_id quote_id option'),
  flight_quote_mails: house('message_id quote_id sent_at'),
  consultations: {
    chapter: 'words',
    find: [
      { column: 'user_id', of: 'account' },
      { column: 'email_index', fingerprint: 'consultation-email', guests: 'user_id' },
    ],
    leadsTo: { consultations: 'id' },
    rows: 'delete',
    personal: {
      contact: { is: 'personal', sealed: 'consultations|contact|{id}' },
      email_index: secret,
      words: sealed('consultations|words|{id}'),
      summary: sealed('consultations|summary|{id}'),
      country: personal,
      zone: personal,
    },
    plain:
      'id reference topic channel call_language language status version user_id officer_id starts_at ends_at times_moved checklist outcome next_step from_inquiry to_inquiry created_at changed_at',
  },
  consultation_events: {
    chapter: 'words',
    find: [{ column: 'consultation_id', of: 'consultations' }],
    rows: 'delete',
    personal: { words: sealed('consultations|event-{version}|{consultation_id}') },
    plain: 'consultation_id version event actor reason starts_at at',
  },
  consultation_waits: {
    chapter: 'words',
    find: [{ column: 'consultation_id', of: 'consultations' }],
    rows: 'delete',
    plain: 'consultation_id wished_from wished_until queued_at offered officer_id starts_at held_until',
  },
  consultation_papers: {
    chapter: 'words',
    find: [{ column: 'consultation_id', of: 'consultations' }],
    rows: 'delete',
    plain: 'id consultation_id kind type bytes stored at',
  },
  consultation_claims: house('officer_id tick consultation_id'),
  consultation_mails: house('message_id consultation_id sent_at'),
  consultation_officers: house('officer_id languages topics takes changed_at'),
  consultation_hours: house('officer_id weekday from_clock until_clock'),
  consultation_blocks: house('id officer_id starts_at ends_at reason'),
  feedback: {
    chapter: 'words',
    find: [
      { column: 'user_id', of: 'account' },
      { sealed: 'email', guests: 'user_id' },
    ],
    rows: 'blank',
    personal: {
      page: gone,
      words: { is: 'sensitive', sealed: 'feedback|words|{id}', becomes: '-' },
      email: { is: 'personal', sealed: 'feedback|email|{id}', becomes: '' },
      answer: { is: 'sensitive', sealed: 'feedback|answer|{id}', becomes: '-' },
    },
    plain: 'id reference kind status version language order_reference rating user_id answer_by created_at changed_at',
    ends: { status: 'closed' },
  },
  tickets: {
    chapter: 'words',
    find: [
      { column: 'user_id', of: 'account' },
      { column: 'email_index', fingerprint: 'ticket-email', guests: 'user_id' },
    ],
    leadsTo: { tickets: 'id' },
    rows: 'blank',
    personal: {
      subject: { is: 'sensitive', sealed: 'tickets|subject|{id}', becomes: '-' },
      contact: { is: 'personal', sealed: 'tickets|contact|{id}', becomes: { name: '-', email: null, phone: null } },
      email_index: gone,
    },
    plain:
      'id reference status version channel source_table source_id language priority order_id user_id assignee_id first_due_at first_answer_at solve_due_at solve_left due_at solved_at rating rated_at merged_into seen_version tags words_known created_at changed_at',
    ends: { status: 'closed' },
  },
  ticket_events: {
    chapter: 'words',
    find: [{ column: 'ticket_id', of: 'tickets' }],
    rows: 'blank',
    personal: { words: { is: 'sensitive', sealed: 'ticket_events|words-{version}|{ticket_id}', becomes: '-' } },
    plain: 'ticket_id version event actor detail at',
  },
  ticket_words: {
    chapter: 'words',
    find: [{ column: 'ticket_id', of: 'tickets' }],
    rows: 'delete',
    personal: { word: secret },
    plain: 'ticket_id',
  },
  ticket_mails: house('message_id ticket_id sent_at'),
  ticket_macros: house('id name words is_on version changed_by changed_at'),
  ticket_runs: house('id deed aim macro_id words started_by started_at'),
  ticket_run_lines: house('run_id position ticket_id version ok said done_at'),

  // Points
  loyalty_members: {
    chapter: 'account',
    find: [{ column: 'user_id', of: 'account' }],
    rows: 'blank',
    personal: {
      hold_reason: { is: 'sensitive', sealed: 'loyalty_members|hold_reason|{user_id}', becomes: '-' },
      // Leads to somebody, and to nobody who is gone.
      invite_code: gone,
    },
    plain: 'user_id tier joined_at language pending available held_at held_by hold_rule version changed_at',
  },
  loyalty_adjustments: {
    chapter: 'account',
    find: [{ column: 'user_id', of: 'account' }],
    rows: 'blank',
    personal: { reason: { is: 'sensitive', sealed: 'loyalty_adjustments|reason|{id}', becomes: '-' } },
    plain: 'id user_id points status asked_by asked_at decided_by decided_at',
  },
  loyalty_vouchers: {
    chapter: 'account',
    find: [{ column: 'user_id', of: 'account' }],
    rows: 'blank',
    personal: {
      reason: { is: 'sensitive', sealed: 'loyalty_vouchers|reason|{id}', becomes: '-' },
      withdrawn_why: { is: 'sensitive', sealed: 'loyalty_vouchers|withdrawn_why|{id}', becomes: '-' },
    },
    plain:
      'id code user_id occasion amount basis_points most kinds least valid_until status version made_by made_at asked_by approved_by live_at withdrawn_by order_id taken used_at called_off_at batch_id changed_at',
  },
  loyalty_voucher_batches: house(
    'id campaign occasion amount basis_points most kinds least valid_until reason unknown_lines status version made_by made_at asked_by approved_by withdrawn_by withdrawn_why changed_at',
  ),
  loyalty_voucher_batch_rows: house('batch_id user_id standing why voucher_id'),
  credit_terms: house('number bonus_percent months reason made_by made_at'),
  credit_terms_wishes: house('id base bonus_percent months reason asked_by asked_at status decided_by decided_at'),
  credit_lots: house('id user_id order_id points_transfer part currency amount remaining ends_on made_at'),
  credit_moves: house('id key lot_id kind amount payment_id at'),
  credit_uses: house('order_id user_id amount at'),
  loyalty_rules: house('id kind points status version made_by made_at approved_by live_at retired_at'),
  loyalty_terms: house(
    'id burn_least burn_step burn_fils credit_months inviter_points friend_points trip_least invites_a_year hold_invites hold_days hold_adjusted status version made_by made_at approved_by live_at retired_at',
  ),
  loyalty_invitations: house(
    'user_id inviter_id status order_id inviter_points friend_points trip_least counted_at version made_at changed_at',
  ),
  loyalty_orders: house('order_id user_id points_per_hundred points released changed_at'),
  loyalty_transfers: house('id key kind user_id order_id posted_at'),
  loyalty_entries: house('id transfer_id account points'),
  loyalty_lots: house('transfer_id user_id points remaining expires_on'),
  loyalty_reckoned: house('id reckoned_to'),
  loyalty_mails: house('message_id user_id sent_at'),

  // What somebody wrote for others
  reviews: {
    chapter: 'words',
    find: [{ column: 'order_id', of: 'orders' }],
    leadsTo: { reviews: 'id' },
    rows: 'blank',
    personal: {
      title: blanked('-'),
      words: blanked('-'),
      display_name: gone,
      country: { is: 'personal', choice: true, becomes: null },
      reject_note: gone,
      reply: gone,
    },
    plain:
      'id reference order_id item kind product_id subject completed_on status version stars scores language speaks reject_reason written_at published_at changed_at',
    ends: { status: 'withdrawn', reject_reason: null, published_at: null },
  },
  review_events: { chapter: 'words', find: [{ column: 'review_id', of: 'reviews' }], plain: 'review_id version event actor reason at' },
  review_invitations: {
    chapter: 'record',
    find: [{ column: 'order_id', of: 'orders' }],
    plain: 'order_id item number asked_at mailed_at',
  },
  review_silences: {
    find: [{ column: 'email_index', fingerprint: 'order-email' }],
    rows: 'delete',
    personal: { email_index: secret },
    plain: 'at',
  },
  /** What a reader finds wrong, said by nobody. */
  review_reports: house('id review_id reason words at closed_at'),

  // The letter
  newsletter_readers: {
    chapter: 'letter',
    find: [{ column: 'email_index', fingerprint: 'newsletter-email' }],
    leadsTo: { readers: 'id' },
    rows: 'blank',
    personal: {
      email: { is: 'personal', sealed: 'newsletter_readers|email|{id}', becomes: '' },
      email_index: unfindable,
      customer_index: unfindable,
    },
    plain: 'id status version language interests asked_at changed_at',
    ends: { status: 'left' },
  },
  newsletter_events: {
    chapter: 'letter',
    find: [{ column: 'reader_id', of: 'readers' }],
    plain: 'reader_id version event language interests at',
  },

  // Privacy
  privacy_requests: {
    chapter: 'requests',
    find: [
      { column: 'user_id', of: 'account' },
      { column: 'email_index', fingerprint: 'privacy-email', guests: 'user_id' },
    ],
    rows: 'blank',
    personal: {
      email: { is: 'personal', sealed: 'privacy_requests|email|{id}', becomes: '' },
      email_index: unfindable,
      token_hash: unfindable,
    },
    plain:
      'id kind status version came_by user_id language recorded_by reason asked_at due_at acts_at file file_until closed_at agreed_by agreed_at',
  },
  /** Says what was chosen and under which words, never by whom. */
  consent_receipts: house('id chosen_at wording language analytics marketing personalization'),

  // The record of who did what: ids only, and chained, so that nothing in it can be changed.
  audit_events: {
    chapter: 'record',
    find: [{ column: 'actor', of: 'actors' }],
    rows: 'blank',
    personal: { address: gone },
    plain: 'sequence at actor action subject reason detail request_id previous_hash hash chain roles',
  },
  audit_head: house('id hash'),
  audit_checks: house('id asked_by asked_at said_at rows_checked rows_in_all finished_at broken_at forgotten head'),
  desk_bulk_runs: house('id action started_by started_at list detail'),
  desk_bulk_lines: house('run_id position order_id reference ok said done_at subject detail'),
  visa_rules: house(
    'id rule edition status destination passports residences held_visas purposes need stay_days window_days passport conditions valid_from valid_until source checked_on recheck_days note drafted_by drafted_at verified_by verified_at retired_at',
  ),
  visa_indications: house('passport destination need stay_days'),
  visa_indication_imports: house('id file rows data_date imported_at'),
  desk_views: house('id owner shared name query created_at list'),
  put_off_work: house('kind subject by until'),
  staff_tasks: house('id kind subject text_key detail opened_at asked_by claimed_by claimed_at snoozed_until closed_at closed_by'),
  staff_alert_reads: house('user_id task_id reason read_at'),
  staff_alert_choices: house('user_id without version changed_at'),
  traffic_days: house('day step kind route language currency count'),
  flight_search_days: house('day route airline cabin lead searches offers'),
  unanswered_words: house('day words people'),
  page_view_days: house('kind name day views'),
  figure_days: house('fact dimension day kind member amount sample'),
  cohort_months: house('month later buyers sample'),
  vat_days: house('day series kind vat_category vat_basis_points vat_place emirate net vat'),
  figure_progress: house('id through done_at asked_at'),
  saved_reports: house('id owner name query shared weekly version created_at changed_at'),
  report_letters: house('report_id week sent_at'),
  figure_alerts: house('id measure supplier direction threshold minutes least active version changed_by changed_at'),
  flight_price_days: house('thing day lowest'),
  internal_users: {
    staff: 'display_name',
    plain: 'user_id roles is_active employment_status version language invited_at changed_at created_at',
  },
  // What the house lends its people, and their signatures for it
  assets: {
    staff: 'holder_id',
    plain:
      'id tag kind model serial status version since due_back_on place bought_on cost residual life_months warranty_until keeps_data seen_on created_at changed_at',
  },
  asset_papers: {
    staff: 'user_id signature refusal',
    plain: 'id reference way status version policy language made_by made_at decided_at file',
  },
  asset_paper_lines: house('paper_id asset_id condition note wiped'),
  asset_events: { staff: 'holder_id', plain: 'asset_id version event from_status to_status actor detail at' },
  asset_write_offs: house('id asset_id status value reason asked_by asked_at decided_by decided_at'),
  asset_photos: house('id paper_id asset_id file type bytes at'),
  asset_charges: {
    staff: 'user_id reason waiver',
    plain: 'id paper_id asset_id status version amount asked_by asked_at decided_by decided_at deducted_in deducted_by deducted_at',
  },
  // Which application it was opened for is no copy of it: the colleague's things stay asked for.
  asset_requests: {
    chapter: 'words',
    find: [{ column: 'application_id', of: 'jobApplications' }],
    staff: 'user_id reason',
    plain: 'id application_id reference kinds needed_by status version asked_by decided_by decided_at created_at',
  },
  // Of names in a written file nothing is left a day later; the search that it was asked with is sealed.
  export_files: { staff: 'user_id query', plain: 'id list language status reason rows file pieces asked_at ready_at expires_at' },
  asset_counts: house('id place status begun_by begun_at closed_by closed_at'),
  asset_count_lines: house('count_id tag asset_id expected found_at found_by'),
  asset_reminders: { staff: 'user_id', plain: 'id sent_at' },
  role_requests: house('id user_id roles roles_before reason status asked_by asked_at decided_by decided_at'),

  // Our partners' people, and those who would like to be
  partner_leads: {
    chapter: 'words',
    find: [{ column: 'email_index', fingerprint: 'partner-email' }],
    leadsTo: { applications: 'id' },
    rows: 'blank',
    personal: {
      contact: { is: 'personal', sealed: 'partner_leads|contact|{id}', becomes: { name: '-', role: '-', email: '', phone: '' } },
      email_index: unfindable,
      offers: blanked('-'),
    },
    plain: 'id reference kind status version language company country website licence trn assigned_to created_at changed_at',
  },
  partner_lead_events: {
    chapter: 'words',
    find: [{ column: 'lead_id', of: 'applications' }],
    rows: 'blank',
    personal: { words: { is: 'sensitive', sealed: 'partner_leads|words-{version}|{lead_id}', becomes: '-' } },
    plain: 'lead_id version event actor at',
  },
  partner_documents: {
    chapter: 'words',
    find: [{ column: 'lead_id', of: 'applications' }],
    rows: 'blank',
    personal: { name: blanked('document') },
    plain: 'id lead_id position type bytes stored at',
  },

  // Who would like to work with us
  job_applications: {
    chapter: 'words',
    find: [{ column: 'email_index', fingerprint: 'job-email' }],
    leadsTo: { jobApplications: 'id' },
    rows: 'blank',
    personal: {
      contact: { is: 'personal', sealed: 'job_applications|contact|{id}', becomes: { name: '-', email: '', phone: null } },
      email_index: unfindable,
      phone_index: { is: 'secret', becomes: null },
      profile: { is: 'sensitive', sealed: 'job_applications|profile|{id}', becomes: {} },
      answers: { is: 'sensitive', sealed: 'job_applications|answers|{id}', becomes: {} },
      secret_hash: unfindable,
    },
    plain:
      'id reference posting_id status version language source knock_outs notice_weeks visa_status cv_stored cv_type cv_bytes owner_id agreed_at keep_months keep_until purged_at reject_reason uncovered stage_since created_at changed_at',
    ends: { status: 'withdrawn', cv_stored: null, cv_type: null, cv_bytes: null },
  },
  job_application_events: {
    chapter: 'words',
    find: [{ column: 'application_id', of: 'jobApplications' }],
    plain: 'application_id version event from_status to_status actor detail at',
  },
  joiners: {
    chapter: 'words',
    find: [{ column: 'application_id', of: 'jobApplications' }],
    staff: 'user_id reason',
    plain: 'id application_id status version starts_on roles prepared_by decided_by decided_at created_at',
  },
  job_reviewers: house('application_id user_id added_by added_at'),
  job_score_cards: {
    chapter: 'words',
    find: [{ column: 'application_id', of: 'jobApplications' }],
    rows: 'delete',
    personal: { words: sealed('job_score_cards|words|{id}') },
    plain: 'id application_id scored_by points verdict sent_at',
  },
  job_messages: {
    chapter: 'words',
    find: [{ column: 'application_id', of: 'jobApplications' }],
    rows: 'delete',
    personal: { subject: sealed('job_messages|subject|{id}'), words: sealed('job_messages|words|{id}') },
    plain: 'id application_id kind template author created_at send_at sent_at called_back_at',
  },
  job_offers: {
    chapter: 'words',
    find: [{ column: 'application_id', of: 'jobApplications' }],
    rows: 'delete',
    personal: { terms: sealed('job_offers|terms|{id}') },
    plain:
      'id application_id number status version salary currency starts_on answer_by written_by decided_by decided_at answered_at created_at',
  },
  // Interviews of applicants
  interviews: {
    chapter: 'words',
    find: [{ column: 'application_id', of: 'jobApplications' }],
    leadsTo: { interviews: 'id' },
    // With it go its panel, times and history.
    rows: 'delete',
    personal: { words: sealed('interviews|words|{id}'), token_hash: secret, answered_hash: secret },
    plain:
      'id reference application_id round round_name mode place minutes status version zone starts_at ends_at invitations expires_at wishes made_by created_at changed_at',
  },
  interview_panel: { staff: 'user_id', plain: 'interview_id' },
  interview_slots: house('interview_id starts_at'),
  interview_claims: { staff: 'user_id', plain: 'interview_id starts_at ends_at held_until' },
  interview_events: house('interview_id version event to_status actor detail at'),
  // What was said of somebody is theirs to read; of who said it, an id that names nobody.
  interview_scores: {
    chapter: 'words',
    find: [{ column: 'interview_id', of: 'interviews' }],
    rows: 'delete',
    personal: { words: sealed('interview_scores|words|{interview_id}|{user_id}') },
    staff: 'user_id',
    plain: 'interview_id verdict sent_at',
  },
  interview_mails: house('message_id interview_id sent_at'),
  job_alerts: {
    chapter: 'letter',
    find: [{ column: 'email_index', fingerprint: 'job-email' }],
    rows: 'delete',
    personal: { contact: { is: 'personal', sealed: 'job_alerts|contact|{id}' }, email_index: secret, secret_hash: secret },
    plain: 'id language department place created_at confirmed_at',
  },
  flight_suppliers: {
    staff: 'contact_name contact_email contact_phone',
    plain: 'code name kind country licence currency payment_days credit_limit contract_until status version created_at changed_at',
  },
  flight_supplier_papers: house('id supplier name expires_on added_at added_by removed_at'),
  flight_supplier_banks: {
    staff: 'account ending call_back',
    plain: 'id supplier status asked_by asked_at answered_by answered_at',
  },

  // What we sell, and the words of the house
  pools: house('key capacity held allocated created_at'),
  ticket_serials: house('accounting last'),
  pricing_versions: house('version currency vat published_at published_by reason'),
  pricing_rules: house('version id kind scope priority basis_points flat floor cap stacks name valid_from valid_until paused'),
  pricing_drafts: house('id product based_on rules status touched_by reason simulation published_version version created_at changed_at'),
  pricing_policies: house(
    'id number title status based_on rules examples guards stopped touched_by reason simulation approved_by published_by published_at version created_at changed_at',
  ),
  price_experiments: house(
    'id number question products challenger share starts_on ends_on least_sales margin_fall conversion_fall status touched_by approved_by begun_by control control_version prices_from prices_until over_because over_at version created_at changed_at',
  ),
  price_experiment_runs: house('product experiment_id'),
  promo_codes: house('code'),
  pricing_uses: house('order_id rule_id policy amount total margin at'),
  flight_samples: house('id from_code to_code days_ahead nights cabin adults children added_by added_at removed_at'),
  currency_settings: house('id base_currency target_currency exchange_rate is_active updated_at'),
  rate_feeds: house('id day per_euro origin read_by read_at'),
  rate_policies: house('target follows spread is_shown rounding version changed_by changed_at'),
  rate_changes: house(
    'id target rate spread moved source feed_id ends_at reason status proposed_by proposed_at decided_by decided_at setting_id',
  ),
  setting_changes: house(
    'id section status before value reason version row_version written_by touched_by written_at decided_by decided_at answer',
  ),
  flight_deals: house(
    'id from_code to_code cabin nights direct_only with_bag travel_from travel_until book_by price_amount price_currency note published_at withdrawn_at',
  ),
  stop_sales: house(
    'id source airline from_airport to_airport travel_from travel_until flight reason begun_by begun_at lifted_by lifted_at',
  ),
  flight_allotments: house(
    'id supplier airline number from_airport to_airport first_day last_day weekdays cabin seats net with_bag release_days status drafted_by touched_by seats_asked seats_asked_by version created_at changed_at',
  ),
  tours: house(
    'id region countries days nights styles group_kind group_size min_age departure_weekday departure_months meals stars price_amount price_currency single_supplement_amount deposit_percent transport poster is_top is_popular search_words added_at withdrawn_at terms',
  ),
  tour_desk: house('tour_id status version changed_by changed_at'),
  tour_editions: house('tour_id number status content version written_by written_at changed_by changed_at decided_by decided_at reason'),
  tour_stops: house('tour_id position key latitude longitude nights'),
  tour_texts: house('tour_id language title tagline summary highlights days included not_included good_to_know places'),
  experiences: house(
    'id region country city latitude longitude zone categories duration_minutes start_times weekdays months languages instant free_cancel_hours cut_off_hours indoor wheelchair stroller private ladies_or_family_times capacity age_bands pickup poster search_words added_at withdrawn_at',
  ),
  experience_texts: house(
    'experience_id language title city tagline summary highlights plan included not_included bring good_to_know meeting',
  ),
  catalogue_editions: house('kind edition'),
  connection_tests: house('service tested_at tested_by outcome detail took_ms answered_at'),
  early_access: house('feature is_on changed_by changed_at'),
  experience_operators: house('id name licence email link_version changed_at'),
  experience_editions: house(
    'experience_id number status content version written_by written_at changed_by changed_at decided_by decided_at reason',
  ),
  supply_imports: house('id kind subject hash file_name rows made_by made_at applied_by applied_at dropped_by dropped_at'),
  photographs: house('id kind thing position hash width height focus_x focus_y alt version changed_by changed_at removed_at'),
  experience_supply: house('experience_id operator_id status version asked_by changed_at'),
  experience_options: house('experience_id key position unit group_size price_percent capacity active'),
  experience_slots: house(
    'experience_id option_key date start capacity price_percent stopped cancelled_at cancelled_why changed_by changed_at',
  ),
  stay_supply: house('staycation_id status version changed_by changed_at'),
  stay_editions: house(
    'staycation_id number status content version written_by written_at changed_by changed_at decided_by decided_at reason',
  ),
  stay_units: house('key staycation_id room_key name out_of_use'),
  stay_plans: house('staycation_id key position board percent refundable_days deposit_percent active'),
  stay_nights: house('staycation_id room_key night percent stopped min_stay closed_to_arrival changed_by changed_at'),
  staycations: house(
    'id country area latitude longitude zone stars kind boards pool beach kids_club pets spa day_pass_amount resident_offer check_in check_out free_cancel_days adult_from children_from at_hotel rating price_currency poster search_words added_at withdrawn_at',
  ),
  staycation_rooms: house('staycation_id position key adults children size_m2 from_amount double_beds single_beds on_sale'),
  staycation_texts: house(
    'staycation_id language title area tagline summary highlights rooms facilities nearby good_to_know children at_hotel',
  ),
  content_items: house(
    'id kind slug topic status version author published_on poster related live_edition submitted_by created_at changed_at',
  ),
  content_texts: house('item_id language draft_number live_number'),
  content_versions: house('item_id number language title summary body actor at'),
  content_editions: house('item_id number numbers actor at'),
  content_votes: house('id item_id language useful at'),
  job_requisitions: house(
    'id status version title department place employment positions reason salary_least salary_most needed_by asked_by lead_id decided_by decided_at created_at changed_at',
  ),
  job_requisition_events: house('requisition_id version event actor reason at'),
  job_postings: house(
    'id status version department place employment remote languages closes_on opened_on changed_at requisition_id salary_least salary_most salary_currency salary_period visa_support blind step_days publish_at written_by published_by pipeline own_stages own_rounds',
  ),
  job_posting_words: house('posting_id language title summary duties needs extras'),
  job_posting_events: house('posting_id version event actor at'),
  job_questions: house('id posting_id position kind required wanted words'),
  job_criteria: house('id posting_id position name weight'),
  /** Added up as they arrive; no row says whose answers they were. */
  job_equality_counts: house('posting_id month question answer people'),
  job_mails: house('message_id sent_at'),
  /** A day at most, and nobody knows whose until it is sent. */
  job_cv_uploads: house('stored type bytes created_at'),
  job_purge_certificates: house('id applications files keys digest at'),
  // What colleagues write on records and keep beside them: it is about whoever the record is about.
  record_notes: {
    chapter: 'record',
    find: recordThreads,
    leadsTo: { recordNotes: 'id' },
    rows: 'blank',
    personal: {
      words: { is: 'sensitive', sealed: '{sealed_for}|words|{id}', becomes: '-' },
      call_number: { is: 'personal', choice: true, becomes: null },
    },
    plain:
      'id kind record_id author sealed_for told version at changed_at removed_at pinned_at pinned_by call_way call_outcome call_minutes',
  },
  record_note_wordings: {
    chapter: 'record',
    find: [{ column: 'note_id', of: 'recordNotes' }],
    rows: 'blank',
    personal: { words: { is: 'sensitive', sealed: 'record_note_wordings|words|{note_id}:{version}', becomes: '-' } },
    plain: 'note_id version until',
  },
  record_files: {
    chapter: 'record',
    find: recordThreads,
    rows: 'delete',
    personal: { name: sealed('record_files|name|{id}'), removed_why: sealed('record_files|removed_why|{id}') },
    plain: 'id kind record_id type bytes stored kept_by at removed_at removed_by',
  },
  record_looks: house('kind record_id staff_id seen_at'),
  status_edges: house('machine from_status to_status'),
  desk_lists: house('name'),
  schema_migrations: house('name checksum applied_at'),
};
