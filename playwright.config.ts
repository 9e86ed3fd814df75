import { defineConfig } from '@playwright/test'
import { findServerProgram, type ServerProgram } from './apps/server/src/testing/server-programs.ts'
import { BROWSER_PATH, CALL_ARGS } from './e2e/support/browser-args.ts'
import {
  CAMERA_JOURNEYS,
  FIREFOX_JOURNEYS,
  LIVEKIT_JOURNEYS,
  REAL_PARTS_JOURNEYS,
  specFiles,
  WEBKIT_JOURNEYS,
} from './scripts/testing/journeys.ts'

/** A browser that cannot be had leaves its project out: `npm test` names it, and CI fails. */
const hasFirefox = findServerProgram('firefox-esr')
const hasWebKit = findServerProgram('WebKitWebDriver') && findServerProgram('Xvfb')

const CALLS = specFiles(CAMERA_JOURNEYS)

/** A call is met, broken and found again, and each may take long beside much else. */
const CALLS_WITHIN_MS = 360_000

/** What two processes of the application stand on. */
const REAL_PARTS: readonly ServerProgram[] = ['postgres', 'redis-server', 'livekit-server']

// Browsers and servers take it from here, so the zone of the machine does not matter.
process.env.TZ = 'UTC'

/** Browser journeys: each starts the servers and the browsers it needs, see e2e/. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/e2e',
  // `npm test` runs two or three.
  workers: 1,
  fullyParallel: false,
  // A test that passes at the second try has failed; in CI `npm test` tries journeys with cameras again and names them.
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  // A journey that expects something promises no time to people, and a step of one second takes ten on a machine that
  // two journeys, their servers and two other programs share. A promise of time says its own limit where it is
  // expected.
  expect: { timeout: 20_000 },
  projects: [
    {
      name: 'pages',
      testIgnore: specFiles([
        ...CAMERA_JOURNEYS,
        ...REAL_PARTS_JOURNEYS,
        ...FIREFOX_JOURNEYS,
        ...WEBKIT_JOURNEYS,
      ]),
    },
    { name: 'calls', testMatch: CALLS, timeout: CALLS_WITHIN_MS },
    ...(hasFirefox
      ? [{ name: 'calls-firefox', testMatch: specFiles(FIREFOX_JOURNEYS), timeout: CALLS_WITHIN_MS }]
      : []),
    ...(hasWebKit ? [{ name: 'pages-webkit', testMatch: specFiles(WEBKIT_JOURNEYS) }] : []),
    // Two of them again on a real livekit-server where there is one.
    ...(findServerProgram('livekit-server')
      ? [
          {
            name: 'calls-livekit',
            testMatch: specFiles(LIVEKIT_JOURNEYS),
            timeout: CALLS_WITHIN_MS,
            // In these no media flows, or what they show is proven for LiveKit elsewhere: docs/test-times.md says
            // where.
            grepInvert: /@without-media|@on-one-provider/,
          },
        ]
      : []),
    // Where one of their servers cannot be had, `npm test` names it and CI fails.
    ...(REAL_PARTS.every(name => findServerProgram(name))
      ? [{ name: 'calls-real-parts', testMatch: specFiles(REAL_PARTS_JOURNEYS) }]
      : []),
  ],
  use: {
    launchOptions: {
      executablePath: BROWSER_PATH,
      args: CALL_ARGS,
    },
    screenshot: 'only-on-failure',
  },
})
