import type { Row } from './matrix-row.ts'

/** Who was in a call and where its money is: for its parties. */
export const MONEY_ROWS: readonly Row[] = [
  {
    call: 'GET /api/parley/:slug/money/',
    about: 'paid',
    expect: { owner: 200, buyer: 200, other: 404, missing: 404 },
  },
  {
    call: 'GET /api/parley/:slug/money/',
    about: 'gifted',
    expect: { owner: 200, buyer: 200, attendee: 404, other: 404, missing: 404 },
  },
  {
    // The slug of an event is that of no sale: each place has its own.
    call: 'GET /api/parley/:slug/money/',
    about: 'place',
    expect: { owner: 404, buyer: 404, other: 404, missing: 404 },
  },
  { call: 'GET /api/user/me/payments/', about: 'none', expect: { other: 200 } },
  {
    call: 'GET /api/parley/:slug/attendance/',
    about: 'paid',
    expect: { owner: 200, buyer: 200, other: 404, missing: 404 },
  },
  {
    call: 'GET /api/parley/:slug/attendance/',
    about: 'gifted',
    expect: { owner: 200, buyer: 200, attendee: 200, other: 404, missing: 404 },
  },
  {
    call: 'GET /api/parley/:slug/attendance/',
    about: 'prepaid',
    expect: { buyer: 200, other: 404, missing: 404 },
  },
  {
    call: 'GET /api/parley/:slug/attendance/',
    about: 'place',
    expect: { owner: 404, buyer: 404, other: 404, missing: 404 },
  },
  {
    call: 'GET /api/parley/:slug/session/opinion/',
    about: 'paid',
    expect: { owner: 200, buyer: 200, other: 404, missing: 404 },
  },
  {
    call: 'GET /api/parley/:slug/session/opinion/',
    about: 'gifted',
    expect: { owner: 200, buyer: 404, attendee: 200, other: 404, missing: 404 },
  },
  {
    call: 'POST /api/parley/:slug/session/opinion/',
    about: 'paid',
    body: { opinion: 'good' },
    expect: { owner: 409, buyer: 409, other: 404, missing: 404 },
  },
  {
    call: 'POST /api/parley/:slug/problem/',
    about: 'paid',
    body: { kind: 'conduct' },
    expect: { owner: 409, buyer: 409, other: 404, missing: 404 },
  },
  {
    call: 'POST /api/parley/:slug/problem/',
    about: 'gifted',
    body: { kind: 'conduct' },
    expect: { owner: 409, buyer: 409, attendee: 404, other: 404, missing: 404 },
  },
  {
    call: 'POST /api/influencer/requests/:id/give-back/',
    about: 'paid',
    fresh: true,
    body: { amount: '0.50', uuid: '0199a7b0-0000-7000-8000-000000000001' },
    expect: { owner: 200, buyer: 404, other: 404, missing: 404 },
  },
  { call: 'GET /api/influencer/me/disputes/', about: 'none', expect: { other: 200 } },
  {
    call: 'POST /api/influencer/me/disputes/:id/statement/',
    about: 'disputed',
    body: { text: 'We spoke for the whole of the time' },
    expect: { owner: 200, buyer: 404, other: 404, missing: 404 },
  },
]
