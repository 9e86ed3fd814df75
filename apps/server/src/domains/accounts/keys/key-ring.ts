import type { KeyObject } from 'node:crypto'

export interface SigningKey {
  kid: string
  key: KeyObject
  /** From when on it signs, in the machine's time; it is believed at once, so that every process knows it by then. */
  signsFrom: Date
  /** Until when what it signed is believed; null while no newer one signs. */
  endsAt: Date | null
}

/** The keys of one purpose: the newest that may already signs, all that have not ended are believed. */
export interface KeyRing {
  signing(): SigningKey
  /** The key with this id, null when there is none or it has ended. */
  find(kid: string): KeyObject | null
  /** All that are believed, the signing one first. */
  all(): KeyObject[]
}

export function keyRing(keys: () => readonly SigningKey[]): KeyRing {
  const newestFirst = () => {
    const now = new Date()
    return keys()
      .filter(each => each.endsAt === null || each.endsAt > now)
      .sort((one, other) => other.signsFrom.getTime() - one.signsFrom.getTime())
  }
  function signing(): SigningKey {
    const [newest, ...older] = newestFirst()
    if (!newest) throw new Error('there is a signing key for each purpose')
    const now = new Date()
    return [newest, ...older].find(each => each.signsFrom <= now) ?? newest
  }
  return {
    signing,
    find: kid => newestFirst().find(each => each.kid === kid)?.key ?? null,
    all() {
      const first = signing()
      return [first, ...newestFirst().filter(each => each.kid !== first.kid)].map(each => each.key)
    },
  }
}
