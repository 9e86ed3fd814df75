import type { Row } from './matrix-row.ts'

const PATH = '/api/parley/:slug/session/keepsake/'
/** Its two may ask; the call of this table has not begun. */
const TOO_EARLY = { owner: 409, buyer: 409, other: 404, missing: 404 } as const
const OF_TWO = { owner: 200, buyer: 200, other: 404, missing: 404 } as const
/** Nobody's keepsake has that id. */
const NOBODYS = { owner: 404, other: 404, missing: 404 } as const

/** A photo of the two of a call, by consent of both. */
export const KEEPSAKE_ROWS: readonly Row[] = [
  { call: `GET ${PATH}`, about: 'paid', expect: OF_TWO },
  {
    call: `GET ${PATH}`,
    about: 'gifted',
    expect: { owner: 200, buyer: 404, attendee: 200, other: 404, missing: 404 },
  },
  { call: `POST ${PATH}`, about: 'paid', expect: TOO_EARLY },
  { call: `DELETE ${PATH}`, about: 'paid', expect: OF_TWO },
  { call: `POST ${PATH}answer/`, about: 'paid', body: { agree: true }, expect: TOO_EARLY },
  // A form without a photo.
  {
    call: `POST ${PATH}picture/`,
    about: 'paid',
    body: {},
    expect: { owner: 400, buyer: 400, other: 400, missing: 400 },
  },
  { call: 'GET /api/keepsakes/', about: 'none', expect: { other: 200 } },
  { call: 'GET /api/keepsakes/:id/picture/', about: 'person', expect: NOBODYS },
  { call: 'DELETE /api/keepsakes/:id/', about: 'person', expect: NOBODYS },
]
