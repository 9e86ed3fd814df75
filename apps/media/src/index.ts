export * from './protocol.ts'

/** The file to fork as a media worker. */
export const WORKER_ENTRY = new URL('./main.ts', import.meta.url)
