import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { temporaryDirectory } from '../../apps/server/src/testing/temporary-directory.ts'
import { planTests } from './test-plan.ts'

const FILES: Record<string, string> = {
  'apps/server/src/testing/database.ts': '',
  'apps/server/src/testing/server-process.ts': "const MAIN = new URL('../main.ts', import.meta.url)",
  'apps/server/src/testing/redis-server.ts': "findServerProgram('redis-server')",
  'apps/server/src/testing/server.ts': "import { db } from './database.ts'",
  'apps/server/src/money.test.ts': "import { x } from './money.ts'",
  'apps/server/src/sale.test.ts': "import { server } from './testing/server.ts'",
  'apps/server/src/domains/ledger/ledger.test.ts': "import { server } from '../../testing/server.ts'",
  'apps/server/src/jobs/drill.test.ts':
    "import { server } from '../testing/server.ts'\nimport '../testing/server-process.ts'",
  'apps/server/src/crash.test.ts':
    "import { server } from './testing/server.ts'\nimport '../src/testing/server-process.ts'",
  'apps/server/src/redis.test.ts': "const { start } = await import('./testing/redis-server.ts')",
  'apps/server/src/look.test.ts': 'launch(process.env.CHROMIUM_PATH)',
  'apps/web/scripts/page-weight.ts': '',
  'apps/web/scripts/weight.test.ts': "import { weighPages } from './page-weight.ts'",
  'packages/contract/src/price.test.tsx': '',
  'packages/contract/src/price.ts': '',
  'apps/server/node_modules/other/src/a.test.ts': '',
  'e2e/site.spec.ts': '',
  'e2e/call.spec.ts': '',
  'e2e/two-processes.spec.ts': '',
  'e2e/engines/firefox.spec.ts': "import { openFirefox } from './open-firefox.ts'",
  'e2e/engines/open-firefox.ts': "findServerProgram('firefox-esr')",
  'e2e/engines/webkit.spec.ts': "import { openWebKit } from './open-webkit.ts'",
  'e2e/engines/open-webkit.ts': "findServerProgram('WebKitWebDriver')\nfindServerProgram('Xvfb')",
}

let root: string
beforeAll(async () => {
  root = await temporaryDirectory()
  for (const [path, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
})

describe('which tests run, and what they need', () => {
  it('has all tests when no word is given', async () => {
    const plan = await planTests(root, [], 'all')
    expect(plan.unit).toHaveLength(9)
    expect(plan.pages).toEqual(['e2e/engines/webkit.spec.ts', 'e2e/site.spec.ts'])
    expect(plan.calls).toEqual([
      'e2e/call.spec.ts',
      'e2e/engines/firefox.spec.ts',
      'e2e/two-processes.spec.ts',
    ])
    expect(plan.needs).toMatchObject({ database: true, browser: true, web: true })
    expect(plan.needs.servers).toContain('livekit-server')
  })

  it('has the files whose path contains a word, and only the browser, servers and database that they use', async () => {
    const plan = await planTests(root, ['money', 'price'], 'all')
    expect(plan.unit).toEqual(['apps/server/src/money.test.ts', 'packages/contract/src/price.test.tsx'])
    expect([...plan.pages, ...plan.calls]).toEqual([])
    expect(plan.needs).toEqual({ database: false, browser: false, web: false, servers: new Set() })
  })

  it.each([
    ['sale', { database: true, browser: false, web: false, servers: [] }],
    ['crash', { database: true, browser: false, web: true, servers: [] }],
    ['redis', { database: false, browser: false, web: false, servers: ['redis-server'] }],
    ['look', { database: false, browser: true, web: false, servers: [] }],
    ['weight', { database: false, browser: false, web: true, servers: [] }],
    ['site', { database: false, browser: true, web: true, servers: [] }],
    ['firefox', { database: false, browser: true, web: true, servers: ['firefox-esr'] }],
    ['webkit', { database: false, browser: true, web: true, servers: ['WebKitWebDriver', 'Xvfb'] }],
  ])('follows the imports of %s to what it needs', async (word, needs) => {
    const plan = await planTests(root, [word], 'all')
    expect({ ...plan.needs, servers: [...plan.needs.servers] }).toEqual(needs)
  })

  it('uses the second Postgres only for tests of complex SQL that need only a database', async () => {
    const plan = await planTests(root, [], 'all')
    expect(plan.onSecondPostgres).toEqual(['apps/server/src/domains/ledger/ledger.test.ts'])
  })

  it('has only the tests of the chosen kind', async () => {
    expect(await planTests(root, [], 'unit')).toMatchObject({ pages: [], calls: [] })
    expect(await planTests(root, ['site'], 'e2e')).toMatchObject({
      unit: [],
      pages: ['e2e/site.spec.ts'],
    })
  })
})
