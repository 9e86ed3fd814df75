import { spawnSync } from 'node:child_process'
import { chmod, chown, cp, mkdir, readdir, readFile, rm, stat, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createDataDir, createScratch, queryOnce, startPostgres } from '../../testing/data-dir.ts'
import { startHolder } from '../../testing/data-dir-holder.ts'
import { linkLibraries, locateNativeDir, provideBinaries } from './binaries.ts'
import { clusterDirOf } from './cluster.ts'
import { EmbeddedPostgresUnavailable } from './errors.ts'
import { readPostmasterPid } from './processes.ts'

const NOBODY = { uid: 65534, gid: 65534 }
const isRoot = process.geteuid?.() === 0
/** False in a checkout that only root can read, where another user cannot even run Node. */
const nobodyRunsNode =
  isRoot && spawnSync(process.execPath, ['--version'], { ...NOBODY, cwd: '/' }).status === 0

async function createPackage(parent: string): Promise<string> {
  const native = join(parent, 'package', 'native')
  await mkdir(dirname(native))
  await cp(locateNativeDir(), native, { recursive: true, verbatimSymlinks: true })
  await cp(join(locateNativeDir(), '..', 'package.json'), join(dirname(native), 'package.json'))
  return native
}

async function removeLinks(native: string): Promise<void> {
  for (const entry of await readdir(join(native, 'lib'), { withFileTypes: true }))
    if (entry.isSymbolicLink()) await rm(join(entry.parentPath, entry.name))
}

test('a path too long for a socket is no hindrance', async () => {
  const parent = join(await createScratch(), 'a'.repeat(60), 'b'.repeat(60))
  const { connectionString } = await startPostgres(await createDataDir(parent))
  expect(await queryOnce(connectionString, 'select 1 as one')).toEqual({ one: 1 })
})

test('Postgres lives in a process group of its own, so that Ctrl-C reaches the server first', async () => {
  const dataDir = await createDataDir()
  await startPostgres(dataDir)
  const pid = await readPostmasterPid(clusterDirOf(dataDir))
  const { stdout } = spawnSync('ps', ['-o', 'pgid=', '-p', String(pid)], { encoding: 'utf8' })
  expect(Number(stdout)).toBe(pid)
})

test('a platform without an embedded Postgres is told to set DATABASE_URL', () => {
  expect(() => locateNativeDir('aix', 'ppc64')).toThrow(EmbeddedPostgresUnavailable)
  expect(() => locateNativeDir('aix', 'ppc64')).toThrow(/aix-ppc64\. Set DATABASE_URL/)
})

test('links between libraries are made where install scripts were not run', async () => {
  const nativeDir = await createPackage(await createScratch())
  await removeLinks(nativeDir)
  const { bin } = await provideBinaries({ nativeDir, cacheRoots: [], user: undefined })
  expect(bin).toBe(join(nativeDir, 'bin'))
  await expect(linkLibraries(nativeDir)).resolves.toBeUndefined()
})

