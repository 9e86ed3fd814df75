import { durationUnit, type Influencer, type LiveEvent, pence, penceOf, seconds } from '@parley/contract'
import { expect, it } from 'vitest'
import { ApiError } from '../../api/errors.ts'
import { eventChanges, previewOf, typedFrom } from './event-changes.ts'
import { createEventEdit } from './event-edit.ts'
import { type EventForm, typedEventSchema } from './event-form-schema.ts'

const EVENT = {
  id: 'event-id',
  slug: 'chess',
  title: 'Chess',
  description: 'A talk about openings',
  profile: { picture: null },
  amount: '5.00',
  duration: 5400,
  duration_display: 2,
  state: 'scheduled',
  starts_at: '2026-03-02T18:00:00.000Z',
  capacity: 10,
  places_left: 7,
  format: 'broadcast',
  absent: null,
  order: null,
  influencer: { user: { id: 'ivy-id', username: 'ivy' } },
} as LiveEvent
const formOf = (event: LiveEvent | null, change: Partial<EventForm> = {}): EventForm => {
  const typed = typedFrom(event, '5.00')
  return {
    ...typed,
    amount: penceOf(event?.amount ?? '5.00'),
    duration: seconds(event?.duration ?? 3600),
    duration_display: durationUnit(typed.duration_display),
    picture: null,
    ...change,
  }
}
const sent = (changes: FormData | null) => changes && Object.fromEntries(changes)

it('a new event has a duration of an hour, in minutes, and the usual price', () => {
  expect(typedFrom(null, '12.00')).toMatchObject({
    amount: '12.00',
    duration: '60',
    duration_display: '2',
    capacity: '',
  })
})

it('all fields of a new event are sent, and the changed fields of an edited one', () => {
  expect(sent(eventChanges(null, formOf(null, { title: 'Tea', description: 'With milk' })))).toEqual({
    'virtual_event[title]': 'Tea',
    'virtual_event[description]': 'With milk',
    'virtual_event[amount]': '5.00',
    'virtual_event[duration]': '3600',
    'virtual_event[duration_display]': '2',
  })
  expect(eventChanges(EVENT, formOf(EVENT))).toBeNull()
  const typed = { ...typedFrom(EVENT, ''), amount: ' 5 ', duration: '90.0', picture: undefined }
  expect(eventChanges(EVENT, { ...typedEventSchema.parse(typed), picture: null })).toBeNull()
  const changes = eventChanges(EVENT, formOf(EVENT, { amount: pence(600), capacity: '', starts_at: '' }))
  expect(sent(changes)).toEqual({
    'virtual_event[id]': 'event-id',
    'virtual_event[amount]': '6.00',
    'virtual_event[capacity]': '',
    'virtual_event[starts_at]': '',
  })
  const picture = new File(['x'], 'talk.png', { type: 'image/png' })
  expect(sent(eventChanges(EVENT, formOf(EVENT, { picture })))).toEqual({
    'virtual_event[id]': 'event-id',
    'virtual_event[profile]': picture,
  })
})

it('a queue also sends its kind, the rule for absent fans and the order; an edited one only the changed fields', () => {
  const queue = { ...EVENT, format: 'queue', absent: 'refund', order: 'paid' } as LiveEvent
  expect(eventChanges(queue, formOf(queue))).toBeNull()
  expect(sent(eventChanges(queue, formOf(queue, { absent: 'keep' })))).toEqual({
    'virtual_event[id]': 'event-id',
    'virtual_event[absent]': 'keep',
  })
  const typed = { title: 'Line', description: 'One to one', format: 'queue' } as const
  expect(sent(eventChanges(null, formOf(null, typed)))).toMatchObject({
    'virtual_event[format]': 'queue',
    'virtual_event[absent]': 'refund',
    'virtual_event[order]': 'paid',
  })
})

it('a start is typed in the owner’s own time zone and sent as UTC', () => {
  const changes = eventChanges(EVENT, formOf(EVENT, { starts_at: '2026-03-03T20:30' }))
  expect(changes?.get('virtual_event[starts_at]')).toBe(new Date('2026-03-03T20:30').toISOString())
})

it('the preview shows the typed fields, and placeholders for empty ones', () => {
  const typed = { ...typedFrom(EVENT, ''), title: ' ', amount: '9.5', duration: '2', duration_display: '3' }
  expect(previewOf(typed, { event: EVENT, username: 'ivy' })).toMatchObject({
    title: 'Your title',
    amount: '9.50',
    duration: 7200,
    places_left: 7,
  })
})

function setUp(event: LiveEvent | null, answers: (() => unknown)[]) {
  const log: string[] = []
  const keys: unknown[] = []
  const bodies: FormData[] = []
  const timers: { work: () => void; delayMs: number }[] = []
  function nextAnswer() {
    const answer = answers.shift()
    if (!answer) throw new Error('no answer left')
    return answer()
  }
  const edit = createEventEdit({
    api: {
      get: async <T>(path: string) => {
        log.push(path)
        return nextAnswer() as T
      },
      patch: async <T>(path: string, body: unknown) => {
        log.push(path)
        bodies.push(body as FormData)
        keys.push((body as FormData).get('virtual_event[uuid]'))
        return nextAnswer() as T
      },
    },
    username: 'ivy',
    event,
    saved: stored => log.push(`saved ${stored.title}`),
    newKey: () => 'one-key',
    setTimer: (work, delayMs) => timers.push({ work, delayMs }),
  })
  return { edit, log, keys, bodies, timers }
}
const profileWith =
  (...events: LiveEvent[]) =>
  () =>
    ({ virtual_events: events }) as Partial<Influencer>
