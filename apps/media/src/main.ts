/** Entry of the media worker process. It reads nothing but its channel to the server, and ends with it. */
import { createSocket } from 'node:dgram'
import { LoadFailure } from './load-failure.ts'
import { PROTOCOL_VERSION, parseCommand, type Report, type WorkerOptions } from './protocol.ts'
import { sendReport } from './report-time.ts'

const report = (message: Report) => sendReport(message)

/**
 * Binding an address that is not ours, or a taken port, aborts the library; so it is tried with a plain socket first.
 */
function canBind({ bindIp, ports }: WorkerOptions): Promise<boolean> {
  const socket = createSocket(bindIp.includes(':') ? 'udp6' : 'udp4')
  return new Promise(resolve => {
    socket.once('error', () => resolve(false))
    socket.bind({ address: bindIp, port: ports.kind === 'shared' ? ports.port : 0, exclusive: true }, () => {
      socket.close(() => resolve(true))
    })
  })
}

function giveUp(code: string): void {
  report({ type: 'unusable', code })
  process.disconnect?.()
}

async function start(message: unknown): Promise<void> {
  const command = parseCommand(message)
  if (command?.type !== 'init' || command.version !== PROTOCOL_VERSION) {
    giveUp('protocol-version')
    return
  }
  if (!(await canBind(command.options))) {
    giveUp('cannot-bind')
    return
  }
  const module = await import('./media-worker.ts').catch(cause => new LoadFailure(cause))
  if (module instanceof LoadFailure) {
    giveUp(module.code)
    return
  }
  const worker = new module.MediaWorker({ options: command.options, report, now: () => performance.now() })
  process.on('message', received => worker.handle(received))
  setInterval(() => worker.tick(), module.TICK_MS)
  report({ type: 'ready', version: PROTOCOL_VERSION, pid: process.pid })
}

process.on('disconnect', () => process.exit(0))
// Ctrl-C and a stopping service reach the whole group; the server decides when its workers end.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
process.once('message', message => {
  void start(message).catch(() => process.exit(1))
})
