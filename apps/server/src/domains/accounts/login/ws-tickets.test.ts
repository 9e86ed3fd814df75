import { beforeAll, describe, expect, test } from 'vitest'
import { call, signUpFan } from '../../../testing/people.ts'
import { peopleOfFile } from '../../../testing/people-of-file.ts'
import { activeLogins, createSocketAuthentication } from '../public.ts'

const server = peopleOfFile({ connections: 25 })
let count = 0
const PATH = '/chat/some-slug/'

const newFan = () => signUpFan(server.app, `caller-${++count}`)
let authenticateSocket: ReturnType<typeof createSocketAuthentication>
beforeAll(() => {
  authenticateSocket = createSocketAuthentication(server.accounts)
})
const open = (t: string, path = PATH) => authenticateSocket(t, path)

async function ticketOf(access: string, path = PATH): Promise<string> {
  const request = { method: 'POST' as const, url: '/api/ws-ticket/', as: access, json: { path } }
  return (await call<{ ticket: string }>(server.app, request)).body.ticket
}

describe('a socket', () => {
  test('opens by a bearer token, in any case of the word', async () => {
    const fan = await newFan()
    expect(await open(`Bearer ${fan.token.access}`)).toMatchObject({ id: fan.id, username: fan.username })
    expect(await open(`bearer ${fan.token.access}`)).toMatchObject({ id: fan.id })
    expect(await open(fan.token.access)).toBeNull()
    expect(await open('Bearer nonsense')).toBeNull()
    expect(await open('')).toBeNull()
  })

  test('opens by a ticket once', async () => {
    const fan = await newFan()
    const ticket = await ticketOf(fan.token.access)
    expect(await open(ticket)).toMatchObject({ id: fan.id, isInfluencer: false })
    expect(await open(ticket)).toBeNull()
  })

  test('of twenty that bring one ticket at once opens once', async () => {
    const ticket = await ticketOf((await newFan()).token.access)
    const people = await Promise.all(Array.from({ length: 20 }, () => open(ticket)))
    expect(people.filter(Boolean)).toHaveLength(1)
  })

  test('opens once by each of many tickets that are brought at once, twice and in two orders', async () => {
    const fans = await Promise.all(Array.from({ length: 10 }, newFan))
    const tickets = await Promise.all(fans.map(fan => ticketOf(fan.token.access)))
    const brought = [...tickets, ...tickets.toReversed(), 'nonsense', ...tickets]
    const opened = brought.map(ticket => open(ticket))
    // Another process gets the same request.
    const elsewhere = createSocketAuthentication(server.accounts)
    const people = await Promise.all([
      ...opened,
      ...tickets.toReversed().map(ticket => elsewhere(ticket, PATH)),
    ])
    const names = people.flatMap(person => person?.username ?? []).toSorted()
    expect(names).toEqual(fans.map(fan => fan.username).toSorted())
  })

  test('opens at its path though somebody brings the ticket to another at the same time', async () => {
    const fan = await newFan()
    const ticket = await ticketOf(fan.token.access)
    const paths = ['/chat/another-slug/', PATH, '/chat/another-slug/', PATH]
    const people = await Promise.all(paths.map(path => open(ticket, path)))
    expect(people.map(person => person?.id ?? null).filter(Boolean)).toEqual([fan.id])
    expect([people[0], people[2]]).toEqual([null, null])
  })

  test('opens at the path the ticket is for, with or without slash and query, and nowhere else', async () => {
    const fan = await newFan()
    const ticket = await ticketOf(fan.token.access, '/chat/some-slug')
    expect(await open(ticket, '/chat/another-slug/')).toBeNull()
    expect(await open(ticket, '/paidchat/some-slug/')).toBeNull()
    expect(await open(ticket, '/chat/some-slug/?t=x')).toMatchObject({ id: fan.id })
  })

  test('opens within thirty seconds', async () => {
    const fan = await newFan()
    const [soon, late] = [await ticketOf(fan.token.access), await ticketOf(fan.token.access)]
    server.clock.advance(29)
    expect(await open(soon)).not.toBeNull()
    server.clock.advance(1)
    expect(await open(late)).toBeNull()
  })

  test('opens no more once the login is revoked', async () => {
    const fan = await newFan()
    const loginId = (await open(`Bearer ${fan.token.access}`))?.loginId ?? ''
    const ticket = await ticketOf(fan.token.access)
    const other = (await open(`Bearer ${(await newFan()).token.access}`))?.loginId ?? ''
    const standing = async () => [...(await activeLogins(server.database.db, [loginId, other])).keys()].sort()
    expect(await standing()).toEqual([loginId, other].sort())
    const json = { refresh: fan.token.refresh }
    await call(server.app, { method: 'POST', url: '/api/auth/jwt/logout/', json })
    expect(await open(ticket)).toBeNull()
    expect(await open(`Bearer ${fan.token.access}`)).toBeNull()
    expect(await standing()).toEqual([other])
  })
})
