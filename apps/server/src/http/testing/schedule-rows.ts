import type { Row } from './matrix-row.ts'

/** When influencers can be booked. */
export const SCHEDULE_ROWS: readonly Row[] = [
  {
    call: 'GET /api/influencer/me/availability/',
    about: 'none',
    expect: { fan: 403, influencer: 200 },
  },
  {
    call: 'PUT /api/influencer/me/availability/',
    about: 'none',
    body: { mode: 'off', version: -1 },
    expect: { fan: 403, influencer: 409 },
  },
  {
    call: 'GET /api/influencer/me/calendar/',
    about: 'none',
    expect: { fan: 403, influencer: 200 },
  },
  { call: 'GET /api/user/me/calendar-feed/', about: 'none', expect: { other: 200 } },
  { call: 'POST /api/user/me/calendar-feed/', about: 'none', expect: { other: 201 } },
  { call: 'DELETE /api/user/me/calendar-feed/', about: 'none', expect: { other: 200 } },
  {
    call: 'GET /calendars/:secret.ics',
    about: 'none',
    expect: { visitor: 404, spent: 401, other: 404 },
  },
  {
    call: 'POST /api/parley/:slug/session/move/',
    about: 'paid',
    body: { slot: '2030-01-01T10:00:00Z', sequence: 0 },
    expect: { owner: 403, buyer: 409, other: 404, missing: 404 },
  },
  {
    call: 'POST /api/parley/:slug/session/proposal/',
    about: 'paid',
    body: { slots: ['2030-01-01T10:00:00Z'] },
    expect: { owner: 409, buyer: 403, other: 404, missing: 404 },
  },
  {
    call: 'POST /api/parley/:slug/session/proposal/answer/',
    about: 'paid',
    body: { choice: 'keep' },
    expect: { owner: 403, buyer: 409, other: 404, missing: 404 },
  },
  {
    call: 'GET /api/parley/:username/slots/',
    about: 'profile',
    expect: { visitor: 200, spent: 401, owner: 200, other: 200, missing: 404 },
  },
]
