/**
 * Entry of the process that monitors LiveKit's rooms. It reads nothing but its channel to the server, and exits with
 * it.
 */
import { LoadFailure } from '../load-failure.ts'
import { sendReport } from '../report-time.ts'
import { MONITOR_PROTOCOL_VERSION, type MonitorReport, parseMonitorCommand } from './protocol.ts'

const report = (message: MonitorReport) => sendReport(message)

function giveUp(code: string): void {
  report({ type: 'unusable', code })
  process.disconnect?.()
}

async function start(message: unknown): Promise<void> {
  const command = parseMonitorCommand(message)
  if (command?.type !== 'init' || command.version !== MONITOR_PROTOCOL_VERSION) {
    giveUp('protocol-version')
    return
  }
  const module = await import('./monitor-worker.ts').catch(cause => new LoadFailure(cause))
  if (module instanceof LoadFailure) {
    giveUp(module.code)
    return
  }
  const worker = new module.MonitorWorker(report)
  process.on('message', received => worker.handle(received))
  setInterval(() => worker.tick(), module.TICK_MS)
  report({ type: 'ready', version: MONITOR_PROTOCOL_VERSION })
}

process.on('disconnect', () => process.exit(0))
// Ctrl-C and a stopping service reach the whole group; the server decides when its children end.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
process.once('message', message => {
  void start(message).catch(() => process.exit(1))
})