const refused = () => {
  throw new ApiError(400, { 'virtual_event.starts_at': ['Please choose a start in the future'] }, '')
}

it('after saving, the page of the event opens at its new address', async () => {
  const { edit, log } = setUp(EVENT, [profileWith({ ...EVENT, title: 'Chess, again' })])
  await edit.save(formOf(EVENT, { title: 'Chess, again' }))
  expect(log.at(-1)).toBe('saved Chess, again')
  expect(edit.getSnapshot()).toMatchObject({ saving: false, event: { title: 'Chess, again' } })
})

it('errors disappear after three seconds, and the form that has them is shown again', async () => {
  const { edit, timers } = setUp(EVENT, [refused])
  edit.show('preview')
  await edit.save(formOf(EVENT, { title: 'Another' }))
  expect(edit.getSnapshot()).toMatchObject({
    mode: 'edit',
    problem: 'starts_at: Please choose a start in the future',
  })
  expect(timers.map(({ delayMs }) => delayMs)).toEqual([3_000])
  timers[0]?.work()
  expect(edit.getSnapshot()).toMatchObject({ errors: null, problem: null })
})

it('a repeated creation has the same key', async () => {
  const { edit, keys, log } = setUp(null, [refused, profileWith(EVENT)])
  const form = formOf(null, { title: 'Chess', description: 'A talk about openings' })
  await edit.save(form)
  await edit.save(form)
  expect(keys).toEqual(['one-key', 'one-key'])
  expect(log.at(-1)).toBe('saved Chess')
})

const lost = () => {
  throw new ApiError(0, null, 'No connection')
}
const usedForAnother = () => {
  throw new ApiError(409, { detail: 'This uuid was used for another event already' }, '')
}
const TYPED = { title: 'Chess', description: 'A talk about openings' }
const MADE = { ...EVENT, ...TYPED, duration: 3600, starts_at: null, capacity: null } as LiveEvent
const OTHER = { ...MADE, id: 'other-id', title: 'Go' } as LiveEvent

it('a new event that is changed after its answer was lost becomes a change of the stored one', async () => {
  const changed = { ...MADE, title: 'Chess, again' }
  const answers = [lost, usedForAnother, profileWith(OTHER, MADE), profileWith(OTHER, changed)]
  const { edit, log, bodies } = setUp(null, answers)
  const picture = new File(['x'], 'talk.png', { type: 'image/png' })
  await edit.save(formOf(null, { ...TYPED, picture }))
  await edit.save(formOf(null, { ...TYPED, title: 'Chess, again', picture }))
  expect(log).toEqual([
    '/api/influencer/ivy/',
    '/api/influencer/ivy/',
    '/api/parley/ivy/',
    '/api/influencer/ivy/',
    'saved Chess, again',
  ])
  expect(sent(bodies.at(-1) ?? null)).toEqual({
    'virtual_event[title]': 'Chess, again',
    'virtual_event[id]': 'event-id',
  })
  expect(edit.getSnapshot()).toMatchObject({ event: { id: 'event-id' }, saving: false, problem: null })
})

it('a change of the stored one that is refused is a change again at the next save', async () => {
  const answers = [lost, usedForAnother, profileWith(MADE), refused, profileWith({ ...MADE, capacity: 5 })]
  const { edit, bodies } = setUp(null, answers)
  await edit.save(formOf(null, TYPED))
  await edit.save(formOf(null, { ...TYPED, starts_at: '2020-01-01T10:00' }))
  await edit.save(formOf(null, { ...TYPED, capacity: '5' }))
  expect(sent(bodies.at(-1) ?? null)).toEqual({
    'virtual_event[capacity]': '5',
    'virtual_event[id]': 'event-id',
  })
})

it('another picture that is chosen after the answer was lost is sent too', async () => {
  const { edit, bodies } = setUp(null, [lost, profileWith(MADE), profileWith(MADE)])
  const [first, second] = ['a', 'b'].map(name => new File([name], `${name}.png`, { type: 'image/png' }))
  await edit.save(formOf(null, { ...TYPED, picture: first ?? null }))
  await edit.save(formOf(null, { ...TYPED, picture: second ?? null }))
  expect(sent(bodies.at(-1) ?? null)).toEqual({
    'virtual_event[profile]': second,
    'virtual_event[id]': 'event-id',
  })
})

it('a conflict says what it is where no earlier try is stored, and changes no other event', async () => {
  const taken = () => {
    throw new ApiError(409, { detail: 'This time has been taken by another event of yours' }, '')
  }
  const { edit, log } = setUp(null, [lost, taken, profileWith(OTHER), taken])
  await edit.save(formOf(null, TYPED))
  await edit.save(formOf(null, { ...TYPED, starts_at: '2026-03-03T20:30' }))
  const refusal = { event: null, problem: 'This time has been taken by another event of yours' }
  expect(edit.getSnapshot()).toMatchObject(refusal)
  expect(log.at(-1)).toBe('/api/parley/ivy/')
  const fresh = setUp(null, [taken])
  await fresh.edit.save(formOf(null, TYPED))
  expect(fresh.edit.getSnapshot()).toMatchObject(refusal)
})

it('without a change nothing is sent', async () => {
  const { edit, log } = setUp(EVENT, [])
  await edit.save(formOf(EVENT))
  expect(log).toEqual(['saved Chess'])
})
