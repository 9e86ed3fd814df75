import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { createStore } from '../../../store/store.ts'
import type { CallPhase } from '../connection/call-state.ts'
import { createNews } from '../connection/news.ts'
import { LocalMedia } from '../devices/local-media.ts'
import { SharingStore } from '../talk/sharing-store.ts'
import { TurnTalks } from '../talk/turn-talks.ts'
import { FanTurn } from './fan-turn.tsx'

type Shown = ComponentProps<typeof FanTurn>

function pageIn(phase: CallPhase, connection: string) {
  const clock = createStore({ totalSeconds: null, announcement: '' })
  const times = { totalCallTime: null, remainingCallTime: 0 }
  const call = createStore({ phase, connection, otherStream: null, ...times })
  const media = new LocalMedia({
    devices: undefined,
    createStream: () => expect.fail('nothing is opened'),
    notify: () => undefined,
    warn: () => undefined,
  })
  const mic = createStore({ level: 0, voice: 'quiet' })
  const sharing = new SharingStore(() => undefined)
  const talks = new TurnTalks(() => undefined, { isShown: () => true, onRefused: () => undefined })
  const queue = { media, mic, news: createNews(), call: createStore({}), sharing, talks }
  const turn = { place: 'place-2', other: 'ivy', state: 'called', call: { ...call, clock } }
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <FanTurn
        queue={queue as unknown as Shown['queue']}
        turn={turn as unknown as Shown['turn']}
        parties={{} as Shown['parties']}
        shield={null}
      />
    </MemoryRouter>,
  )
  return {
    title: /<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1],
    spoken: /aria-live="assertive"[^>]*>(.*?)</.exec(html)?.[1],
    text: html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' '),
  }
}

it('who is called reads that it is their turn, who waits for them, and when their time starts', () => {
  const { title, spoken, text } = pageIn('waiting', 'Joining')
  expect([title, spoken]).toEqual(['It is your turn!', 'It is your turn!'])
  expect(text).toContain('@ivy is waiting for you. Your time starts when you see each other.')
  expect(text).toContain('Joining')
})

it('who sees the host reads whom they see, and no more that they are called', () => {
  const { title, spoken, text } = pageIn('live', 'Connected')
  expect([title, spoken]).toEqual(['@ivy', 'You see @ivy now.'])
  expect(text).not.toContain('It is your turn!')
})
