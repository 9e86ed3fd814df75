import { expect, test } from 'vitest'
import { ownSessionStorage } from '../../../store/testing/session-storage.ts'
import { NO_MEDIA } from '../devices/sources/media-snapshot.ts'
import { switchesBefore } from './joined-before.ts'
import { rememberLine } from './line-memory.ts'

ownSessionStorage()

function line(switches: { camera: 'on' | 'off'; microphone: 'on' | 'off' }, state: 'goes on' | 'over') {
  const page = new EventTarget()
  // The page has left the line already when it is hidden: its devices are closed, and its switches known.
  const media = { getSnapshot: () => ({ ...NO_MEDIA, ...switches, phase: 'stopped' as const }) }
  const stop = rememberLine({ slug: 'an-evening', media, isOver: () => state === 'over', page })
  return { stop, hide: () => page.dispatchEvent(new Event('pagehide')) }
}

const ON = { camera: 'on', microphone: 'on' } as const

test('after a reload in a line camera and microphone are as they were', () => {
  line({ camera: 'on', microphone: 'off' }, 'goes on').hide()
  expect(switchesBefore('an-evening')).toEqual({ camera: 'on', microphone: 'off' })
})

test('nothing is remembered of a line that is over, of devices that are off, or after a visit to another page', () => {
  line(ON, 'over').hide()
  expect(switchesBefore('an-evening')).toEqual({})
  line({ camera: 'off', microphone: 'off' }, 'goes on').hide()
  expect(switchesBefore('an-evening')).toEqual({})
  const { stop, hide } = line(ON, 'goes on')
  hide()
  expect(switchesBefore('an-evening')).toEqual(ON)
  stop()
  hide()
  expect(switchesBefore('an-evening')).toEqual({})
})
