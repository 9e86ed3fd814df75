import { CHAT_KEPT_AFTER_END_MS, type ChatNews } from '@parley/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stillElapsedTime } from '../../../realtime/testing/still-elapsed-time.ts'
import { changeRequestRow } from '../testing/call-requests.ts'
import { type CallServer, createCallServer, type Name } from '../testing/call-server.ts'
import { chatNews, newsWhere, receivesLine, refusal, say, texts } from '../testing/chat-client.ts'
import { holdTimers } from '../testing/held-timers.ts'

let callServer: CallServer
beforeAll(async () => {
  callServer = await createCallServer()
})
afterAll(() => callServer.close())

async function meet(change = {}) {
  const { id, slug } = await callServer.book(change)
  const enter = (name: Name) => callServer.enter(`/${name === 'star' ? 'paidchat' : 'chat'}/${slug}/`, name)
  const [fan, star] = [await enter('fan'), await enter('star')]
  await Promise.all([fan, star].map(client => newsWhere(client, news => news.from_start === true)))
  return { id, slug, fan, star, enter }
}

describe('the chat of a call', () => {
  test('what one writes both read, with name, role and time, and nobody’s id', async () => {
    const { fan, star } = await meet()
    const own = say(fan, '  Hello\nthere  ')
    expect(await receivesLine(star, 'Hello there')).toEqual({
      ...{ id: expect.any(String), from: 'fan', role: 'member', text: 'Hello there', at: expect.any(String) },
    })
    expect(await receivesLine(fan, 'Hello there')).toMatchObject({ own })
    say(star, 'Hi')
    expect(await receivesLine(fan, 'Hi')).toMatchObject({ from: 'star', role: 'owner' })
  })

  test('who comes back reads the last fifty lines', async () => {
    const { fan, star, enter } = await meet()
    const time = stillElapsedTime()
    const written: string[] = []
    /** One after the other, so that their order is known. */
    const write = async (author: typeof fan, reader: typeof fan, count: number) => {
      for (let n = 0; n < count; n++) {
        written.push(`line ${written.length}`)
        say(author, written.at(-1) ?? '')
      }
      await receivesLine(reader, written.at(-1) ?? '')
    }
    await write(fan, star, 18)
    await write(star, fan, 18)
    // Ten seconds later a person may write as much again.
    time.advance(10_000)
    await write(fan, star, 17)
    const { lines, you, room } = await newsWhere(await enter('fan'), news => news.from_start === true)
    expect(written).toHaveLength(53)
    expect(lines).toHaveLength(50)
    expect(lines?.map(line => line.text)).toEqual(written.slice(3))
    expect(you).toEqual({ role: 'member', muted_until: null })
    expect(room).toEqual({ is_on: true, slow_seconds: 0, links: 'refused' })
  })

  test('a line that is sent again after a break is said once, and its author is told', async () => {
    const { fan, star, enter } = await meet()
    const id = say(fan, 'only once')
    await receivesLine(star, 'only once')
    const again = await enter('fan')
    await newsWhere(again, news => news.from_start === true)
    say(again, 'only once, but changed', id)
    await newsWhere(again, news => !news.from_start && news.lines?.[0]?.own === id)
    say(again, 'after it')
    await receivesLine(star, 'after it')
    expect(texts(star)).toEqual(['only once', 'after it'])
  })

  test.each([
    ['', 'empty'],
    ['x'.repeat(301), 'long'],
    ['evil.com', 'link'],
    ['0770 0900123', 'number'],
  ])('%s is refused to its author alone: %s', async (text, why) => {
    const { fan, star } = await meet()
    expect(await refusal(fan, say(fan, text))).toMatchObject({ why })
    say(fan, 'good')
    await receivesLine(star, 'good')
    expect(texts(star)).toEqual(['good'])
  })

  test.each([
    { type: 'chat', id: 'a b', text: 'x' },
    { type: 'chat', id: 'x', text: 7 },
    { type: 'chat', id: 'x', text: 'x'.repeat(4_001) },
    { type: 'moderate', act: 'rules', slow_seconds: 7 },
    { type: 'moderate', act: 'rules', words: Array.from({ length: 201 }, (_, n) => `w${n}`) },
    { type: 'react', reaction: 'anything' },
  ])('what is no message of a chat is not understood: %j', async message => {
    const { fan } = await meet()
    fan.say(message)
    await fan.received('MESSAGE_ERROR')
  })

  test('the influencer allows links, refuses words and turns the chat off; the fan cannot', async () => {
    const { fan, star } = await meet()
    fan.say({ type: 'moderate', act: 'rules', links: 'allowed' })
    expect((await newsWhere(fan, news => news.refused !== undefined)).refused?.why).toBe('not_yours')
    star.say({ type: 'moderate', act: 'rules', links: 'allowed', words: [' spoiler ', '', 'spoiler'] })
    expect((await newsWhere(star, news => news.room?.links === 'allowed')).room?.words).toEqual(['spoiler'])
    expect((await newsWhere(fan, news => news.room?.links === 'allowed')).room).not.toHaveProperty('words')
    say(fan, 'my site is example.com')
    await receivesLine(star, 'my site is example.com')
    expect(await refusal(fan, say(fan, 'a SPOILER'))).toMatchObject({ why: 'word' })
    star.say({ type: 'moderate', act: 'rules', is_on: false })
    await newsWhere(fan, news => news.room?.is_on === false)
    expect(await refusal(fan, say(fan, 'hello?'))).toMatchObject({ why: 'off' })
    say(star, 'I read no chat now')
    await receivesLine(fan, 'I read no chat now')
  })

  test('a 201st refused word is refused, and the two hundred before it stay', async () => {
    const { fan, star } = await meet()
    const words = Array.from({ length: 201 }, (_, n) => `word${n}`)
    star.say({ type: 'moderate', act: 'rules', words: words.slice(0, 200) })
    const isFull = (news: ChatNews) => news.room?.words?.length === 200
    expect((await newsWhere(star, isFull)).room?.words).toEqual(words.slice(0, 200))
    star.say({ type: 'moderate', act: 'rules', words })
    expect(await star.received('MESSAGE_ERROR')).toMatchObject({
      messages: ['That message was not understood'],
    })
    expect(await refusal(fan, say(fan, 'a word199'))).toMatchObject({ why: 'word' })
    say(fan, 'a word200')
    await receivesLine(star, 'a word200')
  })

  test('before a dated call opens nothing is written', async () => {
    const startsAt = new Date(callServer.people.clock.now().getTime() + 3_600_000)
    const { fan } = await meet({ startsAt, endsAt: new Date(startsAt.getTime() + 3_600_000) })
    expect(await refusal(fan, say(fan, 'early'))).toMatchObject({ why: 'closed' })
  })

  test('an older tab writes nothing more, and strangers read nothing', async () => {
    const { slug, fan, star, enter } = await meet()
    const newer = await enter('fan')
    say(fan, 'from the older tab')
    expect(await fan.closed).toBe(4409)
    const stranger = await callServer.enter(`/chat/${slug}/`, 'stranger')
    expect(await stranger.closed).toBe(4403)
    await newsWhere(newer, news => news.from_start === true)
    say(newer, 'from the newer')
    await receivesLine(star, 'from the newer')
    expect(texts(star).filter(text => text === 'from the older tab').length).toBeLessThanOrEqual(1)
    expect(stranger.messages).toEqual([])
  })

  test('who was put out and does not answer the close writes nothing', async () => {
    const { fan, star, enter } = await meet()
    fan.socket.pause()
    const newer = await enter('fan')
    await newsWhere(newer, news => news.from_start === true)
    say(fan, 'from who was put out')
    fan.say({ type: 'react', reaction: 'heart' })
    for (const text of ['one', 'two', 'three']) {
      say(newer, text)
      await receivesLine(star, text)
    }
    expect(texts(star)).toEqual(['one', 'two', 'three'])
    fan.socket.terminate()
  })

  test('in a call nobody takes lines away before a report', async () => {
    const { id, fan, star, enter } = await meet()
    say(fan, 'You shouted at me')
    say(star, 'And I do it again')
    const [line, own] = [
      await receivesLine(star, 'You shouted at me'),
      await receivesLine(star, 'And I do it again'),
    ]
    for (const act of [
      { act: 'hide', line: line.id },
      { act: 'hide', line: own.id },
      { act: 'mute', line: line.id, until: 'end' },
    ])
      star.say({ type: 'moderate', ...act })
    await expect
      .poll(() => star.messages.filter(each => JSON.stringify(each).includes('not_yours')).length)
      .toBe(3)
    const kept = ['You shouted at me', 'And I do it again'].sort()
    expect((await callServer.calls.chatLines(id)).map(({ text }) => text).sort()).toEqual(kept)
    const { lines } = await newsWhere(await enter('fan'), news => news.from_start === true)
    expect(lines?.map(({ text }) => text).sort()).toEqual(kept)
    expect(chatNews(fan).some(news => news.gone !== undefined)).toBe(false)
  })

  test('who attends instead of another does not read what that one wrote, nor the other way about', async () => {
    const { id, fan, star, enter } = await meet()
    const person = await callServer.people.app.inject({ url: '/api/user/get_user/stranger/' })
    const stranger = person.json<{ id: string }>()
    const attend = async (attendeeId: string | null) => {
      await changeRequestRow(callServer.people.accounts, id, { attendeeId })
      await callServer.calls.onRoomChanged(id)
    }
    const welcomed = async (name: Name) => {
      const client = await enter(name)
      return { client, lines: (await newsWhere(client, news => news.from_start === true)).lines ?? [] }
    }
    const reported = async () => (await callServer.calls.chatLines(id)).map(({ text }) => text)
    say(fan, 'of the giver')
    await receivesLine(star, 'of the giver')
    await attend(stranger.id)
    expect(await fan.closed).toBe(4403)
    const attendee = await welcomed('stranger')
    expect(attendee.lines).toEqual([])
    // From a socket that was there before.
    say(star, 'to the attendee')
    await receivesLine(attendee.client, 'to the attendee')
    expect((await welcomed('stranger')).lines.map(({ text }) => text)).toEqual(['to the attendee'])
    expect(await reported()).toEqual(['to the attendee'])
    await attend(null)
    expect((await welcomed('fan')).lines.map(({ text }) => text)).toEqual(['of the giver'])
    expect(await reported()).toEqual(['of the giver'])
  })

  test('what is written while a newcomer is let in is in what they read first', async () => {
    const { star, enter } = await meet()
    callServer.hooks.whileApartIsRead = async () => {
      callServer.hooks.whileApartIsRead = async () => undefined
      say(star, 'meanwhile')
      await receivesLine(star, 'meanwhile')
    }
    const { lines } = await newsWhere(await enter('fan'), news => news.from_start === true)
    expect(lines?.map(({ text }) => text)).toEqual(['meanwhile'])
  })

  test('who floods is held back, and can still press End Call', async () => {
    const { fan } = await meet()
    stillElapsedTime()
    for (let n = 0; n < 100; n++) say(fan, `flood ${n}`)
    const held = await newsWhere(fan, news => news.refused?.why === 'slow')
    expect(held.refused).toMatchObject({ id: expect.any(String), wait_seconds: 1 })
    expect(texts(fan).length).toBeLessThanOrEqual(20)
    for (let n = 0; n < 100; n++) fan.say({ type: 'react', reaction: 'heart' })
    await fan.received('MESSAGE_ERROR', message => String(message.messages).includes('Too many'))
    fan.say({ type: 'end_call' })
    fan.say({ handler: 'get_session', handler_kwargs: {} })
    await fan.received('MESSAGE_PARLEY_SESSION')
  })

  test('who comes again may not write more for it', async () => {
    const { fan, enter } = await meet()
    stillElapsedTime()
    for (let n = 0; n < 30; n++) say(fan, `flood ${n}`)
    await newsWhere(fan, news => news.refused?.why === 'slow')
    const again = await enter('fan')
    await newsWhere(again, news => news.from_start === true)
    const first = say(again, 'more')
    expect((await refusal(again, first))?.why).toBe('slow')
  })

  test('reactions are counted and told without names', async () => {
    const { fan, star } = await meet()
    const reactions = () => star.messages.filter(message => message.handler === 'MESSAGE_REACTIONS')
    const afterHalfASecond = holdTimers(500)
    for (let n = 0; n < 8; n++) fan.say({ type: 'react', reaction: 'heart' })
    say(fan, 'after eight hearts')
    await receivesLine(star, 'after eight hearts')
    for (let n = 0; n < 4; n++) star.say({ type: 'react', reaction: 'clap' })
    say(star, 'after four claps')
    await receivesLine(star, 'after four claps')
    // The first at once; the others wait to the end of the half second, and come together.
    const first = { handler: 'MESSAGE_REACTIONS', payload: { heart: 1 } }
    expect(reactions()).toEqual([first])
    expect(afterHalfASecond.count()).toBeGreaterThan(0)
    afterHalfASecond.release()
    const second = { handler: 'MESSAGE_REACTIONS', payload: { heart: 7, clap: 4 } }
    await expect.poll(reactions).toEqual([first, second])
    afterHalfASecond.release()
    say(fan, 'and no more')
    await receivesLine(star, 'and no more')
    expect(reactions()).toEqual([first, second])
  })
})

