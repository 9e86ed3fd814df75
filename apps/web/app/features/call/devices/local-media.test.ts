import { expect, test, vi } from 'vitest'
import { FakeDevices, FakeTrack, streamOf } from '../testing/fake-media.ts'
import { cameraFinding } from './findings.tsx'
import { LocalMedia, type LocalMediaDeps } from './local-media.ts'
import { switchesOf } from './sent-media.ts'

/** How long a condition may take on a busy machine. */
const SOON = { timeout: 60_000 }

const PHOTO = new Blob(['…'], { type: 'image/jpeg' })

async function openImage(file: Blob): Promise<MediaStreamTrack> {
  if (file !== PHOTO) throw new Error('no picture')
  return new FakeTrack('video', 'picture') as unknown as MediaStreamTrack
}

async function started(
  prepare: (devices: FakeDevices) => void = () => undefined,
  begin: NonNullable<LocalMediaDeps['begin']> = {},
  page: LocalMediaDeps['page'] = undefined,
) {
  const devices = new FakeDevices()
  prepare(devices)
  const warnings: string[] = []
  const warn = (words: string) => void warnings.push(words)
  const notified: string[] = []
  const notify = (words: string) => void notified.push(words)
  const deps = {
    devices,
    createStream: streamOf,
    openImage: openImage,
    begin,
    notify,
    warn,
    ...(page && { page }),
  }
  const media = new LocalMedia(deps)
  await media.start()
  return { media, devices, notified, warnings, now: () => media.getSnapshot() }
}

const kinds = (stream: MediaStream | null) => stream?.getTracks().map(({ kind }) => kind) ?? []

test('the front camera and a microphone without echo are asked for together', async () => {
  const { devices, now } = await started()
  expect(devices.requested).toMatchObject([
    { audio: { echoCancellation: true }, video: { facingMode: 'user' } },
  ])
  expect(now()).toMatchObject({
    phase: 'answered',
    audioAllowed: true,
    videoAllowed: true,
    cameraId: 'front',
  })
  expect(now().cameras.map(({ label }) => label)).toEqual(['the front', 'the back'])
})

test('a refusal turns both permissions off, asks no more and says nothing', async () => {
  const { devices, warnings, now } = await started(each => {
    each.refusal = 'NotAllowedError'
  })
  expect(now()).toMatchObject({ phase: 'answered', stream: null, audioAllowed: false, videoAllowed: false })
  expect(warnings).toEqual([])
  expect(devices.requested.filter(({ audio, video }) => audio && video)).toHaveLength(1)
})

test('turning the camera on after a refusal asks again', async () => {
  const { media, devices, now } = await started(each => {
    each.refusal = 'NotAllowedError'
  })
  devices.refusal = null
  media.setCamera('on')
  await vi.waitFor(() => expect(kinds(now().stream)).toEqual(['video']), SOON)
  expect(now().videoAllowed).toBe(true)
})

test('without a camera the call continues with sound, and the failure is only logged', async () => {
  const { warnings, now } = await started(devices => {
    devices.cameras = []
  })
  expect(kinds(now().stream)).toEqual(['audio'])
  expect(now().phase).toBe('answered')
  expect(switchesOf(now())).toEqual({ microphone: 'on', camera: 'off' })
  expect(warnings).not.toEqual([])
})

test('without a microphone the call continues with the picture', async () => {
  const { now } = await started(devices => {
    devices.microphones = []
  })
  expect(kinds(now().stream)).toEqual(['video'])
  expect(switchesOf(now())).toEqual({ microphone: 'off', camera: 'on' })
})

test('switching camera and microphone silences the tracks and leaves them open', async () => {
  const { media, devices, now } = await started()
  media.setCamera('off')
  media.setMicrophone('off')
  expect(devices.opened.map(({ enabled }) => enabled)).toEqual([false, false])
  expect(now()).toMatchObject({ camera: 'off', microphone: 'off' })
  media.setCamera('on')
  expect(devices.opened.map(({ enabled }) => enabled)).toEqual([false, true])
  expect(devices.live()).toEqual(['built-in', 'front'])
})

test('the next camera takes the place of the one before, round and round', async () => {
  const { media, devices, now } = await started()
  const before = now().stream
  await media.cycleCamera()
  expect(devices.live()).toEqual(['built-in', 'back'])
  expect(now().stream).not.toBe(before)
  await media.cycleCamera()
  expect(now().cameraId).toBe('front')
})

