import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { FakeDevices, streamOf } from '../../testing/fake-media.ts'
import { DeviceChoices } from '../device-choices.tsx'
import { LocalMedia, type LocalMediaDeps } from '../local-media.ts'

afterEach(() => void vi.unstubAllGlobals())

/** A person's devices; their front camera blurs where `blurring` names it. */
async function started(
  blurring: string[],
  begin: NonNullable<LocalMediaDeps['begin']> = {},
  blurred: string[] = [],
) {
  const devices = new FakeDevices()
  Object.assign(devices, { blurring, blurred })
  const notified: string[] = []
  /** Whether what is behind the person was seen in what was sent: at each change of the stream. */
  const sent: boolean[] = []
  const media = new LocalMedia({
    ...{ devices, begin, createStream: streamOf, notify: words => void notified.push(words) },
    warn: () => undefined,
  })
  const camera = () => devices.opened.filter(({ kind }) => kind === 'video').at(-1)
  media.subscribe(() => {
    const [track] = media.getSnapshot().stream?.getVideoTracks() ?? []
    if (track) sent.push(camera()?.blur === true)
  })
  await media.start()
  return { media, devices, notified, sent, camera, now: () => media.getSnapshot() }
}

/** The switch as the green room and the device sheet of a call show it; null where there is none. */
function switchOf(media: LocalMedia): 'on' | 'off' | null {
  vi.stubGlobal('HTMLMediaElement', class {})
  const html = renderToStaticMarkup(<DeviceChoices media={media} devices={media.getSnapshot()} />)
  const label = /<label[^>]*>(?:(?!<\/label>).)*Blur my background(?:(?!<\/label>).)*<\/label>/s.exec(
    html,
  )?.[0]
  if (!label) return null
  return /aria-checked="true"/.test(label) ? 'on' : 'off'
}

test('where the browser leaves no choice of the blur there is no switch for it', async () => {
  const { media, camera } = await started([])
  expect(switchOf(media)).toBeNull()
  // The system alone decides, as on a Mac: the page may only look.
  for (const only of [[true], [false]]) {
    Object.assign(camera() ?? {}, { blurs: only, blur: only[0] })
    media.setCamera('on')
    expect(media.getSnapshot().blur).toBe('none')
  }
})

test.each([
  ['as the standard says', false],
  ['in Chromium', true],
])('where it does, the switch blurs, and the camera keeps its size: %s', async (_where, takesBlurAlone) => {
  const { media, camera, now } = await started(['front'])
  Object.assign(camera() ?? {}, { takesBlurAlone })
  expect(switchOf(media)).toBe('off')
  await media.setBackgroundBlur('on')
  expect([now().blur, switchOf(media), camera()?.blur]).toEqual(['on', 'on', true])
  expect(camera()?.constraints).toMatchObject({ width: { ideal: 1280 }, backgroundBlur: { exact: true } })
  await media.setBackgroundBlur('off')
  expect([now().blur, camera()?.blur]).toEqual(['off', false])
  // By the system's own switch.
  camera()?.blurBySystem(true)
  expect([now().blur, switchOf(media)]).toEqual(['on', 'on'])
})

test('who wants a blur is never sent without, not for a moment, with the first camera and with the next', async () => {
  const { media, sent, camera } = await started(['front', 'back'], { backgroundBlur: 'on' })
  await media.cycleCamera()
  expect(camera()?.deviceId).toBe('back')
  expect(sent.length).toBeGreaterThan(1)
  expect(sent).not.toContain(false)
})

test('who never chose here keeps the blur of their system, with the first camera and with the next', async () => {
  const { media, sent, now, camera } = await started(['front', 'back'], {}, ['front', 'back'])
  expect([now().blur, switchOf(media)]).toEqual(['on', 'on'])
  await media.cycleCamera()
  expect([camera()?.deviceId, now().blur]).toEqual(['back', 'on'])
  expect(sent).not.toContain(false)
})

test('what is switched in the system in a call holds for the next camera', async () => {
  const { media, camera, now } = await started(['front', 'back'], { backgroundBlur: 'off' })
  camera()?.blurBySystem(true)
  await media.cycleCamera()
  expect([camera()?.deviceId, now().blur]).toEqual(['back', 'on'])
  camera()?.blurBySystem(false)
  await media.cycleCamera()
  expect([camera()?.deviceId, now().blur]).toEqual(['front', 'off'])
})

test('another setting of the camera is no choice of the blur', async () => {
  const { media, camera, now } = await started(['front', 'back'], {}, ['back'])
  camera()?.dispatchEvent(new Event('configurationchange'))
  await media.cycleCamera()
  expect([camera()?.deviceId, now().blur]).toEqual(['back', 'on'])
})

test('nobody is told of a camera that was closed while it was asked for a blur', async () => {
  const { media, camera, notified } = await started(['front'])
  Object.assign(camera() ?? {}, {
    applyConstraints: async () => {
      media.stop()
      throw new Error('the track has ended')
    },
  })
  await media.setBackgroundBlur('on')
  expect(notified).toEqual([])
})

test('a camera that promises a blur and does none is not shown as one that does', async () => {
  const { media, camera, notified, now } = await started(['front'])
  Object.assign(camera() ?? {}, { applyConstraints: async () => undefined })
  await media.setBackgroundBlur('on')
  expect([now().blur, switchOf(media)]).toEqual(['off', 'off'])
  expect(notified).toEqual(['This camera cannot blur your background: others see it.'])
})

test('who wants a blur is told of a camera that has none, and still sees it is not blurred', async () => {
  const { media, notified, now } = await started(['front'], { backgroundBlur: 'on' })
  expect(notified).toEqual([])
  await media.cycleCamera()
  expect(notified).toEqual(['This camera cannot blur your background: others see it.'])
  expect([now().blur, switchOf(media)]).toEqual(['none', null])
})