test('nothing of a chat is in the database, where backups come from, or in the log', async () => {
  const { fan, star } = await meet()
  const secret = 'persimmon'
  say(fan, secret)
  await receivesLine(star, secret)
  const pool = callServer.people.accounts.db.$client
  const tables = await pool.query<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public'`,
  )
  expect(tables.rows.length).toBeGreaterThan(20)
  for (const { name } of tables.rows) {
    const found = await pool.query(`select 1 from ${name} as each where each::text like $1`, [`%${secret}%`])
    expect(found.rowCount, name).toBe(0)
  }
  expect(JSON.stringify(callServer.logged)).not.toContain(secret)
})

test('that somebody shares a screen is told to both, also to who comes later, until it ends', async () => {
  const { fan, star, enter } = await meet()
  const receivesSharing = (client: typeof fan, state: string) =>
    client.received('MESSAGE_SHARING', ({ payload }) => (payload as { state: string }).state === state)
  fan.say({ type: 'share', state: 'on' })
  expect(await receivesSharing(star, 'on')).toMatchObject({ payload: { by: 'fan', state: 'on' } })
  const again = await enter('star')
  await receivesSharing(again, 'on')
  fan.say({ type: 'share', state: 'paused' })
  await receivesSharing(again, 'paused')
  fan.say({ type: 'share', state: 'off' })
  await receivesSharing(again, 'off')
  const later = await enter('star')
  await newsWhere(later, news => news.from_start === true)
  say(fan, 'over')
  await receivesLine(later, 'over')
  expect(later.messages.some(message => message.handler === 'MESSAGE_SHARING')).toBe(false)
})

