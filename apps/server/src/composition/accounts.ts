import type { Config } from '../config.ts'
import type { Log } from '../core/core.ts'
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

const UNENCRYPTED =
  'The signing keys are not encrypted in the database: set SECRETS_KEY (openssl rand -base64 32), the same in every process, then npm run keys -- rotate'

/** The signing keys, unwrapped by what the configuration names; warns of keys that are not encrypted. */
export async function openSecrets(
  db: Db,
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'secretsKey' | 'formerSecretsKey'>,
  log: Pick<Log, 'warn'>,
): Promise<ServerSecrets> {
  const secrets = await loadServerSecrets(db, await findWrapping(config))
  const keys = secrets.unencrypted()
  if (keys > 0) log.warn({ keys }, UNENCRYPTED)
  return secrets
}

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
