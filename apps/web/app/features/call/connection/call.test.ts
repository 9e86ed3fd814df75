import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { JoinRefused } from '../../../video/index.ts'
import { meeting, mia } from '../testing/meeting.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the call is ready two seconds after token and session are there, and joins then', async () => {
  const { call, store, rooms, now } = meeting()
  call.start()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(now()).toMatchObject({ phase: 'loading', isReady: false })
  store.set({ hasTicket: true })
  await vi.advanceTimersByTimeAsync(1_999)
  expect(now().phase).toBe('loading')
  expect(rooms).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(now()).toMatchObject({ phase: 'waiting', isReady: true })
  expect(rooms).toHaveLength(1)
})

test('a viewer of an event sends nothing and is told of nothing to turn on', async () => {
  const { becomeReady, say, now } = meeting('viewer')
  const room = await becomeReady()
  expect(room.sent).toEqual([null])
  room.become({ status: 'connected' })
  expect(now()).toMatchObject({ phase: 'waiting', connection: 'Your connection is ready' })
  say({ is_live: true })
  room.become({ remote: [mia] })
  expect(now()).toMatchObject({ phase: 'live', connection: 'Connected', otherFlows: true })
  expect(room.sent).toEqual([null])
})

test('a viewer on the stage joins again with their own picture, and again without it when they step down', async () => {
  const { call, becomeReady, presence, rooms, room } = meeting('viewer')
  const before = await becomeReady()
  before.become({ status: 'connected' })
  const { media: guestMedia } = meeting()
  await guestMedia.start()
  call.stepUp(guestMedia)
  expect([rooms.length, before.getSnapshot().status]).toEqual([2, 'ended'])
  expect(presence.dropTicket).toHaveBeenCalledTimes(1)
  expect(room().sent).toEqual([guestMedia.getSnapshot().stream])
  room().become({ status: 'connected' })
  guestMedia.setMicrophone('off')
  expect(room().switches.microphone).toBe('off')
  call.stepUp(guestMedia)
  expect(rooms).toHaveLength(2)
  call.stepDown()
  expect(rooms).toHaveLength(3)
  expect(room().sent).toEqual([null])
  expect(presence.dropTicket).toHaveBeenCalledTimes(2)
})

test('the room is joined with camera and microphone once the person has answered the browser', async () => {
  const { call, store, devices, rooms, media } = meeting()
  let answer: () => void = () => undefined
  const open = devices.getUserMedia.bind(devices)
  devices.getUserMedia = async wanted => {
    await new Promise<void>(resolve => {
      answer = resolve
    })
    return open(wanted)
  }
  call.start()
  store.set({ hasTicket: true })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(rooms).toHaveLength(0)
  answer()
  await vi.advanceTimersByTimeAsync(0)
  expect(rooms[0]?.sent).toEqual([media.getSnapshot().stream])
})

test('somebody who refused the camera still joins, with a stand-in that goes once the camera is on', async () => {
  const { media, devices, dark, placeholder, becomeReady } = meeting()
  devices.refusal = 'NotAllowedError'
  const room = await becomeReady()
  expect(room.sent).toEqual([dark])
  devices.refusal = null
  media.setCamera('on')
  await vi.advanceTimersByTimeAsync(0)
  expect(room.sent).toEqual([dark, media.getSnapshot().stream])
  expect(placeholder).toEqual(['stopped'])
})

test("the other person's video is requested when the press of Join begins, and nothing is sent before it ends", async () => {
  const { call, becomeReady, empty } = meeting('party', 'green-room')
  call.anticipate()
  const room = await becomeReady()
  room.become({ status: 'connected' })
  expect(room.anticipated).toBe(0)
  call.anticipate()
  expect(room.anticipated).toBe(1)
  expect(room.sent).toEqual([empty])
  call.join()
  call.anticipate()
  expect(room.anticipated).toBe(1)
})

test('the green room connects in advance and sends nothing until the person joins', async () => {
  const { call, becomeReady, media, rooms, empty, now } = meeting('party', 'green-room')
  const room = await becomeReady()
  room.become({ status: 'connected' })
  expect(now()).toMatchObject({ phase: 'green-room', callIsLive: false })
  await media.cycleCamera()
  expect(room.sent).toEqual([empty])
  call.join()
  call.join()
  expect(rooms).toHaveLength(1)
  expect(room.sent).toEqual([empty, media.getSnapshot().stream])
  expect(now().phase).toBe('waiting')
})

