import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let port: number
beforeAll(async () => {
  server = await openTestServer()
  port = Number(new URL(server.origin).port)
})
afterAll(() => server.close())

/** Sends these bytes, and reads until the server ends the connection. */
async function sendRaw(text: string): Promise<{ status: number; body: unknown }> {
  const socket = connect(port, '127.0.0.1')
  socket.end(text)
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk as Buffer)
  const [head = '', body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), body: JSON.parse(body) }
}

it.each([
  ['no request', 400, 'HELLO\r\n\r\n'],
  ['headers that are too large', 431, `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`],
  [
    'two lengths of one body',
    400,
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
])('%s is answered in the words of the contract (%i)', async (_, status, text) => {
  expect(await sendRaw(text)).toEqual({ status, body: { detail: expect.any(String) } })
})
