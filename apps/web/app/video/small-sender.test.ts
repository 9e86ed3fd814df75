import { beforeEach, expect, it } from 'vitest'
import { SmallSender } from './small-sender.ts'

/** The calls of the sender, in order. */
let calls: string[]
let canBeSmall: boolean
let sender: SmallSender

function track(name: string, width = 1_280, height = 720): MediaStreamTrack {
  return { id: name, getSettings: () => ({ width, height }) } as unknown as MediaStreamTrack
}

beforeEach(() => {
  calls = []
  canBeSmall = true
  sender = new SmallSender({
    getParameters: () => ({ encodings: [{}] }) as unknown as RTCRtpSendParameters,
    async setParameters({ encodings }) {
      if (!canBeSmall) throw new Error('not here')
      calls.push(`small by ${encodings[0]?.scaleResolutionDownBy}, ${encodings[0]?.maxBitrate}`)
    },
    async replaceTrack(sent) {
      calls.push(sent ? `send ${sent.id}` : 'send nothing')
    },
  })
})

it('sends nothing before it is needed, and sets the small size before the first frame', async () => {
  await sender.setTrack(track('camera'))
  expect(calls).toEqual([])
  await sender.turn('needed')
  expect(calls).toEqual(['small by 3, 200000', 'send camera'])
})

it('sends nothing once nobody needs it', async () => {
  await sender.setTrack(track('camera'))
  await sender.turn('needed')
  await sender.turn('not-needed')
  await sender.turn('not-needed')
  expect(calls.slice(2)).toEqual(['send nothing'])
})

it('follows a change of the camera, also to a portrait or smaller video, and to none', async () => {
  await sender.turn('needed')
  await sender.setTrack(track('phone', 720, 1_280))
  await sender.setTrack(track('tiny', 320, 180))
  await sender.setTrack(null)
  expect(calls).toEqual([
    ...['small by 3, 200000', 'send phone'],
    ...['small by 1, 200000', 'send tiny'],
    'send nothing',
  ])
})

it('never sends the large video as the small layer, when the browser cannot scale it', async () => {
  canBeSmall = false
  await sender.setTrack(track('camera'))
  await sender.turn('needed')
  expect(calls).toEqual(['send nothing'])
})
