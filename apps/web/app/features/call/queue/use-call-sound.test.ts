import { expect, test } from 'vitest'
import type { QueueSnapshot } from './queue-session.ts'
import { bellOf } from './use-call-sound.ts'

type Shown = Pick<QueueSnapshot, 'turn' | 'shown'>

/** In line, as many before as given. */
const waits = (ahead: number | null) =>
  ({ turn: null, shown: { next: null, you: { place: 'p', ahead } } }) as unknown as Shown
/** In line, and the server says that this place is called after the current turn. */
const comesNext = (ahead: number) =>
  ({ turn: null, shown: { next: 'p', you: { place: 'p', ahead } } }) as unknown as Shown
const turn = (state: 'called' | 'in_turn') =>
  ({ turn: { state }, shown: { next: null, you: { place: 'p', ahead: null } } }) as unknown as Shown

/** The sounds of a page that gets these snapshots. */
function soundsOf(snapshots: readonly (Shown | null)[]): string[] {
  const sounds: string[] = []
  const say = (what: string) => () => void sounds.push(what)
  const update = bellOf({ ring: say('ring'), chime: say('chime'), stop: say('stop') })
  for (const now of snapshots) update(now)
  return sounds
}

test.each<[string, (Shown | null)[], string[]]>([
  ['nothing while nothing is known, and of a host', [null, { turn: null, shown: null }, null], []],
  ['nothing in the middle of the line', [waits(5), waits(4), waits(3), waits(2)], []],
  ['nothing of one person before them, or nobody, until they come next', [waits(1), waits(0)], []],
  ['two notes once, when they come next', [waits(1), comesNext(0), comesNext(0)], ['chime']],
  ['two notes when they come next before others, who are not ready', [waits(3), comesNext(3)], ['chime']],
  ['two notes again when they come next again', [comesNext(0), waits(0), comesNext(0)], ['chime', 'chime']],
  [
    'a ring when they are called, however often that is told',
    [waits(0), turn('called'), turn('called')],
    ['ring'],
  ],
  ['a ring on a page that is opened when they are called', [null, turn('called')], ['ring']],
  ['no ring once the turn begins', [turn('called'), turn('in_turn'), turn('in_turn')], ['ring', 'stop']],
  ['no ring once they missed it or were skipped', [turn('called'), waits(null)], ['ring', 'stop']],
  ['a ring at the second call', [turn('called'), waits(0), turn('called')], ['ring', 'stop', 'ring']],
  ['no ring in a turn that goes on', [turn('in_turn'), waits(null)], []],
])('a fan hears %s', (_what, snapshots, sounds) => {
  expect(soundsOf(snapshots)).toEqual(sounds)
})
