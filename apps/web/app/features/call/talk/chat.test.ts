import { CHAT_LINES_SHOWN, CHAT_MUTE_MS, type ChatLine } from '@parley/contract/in-call/chat'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Chat } from './chat.ts'

let sent: object[]
let chat: Chat
let ids = 0
const said = (text: string, more: Partial<ChatLine> = {}): ChatLine => ({
  ...{ id: `server-${text}`, from: 'star', role: 'owner', text, at: '2026-03-01T12:00:00Z', ...more },
})
const texts = () => chat.getSnapshot().lines.map(line => `${line.text} ${line.state}`)

beforeEach(() => {
  sent = []
  ids = 0
  const send = (message: object) => void sent.push(message)
  chat = new Chat({ send, nowMs: () => 1_000, newId: () => `own-${++ids}` })
})

afterEach(() => vi.useRealTimers())

test('a mute with a time ends by itself, one to the end does not; a wrong clock makes none longer', () => {
  vi.useFakeTimers()
  const you = (muted_until: string | null) => chat.apply({ you: { role: 'member', muted_until } })
  const muted = () => chat.getSnapshot().mutedUntil
  const soon = new Date(1_000 + 60_000).toISOString()
  you(soon)
  chat.apply({ refused: { id: null, why: 'muted' } })
  vi.advanceTimersByTime(59_999)
  expect(muted()).toBe(soon)
  vi.advanceTimersByTime(1)
  expect(chat.getSnapshot()).toMatchObject({ mutedUntil: null, refused: null })
  you(soon)
  you('end')
  vi.advanceTimersByTime(3_600_000)
  expect(muted()).toBe('end')
  you(new Date(86_400_000).toISOString())
  vi.advanceTimersByTime(CHAT_MUTE_MS)
  expect(muted()).toBeNull()
})

test('while a person reads earlier lines, new ones push none of them out; afterwards the newest stay', () => {
  const first = () => chat.getSnapshot().lines[0]?.text
  const many = (from: number, count: number) =>
    Array.from({ length: count }, (_, nth) => said(`line ${from + nth}`))
  chat.apply({ lines: many(1, CHAT_LINES_SHOWN) })
  chat.hold(true)
  chat.apply({ lines: many(CHAT_LINES_SHOWN + 1, 300) })
  expect(first()).toBe('line 1')
  chat.say('mine')
  chat.hold(false)
  expect([first(), texts().at(-1)]).toEqual(['line 301', 'mine sending'])
  expect(chat.getSnapshot().lines).toHaveLength(CHAT_LINES_SHOWN + 1)
  chat.apply({ lines: many(CHAT_LINES_SHOWN + 301, 10) })
  expect(first()).toBe('line 311')
})

test('a line is there at once, and is said when the server says so', () => {
  chat.say('Hello')
  expect(texts()).toEqual(['Hello sending'])
  expect(sent).toEqual([{ type: 'chat', id: 'own-1', text: 'Hello' }])
  chat.apply({ lines: [said('Hi'), said('Hello', { from: 'fan', own: 'own-1' })] })
  expect(texts()).toEqual(['Hi said', 'Hello said'])
  expect(chat.getSnapshot().lines.map(line => line.isOwn)).toEqual([false, true])
})

test('after a break what is on its way is sent again under its id, and nothing is there twice', () => {
  chat.apply({ from_start: true, lines: [said('One')] })
  chat.say('Two')
  chat.say('Three')
  chat.apply({ from_start: true, lines: [said('One'), said('Two', { own: 'own-1' })] })
  expect(texts()).toEqual(['One said', 'Two said', 'Three sending'])
  expect(sent.slice(2)).toEqual([{ type: 'chat', id: 'own-2', text: 'Three' }])
  chat.apply({ lines: [said('One'), said('Three', { own: 'own-2' })] })
  expect(texts()).toEqual(['One said', 'Two said', 'Three said'])
})

test('what was refused stays with its reason, and can be said again as a new line', () => {
  chat.say('evil.com')
  chat.apply({ refused: { id: 'own-1', why: 'slow', wait_seconds: 5 } })
  expect(chat.getSnapshot()).toMatchObject({
    lines: [{ state: 'refused', why: 'slow' }],
    refused: { why: 'slow', isOfLine: true },
  })
  const [line] = chat.getSnapshot().lines
  if (line) chat.sayAgain(line)
  expect(texts()).toEqual(['evil.com sending'])
  expect(sent.at(-1)).toMatchObject({ id: 'own-2' })
})

test('lines of others are counted while the chat is shut; those of before one came are not', () => {
  chat.apply({ from_start: true, lines: [said('Old')] })
  expect(chat.getSnapshot().unread).toBe(0)
  chat.apply({ lines: [said('New'), said('Mine', { own: 'x' })] })
  expect(chat.getSnapshot().unread).toBe(1)
  chat.open()
  chat.apply({ lines: [said('Newer')] })
  expect(chat.getSnapshot().unread).toBe(0)
  chat.close()
  chat.apply({ from_start: true, lines: [said('New'), said('Newer'), said('Missed')] })
  expect(chat.getSnapshot().unread).toBe(1)
})

test('what is hidden goes from the page', () => {
  chat.apply({ lines: [said('One'), said('Two')] })
  chat.apply({ gone: ['server-One', 'unknown'] })
  expect(texts()).toEqual(['Two said'])
})