test('a camera chosen while it is switched off stays off', async () => {
  const { media, devices } = await started()
  media.setCamera('off')
  await media.chooseCamera('back')
  expect(devices.opened.at(-1)).toMatchObject({ deviceId: 'back', enabled: false })
})

test('a chosen camera that does not open gives way to one that does', async () => {
  const { media, now } = await started()
  await media.chooseCamera('gone')
  expect(now().cameraId).toBe('front')
})

test('an unplugged camera is replaced by another one, and the person is told which', async () => {
  const { devices, notified, now } = await started()
  devices.cameras = ['back']
  devices.opened.find(({ kind }) => kind === 'video')?.unplug()
  await vi.waitFor(() => expect(notified).toEqual(['Your camera was unplugged. Now using: the back']), SOON)
  expect(now().cameraId).toBe('back')
  expect(kinds(now().stream)).toEqual(['audio', 'video'])
})

test('the only camera unplugged leaves the sound, and comes back when plugged in again, each in words', async () => {
  const { devices, notified, now } = await started()
  devices.cameras = []
  devices.opened.find(({ kind }) => kind === 'video')?.unplug()
  await vi.waitFor(() => expect(notified).toHaveLength(1), SOON)
  expect(kinds(now().stream)).toEqual(['audio'])
  devices.cameras = ['new']
  devices.dispatchEvent(new Event('devicechange'))
  await vi.waitFor(() => expect(notified).toEqual(['Your camera was unplugged.', 'Now using: the new']), SOON)
  expect(now().cameraId).toBe('new')
})

test('leaving gives every device back, also one that opens too late', async () => {
  const { media, devices } = await started()
  const late = media.chooseCamera('back')
  media.stop()
  await late
  expect(devices.live()).toEqual([])
  expect(media.getSnapshot().stream).toBeNull()
})

test('a browser without cameras for pages is told apart', async () => {
  const media = new LocalMedia({
    devices: undefined,
    createStream: streamOf,
    notify: () => undefined,
    warn: () => undefined,
  })
  await media.start()
  expect(media.getSnapshot()).toMatchObject({ support: 'none', phase: 'answered', stream: null })
})

test('a camera that begins switched off is not opened before it is turned on', async () => {
  const { media, devices, now } = await started(undefined, { camera: 'off' })
  expect(devices.requested).toMatchObject([{ audio: { echoCancellation: true } }])
  expect(devices.live()).toEqual(['built-in'])
  expect(now()).toMatchObject({ phase: 'answered', camera: 'off', videoTrouble: null })
  media.setCamera('on')
  await vi.waitFor(() => expect(devices.live()).toEqual(['built-in', 'front']), SOON)
})

test('nothing is asked for where both begin switched off', async () => {
  const { devices, now } = await started(undefined, { camera: 'off', microphone: 'off' })
  expect(devices.requested).toEqual([])
  expect(now()).toMatchObject({ phase: 'answered', stream: null })
})

test('a device plugged in does not open a camera that is switched off', async () => {
  const { devices, now } = await started(undefined, { camera: 'off' })
  devices.cameras = ['new']
  devices.dispatchEvent(new Event('devicechange'))
  await vi.waitFor(() => expect(now().cameras.map(({ id }) => id)).toEqual(['new']), SOON)
  expect(devices.live()).toEqual(['built-in'])
})

test('noise suppression is turned off by opening the same microphone again', async () => {
  const { media, devices, now } = await started()
  await media.setNoiseSuppression('off')
  expect(devices.requested.at(-1)).toMatchObject({
    audio: { noiseSuppression: false, deviceId: { exact: 'built-in' } },
  })
  expect(devices.live()).toEqual(['front', 'built-in'])
  expect(now().noiseSuppression).toBe('off')
})

test.each([
  ['NotAllowedError', 'Permission denied', 'denied'],
  ['NotAllowedError', 'Permission dismissed', 'dismissed'],
  ['NotAllowedError', 'Permission denied by system', 'system'],
  ['NotFoundError', 'Requested device not found', 'no-device'],
  ['NotReadableError', 'Could not start video source', 'in-use'],
])('%s “%s” is told as %s, and no longer once the device opens', async (name, words, trouble) => {
  const { media, devices, now } = await started(each => {
    each.failure = Object.assign(new Error(words), { name })
  })
  expect(now()).toMatchObject({ audioTrouble: trouble, videoTrouble: trouble })
  devices.failure = null
  await media.requestAgain()
  expect(now()).toMatchObject({ audioTrouble: null, videoTrouble: null })
  expect(kinds(now().stream)).toEqual(['audio', 'video'])
})

