import type { Config } from '../config.ts'
import type { Db } from '../db/client.ts'
import {
  createPasswords,
  findWrapping,
  type HashCost,
  knownDevices,
  loadServerSecrets,
  passwordTries,
  type ServerSecrets,
} from '../domains/accounts/public.ts'
import { type HitCounts, limitFactor } from '../http/rate-limits.ts'
import { selfDeclaredAge } from '../providers/age-self-declared/index.ts'

/** The signing keys, unwrapped by what the configuration names. */
export const openSecrets = async (db: Db, config: Config): Promise<ServerSecrets> =>
  loadServerSecrets(db, await findWrapping(config))

interface GuessingDeps {
  passwordCost: HashCost | undefined
  config: Pick<Config, 'production' | 'minAge'>
  hitCounts: HitCounts
  secrets: ServerSecrets
  publicOrigin: string
}

/** How old people have to be here, and how that is checked. */
export const agesOf = ({ minAge }: Pick<Config, 'minAge'>) => ({ minAge, ageCheck: selfDeclaredAge })

/** What slows down guessing of passwords. */
export function guessing({ passwordCost, config, hitCounts, secrets, publicOrigin }: GuessingDeps) {
  return {
    passwords: createPasswords(passwordCost ? { cost: passwordCost } : {}),
    passwordTries: passwordTries(hitCounts, limitFactor(config.production)),
    ...agesOf(config),
    devices: knownDevices({ keys: secrets.device, publicOrigin }),
  }
}
