import { test as base } from '@playwright/test'
import { openServer } from './two-people.ts'

/** A server that keeps running after the journeys of a file. */
export type SharedServer = Pick<Awaited<ReturnType<typeof openServer>>, 'origin' | 'dataDir' | 'audit'>

/**
 * For journeys that need no server of their own: `sharedServer` runs once for each worker, and all files that use it
 * share its people. So each file gives its people names that no other file has, and asserts nothing about all people. A
 * file that moves the clock, kills the server or sets its variables opens a server of its own.
 */
export const test = base.extend<object, { sharedServer: SharedServer }>({
  sharedServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
    async ({}, use) => {
      const server = await openServer()
      await use(server)
      await server.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})
