import { describe, expect, it } from 'vitest'
import { ARROW_RULES } from './arrow-rules.ts'
import { checkArrows } from './arrows.ts'
import { SERVER, useSmallProject, value, WEB } from './testing/small-project.ts'

// Each rule is broken once, which proves that it finds something.
const project = useSmallProject()
const uses = (path: string) => `export * from '${path}'\n`
const usesType = (path: string) => `import type { value } from '${path}'\nexport type Value = typeof value\n`
const installed = (name: string) => ({
  [`node_modules/${name}/package.json`]: JSON.stringify({ name, version: '1.0.0', main: 'index.js' }),
  [`node_modules/${name}/index.js`]: 'exports.value = 1\n',
})

interface Forbidden {
  rule: string
  from: string
  to: string
  /** How the import is written: the path of `to` as `from` names it. */
  as: string
}

const FORBIDDEN: readonly Forbidden[] = [
  ...[
    ['accounts', 'ledger'],
    ['ledger', 'payments'],
    ['payments', 'requests'],
    ['profiles', 'payments'],
    ['safety', 'requests'],
    ['schedule', 'requests'],
    ['payouts', 'requests'],
    ['live-events', 'requests'],
    ['discovery', 'requests'],
    ['requests', 'calls'],
    ['calls', 'queue'],
    ['queue', 'notifications'],
    ['notifications', 'staff'],
  ].map(([low, high]) => ({
    rule: `${low}-looks-down-only`,
    from: `${SERVER}/domains/${low}/store.ts`,
    to: `${SERVER}/domains/${high}/public.ts`,
    as: `../${high}/public.ts`,
  })),
  {
    rule: 'domain-by-its-public-file',
    from: `${SERVER}/domains/requests/store.ts`,
    to: `${SERVER}/domains/ledger/store.ts`,
    as: '../ledger/store.ts',
  },
  {
    rule: 'tables-by-public-or-tables',
    from: `${SERVER}/domains/requests/tables.ts`,
    to: `${SERVER}/domains/ledger/store.ts`,
    as: '../ledger/store.ts',
  },
  {
    rule: 'known-domain',
    from: `${SERVER}/domains/gifts/store.ts`,
    to: `${SERVER}/db/client.ts`,
    as: '../../db/client.ts',
  },
  {
    rule: 'domain-without-provider',
    from: `${SERVER}/domains/payments/store.ts`,
    to: `${SERVER}/providers/payments-stripe/client.ts`,
    as: '../../providers/payments-stripe/client.ts',
  },
  {
    rule: 'rules-without-http',
    from: `${SERVER}/domains/payments/refund.ts`,
    to: `${SERVER}/http/policy.ts`,
    as: '../../http/policy.ts',
  },
  {
    rule: 'sockets-for-calls-alone',
    from: `${SERVER}/domains/requests/book-private.ts`,
    to: `${SERVER}/realtime/upgrade.ts`,
    as: '../../realtime/upgrade.ts',
  },
  {
    rule: 'provider-knows-ports-only',
    from: `${SERVER}/providers/payments-stripe/client.ts`,
    to: `${SERVER}/domains/payments/store.ts`,
    as: '../../domains/payments/store.ts',
  },
  {
    rule: 'providers-apart',
    from: `${SERVER}/providers/payments-stripe/client.ts`,
    to: `${SERVER}/providers/bus-memory/memory-bus.ts`,
    as: '../bus-memory/memory-bus.ts',
  },
  {
    rule: 'edges-without-rules',
    from: `${SERVER}/http/pages.ts`,
    to: `${SERVER}/domains/requests/public.ts`,
    as: '../domains/requests/public.ts',
  },
  {
    rule: 'server-by-media-entry',
    from: `${SERVER}/providers/video-embedded/conference.ts`,
    to: 'apps/media/src/room.ts',
    as: '../../../../media/src/room.ts',
  },
  {
    rule: 'media-alone',
    from: 'apps/media/src/room.ts',
    to: `${SERVER}/db/client.ts`,
    as: '../../server/src/db/client.ts',
  },
  {
    rule: 'web-without-server',
    from: `${WEB}/api/client.ts`,
    to: `${SERVER}/config.ts`,
    as: '../../../server/src/config.ts',
  },
  {
    rule: 'server-by-public-data',
    from: `${SERVER}/http/pages.ts`,
    to: `${WEB}/api/client.ts`,
    as: '../../../web/app/api/client.ts',
  },
  {
    rule: 'features-apart',
    from: `${WEB}/features/calls/room.ts`,
    to: `${WEB}/features/requests/booking.ts`,
    as: '../requests/booking.ts',
  },
  {
    rule: 'features-below-routes',
    from: `${WEB}/features/calls/room.ts`,
    to: `${WEB}/routes/chat.ts`,
    as: '../../routes/chat.ts',
  },
  {
    rule: 'features-below-routes',
    from: `${WEB}/features/calls/room.ts`,
    to: `${WEB}/pages/prepaid/offer.ts`,
    as: '../../pages/prepaid/offer.ts',
  },
  {
    rule: 'pages-below-routes',
    from: `${WEB}/pages/prepaid/offer.ts`,
    to: `${WEB}/routes/chat.ts`,
    as: '../../routes/chat.ts',
  },
  {
    rule: 'call-devices-look-down-only',
    from: `${WEB}/features/call/devices/microphone.ts`,
    to: `${WEB}/features/call/stage/stage.ts`,
    as: '../stage/stage.ts',
  },
  {
    rule: 'call-connection-looks-down-only',
    from: `${WEB}/features/call/connection/call.ts`,
    to: `${WEB}/features/call/stage/stage.ts`,
    as: '../stage/stage.ts',
  },
  {
    rule: 'call-talk-looks-down-only',
    from: `${WEB}/features/call/talk/chat.ts`,
    to: `${WEB}/features/call/connection/call.ts`,
    as: '../connection/call.ts',
  },
  {
    rule: 'call-keepsake-looks-down-only',
    from: `${WEB}/features/call/keepsake/keepsake.ts`,
    to: `${WEB}/features/call/stage/stage.ts`,
    as: '../stage/stage.ts',
  },
  {
    rule: 'call-broadcast-knows-no-queue',
    from: `${WEB}/features/call/broadcast/viewer.ts`,
    to: `${WEB}/features/call/queue/turn.ts`,
    as: '../queue/turn.ts',
  },
  {
    rule: 'call-stage-looks-down-only',
    from: `${WEB}/features/call/stage/stage.ts`,
    to: `${WEB}/features/call/broadcast/viewer.ts`,
    as: '../broadcast/viewer.ts',
  },
  {
    rule: 'ground-below-features',
    from: `${WEB}/video/room.ts`,
    to: `${WEB}/features/calls/room.ts`,
    as: '../features/calls/room.ts',
  },
  {
    rule: 'ui-without-calls',
    from: `${WEB}/ui/button.ts`,
    to: `${WEB}/api/client.ts`,
    as: '../api/client.ts',
  },
  {
    rule: 'contract-needs-zod-alone',
    from: 'packages/contract/src/money.ts',
    to: 'apps/media/src/protocol.ts',
    as: 'node:crypto',
  },
  {
    rule: 'sandbox-alone',
    from: 'packages/stripe-sandbox/src/store.ts',
    to: 'packages/contract/src/money.ts',
    as: '../../contract/src/money.ts',
  },
  {
    rule: 'product-without-tests',
    from: `${SERVER}/app.ts`,
    to: `${SERVER}/testing/database.ts`,
    as: './testing/database.ts',
  },
  {
    rule: 'resolvable',
    from: `${SERVER}/app.ts`,
    to: `${SERVER}/config.ts`,
    as: './settings.ts',
  },
]

