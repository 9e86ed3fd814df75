import type { Influencer } from '@parley/contract'
import { durationInUnit, typedSeconds } from '@parley/contract/duration'
import {
  amountField,
  descriptionField,
  durationField,
  durationUnitField,
  optionalAmountField,
  usernameField,
} from '@parley/contract/fields'
import { formatAmount } from '@parley/contract/money'
import { MONEY_BACK_POLICIES } from '@parley/contract/money-back'
import * as z from 'zod/mini'
import { optionalImageFile } from '../../ui/form/image-file.ts'

const checked = z.object({
  username: usernameField,
  amount: amountField,
  duration: durationField,
  duration_display: durationUnitField,
  description: descriptionField,
  live_amount: optionalAmountField,
  category: z.string(),
  money_back: z.enum(MONEY_BACK_POLICIES),
  picture: optionalImageFile,
})

/** The edit form as typed: the duration in the unit of the field beside it. */
export type TypedProfile = z.input<typeof checked>
/** What the form's schema returns. */
export type CheckedProfile = z.output<typeof checked>
/** The same after validation: amounts in pence, the duration in seconds. */
export type ProfileForm = Omit<CheckedProfile, 'picture'> & { picture: File | null }

function inSeconds(form: TypedProfile): TypedProfile {
  return { ...form, duration: typedSeconds(String(form.duration), form.duration_display) }
}

export const typedProfileSchema = z.pipe(z.transform(inSeconds), checked)

/** A field of the form other than the image. */
export type FieldName = Exclude<keyof TypedProfile, 'picture'>

interface ProfileField<Name extends FieldName> {
  /** The field's name in the multipart form of the API. */
  sentAs: string
  /** The first value in the form, from the stored profile. */
  stored: (influencer: Influencer) => TypedProfile[Name]
  /** The validated value as the API takes it, as text by default; null for a value that changes nothing. */
  sent?: (value: ProfileForm[Name]) => string | null
  /** Whether a validated value equals the stored one; compares the sent text by default. */
  isStored?: (value: ProfileForm[Name], influencer: Influencer) => boolean
}

/** Every field of the form except the image: the compiler requires each field of `checked`. */
export const PROFILE_FIELDS: { readonly [Name in FieldName]: ProfileField<Name> } = {
  username: { sentAs: 'user__username', stored: ({ user }) => user.username },
  amount: {
    sentAs: 'main_session[amount]',
    stored: ({ main_session: offer }) => offer.amount,
    sent: formatAmount,
  },
  duration: {
    sentAs: 'main_session[duration]',
    stored: ({ main_session: offer }) => String(durationInUnit(offer.duration, offer.duration_display)),
    isStored: (value, { main_session: offer }) => value === offer.duration,
  },
  duration_display: {
    sentAs: 'main_session[duration_display]',
    stored: ({ main_session: offer }) => String(offer.duration_display),
  },
  description: {
    sentAs: 'main_session[description]',
    stored: ({ main_session: offer }) => offer.description,
  },
  live_amount: {
    sentAs: 'main_live_event[amount]',
    stored: ({ main_live_event: live }) => live.amount ?? '',
    // An empty field does not change the stored price.
    sent: value => (value === null ? null : formatAmount(value)),
  },
  money_back: { sentAs: 'main_session[money_back]', stored: ({ money_back }) => money_back.policy },
  category: { sentAs: 'category', stored: ({ category }) => category ?? '' },
}
