import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CallTicket, TokenPair } from '@parley/contract'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { joinNatively } from '../../../providers/video-embedded/testing/harness.ts'
import { openSocket } from '../../../realtime/testing/socket-client.ts'
import { TEST_PASSWORD } from '../../../testing/api-caller.ts'
import { temporaryDirectory } from '../../../testing/temporary-directory.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'
import { findWrapping } from './find-wrapping.ts'
import { rotateKeys } from './signing-keys.ts'

/** How long a condition may take on a busy machine. */
const SOON = { timeout: 60_000 }
const SECRETS_KEY = 'a wrapping key of the tests alone, long enough'
let t: TestServer
beforeAll(async () => {
  t = await openTestServer({ env: { SECRETS_KEY } })
})
afterAll(() => t?.close())

const wrapping = (secretsKey: string) =>
  findWrapping({
    dataDir: t.server.config.dataDir,
    databaseUrl: 'x',
    secretsKey,
    formerSecretsKey: undefined,
  })
const statusWith = async (access: string) =>
  (await fetch(`${t.origin}/api/user/me/`, { headers: { authorization: `Bearer ${access}` } })).status
const refresh = (person: Pick<TestPerson, 'refresh'>) =>
  t.call<TokenPair>(null, 'POST /api/auth/jwt/refresh/', { refresh: person.refresh })
const kidOf = (token: string) => decodeProtectedHeader(token).kid

