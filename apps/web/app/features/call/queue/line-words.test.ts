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
  leaves_with_all: false,
  why: null,
  back: 'all',
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
  ['served', null, 'none', /stays paid/],
  ['part', null, 'unused', /not used .* to the second/],
  ['skipped', 'absent', 'all', /were not there .* all of your money goes back/],
  ['skipped', 'absent', 'unused', /were not there .* not used .* goes back/],
  ['skipped', 'absent', 'none', /were not there .* stays paid/],
  ['skipped', 'not_their_doing', 'all', /^The host or an usher skipped you: all of your money/],
  ['skipped', 'not_their_doing', 'unused', /^The host or an usher skipped you: what was not used/],
  ['left', 'not_their_doing', 'all', /^All of your money/],
  ['left', 'absent', 'unused', /^What was not used/],
  ['left', 'absent', 'none', /stays paid/],
  ['unserved', null, 'all', /^All of your money/],
  ['unserved', null, 'unused', /^What was not used/],
] as const)('who is %s (%s), and has back %s, reads that and nothing more', (state, why, back, words) => {
  expect(endTitle({ state })).not.toBeNull()
  expect(endMoney({ state, why, back })).toMatch(words)
})

it('a turn that is not over has no end', () => {
  for (const state of ['waiting', 'called', 'in_turn'] as const) expect(endTitle({ state })).toBeNull()
})

it.each([
  ['all', 'all of your money goes back'],
  // Who dropped out of their turn used some of it.
  ['unused', 'what was not used of your turn goes back'],
  ['none', 'stays paid'],
] as const)('giving up says before the press that %s comes back', (back, words) => {
  expect(leaveMoney({ back })).toContain(words)
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
