import { test as base } from '@playwright/test'
import { openServer } from './two-people.ts'

/** A server that runs on when the journeys of a file are over. */
export type SharedServer = Pick<Awaited<ReturnType<typeof openServer>>, 'origin' | 'dataDir' | 'audit'>

/**
 * For journeys whose server need not be their own: `sharedServer` runs once for a worker, and its people are those of all
 * the files that ask for it. So each file gives its people names that no other file has, and asserts nothing of everybody;
 * who moves the clock, kills the server or sets its variables opens one of their own.
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
