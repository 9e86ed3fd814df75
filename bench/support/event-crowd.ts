import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { HEARTBEAT_MS, type Influencer, type LiveEvent, MESSAGE_SESSION } from '@parley/contract'
import type { Pool } from 'pg'
import { WebSocket } from 'ws'
import { movableClock } from '../../apps/server/src/core/clock.ts'
import { createDatabase, createPool } from '../../apps/server/src/db/client.ts'
import { runningConnection } from '../../apps/server/src/db/embedded-postgres.ts'
import { beginLogin } from '../../apps/server/src/domains/accounts/login/begin-login.ts'
import { findWrapping, loadServerSecrets } from '../../apps/server/src/domains/accounts/public.ts'
import { paidRequest, somebody } from '../../apps/server/src/domains/calls/testing/call-requests.ts'
import { joinNatively } from '../../apps/server/src/providers/video-embedded/testing/harness.ts'
import { apiCaller, type TestPerson } from '../../apps/server/src/testing/api-caller.ts'

const AT_ONCE = 8
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** An event of an hour on a running server, and its owner. */
export async function createEvent(
  origin: string,
  more: { capacity?: number } = {},
): Promise<{ owner: TestPerson; event: LiveEvent }> {
  const api = apiCaller(origin)
  const owner = await api.influencer('owner')
  const fields = {
    title: 'An evening',
    description: 'An evening with many people',
    amount: '5.00',
    duration: 3_600,
    duration_display: 2,
    ...more,
  }
  const what = `PATCH /api/influencer/${owner.username}/` as const
  const { body } = await api.call<Influencer>(owner, what, { virtual_event: fields })
  const [event] = body.virtual_events
  if (!event) throw new Error(`no event was made: ${JSON.stringify(body)}`)
  return { owner, event }
}

/** People with a paid place each, written directly into the database: the purchase is not measured. */
export async function fillEvent(
  dataDir: string,
  { event, owner, count, origin }: { event: LiveEvent; owner: TestPerson; count: number; origin: string },
): Promise<string[]> {
  const clock = movableClock()
  const pool = createPool({ connection: await runningConnection(dataDir), log })
  const db = createDatabase(pool)
  const secrets = await loadServerSecrets(
    db,
    await findWrapping({
      dataDir,
      databaseUrl: undefined,
      secretsKey: undefined,
      formerSecretsKey: undefined,
    }),
  )
  const place = {
    requestType: 'broadcast' as const,
    liveEventId: event.id,
    influencerId: owner.id,
    durationSeconds: event.duration,
  }
  const tokens: string[] = []
  async function addOneByOne(): Promise<void> {
    while (tokens.length < count) {
      const i = tokens.push('') - 1
      const buyerId = await somebody({ db, clock }, `viewer${i}`)
      await paidRequest({ db, clock }, { ...place, buyerId })
      const login = { userId: buyerId, device: 'bench' }
      tokens[i] = (
        await db.transaction(tx => beginLogin({ secrets, clock, publicOrigin: origin }, tx, login))
      ).access
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, addOneByOne))
  await pool.end()
  return tokens
}

/** A login for each of some people, written into the database of a server that was started without a secrets key. */
export async function logInAll(
  {
    pool,
    databaseUrl,
    dataDir,
    origin,
  }: { pool: Pool; databaseUrl: string; dataDir: string; origin: string },
  people: readonly string[],
): Promise<TestPerson[]> {
  const clock = movableClock()
  const db = createDatabase(pool)
  const keys = { dataDir, databaseUrl, secretsKey: undefined, formerSecretsKey: undefined }
  const secrets = await loadServerSecrets(db, await findWrapping(keys))
  const loggedIn: TestPerson[] = []
  for (const id of people) {
    const login = { userId: id, device: 'bench' }
    const tokens = await db.transaction(tx => beginLogin({ secrets, clock, publicOrigin: origin }, tx, login))
    loggedIn.push({ id, username: id, ...tokens })
  }
  return loggedIn
}

/** Waits until all mails about the broadcast are sent: they are not part of the cost of sockets. */
export async function untilMailsAreOut(dataDir: string): Promise<void> {
  const pool = createPool({ connection: await runningConnection(dataDir), log })
  const isLeft = async () => {
    const { rows } = await pool.query('select 1 from outbox where done_at is null limit 1')
    return rows.length > 0
  }
  // Finished work may have added more: it is over when the outbox was empty for a while.
  for (let idlePolls = 0; idlePolls < 6; idlePolls = (await isLeft()) ? 0 : idlePolls + 1) await pause(500)
  await pool.end()
}

/** The owner's page: a presence socket and a camera. Answers the function that stops it. */
export async function broadcast(url: string, owner: TestPerson): Promise<() => void> {
  const address = new URL(url)
  address.searchParams.set('t', `Bearer ${owner.access}`)
  const socket = new WebSocket(address)
  await once(socket, 'open')
  socket.send(JSON.stringify({ handler: 'get_session', handler_kwargs: {} }))
  const heartbeats = setInterval(() => socket.send('{"type":"heartbeat"}'), HEARTBEAT_MS)
  const session = await new Promise<Record<string, string>>(resolve => {
    socket.on('message', data => {
      const message = JSON.parse(String(data)) as Record<string, string>
      if (message.handler === MESSAGE_SESSION) resolve(message)
    })
  })
  const { url: place = '', token = '', session: room = '' } = session
  const camera = await joinNatively({ provider: 'embedded', url: place, token, room })
  return () => {
    clearInterval(heartbeats)
    camera.leave()
    socket.terminate()
  }
}
