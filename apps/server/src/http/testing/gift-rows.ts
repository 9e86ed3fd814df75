import type { Row } from './matrix-row.ts'

/** A call that was given to somebody who attends in its buyer's place. */
export const GIFT_ROWS: readonly Row[] = [
  {
    call: 'GET /api/parley/:slug/session/gift/',
    about: 'paid',
    expect: { owner: 403, buyer: 200, other: 404, missing: 404 },
  },
  {
    call: 'GET /api/parley/:slug/session/gift/',
    about: 'gifted',
    expect: { owner: 403, buyer: 200, attendee: 403, other: 404, missing: 404 },
  },
  {
    call: 'POST /api/parley/:slug/session/gift/',
    about: 'paid',
    expect: { owner: 403, buyer: 201, other: 404, missing: 404 },
  },
  {
    call: 'POST /api/parley/:slug/session/gift/',
    about: 'gifted',
    expect: { owner: 403, buyer: 409, attendee: 403, other: 404, missing: 404 },
  },
  {
    call: 'DELETE /api/parley/:slug/session/gift/',
    about: 'gifted',
    fresh: true,
    expect: { owner: 403, buyer: 200, attendee: 403, other: 404, missing: 404 },
  },
  {
    call: 'POST /api/parley/gift/accept/',
    about: 'none',
    body: { token: 'unknown' },
    expect: { other: 404 },
  },
  {
    call: 'POST /api/parley/gift/look/',
    about: 'none',
    body: { token: 'unknown' },
    expect: { visitor: 404, spent: 404, other: 404 },
  },
  {
    call: 'GET /api/parley/:slug/session/',
    about: 'gifted',
    expect: { visitor: 404, owner: 200, buyer: 200, attendee: 200, other: 404, missing: 404 },
  },
  {
    call: 'POST /api/influencer/parley_requests/:id/session/',
    about: 'gifted',
    expect: { owner: 403, buyer: 403, attendee: 200, other: 404, missing: 404 },
  },
  {
    call: 'POST /api/influencer/requests/:id/session/',
    about: 'gifted',
    expect: { owner: 200, buyer: 403, attendee: 403, other: 404, missing: 404 },
  },
  {
    call: 'POST /api/influencer/parley_requests/:id/pay/',
    about: 'gifted',
    expect: { owner: 403, buyer: 409, attendee: 403, other: 404, missing: 404 },
  },
  {
    call: 'POST /api/influencer/parley_requests/:id/cancel/',
    about: 'gifted',
    fresh: true,
    expect: { owner: 403, buyer: 200, attendee: 403, other: 404, missing: 404 },
  },
  {
    call: 'POST /api/influencer/requests/:id/accept/',
    about: 'gifted',
    fresh: true,
    expect: { owner: 200, buyer: 403, attendee: 403, other: 404, missing: 404 },
  },
  {
    call: 'POST /api/influencer/requests/:id/reject/',
    about: 'gifted',
    fresh: true,
    body: { reason: 'Away' },
    expect: { owner: 200, buyer: 403, attendee: 403, other: 404, missing: 404 },
  },
]
