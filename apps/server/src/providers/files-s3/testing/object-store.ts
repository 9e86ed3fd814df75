import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../../../testing/free-port.ts'
import { temporaryDirectory } from '../../../testing/temporary-directory.ts'
import type { S3Settings } from '../s3-client.ts'

const START_LIMIT_MS = 20_000
const POLL_EVERY_MS = 40
const CREDENTIALS = { accessKeyId: 'parley-tests', secretAccessKey: 'parley-tests-secret' }

/** A real S3-compatible server on this machine, with a bucket for each test that asks for one. */
export interface ObjectStore {
  /** Makes an empty bucket and gives the settings that reach it. */
  newBucket(): Promise<S3Settings>
  start(): Promise<void>
  stop(): Promise<void>
}

/** Versity's gateway over a temporary directory, whose first folders are the buckets. */
export async function objectStore(program: string): Promise<ObjectStore> {
  const [buckets, facts] = [await temporaryDirectory(), await temporaryDirectory()]
  const address = `127.0.0.1:${await freePort()}`
  let child: ChildProcess | undefined
  let made = 0

  return {
    async newBucket() {
      made++
      const bucket = `bucket-${made}`
      await mkdir(join(buckets, bucket))
      return { bucket, endpoint: `http://${address}`, region: 'us-east-1', credentials: CREDENTIALS }
    },
    async start() {
      const keys = ['--access', CREDENTIALS.accessKeyId, '--secret', CREDENTIALS.secretAccessKey]
      const args = [...keys, '--port', address, '--quiet', 'posix', '--sidecar', facts, buckets]
      const started = spawn(program, args, { stdio: 'ignore' })
      child = started
      const limit = Date.now() + START_LIMIT_MS
      // It does not listen yet.
      while (!(await fetch(`http://${address}/`).catch(() => undefined))) {
        if (started.exitCode !== null) throw new Error('the object store ended at its start')
        if (Date.now() > limit) throw new Error('the object store did not start in time')
        await delay(POLL_EVERY_MS)
      }
    },
    async stop() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}
