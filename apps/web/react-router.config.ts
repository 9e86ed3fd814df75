import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  // The whole manifest travels with the first page: cached pages then need no second call, and links work at once.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