test('the other one, in the call already, is shown at once on joining and not before', async () => {
  const { call, becomeReady, now } = meeting('party', 'green-room')
  const room = await becomeReady()
  room.become({ status: 'connected', remote: [mia] })
  expect(now()).toMatchObject({ phase: 'green-room', otherIsHere: true, callIsLive: false })
  call.join()
  expect(now()).toMatchObject({ phase: 'live', otherStream: mia.stream })
})

test('a connection that breaks in the green room is made again, still sending nothing', async () => {
  const { becomeReady, rooms, empty, now } = meeting('party', 'green-room')
  const room = await becomeReady()
  room.become({ status: 'ended', endReason: 'replaced' })
  await vi.advanceTimersByTimeAsync(300)
  expect(rooms).toHaveLength(2)
  expect(rooms[1]?.sent).toEqual([empty])
  expect(now().phase).toBe('green-room')
})

test('a call over before anybody joined has ended in the green room too', async () => {
  const { becomeReady, store, devices, now } = meeting('party', 'green-room')
  await becomeReady()
  store.set({ status: 'ended', endedBy: 'over' })
  expect(now().phase).toBe('ended')
  expect(devices.live()).toEqual([])
})

test('media of the other one makes the call live, and their leaving makes it wait', async () => {
  const { becomeReady, now } = meeting()
  const room = await becomeReady()
  room.become({ status: 'connected', remote: [mia] })
  expect(now()).toMatchObject({ phase: 'live', callIsLive: true, otherStream: mia.stream })
  room.become({ remote: [] })
  expect(now()).toMatchObject({ phase: 'waiting', callIsLive: false, otherStream: null })
})

test('at zero everything is hung up and the call has ended for good', async () => {
  const { becomeReady, say, devices, now } = meeting()
  const room = await becomeReady()
  room.become({ status: 'connected', remote: [mia] })
  say({ used_duration: 57, is_live: true })
  await vi.advanceTimersByTimeAsync(3_000)
  expect(now().phase).toBe('live')
  say({ used_duration: 60 })
  expect(now()).toMatchObject({ phase: 'ended', endOfCall: true, remainingCallTime: 0 })
  expect(room.getSnapshot().status).toBe('ended')
  expect(devices.live()).toEqual([])
})

test('an outage that is longer than the time that is left ends nothing: the server has stopped its clock', async () => {
  const { becomeReady, store, say, now } = meeting()
  const room = await becomeReady()
  room.become({ status: 'connected', remote: [mia] })
  say({ used_duration: 54, is_live: true })
  room.become({ quality: 'lost' })
  await vi.advanceTimersByTimeAsync(12_000)
  store.set({ status: 'reconnecting' })
  await vi.advanceTimersByTimeAsync(30_000)
  expect(now()).toMatchObject({ phase: 'reconnecting', remainingCallTime: 0, endOfCall: false })
  store.set({ status: 'open' })
  room.become({ status: 'ended' })
  expect(now().endOfCall).toBe(false)
  say({ used_duration: 56 })
  expect(now()).toMatchObject({ endOfCall: false, remainingCallTime: 4 })
})

test('the message of the server that the call is over ends it', async () => {
  const { becomeReady, store, rooms, now } = meeting()
  await becomeReady()
  store.set({ status: 'ended', endedBy: 'over' })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(now().phase).toBe('ended')
  expect(rooms).toHaveLength(1)
})

test('a newer tab takes the call: devices are given back and nothing is joined again', async () => {
  const { becomeReady, store, rooms, devices, now } = meeting()
  await becomeReady()
  store.set({ status: 'ended', endedBy: 'replaced' })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(now()).toMatchObject({ phase: 'refused', refusal: 'replaced' })
  expect(devices.live()).toEqual([])
  expect(rooms).toHaveLength(1)
})

test('a provider that this page does not know ends the page with a reason, and frees the devices', async () => {
  const { becomeReady, rooms, now, devices } = meeting()
  const room = await becomeReady()
  room.become({ status: 'ended', endReason: 'unknown-provider' })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(now()).toMatchObject({ phase: 'refused', refusal: 'unknown-provider' })
  expect(devices.live()).toEqual([])
  expect(rooms).toHaveLength(1)
})

