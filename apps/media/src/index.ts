export * from './monitor/protocol.ts'
export * from './protocol.ts'
export { machineMs } from './report-time.ts'
export { BLIND_AFTER_MS, type SightState } from './sight/sight.ts'

/** The file to fork as a media worker. */
export const WORKER_ENTRY = new URL('./main.ts', import.meta.url)
/** The file to fork as the process that monitors LiveKit's rooms. */
export const MONITOR_ENTRY = new URL('./monitor/main.ts', import.meta.url)
