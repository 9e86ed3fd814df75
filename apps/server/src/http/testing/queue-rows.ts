import type { Row } from './matrix-row.ts'

const NO_QUEUE = { owner: 404, other: 404, missing: 404 } as const
const IN_LINE = { other: 404, missing: 404 } as const
/** Its owner may, but nothing of it goes before the line is open, and nobody's place has that id. */
const DESK = { owner: 409, buyer: 403, other: 403, missing: 404 } as const
const PLACE = '00000000-0000-7000-8000-000000000001'
const NOTE = { version: 1, says: 'thanks' }
const READY = { camera: true, microphone: true }

/** The line of a queue; an event that everybody watches at once has none. */
export const QUEUE_ROWS: readonly Row[] = [
  { call: 'GET /api/parley/:slug/queue/', about: 'event', expect: NO_QUEUE },
  ...(['open', 'next', 'pause', 'resume', 'end'] as const).map(
    (step): Row => ({
      call: `POST /api/parley/:slug/queue/${step}/`,
      about: 'event',
      body: { version: 1 },
      expect: NO_QUEUE,
    }),
  ),
  ...(['move', 'skip', 'readmit', 'remove'] as const).map(
    (step): Row => ({
      call: `POST /api/parley/:slug/queue/${step}/`,
      about: 'event',
      body: { version: 1, place: PLACE },
      expect: NO_QUEUE,
    }),
  ),
  {
    call: 'GET /api/parley/:slug/event/crew/',
    about: 'line',
    expect: { owner: 200, buyer: 403, other: 403, missing: 404 },
  },
  {
    call: 'PUT /api/parley/:slug/event/crew/',
    about: 'line',
    body: { ushers: [] },
    expect: { owner: 200, buyer: 403, other: 403, missing: 404 },
  },
  {
    call: 'GET /api/parley/:slug/event/crew/',
    about: 'event',
    expect: { owner: 200, other: 403, missing: 404 },
  },
  {
    call: 'PUT /api/parley/:slug/event/crew/',
    about: 'event',
    body: { moderators: [] },
    expect: { owner: 200, other: 403, missing: 404 },
  },
  { call: 'POST /api/parley/:slug/queue/note/', about: 'event', body: NOTE, expect: NO_QUEUE },
  { call: 'POST /api/parley/:slug/queue/note/', about: 'line', body: NOTE, expect: DESK },
  { call: 'GET /api/parley/:slug/queue/', about: 'line', expect: { ...IN_LINE, owner: 200, buyer: 200 } },
  ...(['open', 'next', 'pause', 'resume', 'end'] as const).map(
    (step): Row => ({
      call: `POST /api/parley/:slug/queue/${step}/`,
      about: 'line',
      body: { version: 1 },
      expect: DESK,
    }),
  ),
  ...(['move', 'skip', 'readmit', 'remove'] as const).map(
    (step): Row => ({
      call: `POST /api/parley/:slug/queue/${step}/`,
      about: 'line',
      body: { version: 1, place: PLACE },
      expect: DESK,
    }),
  ),
  {
    call: 'POST /api/parley/:slug/queue/ready/',
    about: 'line',
    body: READY,
    expect: { ...IN_LINE, owner: 404, buyer: 200 },
  },
  {
    call: 'POST /api/parley/:slug/queue/leave/',
    about: 'line',
    fresh: true,
    body: {},
    expect: { ...IN_LINE, owner: 404, buyer: 200 },
  },
  { call: 'POST /api/parley/:slug/queue/ready/', about: 'event', body: READY, expect: NO_QUEUE },
  { call: 'POST /api/parley/:slug/queue/leave/', about: 'event', body: {}, expect: NO_QUEUE },
]
