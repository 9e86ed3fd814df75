import { inFile, type RowBreak } from './row-break.ts'

const CONTRACT = 'packages/contract/src'

/** Bugs of the rules that browser and server share: what is typed, and how figures are written. */
export const CONTRACT_BREAKS: readonly RowBreak[] = [
  ...inFile(`${CONTRACT}/fields.ts`, [
    ['S5-005', 'z.minLength(1, { error: messages.usernameRequired, abort: true }),\n    ', ''],
    ['S5-008', 'required: messages.lastNameRequired', 'required: messages.firstNameRequired'],
    ['S5-014', "z.refine(value => value !== '', { error: messages.priceRequired, abort: true }),\n  ", ''],
    ['S5-015', "z.refine(value => value !== '', { error: messages.durationRequired, abort: true }),\n  ", ''],
    ['S5-017', 'z.minLength(1, { error: messages.descriptionRequired, abort: true }),\n    ', ''],
  ]),
  ...inFile(`${CONTRACT}/accounts.ts`, [
    [
      'S5-009',
      '  email: emailField,\n  password: passwordField',
      '  email: z.string(),\n  password: passwordField',
    ],
    ['S5-010', 'password: passwordField,\n  confirmpassword', 'password: z.string(),\n  confirmpassword'],
    ['S5-011', '.check(z.minLength(1, messages.confirmRequired))', ''],
    [
      'S5-018',
      'passwordResetSchema = z.object({ email: emailField })',
      'passwordResetSchema = z.object({ email: z.string() })',
    ],
    ['S5-019', 'max: limit.FULL_NAME_MAX', 'max: limit.PLACE_MAX'],
    ['S5-020', '  email: emailField,\n  bio', '  email: z.string(),\n  bio'],
    ['S5-021', 'z.maxLength(limit.BIO_MAX, messages.bioLong)', 'z.maxLength(limit.BIO_MAX)'],
    [
      'S5-022',
      'country: place(messages.countryRequired, messages.countryInvalid)',
      'country: place(messages.countryInvalid, messages.countryInvalid)',
    ],
    ['S5-023', 'city: place(messages.cityRequired, messages.cityInvalid)', 'city: z.string()'],
    ['S5-024', 'invalid: messages.addressInvalid', 'invalid: messages.addressRequired'],
    ['S5-030', 'z.minLength(1, { error: messages.currentPasswordRequired, abort: true }),\n        ', ''],
    ['S5-031', 'newPassword: newPasswordField(messages.newPasswordRequired)', 'newPassword: z.string()'],
    [
      'S3-037',
      'repeatPassword: newPasswordField(messages.repeatPasswordRequired)',
      'passwordAgain: newPasswordField(messages.repeatPasswordRequired)',
    ],
    ['S3-035', '  city: place(messages.cityRequired', '  town: place(messages.cityRequired'],
  ]),
  ...inFile(`${CONTRACT}/cards.ts`, [
    [
      'S5-026',
      'z.trim(), z.minLength(1, messages.cardNameRequired)',
      'z.minLength(1, messages.cardNameRequired)',
    ],
    ['S5-028', 'z.minLength(ZIP_MIN, messages.zipInvalid), ', ''],
  ]),
  ...inFile(`${CONTRACT}/contact.ts`, [
    ['S5-033', 'max: FULL_NAME_MAX', 'max: FULL_NAME_MAX * 2'],
    ['S5-034', 'z.minLength(1, messages.contactMessageRequired)', 'z.minLength(0)'],
    ['S5-035', 'email: emailField', 'email: z.string()'],
  ]),
  ...inFile(`${CONTRACT}/rules/duration.ts`, [
    ['S3-017', "{ code: 2, name: 'minutes' }", "{ code: 2, name: 'hours' }"],
    ['S3-017', 'value * DURATION_UNIT_FACTORS[unit]', 'value * DURATION_UNIT_FACTORS[2]'],
    ['S4-030', "${String(whole % 60).padStart(2, '0')}", '${whole % 60}'],
    ['S4-030', 'Math.floor(whole / 60)', 'Math.floor(whole / 60) % 60'],
    ['S5-038', 'Math.round(Number(value) * factor)', 'Math.round(Number(value))'],
  ]),
  ...inFile(`${CONTRACT}/rules/money.ts`, [
    ['S5-040', "(match[2] ?? '').padEnd(2, '0')", "match[2] ?? ''"],
    ['S9-032', '${Math.floor(whole / 100)}.$', '${Math.round(whole / 100)}.$'],
  ]),
  ...inFile(`${CONTRACT}/calls.ts`, [
    ['S3-034', 'used_duration: z.number()', 'used: z.number()'],
    ['S7-038', "MESSAGE_ERROR = 'MESSAGE_ERROR'", "MESSAGE_ERROR = 'MESSAGE_ERRORS'"],
    ['S7-039', "'MESSAGE_PARLEY_SESSION'", "'MESSAGE_SESSION'"],
    [
      'S7-040',
      "MESSAGE_PRESENCE_STATS = 'MESSAGE_PRESENCE_STATS'",
      "MESSAGE_PRESENCE_STATS = 'MESSAGE_PRESENCE'",
    ],
  ]),
]
