import type { Row } from './matrix-row.ts'

/** Blocks; about nobody who is there, because a block ends what the other rows are about. */
export const SAFETY_ROWS: readonly Row[] = [
  { call: 'GET /api/user/me/blocks/', about: 'none', expect: { other: 200 } },
  { call: 'GET /api/user/:id/block/', about: 'person', expect: { owner: 409, other: 200, missing: 404 } },
  { call: 'POST /api/user/:id/block/', about: 'none', expect: { other: 404 } },
  { call: 'DELETE /api/user/:id/block/', about: 'none', expect: { other: 204 } },
  {
    call: 'POST /api/appeals/',
    about: 'none',
    body: { token: 'unknown', text: 'I did nothing of the kind' },
    expect: { visitor: 400, spent: 400, other: 400 },
  },
  {
    call: 'POST /api/reports/',
    about: 'none',
    body: { about: { kind: 'event', id: 'no-such-event' }, reason: 'spam', uuid: 'a-report' },
    expect: { other: 404 },
  },
]
