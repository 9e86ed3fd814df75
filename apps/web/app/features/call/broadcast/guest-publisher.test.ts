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
  const tell = (you: 'invited' | 'on' | null, isMuted = false) =>
    stage.apply({
      state: {
        version: ++version,
        guest: you === 'on' ? { id: 'me', username: 'me', is_muted: isMuted, left_seconds: 600 } : null,
        ...(you ? { you } : {}),
      },
    })
  const devicesAnswered = () =>
    expect.poll(() => publisher.getSnapshot().media?.getSnapshot().phase).toBe('answered')
  return { devices, send, call, publisher, tell, devicesAnswered: devicesAnswered }
}

test('the camera opens for the invited viewer alone, and nothing is sent before they press', async () => {
  const { devices, send, call, publisher, tell, devicesAnswered: settled } = invitedGuest()
  publisher.prepare()
  expect(devices.asked).toEqual([])
  tell('invited')
  publisher.prepare()
  await settled()
  expect(call.stepUp).not.toHaveBeenCalled()
  // Attack: a server’s word without a press of this page.
  tell('on')
  expect(call.stepUp).not.toHaveBeenCalled()
  tell(null)
  expect(devices.live()).toEqual([])
  tell('invited')
  publisher.prepare()
  await settled()
  publisher.accept()
  expect(send).toHaveBeenLastCalledWith({ type: 'stage', act: 'accept' })
  expect(call.stepUp).not.toHaveBeenCalled()
  tell('on')
  expect(call.stepUp).toHaveBeenCalledTimes(1)
})

test('a guest who is muted or taken off is so at once, and their camera goes out', async () => {
  const { devices, call, publisher, tell, devicesAnswered: settled } = invitedGuest()
  tell('invited')
  publisher.prepare()
  await settled()
  publisher.accept()
  tell('on')
  tell('on', true)
  expect(publisher.getSnapshot().media?.getSnapshot().microphone).toBe('off')
  tell(null)
  expect(call.stepDown).toHaveBeenCalledTimes(1)
  expect(publisher.getSnapshot()).toEqual({ media: null, isOn: false })
  expect(devices.live()).toEqual([])
})

test('an invitation that was declined or an event that was left gives the camera back', async () => {
  const { devices, call, publisher, tell, devicesAnswered: settled } = invitedGuest()
  tell('invited')
  publisher.prepare()
  await settled()
  publisher.close()
  expect(devices.live()).toEqual([])
  expect(call.stepDown).not.toHaveBeenCalled()
})