describe.runIf(isRoot)('as root', () => {
  test('data below a directory that only root may enter stays there and serves', async () => {
    const scratch = await createScratch()
    await chmod(scratch, 0o700)
    const dataDir = await createDataDir(scratch)
    const { connectionString } = await startPostgres(dataDir)
    expect(await queryOnce(connectionString, 'select 1 as one')).toEqual({ one: 1 })
    expect((await stat(clusterDirOf(dataDir))).uid).not.toBe(0)
  })

  test('nobody but the server reaches the socket', async () => {
    const dataDir = await createDataDir()
    await startPostgres(dataDir)
    const socket = join(clusterDirOf(dataDir), '.s.PGSQL.5432')
    await chmod(dirname(dataDir), 0o755)
    const seen = spawnSync('ls', [socket], { uid: 4242, gid: 4242, encoding: 'utf8' })
    expect(seen.stderr).toMatch(/Permission denied/)
    expect((await stat(clusterDirOf(dataDir))).mode & 0o077).toBe(0)
  })

  test('data restored by a plain copy, which then belongs to root, is taken up', async () => {
    const dataDir = await createDataDir()
    const first = await startPostgres(dataDir)
    await queryOnce(first.connectionString, 'create table kept as select 7 as number')
    await first.stop()
    for (const name of ['', ...(await readdir(clusterDirOf(dataDir), { recursive: true }))])
      await chown(join(clusterDirOf(dataDir), name), 0, 0)
    const second = await startPostgres(dataDir)
    expect(await queryOnce(second.connectionString, 'select number from kept')).toEqual({ number: 7 })
  })

  test('programs in a checkout that only root may enter are copied once, and mended when files are lost', async () => {
    const scratch = await createScratch()
    await chmod(scratch, 0o755)
    await mkdir(join(scratch, 'hidden'), { mode: 0o700 })
    const nativeDir = await createPackage(join(scratch, 'hidden'))
    await removeLinks(nativeDir)
    const request = { nativeDir, cacheRoots: [join(scratch, 'cache')], user: NOBODY }
    const { bin } = await provideBinaries(request)
    expect(bin.startsWith(join(scratch, 'cache'))).toBe(true)
    const made = (await stat(join(bin, 'postgres'))).ino
    expect((await provideBinaries(request)).bin).toBe(bin)
    expect((await stat(join(bin, 'postgres'))).ino).toBe(made)

    const lost = join(dirname(bin), 'share', 'postgresql', 'postgres.bki')
    await rm(lost)
    await provideBinaries(request)
    expect(await readFile(lost, 'utf8')).toContain('# PostgreSQL')
    expect(await readdir(join(scratch, 'cache'))).toHaveLength(1)
  })

  test.each([
    ['belongs to another user', (path: string) => chown(path, NOBODY.uid, NOBODY.gid)],
    ['can be written by everyone', (path: string) => chmod(path, 0o777)],
  ])('no program is run from a cache that %s', async (_why, plant) => {
    const scratch = await createScratch()
    await chmod(scratch, 0o755)
    await mkdir(join(scratch, 'hidden'), { mode: 0o700 })
    const nativeDir = await createPackage(join(scratch, 'hidden'))
    const cache = join(scratch, 'cache')
    await mkdir(cache)
    await plant(cache)
    const request = { nativeDir, user: NOBODY }
    await expect(provideBinaries({ ...request, cacheRoots: [cache] })).rejects.toThrow(/another user/)
    await expect(provideBinaries({ ...request, cacheRoots: [join(cache, 'below')] })).rejects.toThrow(
      /another user/,
    )
    const link = join(scratch, 'link')
    await symlink(cache, link)
    await expect(provideBinaries({ ...request, cacheRoots: [link] })).rejects.toThrow(/another user/)
    const { bin } = await provideBinaries({ ...request, cacheRoots: [cache, join(scratch, 'good')] })
    expect(bin.startsWith(join(scratch, 'good'))).toBe(true)
  })
})

describe.runIf(nobodyRunsNode)('as an ordinary user', () => {
  test('the server runs Postgres as itself, and root may take the data over and give it back', async () => {
    const scratch = await createScratch()
    await chmod(scratch, 0o755)
    const dataDir = await createDataDir(scratch, NOBODY)
    const { report, kill } = await startHolder(dataDir, { user: NOBODY })
    await queryOnce(report.connectionString, 'create table kept as select 7 as number')
    await kill()
    const asRoot = await startPostgres(dataDir)
    expect(await queryOnce(asRoot.connectionString, 'select number from kept')).toEqual({ number: 7 })
    await asRoot.stop()
    const again = await startHolder(dataDir, { user: NOBODY })
    expect(await queryOnce(again.report.connectionString, 'select number from kept')).toEqual({ number: 7 })
  })

  test('data of another user is refused with a sentence', async () => {
    const scratch = await createScratch()
    await chmod(scratch, 0o755)
    const dataDir = await createDataDir(scratch, NOBODY)
    await (await startHolder(dataDir, { user: NOBODY })).kill()
    const stranger = await startHolder(dataDir, { user: { uid: 4242, gid: 4242 } })
    expect(stranger.report.refusal).toBe('EmbeddedPostgresUnavailable')
    expect(stranger.report.message).toMatch(/User 4242 cannot write to .* as its owner/)
  })
})
