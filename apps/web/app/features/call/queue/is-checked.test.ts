import { expect, it } from 'vitest'
import { FakeTrack, streamOf } from '../testing/fake-media.ts'
import { isChecked } from './queue-session.ts'

it('nobody counts as checked whose camera the device has paused, or stopped', () => {
  const [sound, camera] = [new FakeTrack('audio', 'built-in'), new FakeTrack('video', 'front')]
  const stream = streamOf([sound, camera])
  expect(isChecked({ stream })).toBe(true)
  camera.pause('paused')
  expect(isChecked({ stream })).toBe(false)
  camera.pause('on')
  expect(isChecked({ stream })).toBe(true)
  camera.stop()
  expect(isChecked({ stream })).toBe(false)
  expect(isChecked({ stream: null })).toBe(false)
})
