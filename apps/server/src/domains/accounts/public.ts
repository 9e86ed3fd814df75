export { ACCOUNT_TOPICS, sendPasswordReset } from './ask-password-reset.ts'
export {
  type AuthenticationDeps,
  authenticate,
  standingLogins,
} from './authenticate.ts'
export { changeUsername } from './change-username.ts'
export { createAccount, type NewAccount } from './create-account.ts'
export type { AccountsDeps, InfluencerProfiles, Leaving, PreparedProfile } from './deps.ts'
export { hasConfirmedEmail } from './email-change/prove-email.ts'
export { type KnownDevices, knownDevices } from './guessing/known-device.ts'
export { PASSWORD_TRIES, type PasswordTries, passwordTries } from './guessing/password-tries.ts'
export { findWrapping, SecretsFileOpen } from './keys/find-wrapping.ts'
export {
  KEYS_READ_EVERY_MS,
  KeysUnreadable,
  resetKeys,
  rotateKeys,
} from './keys/signing-keys.ts'
export { movedUsername, publicMovedUsername } from './moved-username.ts'
export { createPasswords, type Passwords } from './passwords.ts'
export type { Person } from './person.ts'
export { proveAgain } from './proof/step-up.ts'
export { removeExpired } from './remove-expired.ts'
export { loadServerSecrets, type ServerSecrets, sharedKey } from './server-secrets.ts'
export { findPublicPerson, maySee } from './show-user.ts'
export type { SocialChecks, SocialNetwork, SocialNetworks, SocialPerson } from './social-network.ts'
export { callbackUrlOf as socialCallbackUrl } from './start-social-login.ts'
export { findUserById, findUserByUsername } from './store.ts'
export { users } from './tables.ts'
export { authenticateSocket } from './ws-tickets.ts'
