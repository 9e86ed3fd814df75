import type { HandsNews, StageAct, StageNews, StageState } from '@parley/contract'
import type { SocketClient } from '../../../realtime/testing/socket-client.ts'

const payloads = <T>({ messages }: SocketClient, handler: string): T[] =>
  messages.filter(message => message.handler === handler).map(({ payload }) => payload as T)

/** All messages about the stage that a socket received, in order. */
export const stageNews = (client: SocketClient): StageNews[] => payloads(client, 'MESSAGE_STAGE')

/** The stage in the last message that a socket received. */
export const stageOf = (client: SocketClient): StageState | undefined =>
  stageNews(client)
    .flatMap(({ state }) => state ?? [])
    .at(-1)

export const handsOf = (client: SocketClient): HandsNews | undefined =>
  payloads<HandsNews>(client, 'MESSAGE_HANDS').at(-1)

/** Why something was last refused. */
export const stageRefusal = (client: SocketClient): string | undefined =>
  stageNews(client)
    .flatMap(({ refused }) => refused ?? [])
    .at(-1)

type Unnamed<T> = T extends unknown ? Omit<T, 'type'> : never
export const act = (client: SocketClient, what: Unnamed<StageAct>): void =>
  client.say({ type: 'stage', ...what })
export const raise = (client: SocketClient, raised = true): void => client.say({ type: 'hand', raised })
