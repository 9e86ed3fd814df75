import type { ClientMessage, ServerMessage } from '@parley/contract/calls'
import { MESSAGE_CHAT, MESSAGE_REACTIONS } from '@parley/contract/in-call/chat'
import { expect, it } from 'vitest'
import { TurnTalks } from './turn-talks.ts'

const quiet = { isShown: () => true, onRefused: () => expect.fail('nothing is refused') }
const line = (text: string, session?: string): ServerMessage => ({
  handler: MESSAGE_CHAT,
  payload: { lines: [{ id: text, from: 'fred', role: 'member', text, at: '2026-05-17T12:00:00Z' }] },
  ...(session === undefined ? {} : { session }),
})
const textsOf = (talks: TurnTalks, place: string) =>
  talks
    .of(place)
    .chat.getSnapshot()
    .lines.map(({ text }) => text)

it('a line that comes before its turn is called is there once it is, and none that is of no turn', () => {
  const talks = new TurnTalks(() => undefined, quiet)
  talks.receive(line('early', 'place-2'))
  talks.receive(line('of the line'))
  talks.begin('place-2')
  expect(textsOf(talks, 'place-2')).toEqual(['early'])
  expect(talks.of('place-2').chat.getSnapshot()).toMatchObject({ unread: 1, isOpen: false })
})

it('of the turn before nothing is left, and what comes late of it is not shown in the next', () => {
  const talks = new TurnTalks(() => undefined, quiet)
  talks.begin('place-1')
  talks.of('place-1').chat.open()
  talks.receive(line('for Fred', 'place-1'))
  talks.begin('place-2')
  talks.receive(line('late, for Fred', 'place-1'))
  talks.receive({ handler: MESSAGE_REACTIONS, payload: { heart: 1 }, session: 'place-1' })
  const { chat, reactions } = talks.of('place-2')
  expect(chat.getSnapshot()).toMatchObject({ lines: [], unread: 0, isOpen: false })
  expect(reactions.getSnapshot().floating).toEqual([])
  talks.begin('place-1')
  expect(textsOf(talks, 'place-1')).toEqual(['late, for Fred'])
})

it('what is written or pressed names its turn, whatever turn is called by then', () => {
  const sent: ClientMessage[] = []
  const talks = new TurnTalks(message => void sent.push(message), quiet)
  const first = talks.of('place-1')
  talks.begin('place-2')
  first.chat.say('Good bye')
  first.reactions.react('clap')
  first.chat.moderate({ type: 'moderate', act: 'rules', links: 'allowed' })
  expect(sent).toEqual([
    { type: 'chat', id: expect.any(String), text: 'Good bye', session: 'place-1' },
    { type: 'react', reaction: 'clap', session: 'place-1' },
    { type: 'moderate', act: 'rules', links: 'allowed' },
  ])
})

it('a line that is refused when its turn is over is told on the page, one of the current turn in its chat', () => {
  let place: string | null = 'place-1'
  let refused = 0
  const talks = new TurnTalks(() => undefined, {
    isShown: shown => shown === place,
    onRefused: () => void refused++,
  })
  const refuse = (id: string | null, session?: string, why = 'link') =>
    talks.receive({
      ...{ handler: MESSAGE_CHAT, payload: { refused: { id, why } } },
      ...(session === undefined ? {} : { session }),
    })
  talks.begin('place-1')
  const { chat } = talks.of('place-1')
  chat.say('Bye')
  refuse(chat.getSnapshot().lines[0]?.id ?? '', 'place-1')
  expect([refused, chat.getSnapshot().lines[0]?.state]).toEqual([0, 'refused'])
  // No rule of the chat, and nothing of a turn that is not named.
  place = null
  refuse(null, 'place-1')
  refuse('own')
  expect(refused).toBe(0)
  refuse('own', 'place-1')
  expect(refused).toBe(1)
  place = 'place-2'
  talks.begin('place-2')
  refuse('own', 'place-1')
  expect([refused, talks.of('place-2').chat.getSnapshot().lines]).toEqual([2, []])
  // Before the message that the turn is over.
  refuse('own', 'place-2', 'closed')
  expect(refused).toBe(3)
})
