import * as z from 'zod/mini'
import * as limit from './constants.ts'
import { PAYOUT_WAIT_CODES } from './earnings.ts'
import {
  amountField,
  amountInput,
  amountOut,
  currentPasswordField,
  descriptionField,
  durationField,
  durationInput,
  durationUnitField,
  durationUnitInput,
  emailField,
  firstNameField,
  idField,
  lastNameField,
  newPasswordField,
  newUsernameField,
  passwordField,
  text,
  usernameField,
  uuidKeyField,
} from './fields.ts'
import { messages } from './messages.ts'
import { plainText } from './rules/plain-text.ts'
import { nameIsOfPlatform } from './usernames.ts'

export const loginSchema = z.object({ email: emailField, password: passwordField })
export type Login = z.infer<typeof loginSchema>

export const tokenPairSchema = z.object({ access: z.string(), refresh: z.string() })
export type TokenPair = z.infer<typeof tokenPairSchema>
/** The answer of a login; a page that keeps its refresh token in a cookie does not get that token. */
export const loginTokensSchema = z.object({ access: z.string(), refresh: z.optional(z.string()) })
export type LoginTokens = z.infer<typeof loginTokensSchema>
/** A page whose cookie has the refresh token omits `refresh`. */
export const refreshSchema = z.nullish(
  z.object({ refresh: z.optional(z.string().check(z.minLength(1), z.maxLength(512))) }),
)
export type Refresh = z.infer<typeof refreshSchema>

const accountFields = {
  username: newUsernameField,
  first_name: firstNameField,
  last_name: lastNameField,
  email: emailField,
  password: passwordField,
  confirmpassword: z
    .string({ error: messages.confirmRequired })
    .check(z.minLength(1, messages.confirmRequired)),
  /** The key of this sign-up: sent again with the same form, it is answered as the first time. */
  uuid: z.optional(uuidKeyField),
}

const isFilled = (text: unknown) => typeof text === 'string' && text !== ''
const differs = (form: { password?: unknown; confirmpassword?: unknown }) =>
  isFilled(form.password) && isFilled(form.confirmpassword) && form.password !== form.confirmpassword

/** Beside the other fields, so that a mistake in one of them does not hide that the passwords differ. */
const repeatedPasswordSchema = z
  .object({ password: z.optional(z.unknown()), confirmpassword: z.optional(z.unknown()) })
  .check(z.refine(form => !differs(form), { path: ['confirmpassword'], error: messages.confirmDiffers }))

const ownFieldsSchema = z.object(accountFields).check(
  z.refine(form => !nameIsOfPlatform(form.first_name, form.last_name), {
    path: ['first_name'],
    error: messages.nameOfPlatform,
  }),
)

/** The account step of both sign-ups. */
export const accountStepSchema = z.intersection(ownFieldsSchema, repeatedPasswordSchema)
export type AccountStep = z.infer<typeof ownFieldsSchema>

/** The profile step of an influencer as typed; the form sends the image beside it as a file. */
export const influencerStepInput = z.object({
  price: amountInput,
  duration: durationInput,
  duration_display: z._default(durationUnitInput, 1),
  description: descriptionField,
})
export type InfluencerStepInput = z.infer<typeof influencerStepInput>

/** The same as the server reads it. */
export const influencerStepSchema = z.extend(influencerStepInput, {
  price: amountField,
  duration: durationField,
  duration_display: z.pipe(z._default(durationUnitInput, 1), durationUnitField),
})
export type InfluencerStep = z.infer<typeof influencerStepSchema>

export const cardIntentSchema = z.object({
  id: z.string(),
  brand: z.string(),
  last4: z.string(),
  exp_month: z.int(),
  exp_year: z.int(),
  is_valid: z.boolean(),
})
export type CardIntent = z.infer<typeof cardIntentSchema>

export const publicUserSchema = z.object({
  id: idField,
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  is_influencer: z.boolean(),
  email: z.optional(z.string()),
})
export type PublicUser = z.infer<typeof publicUserSchema>

export const notificationSettingsSchema = z.object({
  system_email: z.boolean(),
  system_push: z.boolean(),
  system_text: z.boolean(),
  system_phone: z.boolean(),
  chat_email: z.boolean(),
  chat_push: z.boolean(),
  /** Invitations to dated calls, which calendars keep up to date by themselves. */
  calendar_invites: z.boolean(),
})
export type NotificationSettings = z.infer<typeof notificationSettingsSchema>

