import type { FieldErrors, Influencer } from '@parley/contract'
import { type FieldName, PROFILE_FIELDS, type ProfileForm, type TypedProfile } from './profile-fields.ts'

const NAMES = Object.keys(PROFILE_FIELDS) as FieldName[]

/** The first values of the form: the stored fields, and no new image. */
export function typedFrom(influencer: Influencer): Omit<TypedProfile, 'picture'> {
  const typed = NAMES.map(name => [name, PROFILE_FIELDS[name].stored(influencer)] as const)
  // Each name has the value of its own field.
  return Object.fromEntries(typed) as Omit<TypedProfile, 'picture'>
}

/** What is sent of a field; null if it does not differ from what is stored. */
function changeOf<Name extends FieldName>(name: Name, current: Influencer, form: ProfileForm): string | null {
  const { stored, sent = String, isStored } = PROFILE_FIELDS[name]
  const value = form[name]
  const text = sent(value)
  const isSame = isStored ? isStored(value, current) : text === String(stored(current))
  if (!isSame) return text
  return null
}

/** The changed fields as multipart form data; null without a change. */
export function profileChanges(current: Influencer, form: ProfileForm): FormData | null {
  const changes = new FormData()
  for (const name of NAMES) {
    const text = changeOf(name, current, form)
    if (text !== null) changes.set(PROFILE_FIELDS[name].sentAs, text)
  }
  if (form.picture) changes.set('profile[picture]', form.picture)
  return [...changes.keys()].length === 0 ? null : changes
}

/** Maps the server's names of fields to those of this form. */
export function asFormErrors(errors: FieldErrors): FieldErrors {
  const formNames = new Map(NAMES.map(name => [dotted(PROFILE_FIELDS[name].sentAs), name]))
  const renamed = Object.entries(errors).map(
    ([field, list]) => [formNames.get(field) ?? field, list] as const,
  )
  return Object.fromEntries(renamed)
}

/** `main_session[amount]` as an error names it: `main_session.amount`. */
const dotted = (sentAs: string) => sentAs.replace('[', '.').replace(']', '')
