import { expect, test } from 'vitest'
import { createSpeakerTest, type Tone } from './speaker-test.ts'

class FakeTone implements Tone {
  readonly #end = Promise.withResolvers<void>()
  readonly over = this.#end.promise
  readonly speakerId: string | null
  isPlaying = true

  constructor(speakerId: string | null) {
    this.speakerId = speakerId
  }
  stop(): void {
    this.isPlaying = false
  }
  end(): void {
    this.#end.resolve()
  }
}

function speakers(unplugged: readonly string[] = []) {
  const tones: FakeTone[] = []
  const speakerTest = createSpeakerTest({
    async startTone(speakerId) {
      if (speakerId !== null && unplugged.includes(speakerId)) throw new Error('no such speaker')
      const tone = new FakeTone(speakerId)
      tones.push(tone)
      return tone
    },
  })
  return { speakerTest, tones, state: () => speakerTest.getSnapshot().state }
}

/** Until what was started has been taken up. */
const started = () => Promise.resolve()

test('the sound comes out of the chosen speaker until it is over', async () => {
  const { speakerTest, tones, state } = speakers()
  expect(state()).toBe('silent')
  const played = speakerTest.play('headphones')
  expect(state()).toBe('playing')
  await started()
  tones[0]?.end()
  await played
  expect(tones).toMatchObject([{ speakerId: 'headphones', isPlaying: false }])
  expect(state()).toBe('silent')
})

test('another speaker that is chosen while it plays takes the sound over', async () => {
  const { speakerTest, tones, state } = speakers()
  const first = speakerTest.play('headphones')
  await started()
  const second = speakerTest.play(null)
  await started()
  expect(tones).toMatchObject([
    { speakerId: 'headphones', isPlaying: false },
    { speakerId: null, isPlaying: true },
  ])
  tones[0]?.end()
  await first
  expect(state()).toBe('playing')
  tones[1]?.end()
  await second
  expect(state()).toBe('silent')
})

test('a speaker that was removed is reported, and another one can be tried', async () => {
  const { speakerTest, tones, state } = speakers(['headphones'])
  await speakerTest.play('headphones')
  expect(state()).toBe('failed')
  void speakerTest.play('desk')
  await started()
  expect(state()).toBe('playing')
  expect(tones).toMatchObject([{ speakerId: 'desk', isPlaying: true }])
})

test('who leaves hears nothing more, even of a sound that had only been asked for', async () => {
  const { speakerTest, tones, state } = speakers()
  void speakerTest.play('headphones')
  speakerTest.stop()
  await started()
  await started()
  expect(tones).toMatchObject([{ isPlaying: false }])
  expect(state()).toBe('silent')
})
