import { messages, nameIsOfPlatform, type OwnUser, type SettingsPatch } from '@parley/contract'
import type { Person } from '../../../core/person.ts'
import { refuse } from '../../../core/refusal.ts'
import { withTransaction } from '../../../db/client.ts'
import { isUniqueViolation } from '../../../db/postgres-errors.ts'
import type { AccountsDeps } from '../deps.ts'
import { requestEmailChange } from '../email-change/request-email-change.ts'
import { beginProof, type Proof } from '../proof/step-up.ts'
import { ownUser } from '../show-user.ts'
import { findUserById, lockUser, type UserChange, type UserRow, updateUser } from '../store.ts'
import { changeUsername } from './change-username.ts'

/** Changes a part of a person's own settings and switches; omitted fields stay. */
export async function changeSettings(
  deps: AccountsDeps,
  input: { person: Person; patch: SettingsPatch },
): Promise<OwnUser> {
  const { email, currentPassword } = input.patch
  const known = email === undefined ? null : await findUserById(deps.db, input.person.id)
  const isNew = known !== null && email !== undefined && email !== known.email.toLowerCase()
  const wish = isNew
    ? { email, proof: await beginProof(deps, { person: input.person, shown: { currentPassword } }) }
    : null
  const user = await saveSettings(deps, input, wish).catch(error => {
    if (isUniqueViolation(error, 'users_username_once'))
      throw refuse.fields({ user__username: [messages.usernameTaken] })
    throw error
  })
  if (wish) deps.outbox.nudge()
  return ownUser(deps, user)
}

function saveSettings(
  deps: AccountsDeps,
  input: { person: Person; patch: SettingsPatch },
  wish: { email: string; proof: Proof } | null,
): Promise<UserRow> {
  return withTransaction(deps.db, async tx => {
    const before = await lockUser(tx, input.person.id)
    if (!before) throw refuse.unauthenticated()
    if (wish) {
      await wish.proof.use(tx)
      await requestEmailChange(deps, tx, { user: before, email: wish.email })
    }
    const now = deps.clock.now()
    const wanted = input.patch.user__username
    const isRenamed = wanted !== undefined && (await changeUsername(tx, { userId: before.id, wanted, now }))
    const set = changeOf(before, input.patch)
    if (Object.keys(set).length === 0 && !isRenamed) return before
    const after = await updateUser(tx, { userId: before.id, set, now })
    if (after.isInfluencer && isVisibleChange(before, after)) {
      await deps.influencerProfiles.personChanged(tx, after.id)
    }
    return after
  })
}

function changeOf(before: UserRow, patch: SettingsPatch): UserChange {
  // A new email counts only once its mailed link was opened.
  const {
    fullName,
    first_name: firstName,
    last_name: lastName,
    public_profile,
    expose_email,
    notifications,
    email: _,
    currentPassword: __,
    user__username: ___,
    ...plain
  } = patch
  const change: UserChange = { ...withoutUndefined(plain) }
  Object.assign(change, namesOf(before, { fullName, firstName, lastName }))
  if (public_profile !== undefined) change.publicProfile = public_profile
  if (expose_email !== undefined) change.exposeEmail = expose_email
  if (notifications) {
    change.notifications = { ...before.notifications, ...withoutUndefined(notifications) }
  }
  return change
}

interface NamesPatch {
  fullName: string | undefined
  firstName: string | undefined
  lastName: string | undefined
}

/** The names after the patch; nothing when they stay. A name of its own wins over that part of the full name. */
function namesOf(before: UserRow, { fullName, firstName, lastName }: NamesPatch) {
  const whole = fullName === undefined ? before : partsOf(before, fullName)
  const names = { firstName: firstName ?? whole.firstName, lastName: lastName ?? whole.lastName }
  if (names.firstName === before.firstName && names.lastName === before.lastName) return {}
  if (nameIsOfPlatform(names.firstName, names.lastName)) {
    const [field = 'fullName'] = Object.entries({ first_name: firstName, last_name: lastName })
      .filter(([, name]) => name !== undefined)
      .map(([key]) => key)
    throw refuse.fields({ [field]: [messages.nameOfPlatform] })
  }
  return names
}

/** The first word is the first name; an unchanged full name keeps the two as they were entered. */
function partsOf(before: UserRow, fullName: string) {
  if (fullName === `${before.firstName} ${before.lastName}`) return before
  const [firstName = '', ...rest] = fullName.split(/\s+/)
  return { firstName, lastName: rest.join(' ') }
}

function isVisibleChange(before: UserRow, after: UserRow): boolean {
  return (
    before.username !== after.username ||
    before.firstName !== after.firstName ||
    before.lastName !== after.lastName ||
    before.publicProfile !== after.publicProfile ||
    before.exposeEmail !== after.exposeEmail
  )
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

function withoutUndefined<T extends object>(values: T): Defined<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<T>
}
