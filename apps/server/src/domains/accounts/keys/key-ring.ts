import type { KeyObject } from 'node:crypto'

export interface SigningKey {
  kid: string
  key: KeyObject
  /** When it begins to sign, in the machine's time; it verifies at once, so that every process knows it by then. */
  signsFrom: Date
  /** Until when its signatures are accepted; null while no newer key signs. */
  endsAt: Date | null
}

/** The keys of one purpose: the newest valid one signs, all unexpired ones verify. */
export interface KeyRing {
  signing(): SigningKey
  /** The key with this id, null when there is none or it has ended. */
  find(kid: string): KeyObject | null
  /** All keys that verify, the signing one first. */
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
