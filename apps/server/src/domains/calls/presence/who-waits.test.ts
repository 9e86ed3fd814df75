import type { WhoWaits } from '@parley/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSocket } from '../../../realtime/testing/socket-client.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'

let t: TestServer
beforeAll(async () => {
  t = await openTestServer()
})
afterAll(() => t?.close())

const waits = async (person: TestPerson) => (await t.call<WhoWaits>(person, 'GET /api/user/me/waiting/')).body
const enter = (path: string, person: TestPerson) =>
  openSocket(`${t.origin}${path}/`, { t: `Bearer ${person.access}` })

it('a person who is alone in a call waits for the other, on every page of theirs, until one of the two goes or comes', async () => {
  const [star, fan, stranger] = [await t.influencer('star'), await t.fan('fan'), await t.fan('stranger')]
  const { slug } = await t.bookAndPay(fan, star)
  expect(await waits(star)).toEqual({ open_private: 1, waiting: [] })
  expect(await waits(fan)).toEqual({ open_private: 1, waiting: [] })

  const fanSocket = await enter(`/chat/${slug}`, fan)
  await expect
    .poll(() => waits(star))
    .toMatchObject({ waiting: [{ username: 'fan', path: `/paidchat/${slug}` }] })
  expect((await waits(fan)).waiting).toEqual([])
  expect(await waits(stranger)).toEqual({ open_private: 0, waiting: [] })

  const starSocket = await enter(`/paidchat/${slug}`, star)
  await expect.poll(async () => (await waits(star)).waiting).toEqual([])
  fanSocket.socket.close()
  await expect
    .poll(async () => (await waits(fan)).waiting)
    .toEqual([{ username: 'star', path: `/chat/${slug}` }])
  starSocket.socket.close()
  await expect.poll(async () => (await waits(fan)).waiting).toEqual([])
})

it('an influencer is told of paid requests alone, also after accepting them; a buyer of every open one', async () => {
  const [star, fan] = [await t.influencer('star-2'), await t.fan('fan-2')]
  await t.book(fan, star)
  expect(await waits(star)).toEqual({ open_private: 0, waiting: [] })
  const { id } = await t.bookAndPay(fan, star)
  expect((await waits(fan)).open_private).toBe(2)
  expect((await waits(star)).open_private).toBe(1)
  await t.call(star, `POST /api/influencer/requests/${id}/accept/`)
  expect((await waits(star)).open_private).toBe(1)
  const another = await t.bookAndPay(fan, star)
  expect((await waits(star)).open_private).toBe(2)
  await t.call(star, `POST /api/influencer/requests/${another.id}/reject/`, { reason: 'Not this week' })
  expect((await waits(star)).open_private).toBe(1)
})