test.each([
  [
    'an object of Safari that is no Error',
    { name: 'OverconstrainedError', constraint: 'deviceId' },
    'no-device',
  ],
  [
    'a page that is locked',
    Object.assign(new Error('The object is in an invalid state.'), { name: 'InvalidStateError' }),
    'unknown',
  ],
  ['nothing at all', {}, 'unknown'],
])('no other program is blamed for %s', async (_what, failure, trouble) => {
  const { now } = await started(each => {
    each.failure = failure
  })
  expect(now()).toMatchObject({ audioTrouble: trouble, videoTrouble: trouble })
})

test('a camera that stopped and is still there was not unplugged', async () => {
  const { devices, notified } = await started()
  devices.opened.find(({ kind }) => kind === 'video')?.unplug()
  await vi.waitFor(() => expect(notified).toHaveLength(1), SOON)
  expect(notified[0]).toMatch(/^Your camera stopped: .* Now using: the front$/)
})

test('a camera that ended while the phone was locked is opened again once the page is seen, and was not unplugged', async () => {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  const { media, devices, notified, now } = await started(undefined, {}, page)
  const turn = (state: string) => {
    page.visibilityState = state
    page.dispatchEvent(new Event('visibilitychange'))
  }
  turn('hidden')
  // A locked Safari opens nothing, and names no device.
  devices.failure = Object.assign(new Error('The object is in an invalid state.'), {
    name: 'InvalidStateError',
  })
  devices.cameras = []
  devices.opened.find(({ kind }) => kind === 'video')?.unplug()
  await vi.waitFor(() => expect(notified).toHaveLength(1), SOON)
  expect(notified[0]).toMatch(/^Your camera stopped: the device was locked/)
  expect(kinds(now().stream)).toEqual(['audio'])
  devices.failure = null
  devices.cameras = ['front', 'back']
  turn('visible')
  await vi.waitFor(() => expect(kinds(now().stream)).toEqual(['audio', 'video']), SOON)
  expect(notified.slice(1)).toEqual(['Now using: the front'])
  media.stop()
  const requested = devices.requested.length
  turn('visible')
  await Promise.resolve()
  expect(devices.requested).toHaveLength(requested)
})

test('a camera that the device paused is not said to work', async () => {
  const { devices, now } = await started()
  const camera = devices.opened.find(({ kind }) => kind === 'video')
  const said = () => cameraFinding(now()).text
  expect(said()).toBe('Your camera works.')
  const before = now().stream
  camera?.pause('paused')
  expect(now().stream).not.toBe(before)
  expect(said()).toBe('Your camera gives no picture: your device has paused it.')
  camera?.pause('on')
  expect(said()).toBe('Your camera works.')
})

test('what begins off is not opened, and one tap asks once for both', async () => {
  const { media, devices, now } = await started(() => undefined, { camera: 'off', microphone: 'off' })
  expect(devices.requested).toEqual([])
  await media.turnOn()
  expect(devices.requested).toMatchObject([{ audio: {}, video: {} }])
  expect(kinds(now().stream)).toEqual(['audio', 'video'])
  expect(now()).toMatchObject({ phase: 'answered', camera: 'on', microphone: 'on' })
})

