import type { ChatNews } from '@parley/contract'
import type { SocketClient } from '../../../realtime/testing/socket-client.ts'

let said = 0

const newsOf = (message: Record<string, unknown>) => message.payload as ChatNews

/** Sends a line; answers the id that this page gave it. */
export function say(client: SocketClient, text: string, id = `line-${++said}`): string {
  client.say({ type: 'chat', id, text })
  return id
}

/** All messages about its chat that a socket received, in order. */
export const chatNews = (client: SocketClient): ChatNews[] =>
  client.messages.filter(message => message.handler === 'MESSAGE_CHAT').map(newsOf)

/** The first news of the chat that pass, waiting for them. */
export const newsWhere = async (
  client: SocketClient,
  passes: (news: ChatNews) => boolean,
): Promise<ChatNews> => newsOf(await client.received('MESSAGE_CHAT', message => passes(newsOf(message))))

/** Waits until a line arrives, and answers it. */
export async function receivesLine(client: SocketClient, text: string) {
  const { lines } = await newsWhere(client, news => news.lines?.some(line => line.text === text) ?? false)
  const line = lines?.find(each => each.text === text)
  if (!line) throw new Error('the line was there')
  return line
}

/** Why a line was not said. */
export const refusal = async (client: SocketClient, id: string | null) =>
  (await newsWhere(client, news => news.refused?.id === id)).refused

export const texts = (client: SocketClient): string[] =>
  chatNews(client).flatMap(news => news.lines?.map(line => line.text) ?? [])

/** The texts that a page shows after all that it received. */
export function shownTexts(client: SocketClient): string[] {
  let shown: NonNullable<ChatNews['lines']> = []
  for (const { lines, from_start: isFromStart, gone } of chatNews(client)) {
    if (lines) shown = isFromStart ? lines : [...shown, ...lines]
    if (gone) shown = shown.filter(line => !gone.includes(line.id))
  }
  return shown.map(({ text }) => text)
}
