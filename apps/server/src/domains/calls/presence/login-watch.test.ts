import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { call } from '../../../testing/people.ts'
import { type CallServer, createCallServer, type Name } from '../testing/call-server.ts'

const WITHIN = { timeout: 60_000, interval: 20 }

let callServer: CallServer
beforeAll(async () => {
  callServer = await createCallServer()
})
afterAll(() => callServer.close())

/** Somebody joins by another process, which has ended since; returns the person, and the function that logs out. */
async function joinElsewhere(roomId: string, name: Name) {
  const { access, refresh } = await callServer.logIn(name)
  const { user_id: identity, lid: loginId } = decodeJwt<{ user_id: string; lid: string }>(access)
  callServer.video.joinElsewhere(roomId, { identity, loginId })
  const logOut = () =>
    call(callServer.people.app, { method: 'POST', url: '/api/auth/jwt/logout/', json: { refresh } })
  return { identity, logOut }
}

test('media of a person whom another process admitted ends with the login, and other media does not', async () => {
  const { id } = await callServer.book()
  const fan = await joinElsewhere(id, 'fan')
  const star = await joinElsewhere(id, 'star')
  const present = async () => (await callServer.video.roomMedia(id)).map(({ identity }) => identity)
  await fan.logOut()
  expect(await present()).toEqual([fan.identity, star.identity])
  await vi.waitFor(async () => expect(await present()).toEqual([star.identity]), WITHIN)
})

test('who left and came again by another login stays when the former one is revoked', async () => {
  const { id } = await callServer.book()
  const former = await joinElsewhere(id, 'fan')
  callServer.video.leave(id, former.identity)
  const fan = await joinElsewhere(id, 'fan')
  const star = await joinElsewhere(id, 'star')
  await former.logOut()
  await star.logOut()
  // One check meets both.
  await vi.waitFor(
    async () => expect(await callServer.video.roomMedia(id)).toMatchObject([{ identity: fan.identity }]),
    WITHIN,
  )
})
