import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { messages, type OwnFactors, type Page, type StaffAction, type StaffMe } from '@parley/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addApp } from '../../../testing/second-factor.ts'
import { serverFile } from '../../../testing/server-programs.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'
import { grantRole, revokeRole } from '../public.ts'
import { staffMember } from '../testing/staff-member.ts'

let t: TestServer
beforeAll(async () => {
  t = await openTestServer({ connections: 8 })
})
afterAll(() => t?.close())

const me = (person: TestPerson | null) => t.call<StaffMe & { needs?: string }>(person, 'GET /api/staff/me/')
const db = () => t.server.database.db
const now = () => t.clock.now()

/** The command of the operator, as a process of its own. */
async function command(...options: string[]) {
  const file = serverFile(new URL('../../../staff.ts', import.meta.url))
  const { databaseUrl = '', dataDir } = t.server.config
  const env = { ...process.env, NODE_ENV: 'test', DATABASE_URL: databaseUrl, DATA_DIR: dataDir }
  const child = spawn(process.execPath, [file, ...options], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  child.stdout.on('data', chunk => (said += String(chunk)))
  child.stderr.on('data', chunk => (said += String(chunk)))
  const [code] = (await once(child, 'exit')) as [number]
  return { code, said }
}

test('the operator gives and takes a role; without a second factor it opens nothing', async () => {
  const ann = await t.fan('ann')
  expect((await me(ann)).status).toBe(404)
  expect(await command('grant', '@Ann', 'admin')).toMatchObject({
    code: 0,
    said: expect.stringContaining('@ann is admin'),
  })
  expect(await me(ann)).toMatchObject({ status: 403, body: { needs: 'second_factor' } })
  await addApp(t, ann)
  expect(await me(ann)).toMatchObject({ status: 200, body: { roles: ['admin'], stepped_up: false } })
  expect((await command('list')).said).toContain('@ann admin')
  expect(await command('revoke', 'ann', 'admin')).toMatchObject({ code: 0 })
  expect((await me(ann)).status).toBe(404)
  expect((await command('list')).said).toContain('Nobody has a role yet')
  expect(await command('grant', 'nobody-here', 'admin')).toMatchObject({ code: 1 })
  expect(await command('grant', 'ann', 'king')).toMatchObject({
    code: 1,
    said: expect.stringContaining('support, moderator, finance, admin'),
  })
})

test('each change of a role is in the staff audit once, and nobody changes the audit', async () => {
  const admin = await staffMember(t, 'ada', 'admin')
  const ben = await t.fan('ben')
  for (const _again of [1, 2]) await grantRole(db(), { username: 'ben', role: 'support', now: now() })
  await revokeRole(db(), { username: 'ben', role: 'support', now: now() })
  const list = await t.call<Page<StaffAction>>(admin.person, 'GET /api/staff/actions/')
  const about = list.body.results.filter(action => action.person === 'ben')
  expect(about.map(({ act, staff }) => [act, staff])).toEqual([
    ['revoke_role', null],
    ['grant_role', null],
  ])
  expect(about[1]).toMatchObject({
    about: { kind: 'person', id: ben.id },
    before: { roles: [] },
    after: { role: 'support' },
  })
  const pool = t.server.database.pool
  await expect(pool.query(`update staff_actions set act = 'look'`)).rejects.toThrow('append-only')
  await expect(pool.query('delete from staff_actions')).rejects.toThrow('append-only')
})

test('the last second factor of staff stays', async () => {
  const { person } = await staffMember(t, 'cleo', 'support')
  const factors = await t.call<OwnFactors>(person, 'GET /api/user/me/factors/')
  const remove = () => t.call(person, `DELETE /api/user/me/factors/${factors.body.totp?.id}/`)
  expect(await remove()).toMatchObject({ status: 409, body: { detail: messages.staffKeepsFactor } })
  expect((await me(person)).status).toBe(200)
  await revokeRole(db(), { username: 'cleo', role: 'support', now: now() })
  expect((await remove()).status).toBe(200)
})

test('a role granted while the last factor is removed leaves nobody as staff without one, except before a new one', async () => {
  const dan = await t.fan('dan')
  const app = await addApp(t, dan)
  const factors = await t.call<OwnFactors>(dan, 'GET /api/user/me/factors/')
  await t.call(dan, 'POST /api/auth/step-up/', { recovery: app.recoveryCodes[0] })
  const [removed] = await Promise.all([
    t.call(dan, `DELETE /api/user/me/factors/${factors.body.totp?.id}/`),
    grantRole(db(), { username: 'dan', role: 'admin', now: now() }),
  ])
  expect((await me(dan)).status).toBe(removed.status === 200 ? 403 : 200)
})

test('a role ends with the account', async () => {
  const { person } = await staffMember(t, 'eve', 'support')
  const gone = await t.call(person, 'DELETE /api/user/me/', { password: 'correct horse battery' })
  expect(gone.status).toBe(200)
  const left = await t.server.database.pool.query('select 1 from staff_roles where user_id = $1', [person.id])
  expect(left.rows).toEqual([])
})
