import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../apps/server/src/testing/free-port.ts'
import { serverProcess } from '../../apps/server/src/testing/server-process.ts'

/** A server with the demo, and the addresses of its public pages; `BENCH_PAGES=landing,faq` names some of them. */
export async function openPublicPages() {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-bench-'))
  const env = { DEMO: '1', NODE_ENV: 'development' }
  const server = serverProcess({ port: await freePort(), dataDir, env })
  await server.start()
  let event: { slug: string } | undefined
  // The demo's event is created a moment after the server is ready.
  while (!event) {
    const answer = await fetch(`${server.origin}/api/parley/otto-outfits/live_events/`)
    event = ((await answer.json()) as { results: { slug: string }[] }).results[0]
  }
  const paths: Record<string, string> = {
    landing: '/',
    profile: '/profile/nora-chess',
    event: `/live-event/${event.slug}`,
    explore: '/explore',
    faq: '/faq',
    terms: '/terms',
  }
  const wanted = process.env.BENCH_PAGES?.split(',') ?? Object.keys(paths)
  const pages = wanted.map(name => {
    const path = paths[name]
    if (!path) throw new Error(`BENCH_PAGES names ${name}; there are ${Object.keys(paths).join(', ')}`)
    return { name, url: server.origin + path }
  })
  return {
    pages,
    async close() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
