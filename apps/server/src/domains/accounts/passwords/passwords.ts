import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { boundedQueue } from '../../../core/bounded-queue.ts'

/** What one hash costs: the server that makes it and everybody who guesses. */
export interface HashCost {
  memoryKib: number
  passes: number
}

/** OWASP's parameters for Argon2id: 19 MiB, two passes, one lane; some 30 ms of one core. */
const HASH_COST: HashCost = { memoryKib: 19_456, passes: 2 }
const LANES = 1
const SALT_BYTES = 16
const TAG_BYTES = 32

/** Each hash needs a core: more at once would starve everything else, and a longer queue would be useless. */
const CONCURRENCY = 2
const WAITING_MAX = 200

const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

export interface Passwords {
  /** A hash in the PHC string format. Refuses with 503 when too many wait. */
  hash(password: string): Promise<string>
  /** Whether the password made this hash; null takes as long and is false (attack: probing which accounts exist). */
  matches(password: string, hash: string | null): Promise<boolean>
}

type Derive = (parameters: Argon2Parameters) => Promise<Buffer>

/** The tag of a password, by Argon2id: the part of a hash that costs memory and CPU. */
export const deriveTag: Derive = promisify(
  (parameters: Argon2Parameters, done: (error: Error | null, tag: Buffer) => void) =>
    void argon2('argon2id', parameters, done),
)

/** Argon2id with a bounded queue. */
export function createPasswords({
  cost = HASH_COST,
  concurrency = CONCURRENCY,
  waitingMax = WAITING_MAX,
  derive = deriveTag,
} = {}): Passwords {
  const queue = boundedQueue({ concurrency, waitingMax })
  const nobodysHash = phc(cost, randomBytes(SALT_BYTES), randomBytes(TAG_BYTES))
  return {
    hash: password =>
      queue(async () => {
        const nonce = randomBytes(SALT_BYTES)
        const tag = await derive({
          message: password.normalize('NFKC'),
          nonce,
          memory: cost.memoryKib,
          passes: cost.passes,
          parallelism: LANES,
          tagLength: TAG_BYTES,
        })
        return phc(cost, nonce, tag)
      }),
    matches: (password, hash) =>
      queue(async () => {
        const isSame = await verify(derive, password, hash ?? nobodysHash)
        return isSame && hash !== null
      }),
  }
}

async function verify(derive: Derive, password: string, hash: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt, tag] = PHC.exec(hash) ?? []
  if (!salt || !tag) throw new Error('a stored password hash is not Argon2id')
  const expected = Buffer.from(tag, 'base64')
  const found = await derive({
    message: password.normalize('NFKC'),
    nonce: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  })
  return timingSafeEqual(found, expected)
}

function phc({ memoryKib, passes }: HashCost, salt: Buffer, tag: Buffer): string {
  const plain = (raw: Buffer) => raw.toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${LANES}$${plain(salt)}$${plain(tag)}`
}
