import { expect, test } from 'vitest'
import type { PersonSocket } from '../../realtime/person-socket.ts'
import { awaitTurn, followTurn } from './follow-turn.ts'

test.each([
  ['follows', followTurn],
  ['awaits', awaitTurn],
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
    { bus } as unknown as Parameters<typeof turn>[0],
    socket as unknown as PersonSocket,
    'turn',
  )
  for (const close of closing) close()
  answer()
  await begun
  expect(listening).toBe(0)
})
