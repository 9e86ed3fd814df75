import * as z from 'zod/mini'
import * as limit from './constants.ts'
import { currentPasswordField, idField, text } from './fields.ts'
import { messages } from './messages.ts'

/** The factors that a person can use after the password. */
export const FACTOR_METHODS = ['passkey', 'code', 'recovery'] as const
export type FactorMethod = (typeof FACTOR_METHODS)[number]

/** The second step of a login: its ticket, and the methods of the person. */
export const secondFactorRequiredSchema = z.object({
  ticket: z.string(),
  methods: z.array(z.enum(FACTOR_METHODS)),
})
export type SecondFactorRequired = z.infer<typeof secondFactorRequiredSchema>

/** 401 of a login: refused, or correct so far but a second factor is required. */
export const loginRefusedSchema = z.object({
  detail: z.string(),
  second_factor: z.optional(secondFactorRequiredSchema),
})

const bytes = z.string().check(z.minLength(1), z.maxLength(16_384))

/** The browser's answer with a passkey, see WebAuthn Level 3, `AuthenticationResponseJSON`. */
export const passkeyAnswerSchema = z.object({
  id: bytes,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: z.optional(z.string().check(z.maxLength(200))),
  }),
})
export type PasskeyAnswer = z.infer<typeof passkeyAnswerSchema>
/** POST /api/auth/passkey/ */
export const passkeyLoginSchema = z.object({ response: passkeyAnswerSchema })
/** The request to the browser, as WebAuthn defines it. */
export const webAuthnOptionsSchema = z.looseObject({ challenge: z.string() })

/** POST /api/user/me/factors/passkeys/ */
export const newPasskeySchema = z.object({
  name: text({
    required: messages.passkeyNameRequired,
    invalid: messages.passkeyNameLong,
    min: 1,
    max: limit.PASSKEY_NAME_MAX,
  }),
  response: z.object({
    id: bytes,
    response: z.object({ clientDataJSON: bytes, attestationObject: bytes }),
  }),
})
export type NewPasskey = z.infer<typeof newPasskeySchema>
export const ownPasskeySchema = z.object({
  id: idField,
  name: z.string(),
  since: z.string(),
  last_used: z.nullable(z.string()),
})
export type OwnPasskey = z.infer<typeof ownPasskeySchema>
/** The first second factor comes with recovery codes, which are shown once. */
export const newPasskeyAnswerSchema = z.extend(ownPasskeySchema, {
  recovery_codes: z.nullable(z.array(z.string())),
})
export type NewPasskeyAnswer = z.infer<typeof newPasskeyAnswerSchema>

const code = z.string().check(z.maxLength(20, messages.codeWrong))
const recovery = z.string().check(z.maxLength(40, messages.recoveryCodeWrong))

/** POST /api/auth/second-factor/: one of the methods. */
export const secondFactorSchema = z.object({
  ticket: z.string().check(z.minLength(1), z.maxLength(100)),
  code: z.optional(code),
  recovery: z.optional(recovery),
  passkey: z.optional(passkeyAnswerSchema),
})
export type SecondFactor = z.infer<typeof secondFactorSchema>

/** POST /api/auth/step-up/: a person with a second factor uses it, anybody else the password or a mailed code. */
export const stepUpSchema = z.object({
  password: z.optional(currentPasswordField),
  code: z.optional(code),
  recovery: z.optional(recovery),
  passkey: z.optional(passkeyAnswerSchema),
})
export type StepUp = z.infer<typeof stepUpSchema>
export const stepUpAnswerSchema = z.object({ until: z.string() })
export const STEP_UP_METHODS = ['password', ...FACTOR_METHODS] as const
export type StepUpMethod = (typeof STEP_UP_METHODS)[number]
/** 403 of a call that needs another proof of who calls. */
export const stepUpNeededSchema = z.object({
  detail: z.string(),
  step_up: z.optional(z.array(z.enum(STEP_UP_METHODS))),
})

/** GET /api/user/me/factors/ */
export const ownFactorsSchema = z.object({
  totp: z.nullable(z.object({ id: idField, since: z.string() })),
  passkeys: z.array(ownPasskeySchema),
  recovery_codes_left: z.int(),
  /** When all factors will be removed, because the person reported them as lost; null without such a report. */
  ends_at: z.nullable(z.string()),
})
export type OwnFactors = z.infer<typeof ownFactorsSchema>

/** POST /api/auth/second-factor/lost/: by a person who knows the password and lost all factors. */
export const factorLossSchema = z.object({ ticket: z.string().check(z.minLength(1), z.maxLength(100)) })
/** From when on the password alone opens the account. */
export const factorLossAnswerSchema = z.object({ ends_at: z.string() })
export type FactorLossAnswer = z.infer<typeof factorLossAnswerSchema>
/** POST /api/auth/second-factor/lost/stop/: the token of the mailed link. */
export const factorLossStopSchema = z.object({
  token: z
    .string({ error: messages.lossLinkSpent })
    .check(z.minLength(1, messages.lossLinkSpent), z.maxLength(100, messages.lossLinkSpent)),
})

/** POST /api/user/me/factors/totp/: the password under either name, or none after a step-up. */
export const totpBeginSchema = z.nullish(
  z.object({ password: z.optional(currentPasswordField), currentPassword: z.optional(currentPasswordField) }),
)
/** The secret in base32, and the address that an authenticator app reads from a QR code; both are shown once. */
export const totpBegunSchema = z.object({ secret: z.string(), url: z.string() })
export type TotpBegun = z.infer<typeof totpBegunSchema>

/** POST /api/user/me/factors/totp/confirm/ */
export const totpConfirmSchema = z.object({
  code: z
    .string({ error: messages.codeRequired })
    .check(
      z.minLength(1, { error: messages.codeRequired, abort: true }),
      z.maxLength(20, messages.codeWrong),
    ),
})
export const recoveryCodesSchema = z.object({ recovery_codes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof recoveryCodesSchema>
