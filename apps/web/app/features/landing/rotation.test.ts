import { expect, it } from 'vitest'
import { createRotation } from './rotation.ts'
import { SLIDES } from './slides.ts'

function setUp() {
  const turns: { work: () => void; periodMs: number; on: boolean }[] = []
  const waits: { work: () => void; delayMs: number }[] = []
  const rotation = createRotation({
    slides: 7,
    every: (work, periodMs) => {
      const turn = { work, periodMs, on: true }
      turns.push(turn)
      return () => {
        turn.on = false
      }
    },
    after: (work, delayMs) => {
      waits.push({ work, delayMs })
      return () => undefined
    },
  })
  return { rotation, turns, waits }
}

it('the captions are the six of the pitch, in order, and then the call', () => {
  expect(SLIDES.map(slide => slide.caption).slice(0, 6)).toEqual([
    'unique experiences',
    'time as influencers',
    'help on anything!',
    'medical advice',
    'an outfit rating',
    'companionship',
  ])
})

it('captions change every 3.5 seconds, round and round', () => {
  const { rotation, turns } = setUp()
  rotation.start('full')
  expect(turns[0]?.periodMs).toBe(3500)
  for (let i = 0; i < 8; i++) turns[0]?.work()
  expect(rotation.getSnapshot().index).toBe(1)
})

it('the pitch shows two seconds after the pictures, and after four without them', () => {
  const { rotation, waits } = setUp()
  rotation.start('full')
  rotation.mediaLoaded()
  expect(waits.map(wait => wait.delayMs)).toEqual([4000, 2000])
  waits[1]?.work()
  expect(rotation.getSnapshot().pitchShown).toBe(true)
})

it('Pause stops it and Play goes on', () => {
  const { rotation, turns } = setUp()
  rotation.start('full')
  rotation.togglePause()
  expect(turns.map(turn => turn.on)).toEqual([false])
  rotation.togglePause()
  expect(turns.map(turn => turn.on)).toEqual([false, true])
})

it('nothing moves for someone who asked for reduced motion', () => {
  const { rotation, turns } = setUp()
  rotation.start('reduced')
  expect(turns).toEqual([])
  expect(rotation.getSnapshot()).toMatchObject({ paused: true, pitchShown: true })
})
