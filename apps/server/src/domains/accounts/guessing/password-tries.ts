import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { MINUTE_MS } from '@parley/contract'
import { refuse } from '../../../core/refusal.ts'

const WINDOW_MS = 15 * MINUTE_MS
const EVERYWHERE_WINDOW_MS = 60 * MINUTE_MS

/**
 * Tries of one account's password; `address` is of all accounts together, a minute. Failures count, a success clears.
 */
export const PASSWORD_TRIES = {
  /** Tries without a wait, from one source or one known device, in a quarter of an hour. */
  prompt: 10,
  /** Tries from one source; each later one waits longer. */
  slow: 30,
  /** Tries from all sources together in an hour; after that a source has `promised` tries. */
  everywhere: 100,
  promised: 3,
  address: 30,
} as const

/** A later try waits this much longer than the one before it. */
const STEP_MS = 150
const EVERYWHERE_WAIT_MS = 2_000
/** More waiting tries than this are refused at once: each holds a connection. */
const WAITING_MAX = 200

/** Counts hits in a window of time, for all processes together. */
export interface TryCounts {
  hit(key: string, windowMs: number): Promise<{ current: number; ttl: number }>
  reset(key: string): Promise<void>
}

export interface Try {
  email: string
  source: string
  /** A browser from which this very account was logged in before. */
  device: string | null
}

/**
 * Slows guessing down without refusing an account's owner: tries count by account and source together, a browser that
 * was logged in before has a count of its own, and a new source always has some tries. Unknown accounts count in the
 * same way.
 */
export interface PasswordTries {
  /** Waits or refuses; the caller calls the returned function when the password was right. */
  begin(tried: Try): Promise<() => Promise<void>>
  /** The same for a logged-in person who proves their identity again. Attack: guessing with a stolen access token. */
  again(loginId: string): Promise<() => Promise<void>>
}

export function passwordTries(
  counts: TryCounts,
  factor: number,
  wait: (ms: number) => Promise<unknown> = delay,
): PasswordTries {
  const max = (name: keyof typeof PASSWORD_TRIES) => PASSWORD_TRIES[name] * factor
  let waiting = 0

  async function waitFor(ms: number): Promise<void> {
    if (waiting >= WAITING_MAX) throw refuse.tooMany(Math.ceil(ms / 1000))
    waiting++
    await wait(ms).finally(() => waiting--)
  }

  async function waitMs({ email, source }: Pick<Try, 'email' | 'source'>, key: string): Promise<number> {
    const address = await counts.hit(`tries:address:${source}`, MINUTE_MS)
    if (address.current > max('address')) throw tooMany(address.ttl)
    const here = await counts.hit(key, WINDOW_MS)
    if (here.current > max('slow')) throw tooMany(here.ttl)
    const everywhere = await counts.hit(`tries:everywhere:${digestOf(email)}`, EVERYWHERE_WINDOW_MS)
    const slowMs = Math.max(0, here.current - max('prompt')) * STEP_MS
    if (everywhere.current <= max('everywhere')) return slowMs
    // Attack: guessing one account's password from always new addresses. Its owner at a new address can still log in.
    if (here.current > max('promised')) throw tooMany(here.ttl)
    return Math.max(slowMs, EVERYWHERE_WAIT_MS)
  }

  return {
    async again(loginId) {
      const key = `tries:login:${loginId}`
      const here = await counts.hit(key, WINDOW_MS)
      if (here.current > max('prompt')) throw tooMany(here.ttl)
      return () => counts.reset(key)
    },
    async begin({ email, source, device }) {
      const reset = (key: string) => () => counts.reset(key)
      if (device) {
        const key = `tries:device:${device}`
        if ((await counts.hit(key, WINDOW_MS)).current <= max('prompt')) return reset(key)
      }
      const key = `tries:source:${digestOf(email)}:${source}`
      const ms = await waitMs({ email, source }, key)
      if (ms > 0) await waitFor(ms)
      return reset(key)
    },
  }
}

const tooMany = (ttlMs: number) => refuse.tooMany(Math.max(1, Math.ceil(ttlMs / 1000)))

/** An account as the counts know it: a digest, so that a reader of the counts learns no address. */
function digestOf(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('base64url')
}
