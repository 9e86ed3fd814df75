import type { IRegularForbiddenRuleType } from 'dependency-cruiser'

/**
 * The domains from low to high: each may use those before it, through their public.ts. Requests stand above live
 * events, because a place at an event is a request that points at the event.
 */
const DOMAINS_LOW_TO_HIGH = [
  ['accounts', 'ledger'],
  ['safety'],
  ['payments', 'profiles'],
  ['schedule'],
  ['live-events', 'payouts'],
  ['discovery'],
  ['requests'],
  ['calls'],
  ['queue'],
  ['notifications'],
  ['staff'],
] as const

/** The packages of npm that a domain may import: the database, validation, signatures, images. No SDK of a provider. */
const DOMAIN_PACKAGES = [
  '@fastify/multipart',
  'drizzle-orm',
  'fastify',
  'fastify-type-provider-zod',
  'file-type',
  'jose',
  '@simplewebauthn/server',
  'otpauth',
  'sharp',
  'temporal-polyfill',
  'zod',
]

const TESTING = String.raw`\.test\.tsx?$|\.contract\.ts$|/testing/|/testing\.ts$`
const DOMAINS = 'apps/server/src/domains'
const CALL = 'apps/web/app/features/call'

type Arrow = Omit<IRegularForbiddenRuleType, 'severity'>

const installedExcept = (packages: readonly string[]) => ({
  path: '^node_modules/',
  pathNot: `^node_modules/(@types/)?(${packages.join('|')})/`,
})

const upward: Arrow[] = DOMAINS_LOW_TO_HIGH.flatMap((tier, index) => {
  const higher = DOMAINS_LOW_TO_HIGH.slice(index + 1).flat()
  return tier.map(domain => {
    const notBelow = [...higher, ...tier.filter(name => name !== domain)]
    return {
      name: `${domain}-looks-down-only`,
      comment: 'A domain uses lower ones; lower tells higher by an event in the outbox.',
      from: { path: `^${DOMAINS}/${domain}/`, pathNot: TESTING },
      to: { path: notBelow.map(name => `^${DOMAINS}/${name}/`) },
    }
  })
}).filter(rule => rule.to.path.length > 0)

const domains: Arrow[] = [
  {
    name: 'known-domain',
    comment: 'A new domain gets its place in DOMAINS_LOW_TO_HIGH.',
    from: { path: `^${DOMAINS}/(?!(${DOMAINS_LOW_TO_HIGH.flat().join('|')})/)` },
    to: {},
  },
  {
    name: 'domain-by-its-public-file',
    comment:
      'Another domain is used through its public.ts; its tables.ts only by tables.ts, for foreign keys.',
    from: { path: `^${DOMAINS}/([^/]+)/`, pathNot: [TESTING, '/tables\\.ts$'] },
    to: { path: `^${DOMAINS}/`, pathNot: [`^${DOMAINS}/$1/`, '/public\\.ts$'] },
  },
  {
    name: 'tables-by-public-or-tables',
    comment: 'A foreign key names a table of another domain; nothing else of it.',
    from: { path: `^${DOMAINS}/([^/]+)/tables\\.ts$` },
    to: { path: `^${DOMAINS}/`, pathNot: [`^${DOMAINS}/$1/`, '/(public|tables)\\.ts$'] },
  },
  {
    name: 'domain-without-provider',
    comment: 'A domain speaks to a port; composition.ts chooses who stands behind it.',
    from: { path: `^${DOMAINS}/`, pathNot: TESTING },
    to: {
      path: '^apps/(server/src/(providers|composition|app|main|config)|media|web)|^packages/stripe-sandbox',
    },
  },
  {
    name: 'domain-without-sdk',
    comment: 'No SDK, socket or driver in a domain: it belongs to a provider.',
    from: { path: `^${DOMAINS}/`, pathNot: TESTING },
    to: installedExcept(DOMAIN_PACKAGES),
  },
  {
    name: 'rules-without-http',
    comment: 'Only routes, what reads a form and the file that puts a domain together know HTTP.',
    from: {
      path: `^${DOMAINS}/([^/]+)/`,
      pathNot: ['routes\\.ts$', 'form\\.ts$', '/domains/([^/]+)/\\1\\.ts$', TESTING],
    },
    to: { path: '^apps/server/src/http/' },
  },
  {
    name: 'sockets-for-calls-alone',
    comment: 'The calls are what happens on sockets; no other domain knows them.',
    from: { path: `^${DOMAINS}/`, pathNot: [`^${DOMAINS}/calls/`, TESTING] },
    to: { path: '^apps/server/src/realtime/' },
  },
]

