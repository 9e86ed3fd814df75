import type { Influencer } from '@parley/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { type ObjectStore, objectStore } from '../providers/files-s3/testing/object-store.ts'
import { type MailServer, mailServer } from '../providers/mail-smtp/testing/mail-server.ts'
import { readMime } from '../providers/mail-smtp/testing/mime.ts'
import { findServerProgram } from '../testing/server-programs.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { openTestServer, type TestServer } from '../testing/test-server.ts'
import { openMail } from './mail.ts'

const program = findServerProgram('versitygw')

describe.skipIf(!program)('a server with its pictures on S3 and its mails by SMTP', () => {
  let store: ObjectStore
  let mails: MailServer
  let testServer: TestServer
  beforeAll(async () => {
    store = await objectStore(program ?? '')
    await store.start()
    mails = await mailServer({ disabledCommands: ['STARTTLS'], authOptional: true })
    const { bucket, endpoint, credentials } = await store.newBucket()
    testServer = await openTestServer({
      env: {
        S3_BUCKET: bucket,
        S3_ENDPOINT: endpoint ?? '',
        S3_ACCESS_KEY_ID: credentials?.accessKeyId ?? '',
        S3_SECRET_ACCESS_KEY: credentials?.secretAccessKey ?? '',
        SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
        MAIL_FROM: 'Parley <hello@parley.example>',
      },
    })
  })
  afterAll(async () => {
    await testServer?.close()
    await store?.stop()
    await mails?.stop()
  })

  test('pictures come from our own origin, mails arrive, and what goes away says so until it is back', async () => {
    const star = await testServer.influencer('star')
    const shown = await testServer.call<Influencer>(null, `GET /api/parley/${star.username}/`)
    const address = `${testServer.origin}${shown.body.profile.picture}/160.webp`
    const picture = await fetch(address)
    expect(picture.status).toBe(200)
    expect((await picture.arrayBuffer()).byteLength).toBe(Number(picture.headers.get('content-length')))
    expect(picture.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const etag = picture.headers.get('etag') ?? ''
    expect((await fetch(address, { headers: { 'if-none-match': etag } })).status).toBe(304)

    const fan = await testServer.fan('fan')
    await testServer.bookAndPay(fan, star)
    const receipt = mails.taken.find(mail => mail.to.includes('fan@example.org'))
    expect(readMime(receipt?.source ?? '').header('From')).toBe('Parley <hello@parley.example>')

    await store.stop()
    const gone = await fetch(address)
    expect(gone.status).toBe(503)
    expect(Number(gone.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(gone.headers.get('cache-control')).toBe('no-store')
    // Calls and payments continue without images: no proxy removes this server.
    const ready = await fetch(`${testServer.origin}/readyz`)
    expect(ready.status).toBe(200)
    expect(await ready.json()).toMatchObject({
      status: 'degraded',
      checks: { database: 'ok', pictures: 'failed', mails: 'ok' },
    })

    await store.start()
    expect((await fetch(address)).status).toBe(200)
  })

  test('while pictures cannot be removed, everything else that nobody needs is', async () => {
    const { server, clock } = testServer
    const { pool } = server.database
    const call = crypto.randomUUID()
    await pool.query('insert into call_rooms (id) values ($1)', [call])
    await pool.query(
      "insert into media_minutes (room_id, side, minute, packets, bytes) values ($1, 'buyer', $2, 1, 1)",
      [call, clock.now()],
    )
    await testServer.fan('long-ago')
    await testServer.advance(400 * 86_400)
    const left = async () =>
      (
        await pool.query(
          `select (select count(*)::int from media_minutes) as minutes,
          (select count(*)::int from outbox where done_at < $1) as work`,
          [new Date(clock.now().getTime() - 8 * 86_400_000)],
        )
      ).rows[0]
    expect(await left()).toEqual({ minutes: 1, work: expect.any(Number) })
    expect((await left()).work).toBeGreaterThan(0)
    await store.stop()
    await expect(server.domains.cleanUp()).rejects.toThrow()
    expect(await left()).toEqual({ minutes: 0, work: 0 })
    await store.start()
    await server.domains.cleanUp()
  })
})

const PRODUCTION = { NODE_ENV: 'production', ALLOW_SANDBOX: '1' }

test.each([
  ['in production without a mail server', PRODUCTION, 1],
  ['in production with one', { ...PRODUCTION, SMTP_URL: 'smtps://mail.example.org' }, 0],
  ['outside production', {}, 0],
])('the number of warnings that nobody gets a mail, %s', async (_, env, warnings) => {
  const config = readConfig({ ...env, DATA_DIR: await temporaryDirectory() })
  const said: string[] = []
  const mail = await openMail(config, { warn: (_facts, text) => void said.push(text) })
  mail.close()
  expect(said.filter(text => text.includes('SMTP_URL is not set'))).toHaveLength(warnings)
})

test.each([
  ['in production', PRODUCTION, '', 1],
  ['in production', PRODUCTION, 'https://parley.example.org', 0],
  ['that other machines reach', { HOST: '0.0.0.0' }, '', 1],
])(
  'a server %s (%o), whose address for people is "%s", warns %i times',
  async (_, where, origin, warnings) => {
    const logged: string[] = []
    const env = { ...where, LOG_LEVEL: 'warn', PUBLIC_ORIGIN: origin }
    const server = await openTestServer({ env, logTo: { write: line => void logged.push(line) } })
    await server.close()
    expect(logged.filter(line => line.includes('PUBLIC_ORIGIN is not set'))).toHaveLength(warnings)
  },
)
