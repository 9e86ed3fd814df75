import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { clientConfigOf } from '../db/connection.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { openTestServer, type TestPerson, type TestServer } from '../testing/test-server.ts'
import { IMAGES_FOLDER } from './manifest.ts'
import { writeBackup } from './write-backup.ts'

let t: TestServer
beforeAll(async () => {
  t = await openTestServer({ connections: 12 })
})
afterAll(() => t?.close())

const imageOf = async ({ id }: TestPerson): Promise<string> => {
  const { rows } = await t.server.database.pool.query('select picture_id from profiles where user_id = $1', [
    id,
  ])
  return rows[0]?.picture_id
}

const backUpTo = (target: string) => {
  const { databaseUrl, dataDir } = t.server.config
  return writeBackup({
    ...{ connection: clientConfigOf(databaseUrl ?? ''), dataDir, bucket: null, target, now: new Date() },
    unencryptedKeys: 'left_out',
  })
}

/** Which of these images a backup has, during which they are lost, after its rows are as of one moment. */
async function backedUp(
  ids: readonly string[],
  lose: (target: string) => Promise<unknown>,
): Promise<boolean[]> {
  const target = join(await temporaryDirectory(), 'backup')
  const held = await t.server.database.pool.connect()
  try {
    // The last table of a backup.
    await held.query('begin; lock table ws_tickets in access exclusive mode')
    const written = backUpTo(target)
    const isWritten = () => expect(existsSync(`${target}.unfinished/tables/users.jsonl.gz`)).toBe(true)
    await vi.waitFor(isWritten, 30_000)
    await lose(target)
    await t.server.domains.outbox.drain()
    await held.query('commit')
    const { files } = await written
    return ids.map(id => files.some(({ path }) => path.startsWith(IMAGES_FOLDER) && path.includes(id)))
  } finally {
    held.release(true)
  }
}

test('a backup has the image that its rows name, also where it is replaced before the images are copied', async () => {
  const star = await t.influencer('star')
  const former = await imageOf(star)
  const form = new FormData()
  const image = await fetch(`${t.origin}/pictures/${former}`)
  form.set('profile[picture]', await image.blob(), 'face.jpg')
  const replace = async () => {
    expect((await t.call(star, 'PATCH /api/influencer/star/', form)).status).toBe(200)
  }
  expect(await backedUp([former], replace)).toEqual([true])
  expect(existsSync(join(t.server.config.dataDir, 'media'))).toBe(true)
  expect((await fetch(`${t.origin}/pictures/${former}`)).status).toBe(404)
})

test('a backup into the folder that another one is being written to is refused, and the other one is whole', async () => {
  const image = await imageOf(await t.influencer('sun'))
  const again = async (target: string) => {
    await expect(backUpTo(target)).rejects.toThrow(`Another backup is being written to ${target}.`)
    expect(existsSync(`${target}.unfinished/tables/users.jsonl.gz`)).toBe(true)
  }
  expect(await backedUp([image], again)).toEqual([true])
})