const server: Arrow[] = [
  {
    name: 'provider-knows-ports-only',
    comment: 'A provider implements a port; it does not use what a domain does.',
    from: { path: '^apps/server/src/providers/', pathNot: TESTING },
    to: {
      path: `^${DOMAINS}/`,
      pathNot: `^${DOMAINS}/[^/]+/(public|[a-z-]+-provider|[a-z-]+-port|bus|mail-sender|image-store)\\.ts$`,
    },
  },
  {
    name: 'providers-apart',
    comment: 'One provider does not lean on another.',
    from: { path: '^apps/server/src/providers/([^/]+)/', pathNot: TESTING },
    to: {
      path: '^apps/server/src/providers/',
      pathNot: '^apps/server/src/providers/($1|mail-message|media-process|files-disk/abandoned-drafts)',
    },
  },
  {
    name: 'edges-without-rules',
    comment: 'The edges carry no business rules: domains register themselves there.',
    from: {
      path: '^apps/server/src/(http|realtime|core|db|jobs)/',
      pathNot: [TESTING, '^apps/server/src/db/schema\\.ts$'],
    },
    to: { path: '^apps/server/src/(domains|providers)/' },
  },
  {
    name: 'server-by-media-entry',
    comment: 'The server knows the media worker by what it exports.',
    from: { path: '^apps/server/' },
    to: { path: '^apps/media/', pathNot: '^apps/media/src/(index|protocol|main|testing/[^/]+)\\.ts$' },
  },
  {
    name: 'media-alone',
    comment: 'The media worker knows no database, no money and no HTTP.',
    from: { path: '^apps/media/' },
    to: { path: '^(apps/(server|web)|packages/stripe-sandbox)/' },
  },
]

