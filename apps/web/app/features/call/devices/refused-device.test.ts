import { expect, test, vi } from 'vitest'
import { FakeDevices, streamOf } from '../testing/fake-media.ts'
import { LocalMedia, type LocalMediaDeps } from './local-media.ts'
import { switchesOf } from './sent-media.ts'

/** How long a condition may take on a busy machine. */
const SOON = { timeout: 60_000 }

async function started(begin: NonNullable<LocalMediaDeps['begin']>) {
  const devices = new FakeDevices()
  const media = new LocalMedia({
    ...{ devices, createStream: streamOf, begin },
    ...{ notify: () => undefined, warn: () => undefined },
  })
  await media.start()
  return { media, devices, now: () => media.getSnapshot() }
}

test.each(['camera', 'microphone'] as const)(
  'where the %s is refused, the switch of the other device stays with what is sent, and works',
  async refused => {
    const other = refused === 'camera' ? 'microphone' : 'camera'
    const { media, devices, now } = await started({ [refused]: 'off' })
    const turn = (what: 'camera' | 'microphone', to: 'on' | 'off') =>
      what === 'camera' ? media.setCamera(to) : media.setMicrophone(to)
    devices.refusal = 'NotAllowedError'
    turn(refused, 'on')
    await vi.waitFor(() => expect(devices.requested).toHaveLength(2), SOON)
    await media.requestAgain()
    expect(switchesOf(now())).toEqual({ [refused]: 'off', [other]: 'on' })
    turn(other, 'off')
    expect(switchesOf(now())).toEqual({ [refused]: 'off', [other]: 'off' })
    expect(
      now()
        .stream?.getTracks()
        .map(({ enabled }) => enabled),
    ).toEqual([false])
  },
)