test('a screen is sent instead of the camera, sharp or smooth, and the camera comes back as it was', async () => {
  const { media, devices, now } = await started()
  const camera = devices.opened.find(track => track.kind === 'video')
  await media.shareScreen('text')
  expect(devices.requested.at(-1)).toMatchObject({ video: { frameRate: { ideal: 5, max: 5 } }, audio: false })
  expect(devices.screen).toMatchObject({ contentHint: 'text' })
  expect(now()).toMatchObject({ sharing: 'on', facing: 'back' })
  expect(now().stream?.getVideoTracks()).toEqual([devices.screen])
  media.pauseSharing('paused')
  expect([now().sharing, devices.screen?.enabled]).toEqual(['paused', false])
  media.pauseSharing('on')
  // The browser's own bar.
  devices.screen?.unplug()
  expect(now()).toMatchObject({ sharing: 'off', facing: 'front' })
  expect(now().stream?.getVideoTracks()).toEqual([camera])
  expect(camera?.readyState).toBe('live')
  devices.screen = new FakeTrack('video', 'window')
  await media.shareScreen('film')
  expect(devices.requested.at(-1)).toMatchObject({
    video: { frameRate: { ideal: 30, max: 30 } },
    audio: false,
  })
  expect(devices.screen).toMatchObject({ contentHint: 'motion' })
  expect(now().stream?.getVideoTracks()).toEqual([devices.screen])
  media.stopSharing()
  expect(now().stream?.getVideoTracks()).toEqual([camera])
})

test('who closes the question of what to share shares nothing, and one who leaves gives the screen back', async () => {
  const { media, devices, warnings, now } = await started(each => {
    each.screen = null
  })
  await media.shareScreen('film')
  expect([now().sharing, warnings]).toEqual(['off', []])
  devices.screen = new FakeTrack('video', 'window')
  await media.shareScreen('film')
  media.stop()
  expect(devices.screen.readyState).toBe('ended')
})

test('what a person chooses after sharing was stopped, or after another question, is not sent', async () => {
  const { media, devices, now } = await started()
  const camera = devices.opened.find(({ kind }) => kind === 'video')
  const chosen: ((screen: FakeTrack) => void)[] = []
  devices.getDisplayMedia = () => new Promise(resolve => chosen.push(screen => resolve(streamOf([screen]))))
  const screen = (id: string) => new FakeTrack('video', id)
  const [late, later, last] = [screen('late'), screen('later'), screen('last')]
  const meant = media.shareScreen('text')
  // The turn that it was meant for is over.
  media.stopSharing()
  chosen[0]?.(late)
  await meant
  expect([late.readyState, now().stream?.getVideoTracks()]).toEqual(['ended', [camera]])
  const questions = [media.shareScreen('text'), media.shareScreen('film')]
  chosen[1]?.(later)
  chosen[2]?.(last)
  await Promise.all(questions)
  expect([later.readyState, last.readyState]).toEqual(['ended', 'live'])
  expect(now().stream?.getVideoTracks()).toEqual([last])
  expect(camera?.readyState).toBe('live')
})

test('a picture is sent instead of the camera, paused and stopped like a screen, also where no screen can be', async () => {
  const { media, devices, now } = await started(each => {
    Object.assign(each, { getDisplayMedia: undefined })
  })
  const camera = devices.opened.find(({ kind }) => kind === 'video')
  expect(now().canShare).toEqual({ screen: false, picture: true })
  await media.shareImage(PHOTO)
  const [picture] = (now().stream?.getVideoTracks() ?? []) as unknown as FakeTrack[]
  expect(picture?.deviceId).toBe('picture')
  expect(now()).toMatchObject({ sharing: 'on', shared: 'picture', facing: 'back' })
  media.pauseSharing('paused')
  expect([now().sharing, picture?.enabled]).toEqual(['paused', false])
  media.pauseSharing('on')
  media.stopSharing()
  expect([now().sharing, picture?.readyState]).toEqual(['off', 'ended'])
  expect(now().stream?.getVideoTracks()).toEqual([camera])
})

test('a picture takes the place of a shared screen, and a screen that of a picture', async () => {
  const { media, devices, now } = await started()
  await media.shareScreen('film')
  await media.shareImage(PHOTO)
  expect([devices.screen?.readyState, now().shared, now().sharing]).toEqual(['ended', 'picture', 'on'])
  devices.screen = new FakeTrack('video', 'window')
  await media.shareScreen('film')
  expect(now().stream?.getVideoTracks()).toEqual([devices.screen])
  expect(now().shared).toBe('screen')
})

test('a file that is no picture is said to be none, and what was sent before stays', async () => {
  const { media, devices, notified, now } = await started()
  await media.shareScreen('text')
  await media.shareImage(new Blob(['some words'], { type: 'text/plain' }))
  expect(notified).toEqual(['This file cannot be shown as a picture. Choose another one.'])
  expect(now().stream?.getVideoTracks()).toEqual([devices.screen])
  expect([now().sharing, now().shared]).toEqual(['on', 'screen'])
})
