import { afterEach, describe, expect, it } from 'vitest'
import german from '../../language/catalogues/de.json' with { type: 'json' }
import { ENGLISH, readLanguageFrom } from '../../language/text.ts'
import { hasBegun, type PaidFor, rescueText } from './rescue-words.ts'

const SOON = '2999-12-01T18:00:00.000Z'

afterEach(() => readLanguageFrom(() => ENGLISH))

describe('whether something paid has begun', () => {
  it.each([
    ['used', null, 'used', true],
    ['unused and without a date', null, 'unused', false],
    ['unused and its date is past', '2020-01-01T00:00:00Z', 'unused', true],
    ['unused and its date is ahead', '2999-01-01T00:00:00Z', 'unused', false],
  ] as const)('where it is %s', (_what, startsAt, use, begun) => {
    expect(hasBegun(startsAt, use)).toBe(begun)
  })
})

describe('the text in a browser without calls', () => {
  it.each([
    ['paying', 'Open this page in Safari before you pay.'],
    ['accepting', 'Open this page in Safari before you accept.'],
    ['entering', /^It is paid, and nothing is lost\. Open this page in Safari to join\./],
  ] as const)('before %s', (before, text) => {
    expect(rescueText(before, 'Safari')).toMatch(text)
  })

  const call: PaidFor = { kind: 'call', side: 'buyer', startsAt: null, hasBegun: false }
  it.each<[string, Partial<PaidFor>, RegExp]>([
    ['a call without a date', {}, /nothing is lost.*within 30 days, all of it comes back to you\.$/],
    ['a call that was begun', { hasBegun: true }, /^The call has begun.*now: if you stay away.*stays paid/],
    [
      'an agreed time',
      { startsAt: SOON },
      /Safari by \d\d:\d\d\sUTC on \w+.*if you stay away.*it stays paid\.$/,
    ],
    ['an agreed time that is past', { startsAt: SOON, hasBegun: true }, /^The call has begun/],
    [
      'an event ahead',
      { kind: 'event', startsAt: SOON },
      /by \d\d:\d\d\sUTC on .*what you miss.*not paid back/,
    ],
    ['an event that is on', { kind: 'event', startsAt: SOON, hasBegun: true }, /to watch: what you miss/],
    ['an event without a date', { kind: 'event' }, /to watch: what you miss/],
    [
      'a turn in a line',
      { kind: 'turn', startsAt: SOON },
      /by \d\d:\d\d\sUTC on .*be there when you are called/,
    ],
    ['a line that moves', { kind: 'turn', startsAt: SOON, hasBegun: true }, /now, and be there when/],
  ])('their buyer of %s', (_what, more, text) => {
    expect(rescueText('entering', 'Safari', { ...call, ...more })).toMatch(text)
  })

  const everyCase = (['call', 'event', 'turn'] as const).flatMap(kind =>
    (['buyer', 'giver', 'attendee', 'influencer'] as const).flatMap(side =>
      [null, SOON].flatMap(startsAt =>
        [false, true].map((hasBegun): PaidFor => ({ kind, side, startsAt, hasBegun })),
      ),
    ),
  )

  it('promises that no money is lost only where an absence costs nothing', () => {
    for (const paid of everyCase) {
      const { kind, side, startsAt, hasBegun } = paid
      const said = rescueText('entering', 'Safari', paid)
      const isFree = kind === 'call' && side === 'buyer' && startsAt === null && !hasBegun
      expect([paid, said.includes('nothing is lost')]).toEqual([paid, isFree])
      expect(said).not.toContain('before you pay')
    }
  })

  it('promises money to the buyer alone', () => {
    for (const paid of everyCase) {
      const said = rescueText('entering', 'Safari', paid)
      if (paid.side !== 'buyer' && paid.side !== 'giver') expect(said).not.toMatch(/comes back to you/)
    }
  })

  it('says for every call without a date what happens to the money', () => {
    for (const paid of everyCase.filter(({ kind, startsAt }) => kind === 'call' && startsAt === null))
      expect(rescueText('entering', 'Safari', paid)).toMatch(/comes back|go(es)? back/)
  })

  it.each<[string, Partial<PaidFor>, RegExp]>([
    [
      'a call without a date',
      {},
      /within 30 days, the money goes back to the person who gave you the call\.$/,
    ],
    ['a call that was begun', { hasBegun: true }, /stays paid.*it goes back to the person who gave you/],
    ['an agreed time', { startsAt: SOON }, /by \d\d:\d\d\sUTC on .*if you stay away.*it stays paid\.$/],
  ])('who was given %s', (_what, more, text) => {
    expect(rescueText('entering', 'Safari', { ...call, side: 'attendee', ...more })).toMatch(text)
  })

  it.each<[string, Partial<PaidFor>, RegExp]>([
    ['a call without a date', {}, /you gave it away: .*within 30 days, all of it comes back to you\.$/],
    ['a call that was begun', { hasBegun: true }, /nothing for you to join\..*it comes back to you\.$/],
    [
      'an agreed time',
      { startsAt: SOON },
      /joins at \d\d:\d\d\sUTC on .* by their own link\..*it stays paid\.$/,
    ],
  ])('who gave %s away, and is not told to join', (_what, more, text) => {
    const said = rescueText('entering', 'Safari', { ...call, side: 'giver', ...more })
    expect(said).toMatch(text)
    expect(said).not.toMatch(/Open this page|Safari/)
  })

  it.each<[string, Partial<PaidFor>, RegExp]>([
    ['a call', {}, /^It is paid\..* to join: if you do not come, the money goes back\.$/],
    ['a call that was begun', { hasBegun: true }, /if you do not come, the rest of the money can go back\.$/],
    ['an agreed time', { startsAt: SOON }, /if you do not come, the money goes back\.$/],
    ['an agreed time that is past', { startsAt: SOON, hasBegun: true }, /now: if you do not come, the money/],
    ['an event ahead', { kind: 'event', startsAt: SOON }, /to go live: if you do not, everybody gets/],
    ['an event that is on', { kind: 'event', hasBegun: true }, /to go live\.$/],
    ['a line', { kind: 'turn', startsAt: SOON }, /everybody gets their money back\.$/],
  ])('the influencer of %s', (_what, more, text) => {
    expect(rescueText('entering', 'Safari', { ...call, side: 'influencer', ...more })).toMatch(text)
  })
  it.each(everyCase.filter(({ startsAt }) => startsAt !== null))(
    'in German the zone alone follows a time: %o',
    more => {
      readLanguageFrom(() => ({ language: 'de', catalogue: german }))
      expect(rescueText('entering', 'Safari', more)).not.toMatch(/UTC\sUhr/)
    },
  )
})
