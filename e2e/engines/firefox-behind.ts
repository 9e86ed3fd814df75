/**
 * Firefox ESR behind a proxy of WebDriver BiDi: Playwright starts this program as if it were Firefox. Playwright tells
 * each browser which colour scheme its pages prefer, and exits when Firefox does not know that command. The proxy
 * answers the command itself.
 */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { WebSocket, WebSocketServer } from 'ws'

const UNKNOWN_TO_FIREFOX = 'emulation.setMediaFeaturesOverride'
const LISTENING = /^WebDriver BiDi listening on (ws:\/\/\S+)$/
/** A screenshot is one message. */
const MESSAGE_BYTES_MAX = 100_000_000

const [program = '', ...args] = process.argv.slice(2)
const firefox = spawn(program, args, { stdio: ['ignore', 'inherit', 'pipe'] })
firefox.on('exit', code => process.exit(code ?? 1))
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => firefox.kill(signal))
createInterface({ input: firefox.stderr }).on('line', line => {
  const [, url] = LISTENING.exec(line) ?? []
  if (url) serve(url)
  else console.error(line)
})

function serve(firefoxUrl: string): void {
  const proxy = new WebSocketServer({ port: 0, host: '127.0.0.1', maxPayload: MESSAGE_BYTES_MAX }, () => {
    const address = proxy.address()
    if (address && typeof address === 'object')
      console.error(`WebDriver BiDi listening on ws://127.0.0.1:${address.port}`)
  })
  proxy.on('connection', (playwright, { url = '/' }) => {
    const behind = new WebSocket(firefoxUrl + url, { maxPayload: MESSAGE_BYTES_MAX })
    const isOpen = new Promise(resolve => behind.once('open', resolve))
    behind.on('message', message => playwright.send(String(message)))
    behind.on('close', () => playwright.close())
    playwright.on('close', () => behind.close())
    playwright.on('message', async message => {
      const { id, method } = JSON.parse(String(message)) as { id: number; method: string }
      if (method === UNKNOWN_TO_FIREFOX)
        return playwright.send(JSON.stringify({ type: 'success', id, result: {} }))
      await isOpen
      behind.send(String(message))
    })
  })
}
