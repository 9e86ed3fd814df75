import { expect, it } from 'vitest'
import { shieldedTurn } from './shielded-turn.ts'

it('a turn can be ended and reported once it has begun, not while its fan is called', () => {
  expect(shieldedTurn({ place: 'p', state: 'in_turn' })).toEqual({ place: 'p', canEnd: true })
  expect(shieldedTurn({ place: 'p', state: 'called' })).toEqual({ place: 'p', canEnd: false })
})
