export { createAccounts } from './accounts.ts'
export type { AgeCheck } from './age/age-check-port.ts'
export {
  type AgeDeps,
  ageStateOf,
  ageStatesTogether,
  correctBirthDate,
  isAnyTooYoung,
  knownTooYoung,
  refuseTooYoung,
  showAge,
  tooYoungOf,
} from './age/birth-dates.ts'
export {
  ACCOUNT_TOPICS,
  type AccountDeletion,
  type AccountsDeps,
  type InfluencerProfiles,
  type PreparedProfile,
} from './deps.ts'
export { hasConfirmedEmail } from './email-change/prove-email.ts'
export { factorMethods, hasSecondFactor, hasSteppedUp } from './factors/second-factor.ts'
export { type KnownDevices, knownDevices } from './guessing/known-device.ts'
export { PASSWORD_TRIES, type PasswordTries, passwordTries } from './guessing/password-tries.ts'
export { findWrapping, SecretsFileOpen } from './keys/find-wrapping.ts'
export { linkTokens } from './keys/link-tokens.ts'
export {
  KEYS_READ_EVERY_MS,
  KeysUnreadable,
  resetKeys,
  rotateKeys,
} from './keys/signing-keys.ts'
export {
  type AuthenticationDeps,
  activeLogins,
  authenticate,
} from './login/authenticate.ts'
export { createSocketAuthentication } from './login/ws-tickets.ts'
export { changeUsername } from './own-account/change-username.ts'
export { createAccount } from './own-account/create-account.ts'
export { movedUsername, publicMovedUsername } from './own-account/moved-username.ts'
export type { NewAccount } from './own-account/new-account.ts'
export { createPasswords, type HashCost, type Passwords } from './passwords/passwords.ts'
export { proveAgain } from './proof/step-up.ts'
export { loadServerSecrets, type ServerSecrets, sharedKey } from './server-secrets.ts'
export { findPublicPerson, maySee, ownUserById } from './show-user.ts'
export type {
  SocialChecks,
  SocialNetwork,
  SocialNetworks,
  SocialPerson,
} from './social-login/social-network.ts'
export { callbackUrlOf as socialCallbackUrl } from './social-login/start-social-login.ts'
export { findUserById, findUserByUsername, holdAccount, lockUser, notificationsOf } from './store.ts'
export {
  areAllOpen,
  closeAccount,
  isAnySuspended,
  isOpenAccount,
  isShownPerson,
  openAccount,
  suspendedOf,
} from './suspended.ts'
export { users } from './tables.ts'