export const ownUserSchema = z.object({
  id: idField,
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  /** The new email that is not confirmed yet; null when there is none. */
  pending_email: z.nullable(z.string()),
  is_influencer: z.boolean(),
  is_demo: z.boolean(),
  card_intents: z.array(cardIntentSchema),
  bio: z.string(),
  country: z.string(),
  city: z.string(),
  address: z.string(),
  public_profile: z.boolean(),
  expose_email: z.boolean(),
  notifications: notificationSettingsSchema,
})
export type OwnUser = z.infer<typeof ownUserSchema>
export const createdUserSchema = z.extend(ownUserSchema, { token: loginTokensSchema })
/** As API clients get it. */
export type CreatedUser = OwnUser & { token: TokenPair }

const place = (required: string, invalid: string) =>
  text({ required, invalid, min: limit.PLACE_MIN, max: limit.PLACE_MAX })

/** General settings as the form sends them. */
export const generalSettingsSchema = z.object({
  fullName: text({
    required: messages.firstNameRequired,
    invalid: messages.fullNameInvalid,
    min: limit.FULL_NAME_MIN,
    max: limit.FULL_NAME_MAX,
  }),
  email: emailField,
  bio: z.string().check(z.overwrite(plainText), z.maxLength(limit.BIO_MAX, messages.bioLong)),
  country: place(messages.countryRequired, messages.countryInvalid),
  city: place(messages.cityRequired, messages.cityInvalid),
  address: text({
    required: messages.addressRequired,
    invalid: messages.addressInvalid,
    min: limit.ADDRESS_MIN,
    max: limit.ADDRESS_MAX,
  }),
})

export type GeneralSettings = z.infer<typeof generalSettingsSchema>

/** PATCH /api/user/me/: any part of the general settings and the switches. */
export const settingsPatchSchema = z.extend(z.partial(generalSettingsSchema), {
  /** The two names one by one, by the rules of the sign-up; beside `fullName` they win. */
  first_name: z.optional(firstNameField),
  last_name: z.optional(lastNameField),
  user__username: z.optional(usernameField),
  /** Required for a new email, unless the login has a step-up. */
  currentPassword: z.optional(currentPasswordField),
  public_profile: z.optional(z.boolean()),
  expose_email: z.optional(z.boolean()),
  notifications: z.optional(z.partial(notificationSettingsSchema)),
})
export type SettingsPatch = z.infer<typeof settingsPatchSchema>

const newPasswordFields = {
  newPassword: newPasswordField(messages.newPasswordRequired),
  repeatPassword: newPasswordField(messages.repeatPasswordRequired),
}
const repeatsPassword = z.refine<{ newPassword: string; repeatPassword: string }>(
  form => form.newPassword === form.repeatPassword,
  { path: ['repeatPassword'], error: messages.confirmDiffers },
)

/** POST /api/user/me/password/ */
export const passwordChangeSchema = z
  .object({
    currentPassword: z
      .string({ error: messages.currentPasswordRequired })
      .check(
        z.minLength(1, { error: messages.currentPasswordRequired, abort: true }),
        z.maxLength(limit.PASSWORD_MAX, messages.passwordLong),
      ),
    ...newPasswordFields,
  })
  .check(repeatsPassword)
export type PasswordChange = z.infer<typeof passwordChangeSchema>

/** The proof beside a call that needs one. */
export const proofSchema = z.nullish(z.object({ currentPassword: z.optional(currentPasswordField) }))

/** POST /api/user/email/confirm/ and /api/user/email/undo/: the token of the mailed link. */
export const emailLinkSchema = z.object({
  token: z
    .string({ error: messages.emailLinkSpent })
    .check(z.minLength(1, messages.emailLinkSpent), z.maxLength(100, messages.emailLinkSpent)),
})
export const emailLinkAnswerSchema = z.object({ email: z.string() })
export type EmailLinkAnswer = z.infer<typeof emailLinkAnswerSchema>

/** POST /api/user/password-reset/ */
export const passwordResetSchema = z.object({ email: emailField })
export type PasswordReset = z.infer<typeof passwordResetSchema>

