import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { openTestServer } from '../../testing/test-server.ts'

const t = await openTestServer()
afterAll(() => t.close())

const BODY_BYTES = 24 * 1024 * 1024
const BOUNDARY = 'between'
const FORM = [
  `--${BOUNDARY}`,
  'content-disposition: form-data; name="file"; filename="a.png"',
  'content-type: image/png',
  '',
  '',
].join('\r\n')

/** Sends a whole body before it reads anything, as many clients do; answers the first line that came back. */
async function upload(type: string, [start, end]: readonly [string, string]): Promise<string> {
  const socket = connect(Number(new URL(t.origin).port), '127.0.0.1')
  const lost = new Promise<never>((_, reject) => {
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('the connection was closed without an answer')))
  })
  const head = ['POST /api/user/ HTTP/1.1', 'Host: localhost', `Content-Type: ${type}`]
  const body = [Buffer.from(start), Buffer.alloc(BODY_BYTES, 'x'), Buffer.from(end)]
  const length = body.reduce((sum, { byteLength }) => sum + byteLength, 0)
  socket.write(`${head.join('\r\n')}\r\nContent-Length: ${length}\r\n\r\n`)
  const written = new Promise<void>(resolve => socket.write(Buffer.concat(body), () => resolve()))
  await Promise.race([written, lost])
  const [answer] = (await Promise.race([once(socket, 'data'), lost])) as [Buffer]
  lost.catch(() => undefined) // This side closes it now.
  socket.destroy()
  return String(answer).split('\r\n', 1)[0] ?? ''
}

test.each<[string, string, [string, string]]>([
  ['JSON', 'application/json', ['{"a":"', '"}']],
  ['a form', `multipart/form-data; boundary=${BOUNDARY}`, [FORM, `\r\n--${BOUNDARY}--\r\n`]],
])('a client that sends far too much as %s, and only then reads, gets the answer', async (_, type, ends) => {
  expect(await upload(type, ends)).toMatch(/^HTTP\/1\.1 413 /)
})