test('a room that is closed while the call continues is joined again by itself', async () => {
  const { becomeReady, rooms, now } = meeting()
  const room = await becomeReady()
  room.become({ status: 'connected', remote: [mia] })
  room.become({ status: 'ended', endReason: 'replaced', remote: [] })
  // A page that says so at once would say it at each end of a call, too.
  expect(now().phase).toBe('live')
  await vi.advanceTimersByTimeAsync(300)
  expect(rooms).toHaveLength(2)
  expect(now().phase).toBe('reconnecting')
  rooms[1]?.become({ status: 'connected', remote: [mia] })
  expect(now().phase).toBe('live')
})

test('a room that is closed again and again is joined with growing pauses', async () => {
  const { becomeReady, rooms, room } = meeting()
  await becomeReady()
  for (const pauseMs of [300, 600, 1_200, 2_400, 4_000, 4_000]) {
    const count = rooms.length
    room().become({ status: 'ended', endReason: 'full' })
    await vi.advanceTimersByTimeAsync(pauseMs - 1)
    expect(rooms).toHaveLength(count)
    await vi.advanceTimersByTimeAsync(1)
    expect(rooms).toHaveLength(count + 1)
  }
})

test('the room is told to stop asking when the presence socket is closed for good', async () => {
  const { becomeReady, store } = meeting()
  const room = await becomeReady()
  await expect(room.options.join()).resolves.toMatchObject({ token: 'token' })
  store.set({ status: 'ended', endedBy: 'over' })
  await expect(room.options.join()).rejects.toBeInstanceOf(JoinRefused)
})

test('switching and changing devices reaches the room', async () => {
  const { becomeReady, media } = meeting()
  const room = await becomeReady()
  media.setMicrophone('off')
  expect(room.switches).toEqual({ microphone: 'off', camera: 'on' })
  await media.cycleCamera()
  expect(room.sent.at(-1)).toBe(media.getSnapshot().stream)
})

test('End Call tells the server before it leaves, once; leaving alone says nothing', async () => {
  const [ended, left] = [meeting(), meeting()]
  for (const { becomeReady } of [ended, left]) await becomeReady()
  ended.call.end()
  ended.call.end()
  left.call.leave()
  expect(ended.presence.send.mock.calls).toEqual([[{ type: 'end_call' }]])
  expect(ended.presence.send.mock.invocationCallOrder[0]).toBeLessThan(
    ended.presence.close.mock.invocationCallOrder[0] ?? 0,
  )
  expect(left.presence.send).not.toHaveBeenCalled()
})

test('leaving closes the socket, the room and the devices, and nothing starts again', async () => {
  const { call, becomeReady, presence, devices, rooms } = meeting()
  const room = await becomeReady()
  call.leave()
  call.leave()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(presence.close).toHaveBeenCalledOnce()
  expect(room.getSnapshot().status).toBe('ended')
  expect(devices.live()).toEqual([])
  expect(rooms).toHaveLength(1)
  expect(vi.getTimerCount()).toBe(0)
})

test('the travel time of the server’s message is taken off the countdown, by the shortest round trip of late', async () => {
  const { call, becomeReady, say } = meeting()
  const room = await becomeReady()
  room.become({ status: 'connected' })
  for (const roundTripMs of [900, 150, 400]) {
    room.roundTripMs = roundTripMs
    say({ used_duration: 9, is_live: false })
    await vi.advanceTimersByTimeAsync(5_000)
  }
  say({ used_duration: 10, is_live: true })
  await vi.advanceTimersByTimeAsync(924)
  expect(call.clock.getSnapshot().text).toBe('00:50')
  await vi.advanceTimersByTimeAsync(1)
  expect(call.clock.getSnapshot().text).toBe('00:49')
  call.leave()
})

test('a screen is seen though the camera is off, and the camera is not seen for a moment before or after', async () => {
  const { media, devices, becomeReady } = meeting()
  const room = await becomeReady()
  media.setCamera('off')
  const camera = devices.opened.find(track => track.kind === 'video')
  let wasSeen = false
  if (!camera) throw new Error('the camera was opened')
  Object.defineProperty(camera, 'enabled', {
    get: () => false,
    set: (state: boolean) => {
      wasSeen ||= state
    },
  })
  await media.shareScreen('film')
  expect(room.sent.at(-1)?.getVideoTracks()).toEqual([devices.screen])
  expect([room.switches.camera, devices.screen?.enabled]).toEqual(['on', true])
  media.pauseSharing('paused')
  expect(room.switches.camera).toBe('off')
  media.pauseSharing('on')
  media.stopSharing()
  expect(room.sent.at(-1)?.getVideoTracks()).toEqual([camera])
  expect([room.switches.camera, wasSeen]).toEqual(['off', false])
})
