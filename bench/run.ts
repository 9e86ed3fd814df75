/**
 * `npm run bench`: all measurements one after the other, each beside a named peer or limit. Names narrow it; those that
 * need packages of their own run only when they are named.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { ensureWebBuilt } from '../scripts/web-build.ts'
import { sayWhetherQuiet } from './support/rounds.ts'

interface Bench {
  file: string
  says: string
  /** Runs only when it is named: it installs packages that nothing else needs, or asks for them. */
  needs?: 'packages of its own'
}

const BENCHES: Record<string, Bench> = {
  'page-weight': {
    file: '../apps/web/scripts/page-weight.ts',
    says: 'what a first visit downloads (limit: 120 kB of compressed JS)',
  },
  'page-speed': {
    file: 'page-speed.ts',
    says: 'LCP, layout shift and bytes on slow 4G with 4x CPU, beside a client-only build (aims: a third, half)',
  },
  'page-script': {
    file: 'page-script.ts',
    says: 'script before the first input and how long it blocks a slow phone, beside the same HTML with script blocked (aims: 30 kB, 50 ms)',
  },
  lighthouse: {
    file: 'lighthouse.ts',
    says: 'Lighthouse’s score of each public page, by a Lighthouse that LIGHTHOUSE names (aim: 98)',
    needs: 'packages of its own',
  },
  'profile-pages': { file: 'profile-pages.ts', says: 'profile pages a second beside a bare Fastify reply' },
  'profile-peers': {
    file: 'profile-peers.ts',
    says: 'a profile page on our server beside the same page by Next.js, in turn in one run',
    needs: 'packages of its own',
  },
  sockets: {
    file: 'sockets.ts',
    says: '1,000 and 5,000 presence sockets in one event beside Socket.IO doing the same',
  },
  chat: {
    file: 'chat.ts',
    says: '1,000 people in the chat of one event beside Socket.IO sending the same lines to the same people',
  },
  'video-peers': {
    file: 'video-peers.ts',
    says: 'what a viewer of an event costs the embedded media worker, LiveKit and Janus, same packets, in turn in one run (aim: 2.5 times LiveKit’s viewers a core)',
  },
  'event-workers': {
    file: 'event-workers.ts',
    says: '300 native viewers of one event on two media workers beside 150 on one, and what the death of either does',
  },
  'event-sizes': {
    file: 'event-sizes.ts',
    says: 'a viewer of an event on 400 kbit/s: the small picture within 10 s, no freeze or silence over a second, ten runs',
  },
  'join-first-frame': {
    file: 'join-first-frame.ts',
    says: 'from Join to the first frame (aim: p50 under 400 ms), and what a call costs the media process',
  },
  'call-join': {
    file: 'call-join.ts',
    says: 'from Join in the green room to the first frame at 0, 50 and 150 ms, beside bare RTCPeerConnections (aim: p50 under 400 ms at 0)',
  },
  'join-network': {
    file: 'join-network.ts',
    says: 'from Join to the first picture at 0, 50 and 150 ms, beside LiveKit’s client after its PreJoin (aim: 0.35 of its time)',
    needs: 'packages of its own',
  },
  'network-loss': {
    file: 'network-loss.ts',
    says: 'sound and picture back after 5 s without network (limit: a second), beside bare RTCPeerConnections',
  },
  'stood-still': {
    file: 'stood-still.ts',
    says: 'when the video of a call runs again after a browser stood still for 3, 5 and 8 s (limit: 2 s)',
  },
  changeover: {
    file: 'changeover.ts',
    says: 'from the host’s Next, and from the zero of a turn, to the next fan’s first frame in a line, on both providers (aims: p50 of 2 s, p95 of 4 s)',
  },
  countdown: {
    file: 'countdown.ts',
    says: 'how far apart the two screens of a call change their countdown, over ten minutes (aim: p95 of 50 ms)',
  },
  start: {
    file: 'start.ts',
    says: 'from npm start to an answer of /readyz, on an empty DATA_DIR and on one that exists (aims: 5 s and 3 s)',
  },
  'dev-loop': {
    file: 'dev-loop.ts',
    says: 'from a saved file to the next answer of npm run dev, and to the update of an open page (aims: 3 s and 0.5 s)',
  },
  growth: {
    file: 'growth.ts',
    says: 'what every route, page, job and command costs at 1x and 10x the data (limit: nothing grows that should not)',
  },
  bookings: {
    file: 'bookings.ts',
    says: 'durable bookings a second by HTTP on Postgres, beside pgbench on the same server',
  },
  prepared: {
    file: 'prepared.ts',
    says: 'CPU of the API’s frequent reads and of a booking in Node and Postgres, with prepared statements and without',
  },
  'booking-peers': {
    file: 'booking-peers.ts',
    says: 'a booking on our server beside one by Fastify and Prisma, same Postgres, same provider, in turn in one run',
    needs: 'packages of its own',
  },
  'event-cancel': {
    file: 'event-cancel.ts',
    says: 'the webhook, refund and mail of others while an event of 10,000 paid places is cancelled (limit: within 2 s, p95)',
  },
  slots: {
    file: 'slots.ts',
    says: 'a month of offered times after 5,000 sold ones (aim: under 3 ms of CPU), and booking one beside booking without (aim: 1.2)',
  },
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter(name => !BENCHES[name])
if (unknown.length > 0) {
  console.error(
    `There is no bench named ${unknown.join(', ')}. There are: ${Object.keys(BENCHES).join(', ')}`,
  )
  process.exit(1)
}
if (!(await ensureWebBuilt())) process.exit(1)
sayWhetherQuiet()
for (const [name, { file, says, needs }] of Object.entries(BENCHES)) {
  if (wanted.length > 0 ? !wanted.includes(name) : needs) continue
  console.log(`\n${name}: ${says}`)
  const child = spawn(process.execPath, [fileURLToPath(new URL(file, import.meta.url))], { stdio: 'inherit' })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) process.exitCode = 1
}
