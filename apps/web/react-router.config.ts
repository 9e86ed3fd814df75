import { join } from 'node:path'
import type { Config } from '@react-router/dev/config'
import { precompress } from './precompress.ts'

export default {
  ssr: true,
  // The whole manifest comes with the first page: cached pages then need no second request, and links work at once.
  routeDiscovery: { mode: 'initial' },
  // Last, when the route manifest is written too: uncompressed it was the second largest file of a visit.
  buildEnd: ({ reactRouterConfig }) => precompress(join(reactRouterConfig.buildDirectory, 'client')),
} satisfies Config
