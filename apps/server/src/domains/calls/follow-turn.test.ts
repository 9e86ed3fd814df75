import { expect, test } from 'vitest'
import type { PersonSocket } from '../../realtime/person-socket.ts'
import type { CallSubject } from '../requests/public.ts'
import { awaitTurn, followTurn } from './follow-turn.ts'

type Deps = Parameters<typeof followTurn>[0]

const chat = { endSharing: async () => undefined, welcome: async () => undefined }
const turnIn = (roomId: string) => ({ kind: 'call', roomId }) as CallSubject

test.each([
  ['follows', followTurn],
  [
    'awaits',
    (deps: Deps, socket: PersonSocket, subject: CallSubject) =>
      awaitTurn(deps, socket, { subject, goesOn: null }),
  ],
] as const)('a socket that closes while it %s a turn leaves no listener behind', async (_does, turn) => {
  let listening = 0
  let answer: () => void = () => undefined
  const answered = new Promise<void>(resolve => {
    answer = resolve
  })
  const bus = {
    async subscribe() {
      await answered
      listening++
      return async () => void listening--
    },
  }
  const closing: (() => void)[] = []
  const socket = { onClosed: (listener: () => void) => closing.push(listener) }
  const begun = turn(
    { bus, chat } as unknown as Parameters<typeof turn>[0],
    socket as unknown as PersonSocket,
    turnIn('turn'),
  )
  for (const close of closing) close()
  answer()
  await begun
  expect(listening).toBe(0)
})

test('who awaits the turn after the one that began hears the time of the one that began', async () => {
  const listeners = new Map<string, (message: object) => void>()
  const bus = {
    async subscribe(channel: string, listener: (message: object) => void) {
      listeners.set(channel, listener)
      return async () => void listeners.delete(channel)
    },
  }
  const sent: object[] = []
  const socket = { onClosed: () => undefined, send: (message: object) => sent.push(message) }
  const read: string[] = []
  const welcome = async ({ subject }: { subject: CallSubject }) => void read.push(subject.roomId)
  const deps = { bus, chat: { ...chat, welcome } } as unknown as Deps
  const person = socket as unknown as PersonSocket
  const say = (roomId: string) => listeners.get(`call:${roomId}`)?.({ kind: 'stats', stats: {} })
  await followTurn(deps, person, turnIn('first'))
  await awaitTurn(deps, person, { subject: turnIn('second'), goesOn: 'first' })
  // The second began, and its first message of time comes after the request for the third.
  await awaitTurn(deps, person, { subject: turnIn('third'), goesOn: 'second' })
  for (const roomId of ['first', 'second']) say(roomId)
  expect(sent).toMatchObject([{ session: 'second' }])
  say('third')
  say('second')
  expect(sent).toMatchObject([{ session: 'second' }, { session: 'third' }])
  // The person also sees the chat of each turn once the turn began.
  expect(read).toEqual(['first', 'second', 'third'])
})
