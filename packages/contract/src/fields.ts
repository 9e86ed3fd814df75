import * as z from 'zod/mini'
import * as limit from './constants.ts'
import { messages } from './messages.ts'
import { durationUnit, isDuration, seconds, wholeNumber } from './rules/duration.ts'
import { said, templates } from './rules/message-templates.ts'
import { parseAmount, parsePounds, pence } from './rules/money.ts'
import { plainLine, plainText } from './rules/plain-text.ts'
import { posesAsPlatform, USERNAME_PATTERN, usernameIsFree } from './usernames.ts'

interface TextRule {
  required: string
  invalid: string
  min: number
  max: number
}

/** One line of text within limits: empty gives the `required` message, a wrong length the `invalid` one. */
export function text(rule: TextRule) {
  return z
    .string({ error: rule.required })
    .check(
      z.overwrite(plainLine),
      z.minLength(1, { error: rule.required, abort: true }),
      z.minLength(rule.min, rule.invalid),
      z.maxLength(rule.max, rule.invalid),
    )
}

/** Text of a person that may be empty, of at most so many characters. */
export const textAtMost = (max: number) =>
  z.string().check(z.overwrite(plainText), z.maxLength(max, said(templates.characters, { most: max })))

export const emailField = z
  .string({ error: messages.emailRequired })
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, { error: messages.emailRequired, abort: true }),
    z.maxLength(limit.EMAIL_MAX, messages.emailInvalid),
    z.regex(z.regexes.email, messages.emailInvalid),
  )

/** A password within the limits; an empty one gives the `required` message. */
export const newPasswordField = (required: string) =>
  z
    .string({ error: required })
    .check(
      z.minLength(1, { error: required, abort: true }),
      z.minLength(limit.PASSWORD_MIN, messages.passwordShort),
      z.maxLength(limit.PASSWORD_MAX, messages.passwordLong),
    )
export const passwordField = newPasswordField(messages.passwordRequired)

/** A password that is compared with the stored one, however short it is. */
export const currentPasswordField = z.string().check(z.maxLength(limit.PASSWORD_MAX, messages.passwordLong))

export const usernameField = z
  .string({ error: messages.usernameRequired })
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, { error: messages.usernameRequired, abort: true }),
    z.minLength(limit.USERNAME_MIN, messages.usernameLength),
    z.maxLength(limit.USERNAME_MAX, messages.usernameLength),
    z.regex(USERNAME_PATTERN, { error: messages.usernameCharacters, abort: true }),
    z.refine(usernameIsFree, { error: messages.usernameTaken, abort: true }),
  )

/** The username of a new account. Who has one that is refused today keeps it. */
export const newUsernameField = usernameField.check(
  z.refine(name => !posesAsPlatform(name), messages.usernameTaken),
)

export const firstNameField = text({
  required: messages.firstNameRequired,
  invalid: messages.nameInvalid,
  min: limit.NAME_MIN,
  max: limit.NAME_MAX,
})
export const lastNameField = text({
  required: messages.lastNameRequired,
  invalid: messages.nameInvalid,
  min: limit.NAME_MIN,
  max: limit.NAME_MAX,
})

export const descriptionField = z
  .string({ error: messages.descriptionRequired })
  .check(
    z.overwrite(plainText),
    z.minLength(1, { error: messages.descriptionRequired, abort: true }),
    z.minLength(limit.DESCRIPTION_MIN, messages.descriptionShort),
    z.maxLength(limit.DESCRIPTION_MAX, messages.descriptionLong),
  )

/** Pounds as text or number, checked and not decoded: for a form that sends what the person typed. */
export const amountInput = z.union([z.string(), z.number()], { error: messages.priceRequired }).check(
  z.refine(value => value !== '', { error: messages.priceRequired, abort: true }),
  z.refine(value => parseAmount(value) !== null, messages.amountInvalid),
)

/** Pounds as text or number on the ticket, pence afterwards. */
export const amountField = z.pipe(
  amountInput,
  z.transform(value => parseAmount(value) ?? pence(Number.NaN)),
)

/** The same of a field that may be empty: null without an amount. */
export const optionalAmountField = z.pipe(
  z.string().check(z.refine(value => value === '' || parseAmount(value) !== null, messages.amountInvalid)),
  z.transform(value => parseAmount(value)),
)

const sumField = (leastPence: number) =>
  z.pipe(
    z
      .union([z.string(), z.number()], { error: messages.sumInvalid })
      .check(z.refine(value => (parsePounds(value) ?? -1) >= leastPence, messages.sumInvalid)),
    z.transform(value => parsePounds(value) ?? pence(0)),
  )
/** A part of a sale that goes back, of any size: pounds as text or number on the wire, pence afterwards. */
export const givenBackField = sumField(1)
/** The same where nothing may go back, too. */
export const backField = sumField(0)

/** Whole seconds as a number or, in a multipart form, decimal digits; checked and not decoded. */
export const durationInput = z.union([z.string(), z.number()], { error: messages.durationRequired }).check(
  z.refine(value => value !== '', { error: messages.durationRequired, abort: true }),
  z.refine(value => isDuration(wholeNumber(value)), messages.durationInvalid),
)

/** The same, decoded to seconds. */
export const durationField = z.pipe(
  durationInput,
  z.transform(value => seconds(wholeNumber(value))),
)

/** The unit code 1, 2 or 3, as a number or a digit; checked and not decoded. */
export const durationUnitInput = z
  .union([z.string(), z.number()], { error: messages.durationUnitInvalid })
  .check(z.refine(value => ['1', '2', '3'].includes(String(value)), messages.durationUnitInvalid))

/** The same, decoded to a number. */
export const durationUnitField = z.pipe(
  durationUnitInput,
  z.transform(value => durationUnit(value)),
)

/** The caller's own key of a creation: the same key never creates twice. */
export const uuidKeyField = z.string().check(z.trim(), z.minLength(1), z.maxLength(limit.UUID_KEY_MAX))

/** What the buyer would like to talk about, trimmed. */
export const noteField = z
  .string()
  .check(z.overwrite(plainText), z.maxLength(limit.NOTE_MAX, messages.noteLong))

export const idField = z.uuid()
export const timeField = z.iso.datetime()
export const amountOut = z.string()
export const durationUnitOut = z.union([z.literal(1), z.literal(2), z.literal(3)])

/**
 * Whether a date or moment has a year of four digits in every zone, which Postgres and its neighbours can write. About
 * other text its format decides.
 */
export const isWithinYears = (text: string) => !/^\d{4}-/.test(text) || (text >= '1000' && text < '9999')

/** When a slot begins. */
export const slotField = z.iso
  .datetime({ offset: true })
  .check(z.refine(isWithinYears, 'Please choose a time'))
