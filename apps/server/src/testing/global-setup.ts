import type { TestProject } from 'vitest/node'
import { startTestCluster } from './cluster.ts'
import { prepareTemplate } from './template.ts'

/**
 * Runs once for a test run: starts a Postgres with the migrated template; returns the function that removes both.
 * `scripts/test.ts` says when no selected test needs it.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  if (process.env.TESTS_WITHOUT_DATABASE) return async () => undefined
  const { adminUrl, ownerUrl, stop } = await startTestCluster(process.env.TEST_DATABASE_URL)
  try {
    const template = await prepareTemplate({ adminUrl, ownerUrl })
    project.provide('testDatabases', { adminUrl, ownerUrl, template })
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}
