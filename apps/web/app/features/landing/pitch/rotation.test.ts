import { expect, it } from 'vitest'
import { createRotation } from './rotation.ts'
import { FILM, IMAGES, SLIDES } from './slides.ts'

function setUp() {
  let nowMs = 0
  let waits: { work: () => void; atMs: number }[] = []
  const rotation = createRotation({
    slides: SLIDES.length,
    nowMs: () => nowMs,
    after(work, delayMs) {
      const wait = { work, atMs: nowMs + delayMs }
      waits.push(wait)
      return () => {
        waits = waits.filter(one => one !== wait)
      }
    },
  })
  function pass(ms: number) {
    const untilMs = nowMs + ms
    for (;;) {
      const next = waits.filter(wait => wait.atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)[0]
      if (!next) break
      waits = waits.filter(wait => wait !== next)
      nowMs = next.atMs
      next.work()
    }
    nowMs = untilMs
  }
  return { rotation, pass, waiting: () => waits.length }
}

it('the captions are the six of the pitch, in order, and then the film’s', () => {
  expect(IMAGES.map(slide => slide.caption)).toEqual([
    'unique experiences',
    'time as influencers',
    'help on anything!',
    'medical advice',
    'an outfit rating',
    'companionship',
  ])
  expect(SLIDES).toEqual([...IMAGES, FILM])
  expect(SLIDES).toHaveLength(7)
})

it('captions change every 3.5 seconds, and begin again after the last', () => {
  const { rotation, pass } = setUp()
  rotation.start('full')
  pass(3499)
  expect(rotation.getSnapshot().index).toBe(0)
  pass(1)
  expect(rotation.getSnapshot().index).toBe(1)
  const seen = Array.from({ length: 7 }, () => {
    pass(3500)
    return rotation.getSnapshot().index
  })
  expect(seen).toEqual([2, 3, 4, 5, 6, 0, 1])
})

it('a round takes the whole countdown, 24.5 seconds', () => {
  const { rotation, pass } = setUp()
  rotation.start('full')
  pass(24_499)
  expect(rotation.getSnapshot().index).toBe(6)
  pass(1)
  expect(rotation.getSnapshot().index).toBe(0)
})

it('the pitch appears two seconds after the pictures are loaded, and after four without them', () => {
  const loaded = setUp()
  loaded.rotation.start('full')
  loaded.pass(500)
  loaded.rotation.mediaLoaded()
  loaded.pass(1999)
  expect(loaded.rotation.getSnapshot().pitchShown).toBe(false)
  loaded.pass(1)
  expect(loaded.rotation.getSnapshot().pitchShown).toBe(true)

  const never = setUp()
  never.rotation.start('full')
  never.pass(3999)
  expect(never.rotation.getSnapshot().pitchShown).toBe(false)
  never.pass(1)
  expect(never.rotation.getSnapshot().pitchShown).toBe(true)
})

it('Pause stops a slide, and Play shows it for the rest of its time', () => {
  const { rotation, pass } = setUp()
  rotation.start('full')
  pass(3000)
  rotation.togglePause()
  pass(60_000)
  expect(rotation.getSnapshot()).toMatchObject({ index: 0, paused: true })
  rotation.togglePause()
  pass(499)
  expect(rotation.getSnapshot().index).toBe(0)
  pass(1)
  expect(rotation.getSnapshot()).toMatchObject({ index: 1, paused: false })
})

it('nothing moves for someone who asked for reduced motion, until they press Play', () => {
  const { rotation, pass } = setUp()
  rotation.start('reduced')
  pass(60_000)
  expect(rotation.getSnapshot()).toEqual({ index: 0, started: false, paused: true, pitchShown: true })
  rotation.togglePause()
  pass(3500)
  expect(rotation.getSnapshot()).toMatchObject({ index: 1, paused: false })
})

it('no timer is left when the page is closed', () => {
  const { rotation, waiting } = setUp()
  const stop = rotation.start('full')
  rotation.mediaLoaded()
  stop()
  expect(waiting()).toBe(0)
})
