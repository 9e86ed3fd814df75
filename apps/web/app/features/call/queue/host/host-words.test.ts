import type { QueueShown } from '@parley/contract/live/queue'
import { expect, it } from 'vitest'
import {
  bigButton,
  endText,
  type InLine,
  isHeldEnter,
  metOf,
  nextOf,
  nextText,
  removeText,
} from './host-words.ts'

const fan = (name: string, change: Partial<InLine> = {}): InLine => ({
  place: name,
  number: 1,
  name,
  state: 'waiting',
  ready: false,
  missed: 0,
  rest: false,
  ...change,
})
const shown = (state: QueueShown['state'], line: InLine[]): QueueShown => ({
  ...{ role: 'host' as const, state, version: 1, now: '', note: null, next: null, line, you: null },
})

it('who comes next is the first who is ready, else the first of all', () => {
  expect(nextOf(shown('running', [fan('ann'), fan('bea', { ready: true })]))?.name).toBe('bea')
  expect(nextOf(shown('running', [fan('ann', { state: 'served' }), fan('bea')]))?.name).toBe('bea')
  expect(nextText(shown('running', []))).toBe('Nobody comes after this.')
})

it.each([
  ['before its time', shown('scheduled', []), false, null, 'Open the line'],
  ['at its time', shown('scheduled', []), true, 'open', 'Open the line'],
  ['in a turn', shown('running', [fan('ann', { state: 'in_turn' })]), true, 'next', 'Next'],
  ['in a turn of a paused line', shown('paused', [fan('ann', { state: 'in_turn' })]), true, 'next', 'Next'],
  [
    'while somebody is called',
    shown('running', [fan('ann', { state: 'called' })]),
    true,
    null,
    'Calling @ann',
  ],
  ['paused', shown('paused', [fan('ann')]), true, 'resume', 'Go on'],
  ['while nobody is ready', shown('running', [fan('ann')]), true, null, 'Nobody is ready yet'],
  ['over', shown('ended', []), true, null, 'The line is over'],
] as const)('the one big button %s', (_when, queue, isTime, step, words) => {
  expect(bigButton(queue, { isTime, isSeen: true, hasJustBegun: false })).toMatchObject({ step, words })
})

it('Next and End say before the press what they do to the money', () => {
  const queue = shown('running', [fan('ann', { state: 'in_turn' }), fan('bea'), fan('cas')])
  expect(bigButton(queue, { isTime: true, isSeen: true, hasJustBegun: false }).more).toContain(
    'goes back to @ann',
  )
  expect(endText(queue)).toMatch(/2 people .* all of their money .*@ann/)
})

it('a turn that has just begun is not ended by a second press of Next, and the button says why', () => {
  const queue = shown('running', [fan('ann', { state: 'in_turn' }), fan('bea', { ready: true })])
  const facts = { isTime: true, isSeen: true, hasJustBegun: true }
  expect(bigButton(queue, facts)).toEqual({
    ...{ step: null, words: 'Next' },
    more: 'The turn of @ann has just begun. You can end it in a moment.',
  })
  expect(bigButton(queue, { ...facts, hasJustBegun: false }).step).toBe('next')
})

it('of an Enter that is held only the first press counts', () => {
  expect(isHeldEnter({ key: 'Enter', repeat: true })).toBe(true)
  expect(isHeldEnter({ key: 'Enter', repeat: false })).toBe(false)
  // The others move about the page.
  expect(isHeldEnter({ key: 'Tab', repeat: true })).toBe(false)
})

it('who had a part of their turn is not promised all of the money', () => {
  const queue = shown('running', [
    ...[fan('ann', { state: 'served' }), fan('bea', { rest: true }), fan('cas')],
    ...[fan('dan', { state: 'skipped', rest: true }), fan('eve', { state: 'unserved' })],
  ])
  expect(endText(queue)).toMatch(/^1 person .* all of their money back\. 1 person .* not used of it\.$/)
  expect(endText(shown('running', [fan('bea', { rest: true })]))).not.toContain('all of')
  expect(removeText(fan('bea', { rest: true }))).toMatch(/^They get back what was not used/)
  expect(removeText(fan('cas'))).toContain('all of their money')
  expect(removeText(fan('ann', { state: 'in_turn' }))).toContain('what is left')
  expect(metOf(queue)).toBe(3)
})

it.each([shown('scheduled', []), shown('paused', [fan('ann')])])(
  'a host who is neither seen nor heard calls nobody',
  queue => {
    expect(bigButton(queue, { isTime: true, isSeen: false, hasJustBegun: false })).toMatchObject({
      step: null,
      more: 'Turn on camera and microphone first.',
    })
  },
)
