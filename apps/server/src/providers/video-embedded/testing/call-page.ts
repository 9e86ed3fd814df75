/** A bare page with the real browser client, served beside an embedded provider, for tests with browsers. */
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import type { JoinGrant } from '../../../domains/calls/video-provider.ts'
import type { EmbeddedVideoOptions } from '../options.ts'
import { startEmbeddedVideo } from './harness.ts'

const CLIENT = fileURLToPath(new URL('../../../../../web/app/video/index.ts', import.meta.url))

const PAGE = `<!doctype html><title>call</title><video id="remote" autoplay playsinline muted></video><script type="module">
import { createVideoRoom, JoinRefused } from '/client.js'
const query = location.search
const Connection = RTCPeerConnection
window.connections = []
window.RTCPeerConnection = class extends Connection {
  constructor(settings) { super(settings); window.connections.push(this) }
}
window.startedMs = performance.now()
const patient = query.includes('patient=yes') ? { beginsWithinMs: 60_000 } : {}
const room = (window.room = createVideoRoom({ ...patient, async join() {
  const answer = await fetch('/join' + query)
  if (answer.status === 403) throw new JoinRefused()
  return answer.json()
} }))
const video = document.querySelector('#remote')
room.subscribe(() => {
  const stream = room.getSnapshot().remote[0]?.stream
  if (stream && video.srcObject !== stream) video.srcObject = stream
})
video.requestVideoFrameCallback(() => { window.firstFrameMs = performance.now() - window.startedMs })
const publishes = new URLSearchParams(query).get('publish') !== 'no' && !query.includes('camera=late')
const media = publishes ? await navigator.mediaDevices.getUserMedia({ audio: true, video: { width: 1280, height: 720 } }) : null
window.startedMs = performance.now()
if (query.includes('early=yes')) {
  room.prepare(await (await fetch('/join' + query)).json())
  window.begin = () => { window.startedMs = performance.now(); room.connect(media) }
} else room.connect(media)
</script>`

/** The client's files by their paths: what only some calls need comes in files of its own. */
async function bundleClient(): Promise<Map<string, string>> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: false,
      lib: { entry: CLIENT, formats: ['es'], fileName: () => 'client.js' },
    },
  })
  const files = new Map<string, string>()
  for (const output of Array.isArray(result) ? result : [result]) {
    if (!('output' in output)) continue
    for (const chunk of output.output) if (chunk.type === 'chunk') files.set(`/${chunk.fileName}`, chunk.code)
  }
  return files
}

export interface CallSite {
  video: Awaited<ReturnType<typeof startEmbeddedVideo>>['video']
  /** Address of the page for one identity in one room. */
  page(identity: string, change?: Partial<JoinGrant>): string
  /** From now on nobody gets a new token, as when a request is over. */
  refuseJoins(): void
  stop(): Promise<void>
}

/** Starts a provider with a page; `origin` is on localhost, where browsers allow a camera. */
export async function startCallSite(change: Partial<EmbeddedVideoOptions> = {}): Promise<CallSite> {
  const client = await bundleClient()
  const started = await startEmbeddedVideo(change)
  const { video, server } = started
  const grants = new Map<string, JoinGrant>()
  let open = true
  server.on('request', async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const grant = grants.get(url.searchParams.get('as') ?? '')
    const script = client.get(url.pathname)
    if (script) response.setHeader('content-type', 'text/javascript').end(script)
    else if (url.pathname === '/') response.setHeader('content-type', 'text/html').end(PAGE)
    else if (url.pathname !== '/join' || !grant || !open) response.writeHead(403).end()
    else
      response.setHeader('content-type', 'application/json').end(JSON.stringify(await video.issueJoin(grant)))
  })
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return {
    video,
    page(identity, change = {}) {
      const defaults = {
        roomId: 'call-1',
        kind: 'call',
        canPublish: true,
        canSubscribe: true,
        expiresInMs: 60_000,
      } as const
      const grant = { ...defaults, identity, ...change }
      grants.set(identity, grant)
      return `http://127.0.0.1:${port}/?as=${identity}&publish=${grant.canPublish ? 'yes' : 'no'}`
    },
    refuseJoins() {
      open = false
    },
    stop: started.stop,
  }
}
