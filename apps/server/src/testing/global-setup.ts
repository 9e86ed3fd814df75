import type { TestProject } from 'vitest/node'
import { startTestCluster } from './cluster.ts'
import { prepareTemplate } from './template.ts'

/**
 * Once for a test run: a Postgres and in it the migrated template; returns what removes them. `scripts/test.ts` says when
 * none of the asked tests needs it.
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
