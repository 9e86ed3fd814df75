import { expect, test, vi } from 'vitest'
import { LocalMedia } from '../devices/local-media.ts'
import { StageStore } from '../talk/stage-store.ts'
import { FakeDevices, streamOf } from '../testing/fake-media.ts'
import { GuestPublisher } from './guest-publisher.ts'

function invitedGuest() {
  const devices = new FakeDevices()
  const send = vi.fn()
  const stage = new StageStore({ send, nowMs: () => 0 })
  const call = { stepUp: vi.fn(), stepDown: vi.fn() }
  const createMedia = () =>
    new LocalMedia({
      devices: devices as unknown as MediaDevices,
      createStream: streamOf,
      notify: () => undefined,
      warn: () => undefined,
    })
  const publisher = new GuestPublisher({ stage, call, createMedia })
  let version = 0
  const receive = (you: 'invited' | 'on' | null, isMuted = false) =>
    stage.apply({
      state: {
        version: ++version,
        guest: you === 'on' ? { id: 'me', username: 'me', is_muted: isMuted, left_seconds: 600 } : null,
        ...(you ? { you } : {}),
      },
    })
  const devicesAnswered = () =>
    expect.poll(() => publisher.getSnapshot().media?.getSnapshot().phase).toBe('answered')
  return { devices, send, call, publisher, receive, devicesAnswered }
}

test('the camera opens for the invited viewer alone, and nothing is sent before they press', async () => {
  const { devices, send, call, publisher, receive, devicesAnswered } = invitedGuest()
  publisher.prepare()
  expect(devices.requested).toEqual([])
  receive('invited')
  publisher.prepare()
  await devicesAnswered()
  expect(call.stepUp).not.toHaveBeenCalled()
  // Attack: a message of the server without a press on this page.
  receive('on')
  expect(call.stepUp).not.toHaveBeenCalled()
  receive(null)
  expect(devices.live()).toEqual([])
  receive('invited')
  publisher.prepare()
  await devicesAnswered()
  publisher.accept()
  expect(send).toHaveBeenLastCalledWith({ type: 'stage', act: 'accept' })
  expect(call.stepUp).not.toHaveBeenCalled()
  receive('on')
  expect(call.stepUp).toHaveBeenCalledTimes(1)
})

test('a guest who is muted or taken off is so at once, and their camera goes out', async () => {
  const { devices, call, publisher, receive, devicesAnswered } = invitedGuest()
  receive('invited')
  publisher.prepare()
  await devicesAnswered()
  publisher.accept()
  receive('on')
  receive('on', true)
  expect(publisher.getSnapshot().media?.getSnapshot().microphone).toBe('off')
  receive(null)
  expect(call.stepDown).toHaveBeenCalledTimes(1)
  expect(publisher.getSnapshot()).toEqual({ media: null, isOn: false })
  expect(devices.live()).toEqual([])
})

test('an invitation that was declined or an event that was left gives the camera back', async () => {
  const { devices, call, publisher, receive, devicesAnswered } = invitedGuest()
  receive('invited')
  publisher.prepare()
  await devicesAnswered()
  publisher.close()
  expect(devices.live()).toEqual([])
  expect(call.stepDown).not.toHaveBeenCalled()
})
