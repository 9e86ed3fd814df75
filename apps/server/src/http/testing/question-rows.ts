import type { Row } from './matrix-row.ts'

const PATH = '/api/parley/:slug/event/questions/'
/** A place that is not paid is none yet; a person without a place gets 404. */
const AT_EVENT = { buyer: 402, other: 404, missing: 404 } as const

/** What viewers ask at an event. A place of this table is not paid; the owner may ask too. */
export const QUESTION_ROWS: readonly Row[] = [
  { call: `GET ${PATH}`, about: 'place', expect: { ...AT_EVENT, owner: 200 } },
  {
    call: `POST ${PATH}`,
    about: 'place',
    body: { text: 'Which opening first?', uuid: 'one' },
    expect: { ...AT_EVENT, owner: 201 },
  },
  // Nobody's question has that id.
  {
    call: `POST ${PATH}:id/vote/`,
    about: 'place',
    body: { voted: true },
    expect: { ...AT_EVENT, owner: 404 },
  },
  {
    call: `POST ${PATH}:id/answer/`,
    about: 'place',
    body: { answered: true },
    expect: { ...AT_EVENT, owner: 404 },
  },
  { call: `POST ${PATH}:id/show/`, about: 'place', expect: { ...AT_EVENT, owner: 404 } },
  { call: `POST ${PATH}:id/hide/`, about: 'place', expect: { ...AT_EVENT, owner: 404 } },
  // The line of a queue: nobody reads who else waits in it.
  { call: `GET ${PATH}`, about: 'line', expect: { owner: 404, buyer: 404, other: 404, missing: 404 } },
]
