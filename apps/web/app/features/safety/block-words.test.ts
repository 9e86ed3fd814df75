import type { BlockPreview } from '@parley/contract'
import { expect, it } from 'vitest'
import { blockWords } from './block-words.ts'

type End = BlockPreview['ends'][number]
const end = (effect: End['effect'], changed: Partial<End> = {}) =>
  ({ effect, side: 'buyer', back: '18.00', description: 'Cats', ...changed }) as End

it.each<[End, string]>([
  [end('rejected', { side: 'influencer' }), '“Cats” is declined, and £18.00 goes back to @ivy.'],
  [
    end('rejected', { side: 'influencer', buyer: 'fred' }),
    '“Cats” is declined, and £18.00 goes back to @fred.',
  ],
  [end('cancelled'), '“Cats” is cancelled, and £18.00 comes back to you.'],
  [end('cancelled', { back: null }), '“Cats” is cancelled. Nothing was paid.'],
  [end('place_ended'), 'Your place at “Cats” ends, and £18.00 for the time not shown comes back to you.'],
  [
    end('place_ended', { side: 'influencer' }),
    '@ivy is taken out of “Cats”, and £18.00 for the time not shown goes back to them.',
  ],
  [
    end('place_ended', { format: 'queue' }),
    'Your place in the line of “Cats” ends, and what is not used of your turn comes back to you: £18.00 at this moment.',
  ],
  [
    end('place_ended', { format: 'queue', side: 'influencer' }),
    'The place of @ivy in the line of “Cats” ends, and what is not used of their turn goes back to them: £18.00 at this moment.',
  ],
  [
    end('left'),
    'You leave the call “Cats” now, as with End Call: while the camera of @ivy is on, the rest stays paid.',
  ],
  [
    end('left', { side: 'influencer' }),
    'You leave the call “Cats” now: the time that is not used goes back to @ivy.',
  ],
  [
    end('left', { side: 'influencer', buyer: 'fred' }),
    'You leave the call “Cats” now: the time that is not used goes back to @fred.',
  ],
  [end('stays_paid'), '@ivy is there and waits for you, so the price of “Cats” stays paid.'],
  [
    end('stays_paid', { request_type: 'broadcast' }),
    'Your place in “Cats” ends, and its price stays paid, as if you left the line now.',
  ],
  [end('not_attending'), 'You do not attend “Cats” any more.'],
  [end('not_attending', { side: 'influencer' }), '@ivy does not attend “Cats” any more.'],
])('before a block it is said to both sides what becomes of the money: %o', (what, words) => {
  expect(blockWords(what, 'ivy')).toBe(words)
})
