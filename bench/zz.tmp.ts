import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../apps/server/src/testing/free-port.ts'
import { broadcast, createEvent, fillEvent, untilLettersAreOut } from './support/event-crowd.ts'
import { startMeasured } from './support/measured-process.ts'
const dataDir = await mkdtemp(join(tmpdir(), 'parley-bench-'))
const port = await freePort()
const server = startMeasured(new URL('../apps/server/src/main.ts', import.meta.url), { PORT: String(port), DATA_DIR: dataDir, NODE_ENV: 'test', LOG_LEVEL: 'warn', NODE_OPTIONS: '--cpu-prof --cpu-prof-dir=/tmp/prof' })
const origin = `http://localhost:${port}`
while (!(await fetch(origin + '/healthz').catch(() => null))) await pause(50)
const { owner, event } = await createEvent(origin)
await fillEvent(dataDir, { event, owner, count: 2000 })
const rate = async (what: string) => { const a = server.cpuSeconds(); await pause(10000); console.log(what, ((server.cpuSeconds() - a) * 6).toFixed(2), 's/min') }
const stop = await broadcast(`ws://localhost:${port}/stream/${event.slug}/`, owner)
await rate('live'); await untilLettersAreOut(dataDir); console.log('out')
await rate('out'); await rate('live 2'); await rate('live 2')
stop(); await server.stop(); process.exit()
