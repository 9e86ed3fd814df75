import type { FieldErrors, Influencer } from '@parley/contract'
import { PROFILE_FIELDS, type ProfileForm, type TypedProfile } from './profile-fields.ts'

const NAMES = Object.keys(PROFILE_FIELDS) as (keyof typeof PROFILE_FIELDS)[]

/** The first values of the form: the stored fields, and no new picture. */
export function typedFrom(influencer: Influencer): Omit<TypedProfile, 'picture'> {
  const typed = NAMES.map(name => [name, PROFILE_FIELDS[name].stored(influencer)] as const)
  // Each name has the value of its own field.
  return Object.fromEntries(typed) as Omit<TypedProfile, 'picture'>
}

/** The changed fields as multipart form data; null without a change. */
export function profileChanges(current: Influencer, form: ProfileForm): FormData | null {
  const changes = new FormData()
  for (const name of NAMES) {
    const { sentAs, stored, isStored } = PROFILE_FIELDS[name]
    const value = form[name]
    const isSame = isStored ? isStored(value, current) : String(value) === String(stored(current))
    if (!isSame) changes.set(sentAs, String(value))
  }
  if (form.picture) changes.set('profile[picture]', form.picture)
  return [...changes.keys()].length === 0 ? null : changes
}

/** Maps the server's names of fields to those of this form. */
export function asFormErrors(errors: FieldErrors | null): FieldErrors | null {
  if (errors === null) return null
  const formNames = new Map(NAMES.map(name => [dotted(PROFILE_FIELDS[name].sentAs), name]))
  const renamed = Object.entries(errors).map(
    ([field, list]) => [formNames.get(field) ?? field, list] as const,
  )
  return Object.fromEntries(renamed)
}

/** `main_session[amount]` as an error names it: `main_session.amount`. */
const dotted = (sentAs: string) => sentAs.replace('[', '.').replace(']', '')
