import { describe, expect, test } from 'vitest'
import type { PresenceEntry } from '../bus.ts'
import type { RoomSubject } from '../room-subject.ts'
import { glanceFor, presenceFor, USERS_SHOWN_MAX, viewersText } from './presence-stats.ts'

const event = { kind: 'broadcast', roomId: 'event', influencer: { id: 'ivy' } } as RoomSubject
const call = { kind: 'call', roomId: 'call', buyer: { id: 'fan' } } as RoomSubject
const entryOf = (id: string): PresenceEntry => ({ connectionId: id, personId: id, username: id, sinceMs: 0 })
const person = (id: string) => ({ id, username: id })
const present = (total: number, ...ids: string[]) => ({ total, entries: ids.map(entryOf) })

describe('who is there, as one of them sees it', () => {
  test('in a call both see both, however they are asked for', () => {
    expect(glanceFor(call, ['fan'])).toBeUndefined()
    expect(presenceFor(call, present(2, 'fan', 'star'), person('fan'))).toEqual({
      lurkers: 2,
      users: ['fan', 'star'],
    })
  })

  test('an event’s owner is told how many watch and the first hundred names, a viewer the owner’s and their own', () => {
    expect(glanceFor(event, ['ann', 'ivy'])).toEqual({ atMost: USERS_SHOWN_MAX, always: ['ivy'] })
    const attendance = present(70_000, 'ann', 'bob', 'ivy')
    expect(presenceFor(event, attendance, person('ivy'))).toEqual({
      lurkers: 69_999,
      users: ['ann', 'bob', 'ivy'],
    })
    expect(presenceFor(event, attendance, person('zoe'))).toEqual({ lurkers: 69_999, users: ['ivy', 'zoe'] })
  })

  test('the text for viewers says to each what they are told, whatever they are called', () => {
    for (const there of [present(70_000, 'ann', 'ivy'), present(2)]) {
      const textFor = viewersText(event, there)
      for (const name of ['zoe', 'a "quoted" name', '\\', '\u2028'])
        expect(JSON.parse(textFor(name))).toEqual({
          handler: 'MESSAGE_PRESENCE_STATS',
          payload: presenceFor(event, there, person(name)),
        })
    }
  })

  test('no names are fetched where only viewers are, and nobody is counted as the owner who is not there', () => {
    expect(glanceFor(event, ['ann', 'bob'])).toEqual({ atMost: 0, always: ['ivy'] })
    expect(presenceFor(event, present(2), person('bob'))).toEqual({ lurkers: 2, users: ['bob'] })
  })
})