test('a page that shared a screen and is closed or loaded again shares nothing more; one that came back does', async () => {
  const { fan, star, enter } = await meet()
  const receivesSharing = (client: typeof fan, by: string, state: string) =>
    client.received(
      'MESSAGE_SHARING',
      ({ payload }) => JSON.stringify(payload) === JSON.stringify({ by, state }),
    )
  star.say({ type: 'share', state: 'paused' })
  await receivesSharing(fan, 'star', 'paused')
  fan.say({ type: 'share', state: 'on' })
  await receivesSharing(star, 'fan', 'on')
  const again = await enter('fan')
  await receivesSharing(star, 'fan', 'off')
  // What the other one shares is not touched.
  await receivesSharing(again, 'star', 'paused')
  again.say({ type: 'share', state: 'on' })
  await expect
    .poll(() => star.messages.filter(each => JSON.stringify(each).includes('"by":"fan","state":"on"')).length)
    .toBe(2)
  again.socket.close()
  await expect
    .poll(
      () => star.messages.filter(each => JSON.stringify(each).includes('"by":"fan","state":"off"')).length,
    )
    .toBe(2)
})

test('the lines of a call that is over are not kept for long, though nobody is in it', async () => {
  const { id, fan, star } = await meet()
  say(fan, 'until soon')
  await receivesLine(star, 'until soon')
  fan.socket.close()
  star.socket.close()
  await Promise.all([fan.closed, star.closed])
  expect(callServer.notesEnd.get(`chat:${id}`)).toBeUndefined()
  await changeRequestRow(callServer.people.accounts, id, { state: 'cancelled', outcome: 'cancelled' })
  await callServer.calls.onRoomChanged(id)
  expect(callServer.notesEnd.get(`chat:${id}`)).toBe(CHAT_KEPT_AFTER_END_MS)
})