const noLeast = { modules: 0, typeImports: 0 }

describe('the arrows', () => {
  it.for(FORBIDDEN)('$rule: $from must not use $as', async ({ rule, from, to, as }) => {
    await project.put({ [from]: uses(as), [to]: value })
    expect((await checkArrows(project.root, noLeast)).problems.join('\n')).toContain(`${rule}: ${from} -> `)
  })

  it('the rules also hold for imports of types', async () => {
    const from = `${SERVER}/domains/ledger/legs.ts`
    await project.put({
      [from]: usesType('../calls/public.ts'),
      [`${SERVER}/domains/calls/public.ts`]: value,
    })
    expect((await checkArrows(project.root, noLeast)).problems).toContainEqual(
      expect.stringContaining('ledger-looks-down-only'),
    )
  })

  it.for(['stripe', 'ws', 'node-datachannel', 'livekit-server-sdk', 'pg'])(
    'a domain has no %s',
    async name => {
      await project.put({ ...installed(name), [`${SERVER}/domains/payments/refund.ts`]: uses(name) })
      expect((await checkArrows(project.root, noLeast)).problems).toContainEqual(
        expect.stringContaining('domain-without-sdk'),
      )
    },
  )

  it('two files that use each other are a cycle, also when one takes only a type', async () => {
    await project.put({
      [`${SERVER}/core/a.ts`]: `${uses('./b.ts')}`,
      [`${SERVER}/core/b.ts`]: `import type { A } from './a.ts'\nexport type B = A\n`,
    })
    expect((await checkArrows(project.root, noLeast)).problems).toContainEqual(
      expect.stringContaining('no-cycle'),
    )
  })

  it('a foreign key may name a table of a lower domain, and a rule may use that domain’s public file', async () => {
    await project.put({
      ...installed('drizzle-orm'),
      [`${SERVER}/domains/requests/tables.ts`]: uses('../accounts/tables.ts'),
      [`${SERVER}/domains/requests/store.ts`]: uses('../accounts/public.ts') + uses('drizzle-orm'),
      [`${SERVER}/domains/accounts/tables.ts`]: value,
      [`${SERVER}/domains/accounts/public.ts`]: value,
    })
    expect((await checkArrows(project.root, noLeast)).problems).toEqual([])
  })

  it('the check fails when it reads too few imports', async () => {
    await project.put({ [`${SERVER}/app.ts`]: value })
    const { problems } = await checkArrows(project.root, { modules: 2, typeImports: 1 })
    expect(problems).toEqual([
      'only 1 TypeScript modules were read, at least 2 exist',
      'only 0 imports of types were seen',
    ])
  })

  it('every rule is broken once in this file', () => {
    const broken = new Set([...FORBIDDEN.map(({ rule }) => rule), 'domain-without-sdk', 'no-cycle'])
    expect(ARROW_RULES.map(rule => rule.name).filter(name => !broken.has(name ?? ''))).toEqual([])
  })
})
