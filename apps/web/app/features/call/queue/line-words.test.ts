import { expect, it } from 'vitest'
import {
  endMoney,
  endTitle,
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
  why: null,
  back: 'none',
  leaves_with_all: false,
  ...change,
})

it.each([
  [you(), 'running', 'You are number 4'],
  [you({ ahead: 0 }), 'running', 'You are next'],
  [you({ ahead: 0 }), 'scheduled', 'You are number 4'],
  [you({ number: null, ahead: null }), 'scheduled', 'Your place is safe'],
] as const)('a fan in line reads where they stand', (own, queue, words) => {
  expect(standingText(own, queue)).toBe(words)
})

it('the time is said as a range, and not at all while nothing is known', () => {
  expect(expectedText(you())).toBeNull()
  const range = { eta_from: '2026-03-03T18:40:00Z', eta_to: '2026-03-03T18:55:00Z' }
  expect(expectedText(you(range))).toMatch(/between .*40 and .*55/)
})

it.each([
  ['served', 'refund', /stays paid/],
  ['part', 'refund', /to the second/],
  ['skipped', 'refund', /all of your money goes back/],
  ['skipped', 'keep', /stays paid/],
  ['left', 'refund', /All of your money/],
  ['unserved', 'keep', /All of your money/],
] as const)(
  'who is %s at an event that says %s reads what it means for the money',
  (state, absent, words) => {
    expect(endTitle({ state })).not.toBeNull()
    expect(endMoney({ state }, { absent })).toMatch(words)
  },
)

it('a turn that is not over has no end', () => {
  for (const state of ['waiting', 'called', 'in_turn'] as const) expect(endTitle({ state })).toBeNull()
})

it('giving up says before the press whether the money comes back', () => {
  expect(leaveMoney(you(), { absent: 'refund' })).toContain('all of your money goes back')
  expect(leaveMoney(you(), { absent: 'keep' })).toContain('stays paid')
  expect(leaveMoney(you({ leaves_with_all: true }), { absent: 'keep' })).toContain(
    'all of your money goes back',
  )
})

it('only who has checked both and pressed is told to put the phone away', () => {
  const ready = you({ ready: true })
  expect(readyText(ready, { isChecked: true, hasAgreed: true, from: null })).toContain('put the phone away')
  expect(readyText(ready, { isChecked: false, hasAgreed: true, from: null })).toContain('Turn on camera')
  expect(readyText(you(), { isChecked: true, hasAgreed: false, from: null })).toContain('Press')
})

it('before the order stands nobody says that they are ready, and the time of that is said', () => {
  const now = '2026-03-03T18:00:00Z'
  const from = standsFrom({ version: 0, now }, '2026-03-03T18:40:00Z')
  expect(from?.toISOString()).toBe('2026-03-03T18:10:00.000Z')
  expect(readyText(you(), { isChecked: true, hasAgreed: false, from })).toMatch(/from .*10 on/)
  for (const [version, startsAt] of [
    [1, '2026-03-03T18:40:00Z'],
    [0, '2026-03-03T18:30:00Z'],
    [0, null],
  ] as const)
    expect(standsFrom({ version, now }, startsAt)).toBeNull()
})