async function run(env: Record<string, string>, ...options: string[]) {
  const file = fileURLToPath(new URL('../../../keys.ts', import.meta.url))
  const { databaseUrl = '', dataDir } = t.server.config
  const all = { ...process.env, NODE_ENV: 'test', DATABASE_URL: databaseUrl, DATA_DIR: dataDir, ...env }
  const child = spawn(process.execPath, [file, ...options], { env: all, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  child.stdout.on('data', chunk => (said += String(chunk)))
  child.stderr.on('data', chunk => (said += String(chunk)))
  const [code] = (await once(child, 'exit')) as [number]
  return { code, said }
}

describe('the signing keys', () => {
  it('say who signed, for whom, and with which key', async () => {
    const ann = await t.fan('ann')
    expect(decodeJwt(ann.access)).toMatchObject({ iss: t.origin, aud: 'parley', user_id: ann.id })
    expect(kidOf(ann.access)).toMatch(/^[\w-]{12}$/)
  })

  it('lie wrapped in the database, each sealed to its own place', async () => {
    const { rows } = await t.server.database.pool.query('select * from signing_keys')
    expect(rows.length).toBe(5)
    expect(rows.every(row => row.wrapped_by !== null && row.value.length === 32 + 12 + 16)).toBe(true)
    const left = await t.server.database.pool.query(
      `select 1 from server_secrets where name in ('access_token', 'refresh_token', 'device', 'video_token')`,
    )
    expect(left.rowCount).toBe(0)
    expect(await (await fetch(`${t.origin}/metrics`)).text()).toMatch(/^parley_keys_unwrapped 0$/m)
  })

  it('are counted in the metrics while they are not encrypted', async () => {
    const plain = await openTestServer()
    try {
      const text = await (await fetch(`${plain.origin}/metrics`)).text()
      expect(text).toMatch(/^parley_keys_unwrapped 5$/m)
    } finally {
      await plain.close()
    }
  })

  it('are changed by a command while processes run, and nobody is logged out', async () => {
    const bob = await t.fan('bob')
    const done = await run({ SECRETS_KEY }, 'rotate')
    expect(done, done.said).toMatchObject({ code: 0 })
    await rotateKeys(t.server.database.db, await wrapping(SECRETS_KEY), 0)
    await t.server.domains.accounts.secrets.reload()
    expect(await statusWith(bob.access)).toBe(200)
    const next = await refresh(bob)
    expect(next.status).toBe(200)
    expect(kidOf(next.body.access)).not.toBe(kidOf(bob.access))
    expect([await statusWith(next.body.access), await statusWith(bob.access)]).toEqual([200, 200])
    expect((await refresh(next.body)).status).toBe(200)
  })

  it('of joins are changed while a call runs: it continues, and a join that was signed before is accepted until its key ends', async () => {
    const [fan, star] = [await t.fan('caller'), await t.influencer('called')]
    const { id, slug } = await t.bookAndPay(fan, star)
    const enter = ({ access }: TestPerson) =>
      openSocket(`${t.origin}/chat/${slug}/`, { t: `Bearer ${access}` })
    const sockets = [await enter(fan), await enter(star)]
    const ticketOf = async (person: TestPerson) => {
      const kind = person === fan ? 'parley_requests' : 'requests'
      const { status, body } = await t.call<CallTicket>(person, `POST /api/influencer/${kind}/${id}/session/`)
      expect(status).toBe(200)
      return { ...body, provider: 'embedded' as const, room: body.session }
    }
    const ofFan = await joinNatively(await ticketOf(fan))
    const [early, unused] = [await ticketOf(star), await ticketOf(star)]
    await rotateKeys(t.server.database.db, await wrapping(SECRETS_KEY), 0)
    await t.server.domains.accounts.secrets.reload()
    const ofStar = await joinNatively(early)
    const bothReceive = async () => {
      const before = [ofFan.packetsReceived(), ofStar.packetsReceived()]
      await vi.waitFor(() => {
        expect(ofFan.packetsReceived()).toBeGreaterThan(before[0] ?? 0)
        expect(ofStar.packetsReceived()).toBeGreaterThan(before[1] ?? 0)
      }, SOON)
    }
    await bothReceive()
    const { rowCount } = await t.server.database.pool.query(
      `update signing_keys set ends_at = now() where purpose = 'video_token' and ends_at is not null`,
    )
    expect(rowCount).toBeGreaterThan(0)
    await t.server.domains.accounts.secrets.reload()
    await expect(joinNatively(unused)).rejects.toThrow('401')
    await bothReceive()
    const again = await joinNatively(await ticketOf(star))
    await vi.waitFor(() => expect(again.packetsReceived()).toBeGreaterThan(0), SOON)
    for (const client of [ofFan, ofStar, again]) client.leave()
    for (const { socket } of sockets) socket.close()
  })

  it('of another wrapping key stop the start with a sentence, and a reset makes new ones', async () => {
    await expect(t.openAnother({ env: { SECRETS_KEY: 'quite another key than the first' } })).rejects.toThrow(
      'npm run keys -- reset',
    )
    const refused = await run({ SECRETS_KEY: 'quite another key than the first' }, 'rotate')
    expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('wrapped by another key') })
  })

  it('are wrapped again by a new key while the former one is named', async () => {
    const env = { SECRETS_KEY: 'the wrapping key that comes next', FORMER_SECRETS_KEY: SECRETS_KEY }
    const other = await t.openAnother({ env })
    const login = { email: 'ann@example.org', password: TEST_PASSWORD }
    const there = await other.call<TokenPair>(null, 'POST /api/auth/jwt/create/', login)
    expect(there.status).toBe(200)
    await other.close()
    const { rows } = await t.server.database.pool.query('select distinct wrapped_by from signing_keys')
    expect(rows).toHaveLength(1)
    await expect(t.server.domains.accounts.secrets.reload()).rejects.toThrow('SECRETS_KEY')
    const ann = { refresh: there.body.refresh }
    expect((await refresh(ann)).status).toBe(200)
  })
})

describe('the file beside a database of our own', () => {
  const settings = (dataDir: string) => ({
    dataDir,
    databaseUrl: undefined,
    secretsKey: undefined,
    formerSecretsKey: undefined,
  })
  it('is made once, for its owner alone, and read again', async () => {
    const dataDir = await temporaryDirectory()
    const first = await findWrapping(settings(dataDir))
    const file = join(dataDir, 'secrets.key')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await findWrapping(settings(dataDir))).by?.id).toBe(first.by?.id)
    expect(await readFile(file, 'utf8')).not.toContain(first.by?.id ?? '')
  })

  it('that others can read stops the start', async () => {
    const dataDir = await temporaryDirectory()
    await writeFile(join(dataDir, 'secrets.key'), 'x')
    await chmod(join(dataDir, 'secrets.key'), 0o644)
    await expect(findWrapping(settings(dataDir))).rejects.toThrow('can be read by others')
  })
})
