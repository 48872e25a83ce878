/** Addresses that Hono answers itself, beside the site map. A test compares this list with the routes that exist. */
export interface RoutePolicy {
  readonly path: string;
  readonly methods: readonly string[];
  readonly access: 'everyone' | 'signed-webhook';
  readonly why: string;
}

export const routePolicies: readonly RoutePolicy[] = [
  { path: '/healthz', methods: ['GET'], access: 'everyone', why: 'is the process alive; says nothing else' },
  { path: '/readyz', methods: ['GET'], access: 'everyone', why: 'can it serve; says nothing else' },
  {
    path: '/maps/:file',
    methods: ['GET'],
    access: 'everyone',
    why: 'the land behind a map, from a fixed grid of frames: the same bytes for everyone',
  },
  {
    path: '/posters/:file',
    methods: ['GET'],
    access: 'everyone',
    why: 'a travel poster by its own name: the same bytes for everyone, drawn once and kept',
  },
  {
    path: '/brand/:file',
    methods: ['GET'],
    access: 'everyone',
    why: 'the logo of the house, by the hash of its content: the same bytes for everyone, kept for ever',
  },
  {
    path: '/photos/:file',
    methods: ['GET'],
    access: 'everyone',
    why: 'a photograph of what we sell, by the hash of its content: the same bytes for everyone, kept for ever',
  },
  {
    path: '/share-cards/:file',
    methods: ['GET'],
    access: 'everyone',
    why: 'a poster as the picture beside a shared link: the same bytes for everyone, painted once and kept',
  },
  {
    path: '/newsletter/leave/:token',
    methods: ['POST'],
    access: 'everyone',
    why: 'mail programs leave a list for their reader with one POST from anywhere; only the signed token counts',
  },
  {
    path: '/reviews/stop/:token',
    methods: ['POST'],
    access: 'everyone',
    why: 'mail programs end our asking for reviews with one POST from anywhere; only the signed token counts',
  },
  {
    path: '/inquiry/stop/:token',
    methods: ['POST'],
    access: 'everyone',
    why: 'mail programs end our reminders of an inquiry with one POST from anywhere; only the signed token counts',
  },
  {
    path: '/price-alert/stop/:token',
    methods: ['POST'],
    access: 'everyone',
    why: 'mail programs end a price alert with one POST from anywhere; only the signed token counts',
  },
  {
    path: '/webhooks/payments',
    methods: ['POST'],
    access: 'signed-webhook',
    why: 'the bank tells of a payment; only its signature counts',
  },
  {
    path: '/sandbox-bank/pay/:id',
    methods: ['GET', 'POST'],
    access: 'everyone',
    why: 'a page of the pretend bank; who knows its 96-bit address may pay, as at any bank',
  },
];
