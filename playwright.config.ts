import { defineConfig } from '@playwright/test'
import { findServerProgram, type ServerProgram } from './apps/server/src/testing/server-programs.ts'

/** Journeys with cameras: two browsers in a call and a server fill two cores, so these run one at a time. */
const CALLS = ['call', 'live-event', 'green-room', 'journey', 'keyboard', 'prepaid'].map(
  name => `${name}.spec.ts`,
)

/** What two processes of the application stand on. */
const REAL_PARTS: readonly ServerProgram[] = ['postgres', 'redis-server', 'livekit-server']

/** Browser journeys: each starts the servers and the browsers it needs, see e2e/. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/e2e',
  // `npm test` runs the project of pages with two.
  workers: 1,
  fullyParallel: false,
  // A test that passes at the second try has failed.
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  projects: [
    { name: 'pages', testIgnore: [...CALLS, 'livekit*.spec.ts', 'two-processes.spec.ts'] },
    { name: 'calls', testMatch: CALLS },
    // The same journeys, and LiveKit's own, on a real livekit-server where there is one.
    ...(findServerProgram('livekit-server')
      ? [{ name: 'calls-livekit', testMatch: ['call.spec.ts', 'live-event.spec.ts', 'livekit*.spec.ts'] }]
      : []),
    // Where one of their servers cannot be had, `npm test` names it and CI fails.
    ...(REAL_PARTS.every(name => findServerProgram(name))
      ? [{ name: 'calls-real-parts', testMatch: 'two-processes.spec.ts' }]
      : []),
  ],
  use: {
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--use-fake-ui-for-media-stream',
        '--use-fake-device-for-media-stream',
        '--disable-background-networking',
        '--disable-quic',
        '--autoplay-policy=no-user-gesture-required',
      ],
    },
    screenshot: 'only-on-failure',
  },
})
