import type { SocketLike } from '../connection/presence-socket.ts'

/** A socket whose other end is the test. */
export class FakeSocket implements SocketLike {
  readonly url: string
  readyState = 0
  onopen: SocketLike['onopen'] = null
  onmessage: SocketLike['onmessage'] = null
  onclose: SocketLike['onclose'] = null
  sent: unknown[] = []

  constructor(url: string) {
    this.url = url
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }
  close(): void {
    this.readyState = 3
  }
  accept(): void {
    this.readyState = 1
    this.onopen?.(new Event('open'))
  }
  say(message: unknown): void {
    this.onmessage?.(new MessageEvent('message', { data: JSON.stringify(message) }))
  }
  drop(code: number): void {
    this.readyState = 3
    this.onclose?.(Object.assign(new Event('close'), { code, reason: '', wasClean: true }))
  }
}