const web: Arrow[] = [
  {
    name: 'web-without-server',
    comment: 'What the browser gets must not hold server code, secrets or database.',
    from: { path: '^apps/web/' },
    to: { path: '^(apps/(server|media)|packages/stripe-sandbox)/' },
  },
  {
    name: 'server-by-public-data',
    comment:
      'The server knows the web by its build, the types in public-data.ts, its languages and, in development, Vite.',
    from: { path: '^apps/server/' },
    to: {
      path: '^apps/web/',
      pathNot: '^apps/web/(app/public-data\\.ts|app/language/languages\\.ts|dev-server\\.ts|build/)',
    },
  },
  {
    name: 'features-apart',
    comment: 'Sibling features do not import each other: a route brings them together.',
    from: { path: '^apps/web/app/features/([^/]+)/', pathNot: TESTING },
    to: { path: '^apps/web/app/features/', pathNot: '^apps/web/app/features/$1/' },
  },
  {
    name: 'features-below-routes',
    comment: 'routes -> pages -> features, never back.',
    from: { path: '^apps/web/app/(features|ui|api|video|theme|language|store)/' },
    to: { path: '^apps/web/app/(routes/|pages/|routes\\.ts|root\\.tsx)' },
  },
  {
    name: 'pages-below-routes',
    comment: 'A page joins features; a route shows it at an address.',
    from: { path: '^apps/web/app/pages/' },
    to: { path: '^apps/web/app/(routes/|routes\\.ts)' },
  },
  {
    name: 'call-devices-look-down-only',
    comment: 'stage -> connection -> devices: cameras and sound know nothing of a call.',
    from: { path: `^${CALL}/devices/` },
    to: { path: `^${CALL}/`, pathNot: `^${CALL}/(devices|testing)/` },
  },
  {
    name: 'call-connection-looks-down-only',
    comment: 'stage -> connection -> devices: the state of a call knows no screen.',
    from: { path: `^${CALL}/connection/` },
    to: { path: `^${CALL}/`, pathNot: `^${CALL}/(connection|talk|devices|testing)/` },
  },
  {
    name: 'call-stage-looks-down-only',
    comment: 'Broadcasts, screens and pages are built on the stage, never the other way round.',
    from: { path: `^${CALL}/stage/` },
    to: { path: `^${CALL}/`, pathNot: `^${CALL}/(stage|keepsake|connection|talk|devices|testing)/` },
  },
  {
    name: 'call-broadcast-knows-no-queue',
    comment:
      'queue -> broadcast: a line of turns is one kind of event, and the page chooses between the two.',
    from: { path: `^${CALL}/(broadcast|screens|green-room)/` },
    to: { path: `^${CALL}/queue/` },
  },
  {
    name: 'call-keepsake-looks-down-only',
    comment: 'stage -> keepsake -> connection: the picture of two knows no stage.',
    from: { path: `^${CALL}/keepsake/` },
    to: { path: `^${CALL}/`, pathNot: `^${CALL}/(keepsake|connection|devices|testing)/` },
  },
  {
    name: 'call-talk-looks-down-only',
    comment: 'The chat and the reactions know nothing of picture and sound.',
    from: { path: `^${CALL}/talk/` },
    to: { path: `^${CALL}/`, pathNot: `^${CALL}/(talk|testing)/` },
  },
  {
    name: 'ground-below-features',
    comment: 'ui, api, video, theme, language and store know no feature.',
    from: { path: '^apps/web/app/(ui|api|video|theme|language|store)/' },
    to: { path: '^apps/web/app/features/' },
  },
  {
    name: 'ui-without-calls',
    comment: 'A ui component gets data and callbacks; it does not fetch.',
    from: { path: '^apps/web/app/(ui|theme)/', pathNot: TESTING },
    to: { path: '^apps/web/app/(api|video)/' },
  },
]

const everywhere: Arrow[] = [
  {
    name: 'contract-needs-zod-alone',
    comment: 'Both sides import the contract, also the browser.',
    from: { path: '^packages/contract/', pathNot: TESTING },
    to: { dependencyTypesNot: ['local'], pathNot: '^node_modules/zod/' },
  },
  {
    name: 'sandbox-alone',
    comment: 'The sandbox is Stripe to us: it knows nothing of the product.',
    from: { path: '^packages/stripe-sandbox/' },
    to: { path: '^(apps|packages/contract)/' },
  },
  {
    name: 'product-without-tests',
    comment: 'What runs does not import tests or their tools.',
    from: { path: '^(apps|packages)/', pathNot: TESTING },
    to: { path: TESTING, pathNot: '^node_modules/' },
  },
  {
    name: 'no-cycle',
    comment: 'Neither of code nor of types.',
    from: { path: '^(apps|packages|scripts|bench|e2e)/' },
    to: { circular: true },
  },
  {
    name: 'resolvable',
    comment: 'An import that leads nowhere hides an arrow.',
    // The packages of the peers are installed only when a bench needs them.
    from: { path: '^(apps|packages|scripts|bench|e2e)/', pathNot: '^bench/peers/' },
    to: { couldNotResolve: true, pathNot: '/\\+types/|^bun:' },
  },
]

/** Every forbidden import, in the words of ARCHITECTURE.md. */
export const ARROW_RULES: IRegularForbiddenRuleType[] = [
  ...upward,
  ...domains,
  ...server,
  ...web,
  ...everywhere,
].map(arrow => ({ severity: 'error', ...arrow }))
