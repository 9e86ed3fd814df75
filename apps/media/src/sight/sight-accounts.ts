import { type SightAccount, UNPAID_SIGHT_MAX_MS } from './sight.ts'

/** No call has more time than this. */
const KEPT_MS = 86_400_000

/**
 * The unpaid media of each person of each call. Kept while nobody is there, so that leaving and rejoining gains
 * nothing. If a call began before this process knew it, its whole limit counts as used, so that a change of the
 * process gains nothing.
 */
export class SightAccounts {
  #accounts = new Map<string, { account: SightAccount; usedAtMs: number }>()
  #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  of(room: string, person: string, call: 'new' | 'begun' = 'new'): SightAccount {
    const nowMs = this.#now()
    this.#removeOld(nowMs)
    const key = JSON.stringify([room, person])
    const account = this.#accounts.get(key)?.account ?? { unpaidMs: call === 'new' ? 0 : UNPAID_SIGHT_MAX_MS }
    this.#accounts.delete(key)
    this.#accounts.set(key, { account, usedAtMs: nowMs })
    return account
  }

  /** The account that was used longest ago stands first. */
  #removeOld(nowMs: number): void {
    for (const [key, { usedAtMs }] of this.#accounts) {
      if (nowMs - usedAtMs <= KEPT_MS) return
      this.#accounts.delete(key)
    }
  }
}
