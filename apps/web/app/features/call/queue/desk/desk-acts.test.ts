import type { QueueShown } from '@parley/contract/live/queue'
import { expect, it } from 'vitest'
import type { InLine } from '../host/host-words.ts'
import { actsOn, askedAbout, mayPause } from './desk-acts.ts'

const fan = (name: string, state: InLine['state'] = 'waiting') =>
  ({ place: name, number: 1, name, state, ready: false, missed: 0, rest: false }) as InLine
const LINE = [fan('met', 'in_turn'), fan('ada', 'skipped'), fan('ann'), fan('uli'), fan('bea')]
const desk = (role: QueueShown['role'], change: Partial<QueueShown> = {}) =>
  ({ role, state: 'running', version: 1, now: '', line: LINE, you: null, ...change }) as QueueShown
/** Whom the reader may order, let in again and remove. */
const named = (shown: QueueShown) =>
  (['order', 'readmit', 'remove'] as const).map(act =>
    LINE.flatMap(each => (actsOn(shown, each)[act] ? [each.name] : [])).join(' '),
  )
const ownPlace = (state: InLine['state']) => ({ you: { place: 'uli', state } as QueueShown['you'] })

it.each([
  ['the host', desk('host'), ['ann uli bea', 'ada', 'met ada ann uli bea']],
  ['an usher, who ends no turn', desk('usher'), ['ann uli bea', 'ada', 'ada ann uli bea']],
  ['an usher who waits, only behind them', desk('usher', ownPlace('waiting')), ['bea', 'ada', 'ada bea']],
  ['an usher who was served', desk('usher', ownPlace('served')), ['ann bea', 'ada', 'ada ann bea']],
  ['nobody in a line that is over', desk('host', { state: 'ended' }), ['', '', '']],
])('places are moved, let in again and removed by %s', (_who, shown, whom) => {
  expect(named(shown)).toEqual(whom)
})

it('an usher who waits does not remove who is called before them', () => {
  const called = fan('cas', 'called')
  expect(actsOn(desk('usher', { ...ownPlace('waiting'), line: [called, ...LINE] }), called).remove).toBe(
    false,
  )
  expect(actsOn(desk('usher', { line: [called, ...LINE] }), called).remove).toBe(true)
})

it('who waits in the line does not let it stand still as its usher', () => {
  const who = [
    desk('host'),
    desk('usher'),
    desk('usher', ownPlace('served')),
    desk('usher', ownPlace('waiting')),
  ]
  expect(who.map(mayPause)).toEqual([true, true, true, false])
})

it.each([
  [
    'as they are by now: their turn may have begun',
    'remove',
    desk('host', { line: [fan('ann', 'in_turn')] }),
    'in_turn',
  ],
  [
    'no more by an usher, once their turn began',
    'remove',
    desk('usher', { line: [fan('ann', 'in_turn')] }),
    undefined,
  ],
  ['as who waits', 'move', desk('host', { line: [fan('ann')] }), 'waiting'],
  [
    'no more about their way, once they are called',
    'move',
    desk('host', { line: [fan('ann', 'called')] }),
    undefined,
  ],
  ['no more once they were served', 'remove', desk('host', { line: [fan('ann', 'served')] }), undefined],
] as const)('a question is about a fan %s', (_how, about, shown, state) => {
  expect(askedAbout(shown, { about, place: 'ann' })?.state).toBe(state)
  expect(askedAbout(shown, null)).toBeNull()
})
