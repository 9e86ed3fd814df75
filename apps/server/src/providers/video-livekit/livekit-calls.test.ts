import { afterAll, beforeAll, describe } from 'vitest'
import { describeCallsOverRealMedia } from '../../domains/calls/real-media.contract.ts'
import { freePort } from '../../testing/free-port.ts'
import { findServerProgram } from '../../testing/server-programs.ts'
import { livekitHarness } from './testing/harness.ts'
import { type LivekitServer, livekitServer, WEBHOOK_PATH } from './testing/livekit-server.ts'

describe.skipIf(!findServerProgram('livekit-server'))('LiveKit', () => {
  let server: LivekitServer
  let webhookPort: number
  beforeAll(async () => {
    webhookPort = await freePort()
    server = await livekitServer({ webhookUrl: `http://127.0.0.1:${webhookPort}${WEBHOOK_PATH}` })
    await server.start()
  })
  afterAll(() => server.stop())

  describeCallsOverRealMedia('livekit', () => livekitHarness(server, webhookPort))
})