/** POST /api/user/password-reset/check/: whether the link of the mail works still; this does not use it up. */
export const resetCheckSchema = z.object({ token: z.string({ error: messages.resetLinkSpent }) })
export type ResetCheck = z.infer<typeof resetCheckSchema>
export const resetCheckAnswerSchema = z.object({ works: z.boolean() })
export type ResetCheckAnswer = z.infer<typeof resetCheckAnswerSchema>

/** POST /api/user/password-reset/confirm/: the token of the mailed link and the new password, twice. */
export const newPasswordSchema = z
  .object({
    token: z.string({ error: messages.resetLinkSpent }).check(z.minLength(1, messages.resetLinkSpent)),
    ...newPasswordFields,
  })
  .check(repeatsPassword)
export type NewPassword = z.infer<typeof newPasswordSchema>

/** A device on which the person is logged in. */
export const standingLoginSchema = z.object({
  id: idField,
  device: z.string(),
  created_at: z.string(),
  last_used_at: z.string(),
  is_current: z.boolean(),
})
export type StandingLogin = z.infer<typeof standingLoginSchema>

const accountDeletion = z.object({
  /**
   * Missing for a person who proves by another step-up who they are: a login by a network has no password.
   * `currentPassword`, the name of it in other calls, means the same.
   */
  password: z.optional(
    z
      .string()
      .check(
        z.minLength(1, { error: messages.passwordRequired, abort: true }),
        z.maxLength(limit.PASSWORD_MAX, messages.passwordLong),
      ),
  ),
  currentPassword: z.optional(currentPasswordField),
  /**
   * Gives up earnings below the payout minimum that cannot be paid out now; without this they prevent the deletion.
   */
  forgo: z.optional(z.boolean()),
})
export type AccountDeletion = z.infer<typeof accountDeletion>
/** DELETE /api/user/me/ */
export const accountDeletionSchema = z.nullish(accountDeletion)

/** 409 of a deletion: the reasons, and the earnings below the payout minimum that the person may give up. */
export const deletionRefusedSchema = z.object({
  detail: z.string(),
  reasons: z.array(z.string()),
  forgo: z.optional(
    z.object({
      amount: amountOut,
      /** Why it cannot be paid out now. */
      waits_for: z.enum(PAYOUT_WAIT_CODES),
      /** From when it can be paid out; null when that has no date. */
      payable_at: z.nullable(z.string()),
    }),
  ),
})
export type DeletionRefused = z.infer<typeof deletionRefusedSchema>

/** Networks whose people may log in here. */
export const SOCIAL_NETWORKS = ['google', 'facebook', 'instagram', 'twitter', 'linkedin', 'snapchat'] as const
export type SocialNetworkName = (typeof SOCIAL_NETWORKS)[number]

/** How a social login that gave no tokens ended. */
export const SOCIAL_LOGIN_PROBLEMS = ['cancelled', 'no_verified_email', 'expired', 'failed'] as const
export type SocialLoginProblem = (typeof SOCIAL_LOGIN_PROBLEMS)[number]

/** POST /api/user/social-login/exchange/: the one-time code of the callback's redirect. */
export const socialExchangeSchema = z.object({ code: z.string().check(z.minLength(1), z.maxLength(100)) })
export const socialTokensSchema = z.extend(loginTokensSchema, {
  /** True when a password from before the proof of the mailbox no longer works. */
  password_removed: z.boolean(),
})
/** As API clients get it. */
export type SocialTokens = TokenPair & Pick<z.infer<typeof socialTokensSchema>, 'password_removed'>

/** One address a network; null where the network has no credentials, and then its icon is not shown. */
export const socialLoginsSchema = z.object({
  google_login_url: z.nullable(z.string()),
  facebook_login_url: z.nullable(z.string()),
  instagram_login_url: z.nullable(z.string()),
  twitter_login_url: z.nullable(z.string()),
  linkedin_login_url: z.nullable(z.string()),
  snapchat_login_url: z.nullable(z.string()),
})
export type SocialLogins = z.infer<typeof socialLoginsSchema>

export const accessClaimsSchema = z.object({ user_id: idField, exp: z.int(), jti: z.optional(z.string()) })

export const wsTicketSchema = z.object({ path: z.string().check(z.maxLength(300)) })
export const wsTicketAnswerSchema = z.object({ ticket: z.string() })
