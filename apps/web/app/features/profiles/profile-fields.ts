import type { Influencer } from '@parley/contract'
import { IMAGE_MAX_BYTES } from '@parley/contract/constants'
import { durationInUnit, typedSeconds } from '@parley/contract/duration'
import {
  amountInput,
  descriptionField,
  durationInput,
  durationUnitInput,
  usernameField,
} from '@parley/contract/fields'
import { messages } from '@parley/contract/messages'
import { parseAmount } from '@parley/contract/money'
import { MONEY_BACK_POLICIES } from '@parley/contract/money-back'
import * as z from 'zod/mini'

const optionalImage = z.custom<FileList>().check(
  z.refine(list => !list?.[0] || list[0].type.startsWith('image/'), messages.fileNotAnImage),
  z.refine(list => (list?.[0]?.size ?? 0) <= IMAGE_MAX_BYTES, messages.imageTooLarge),
)

const checked = z.object({
  username: usernameField,
  amount: amountInput,
  duration: durationInput,
  duration_display: durationUnitInput,
  description: descriptionField,
  live_amount: z
    .string()
    .check(z.refine(value => value === '' || parseAmount(value) !== null, messages.amountInvalid)),
  category: z.string(),
  money_back: z.enum(MONEY_BACK_POLICIES),
  picture: optionalImage,
})

/** The edit form as typed: the duration in the unit of the field beside it. */
export type TypedProfile = z.input<typeof checked>
/** The same after validation: the duration in seconds. */
export type ProfileForm = Omit<z.output<typeof checked>, 'picture'> & { picture: File | null }

function inSeconds(form: TypedProfile): TypedProfile {
  return { ...form, duration: typedSeconds(String(form.duration), form.duration_display) }
}

export const typedProfileSchema = z.pipe(z.transform(inSeconds), checked)

interface ProfileField<Typed> {
  /** The field's name in the multipart form of the API. */
  sentAs: string
  /** The first value in the form, from the stored profile. */
  stored: (influencer: Influencer) => Typed
  /** Whether a validated value equals the stored one; compares the text by default. */
  isStored?: (value: string | number, influencer: Influencer) => boolean
}

const samePounds = (value: string | number, stored: string | null) =>
  stored !== null && parseAmount(value) !== null && parseAmount(value) === parseAmount(stored)

/** Every field of the form except the picture: the compiler requires each field of `checked`. */
export const PROFILE_FIELDS: {
  readonly [Name in Exclude<keyof TypedProfile, 'picture'>]: ProfileField<TypedProfile[Name]>
} = {
  username: { sentAs: 'user__username', stored: ({ user }) => user.username },
  amount: {
    sentAs: 'main_session[amount]',
    stored: ({ main_session: offer }) => offer.amount,
    isStored: (value, { main_session: offer }) => samePounds(value, offer.amount),
  },
  duration: {
    sentAs: 'main_session[duration]',
    stored: ({ main_session: offer }) => String(durationInUnit(offer.duration, offer.duration_display)),
    isStored: (value, { main_session: offer }) => Number(value) === offer.duration,
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
    isStored: (value, { main_live_event: live }) => value === '' || samePounds(value, live.amount),
  },
  money_back: { sentAs: 'main_session[money_back]', stored: ({ money_back }) => money_back.policy },
  category: { sentAs: 'category', stored: ({ category }) => category ?? '' },
}
