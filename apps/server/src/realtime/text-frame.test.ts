import type { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { textFrame } from './text-frame.ts'

/** Reads frames as a browser of another make would: by the `ws` package. */
async function read(frames: readonly Buffer[]): Promise<string[]> {
  const texts: string[] = []
  // The types of `ws` do not name it.
  const { Receiver } = (await import('ws')) as unknown as {
    Receiver: new (options: object) => Writable
  }
  const receiver = new Receiver({ isServer: false })
  receiver.on('message', (data: Buffer, isBinary: boolean) => texts.push(isBinary ? 'binary' : String(data)))
  await new Promise<void>((resolve, reject) => {
    receiver.on('error', reject)
    receiver.write(Buffer.concat([...frames]), () => resolve())
  })
  return texts
}

test('a text of any length is read as it was written', async () => {
  const texts = [0, 1, 125, 126, 65_535, 65_536, 200_000].map(length => 'x'.repeat(length))
  texts.push('£10 für 🎬', `${'é'.repeat(63)}`)
  expect(await read(texts.map(text => textFrame(text)))).toEqual(texts)
})

test('the same text is framed once', () => {
  const frame = textFrame('to all')
  expect(textFrame('to all')).toBe(frame)
  expect(textFrame('another')).not.toBe(frame)
})
