import { expect, it } from 'vitest'
import {
  aheadText,
  endMoney,
  endTitle,
  endTurnMoney,
  expectedText,
  leaveMoney,
  type OwnTurn,
  readyText,
  standingText,
  standsFrom,
} from './line-words.ts'

const you = (change: Partial<OwnTurn> = {}): OwnTurn => ({
  place: 'p',
  number: 4,
  state: 'waiting',
  ready: false,
  ahead: 3,
  eta_from: null,
  eta_to: null,
  leaves_with_all: false,
  why: null,
  back: 'all',
  ...change,
})

it.each([
  ['number 4', you(), null, 'You are number 4'],
  // Somebody behind them who is ready is called before them.
  ['first in line, but not ready', you({ ahead: 0 }), null, 'You are number 4'],
  ['called after the current turn', you({ ahead: 0, ready: true }), 'p', 'You are next'],
  ['called before others, who are not ready', you({ ahead: 3, ready: true }), 'p', 'You are next'],
  ['in a line that is not drawn yet', you({ number: null, ahead: null }), null, 'Your place is safe'],
] as const)('a fan who is %s reads where they stand', (_who, own, next, words) => {
  expect(standingText(own, { next })).toBe(words)
})

it('who is next does not read how many others, who are not ready, are before them', () => {
  const own = you({ ahead: 11, ready: true })
  expect(aheadText(own, { next: 'other' })).toBe('11 people are before you.')
  expect(aheadText(own, { next: 'p' })).toBeNull()
  expect(aheadText(you({ ahead: 0 }), { next: null })).toBe('Nobody is before you.')
})

it('the time is said as a range, and not at all while nothing is known', () => {
  expect(expectedText(you())).toBeNull()
  const range = { eta_from: '2026-03-03T18:40:00Z', eta_to: '2026-03-03T18:55:00Z' }
  expect(expectedText(you(range))).toMatch(/between .*40 and .*55/)
})

it.each([
  ['served', null, 'none', 'all of your time: £6.00 was paid for it.'],
  ['part', null, 'unused', '£2.40 of £6.00 go back to your card by itself: what was not used'],
  ['skipped', 'absent', 'all', 'were not there when you were called: all of your money, £6.00, goes back'],
  ['skipped', 'absent', 'unused', 'were not there when you were called again: £2.40 of £6.00 go back'],
  ['skipped', 'absent', 'none', 'were not there when you were called, and at this event the £6.00'],
  ['skipped', 'not_their_doing', 'all', 'The host or an usher skipped you: all of your money, £6.00, goes'],
  ['skipped', 'not_their_doing', 'unused', 'The host or an usher skipped you: £2.40 of £6.00 go back'],
  ['left', 'not_their_doing', 'all', 'All of your money, £6.00, goes back'],
  ['left', 'absent', 'unused', '£2.40 of £6.00 go back'],
  ['left', 'absent', 'none', 'leave the line, so the £6.00 that you paid stay paid'],
  ['unserved', null, 'all', 'All of your money, £6.00, goes back'],
  ['unserved', null, 'unused', '£2.40 of £6.00 go back'],
] as const)('who is %s (%s), and has back %s, reads the sums', (state, why, back, words) => {
  const refunded = { all: '6.00', unused: '2.40', none: '0.00' }[back]
  expect(endTitle({ state })).not.toBeNull()
  expect(endMoney({ state, why, back, paid: '6.00', refunded }, '9.00')).toContain(words)
})

it.each([
  ['part', null, /^What was not used of your turn goes back to your card by itself, to the second\.$/],
  ['skipped', 'absent', /^You were not there .* what was not used of your turn goes back/],
  [
    'skipped',
    'not_their_doing',
    /^The host or an usher skipped you: what was not used of your turn goes back/,
  ],
] as const)('until the rest of who is %s (%s) is counted no sum is named', (state, why, words) => {
  expect(endMoney({ state, why, back: 'unused', paid: '6.00', refunded: null }, '6.00')).toMatch(words)
})

it('a server that does not say what was paid sold the place for the price of the event', () => {
  expect(endMoney({ state: 'left', why: null, back: 'all' }, '6.00')).toContain('All of your money, £6.00,')
  expect(endMoney({ state: 'part', why: null, back: 'unused' }, '6.00')).toMatch(/^What was not used/)
})

it.each([
  ['decide', '0.00', 'decide who gets the £6.00. Until then it waits.'],
  ['decided', '2.50', 'Our staff looked at this turn: £2.50 of £6.00 go back to your card.'],
  ['decided', '0.00', 'Our staff looked at this turn, and the £6.00 that you paid stay paid.'],
] as const)(
  'of a turn that was ended and reported nobody reads that they left: staff %s, %s',
  (staff, refunded, words) => {
    for (const state of ['part', 'left'] as const) {
      expect(endTitle({ state, staff })).toBe('Your turn is over')
      expect(endMoney({ state, staff, why: null, back: 'unused', paid: '6.00', refunded }, '9.00')).toContain(
        words,
      )
    }
  },
)

it('a turn that is not over has no end', () => {
  for (const state of ['waiting', 'called', 'in_turn'] as const) expect(endTitle({ state })).toBeNull()
})

it.each([
  ['all', 'all of your money, £6.00, goes back'],
  // Who dropped out of their turn used some of it.
  ['unused', 'what was not used of your turn goes back'],
  ['none', 'the £6.00 that you paid stay paid'],
] as const)('giving up says before the press that %s comes back', (back, words) => {
  expect(leaveMoney({ back, paid: '6.00', refunded: null }, '9.00')).toContain(words)
})

it('End Call in a turn gives back what is left of it, and says how much once that is known', () => {
  expect(endTurnMoney('02:10')).toContain('What is left, 02:10, goes back to your card')
  expect(endTurnMoney(null)).toBe('Your place is over then.')
})

it('only who has checked both and pressed is told to put the phone down', () => {
  const ready = you({ ready: true })
  expect(readyText(ready, { isChecked: true, hasAgreed: true, from: null })).toContain(
    'Put the phone down, but do not lock it',
  )
  expect(readyText(ready, { isChecked: false, hasAgreed: true, from: null })).toContain('Turn on camera')
  expect(readyText(you(), { isChecked: true, hasAgreed: false, from: null })).toContain('Press')
})

it('before the order stands nobody says that they are ready, and the time of that is said', () => {
  const now = '2026-03-03T18:00:00Z'
  const from = standsFrom({ version: 0, now }, '2026-03-03T18:40:00Z')
  expect(from?.toISOString()).toBe('2026-03-03T18:10:00.000Z')
  expect(readyText(you(), { isChecked: true, hasAgreed: false, from })).toMatch(/from .*10\u00a0UTC on/)
  for (const [version, startsAt] of [
    [1, '2026-03-03T18:40:00Z'],
    [0, '2026-03-03T18:30:00Z'],
    [0, null],
  ] as const)
    expect(standsFrom({ version, now }, startsAt)).toBeNull()
})
