import { describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import {
  accountStepSchema,
  generalSettingsSchema,
  influencerStepSchema,
  loginSchema,
  passwordChangeSchema,
  passwordResetSchema,
} from './accounts.ts'
import { cardFormSchema } from './cards.ts'
import { contactSchema } from './contact.ts'
import { fieldErrors } from './errors.ts'

const long = (length: number) => 'x'.repeat(length)
const DURATION = 'Please enter a duration between 1 second and 24 hours'
const AMOUNT = 'Please enter an amount between 1.00 and 10000.00 with at most two decimals'
const each = (texts: string[], says: string): Limits['refuses'] => texts.map(text => [text, text, says])
/** The shortest and the longest text that is taken. */
const between = (min: number, max: number): Limits['takes'] => [
  [`${min} characters`, long(min)],
  [`${max} characters`, long(max)],
]

interface Form {
  schema: z.ZodMiniType
  /** Values that are taken. */
  good: Record<string, unknown>
}

interface Limits {
  /** What the value is, and the value: each just inside a limit. */
  takes: [string, unknown][]
  /** What the value is, the value just outside, and the sentence that says so. */
  refuses: [string, unknown, string][]
}

/** The first sentence a field is refused with; undefined when it is taken. */
function refusalOf({ schema, good }: Form, change: Record<string, unknown>): Record<string, string> {
  const result = schema.safeParse({ ...good, ...change })
  const all = Object.entries(fieldErrors(result.error?.issues ?? []))
  return Object.fromEntries(all.map(([field, [first = '']]) => [field, first]))
}

/** Holds one field of a form against the specification's words. */
function holds(form: Form, field: string, { takes, refuses }: Limits): void {
  it.each(takes)('takes %s', (_, value) => {
    expect(refusalOf(form, { [field]: value })).toEqual({})
  })
  it.each(refuses)('refuses %s', (_, value, sentence) => {
    expect(refusalOf(form, { [field]: value })).toEqual({ [field]: sentence })
  })
}

const email: Limits = {
  takes: [
    ['an address', 'ann@example.org'],
    ['254 characters', `${long(64)}@${`${long(61)}.`.repeat(3)}org`],
  ],
  refuses: [
    ['nothing', '', 'Email is required.'],
    ['no value', undefined, 'Email is required.'],
    ['no host', 'ann@', 'Please enter a valid email address'],
    ['no sign', 'ann.example.org', 'Please enter a valid email address'],
    ['255 characters', `${long(64)}@${`${long(61)}.`.repeat(3)}info`, 'Please enter a valid email address'],
  ],
}

describe('login', () => {
  const form: Form = { schema: loginSchema, good: { email: 'ann@example.org', password: long(8) } }

  describe('email: required and valid', () => holds(form, 'email', email))

  describe('password: required, at least 8', () =>
    holds(form, 'password', {
      takes: [['8 characters', long(8)]],
      refuses: [
        ['nothing', '', 'Please specify your password'],
        ['no value', undefined, 'Please specify your password'],
        ['7 characters', long(7), 'The password should have at minimum length of 8'],
      ],
    }))

  it('lowercases the email', () => {
    expect(loginSchema.parse({ email: 'Ann@Example.ORG', password: long(8) }).email).toBe('ann@example.org')
  })
})

const account: Form = {
  schema: accountStepSchema,
  good: {
    username: 'ann',
    first_name: 'Ann',
    last_name: 'Smith',
    email: 'ann@example.org',
    password: 'correct horse',
    confirmpassword: 'correct horse',
  },
}

const names: Limits['refuses'] = [
  ['1 character', 'A', 'Please enter a valid name'],
  ['51 characters', long(51), 'Please enter a valid name'],
]

describe('sign-up, account', () => {
  describe('username: trimmed, 2 to 50, letters, digits, hyphen, underscore, dot', () =>
    holds(account, 'username', {
      takes: [
        ...between(2, 50),
        ['50 characters and spaces around', ` ${long(50)} `],
        ['every kind of character', 'a-b_c.9'],
      ],
      refuses: [
        ['nothing', '', 'Please specify a username'],
        ['spaces', '  ', 'Please specify a username'],
        ['no value', undefined, 'Please specify a username'],
        ['1 character', 'a', 'Please enter a valid username'],
        ['51 characters', long(51), 'Please enter a valid username'],
        ['a space within', 'a b', 'username is not valid'],
        ['another sign', 'a!b', 'username is not valid'],
      ],
    }))

  describe('first_name: 2 to 50, required', () =>
    holds(account, 'first_name', {
      takes: between(2, 50),
      refuses: [['nothing', '', 'Please specify your first name'], ...names],
    }))

  describe('last_name: 2 to 50, required', () =>
    holds(account, 'last_name', {
      takes: between(2, 50),
      refuses: [['nothing', '', 'Please specify your last name'], ...names],
    }))

  describe('email: as at the login', () => holds(account, 'email', email))

  describe('password: as at the login', () => {
    it.each([
      ['takes 8 characters', long(8), {}],
      ['refuses 7 characters', long(7), { password: 'The password should have at minimum length of 8' }],
      ['refuses nothing', '', 'Please specify your password'],
    ])('%s', (_, password, refused) => {
      const found = refusalOf(account, { password, confirmpassword: password })
      if (typeof refused === 'string') expect(found.password).toBe(refused)
      else expect(found).toEqual(refused)
    })
  })

  describe('confirmpassword: required, equal to the password', () =>
    holds(account, 'confirmpassword', {
      takes: [['the same', 'correct horse']],
      refuses: [
        ['nothing', '', 'Please confirm your password'],
        ['another case', 'Correct horse', 'Both password need to be the same'],
      ],
    }))

  it('trims and lowercases the username', () => {
    expect(accountStepSchema.parse({ ...account.good, username: ' Ann.B ' }).username).toBe('ann.b')
  })
})

describe('sign-up, influencer', () => {
  const form: Form = {
    schema: influencerStepSchema,
    good: { price: '25.00', duration: 900, duration_display: 2, description: 'Ask me' },
  }

  describe('price: required', () =>
    holds(form, 'price', {
      takes: ['1.00', '10000.00'].map(pounds => [pounds, pounds]),
      refuses: [
        ['nothing', '', 'Please specify a price'],
        ['0.99', '0.99', 'Please enter an amount between 1.00 and 10000.00 with at most two decimals'],
        ['10000.01', '10000.01', AMOUNT],
        ...each(['1e2', '0x19', '+25', '25.', '.5', '1,5'], AMOUNT),
      ],
    }))

  describe('duration: required', () =>
    holds(form, 'duration', {
      takes: [
        ['1 second', 1],
        ['a day', 86_400],
        ['a day in digits', '86400'],
      ],
      refuses: [
        ['nothing', '', 'Please specify a duration'],
        ...each(['9e2', '0x10', '0b11', ' 900 ', '+900', '900.0', '1_000', '٩٠٠'], DURATION),
        ['0 seconds', 0, 'Please enter a duration between 1 second and 24 hours'],
        ['a second more than a day', 86_401, 'Please enter a duration between 1 second and 24 hours'],
      ],
    }))

  describe('description: trimmed, 5 to 500, required', () =>
    holds(form, 'description', {
      takes: [...between(5, 500), ['500 characters and spaces around', ` ${long(500)} `]],
      refuses: [
        ['nothing', '', 'A description is required'],
        ['no value', undefined, 'A description is required'],
        ['4 characters', long(4), 'Please enter a longer desription'],
        ['4 characters and spaces around', ` ${long(4)} `, 'Please enter a longer desription'],
        ['501 characters', long(501), 'Please enter a shorter desription'],
      ],
    }))
})

describe('forgot password', () => {
  const form: Form = { schema: passwordResetSchema, good: {} }
  describe('email: valid and required', () => holds(form, 'email', email))
})

describe('settings, general', () => {
  const form: Form = {
    schema: generalSettingsSchema,
    good: {
      fullName: 'Ann Smith',
      email: 'ann@example.org',
      bio: '',
      country: 'Iceland',
      city: 'Höfn',
      address: 'Harbour 1',
    },
  }
  const place = (what: string): Limits => ({
    takes: between(2, 80),
    refuses: [
      ['nothing', '', `Please specify your ${what}`],
      ['1 character', 'x', `Please enter a valid ${what}`],
      ['81 characters', long(81), `Please enter a valid ${what}`],
    ],
  })

  describe('fullName: 2 to 50', () =>
    holds(form, 'fullName', {
      takes: between(2, 50),
      refuses: names,
    }))

  describe('email: valid', () => holds(form, 'email', email))

  describe('bio: at most 500', () =>
    holds(form, 'bio', {
      takes: [
        ['nothing', ''],
        ['500 characters', long(500)],
      ],
      refuses: [['501 characters', long(501), 'Should be less than 500 chars']],
    }))

  describe('country: 2 to 80, required', () => holds(form, 'country', place('country')))

  describe('city: 2 to 80, required', () => holds(form, 'city', place('city')))

  describe('address: 2 to 200, required', () =>
    holds(form, 'address', {
      takes: between(2, 200),
      refuses: [
        ['nothing', '', 'Please specify your address'],
        ['1 character', 'A', 'Please enter a valid address'],
        ['201 characters', long(201), 'Please enter a valid address'],
      ],
    }))
})

describe('card form', () => {
  const form: Form = {
    schema: cardFormSchema,
    good: { cardNumber: '4242 4242 4242 4242', name: 'Ann Smith', date: '12/34', zip: 'N1 9GU', cvv: '123' },
  }

  describe('cardNumber: passes the check of card numbers', () =>
    holds(form, 'cardNumber', {
      takes: [
        ['a number that adds up', '4242424242424242'],
        ['12 digits', '630000000004'],
        ['19 digits', '6300000000000000008'],
      ],
      refuses: [
        ['one digit changed', '4242 4242 4242 4243', 'Credit card number is invalid'],
        ['two digits changed places', '2424 4242 4242 4242', 'Credit card number is invalid'],
        ['11 digits', '63000000008', 'Credit card number is invalid'],
        ['nothing', '', 'Credit card number is invalid'],
        ['20 digits', '63000000000000000004', 'Credit card number is invalid'],
        ['letters', 'four two four two', 'Credit card number is invalid'],
      ],
    }))

  describe('name: required', () =>
    holds(form, 'name', {
      takes: [['1 character', 'A']],
      refuses: [
        ['nothing', '', 'Please specify your name on the card'],
        ['spaces', '  ', 'Please specify your name on the card'],
      ],
    }))

  describe('date: MM/YY, at most 5 characters, required', () =>
    holds(form, 'date', {
      takes: [
        ['January', '01/30'],
        ['December', '12/30'],
      ],
      refuses: [
        ['nothing', '', 'Please enter the date as MM/YY'],
        ['month 0', '00/30', 'Please enter the date as MM/YY'],
        ['month 13', '13/30', 'Please enter the date as MM/YY'],
        ['6 characters', '012/30', 'Please enter the date as MM/YY'],
        ['the whole year', '01/2030', 'Please enter the date as MM/YY'],
      ],
    }))

  describe('zip: 2 to 8', () =>
    holds(form, 'zip', {
      takes: [
        ['2 characters', 'N1'],
        ['8 characters', 'SW1A 1AA'],
      ],
      refuses: [
        ['nothing', '', 'Please enter a valid zip'],
        ['1 character', 'N', 'Please enter a valid zip'],
        ['9 characters', long(9), 'Please enter a valid zip'],
      ],
    }))

  describe('cvv: digits only, exactly 3, required', () =>
    holds(form, 'cvv', {
      takes: [['3 digits', '007']],
      refuses: [
        ['nothing', '', 'Not a valid CVV. Should contain only numbers'],
        ['a letter', '12a', 'Not a valid CVV. Should contain only numbers'],
        ['2 digits', '12', 'The CVV should have 3 digits'],
        ['4 digits', '1234', 'The CVV should have 3 digits'],
      ],
    }))
})

describe('password change', () => {
  const NEW = 'another good phrase'
  const form: Form = {
    schema: passwordChangeSchema,
    good: { currentPassword: 'x', newPassword: NEW, repeatPassword: NEW },
  }
  const pair = (value: string) => refusalOf(form, { newPassword: value, repeatPassword: value })

  describe('currentPassword: required', () =>
    holds(form, 'currentPassword', {
      takes: [['1 character: it may be older than the rule', 'x']],
      refuses: [['nothing', '', 'Please specify your current password']],
    }))

  it('newPassword and repeatPassword: required', () => {
    expect(pair('')).toEqual({
      newPassword: 'Please specify your new password',
      repeatPassword: 'Please repeat your new password',
    })
  })

  it('newPassword and repeatPassword: at least 8', () => {
    const short = 'The password should have at minimum length of 8'
    expect(pair(long(8))).toEqual({})
    expect(pair(long(7))).toEqual({ newPassword: short, repeatPassword: short })
  })

  it('repeatPassword: the same as newPassword', () => {
    expect(refusalOf(form, { repeatPassword: `${NEW}!` })).toEqual({
      repeatPassword: 'Both password need to be the same',
    })
  })
})

describe('contact', () => {
  const form: Form = {
    schema: contactSchema,
    good: { fullName: 'Ann Smith', email: 'ann@example.org', message: 'Hello' },
  }

  describe('full name: 2 to 50', () =>
    holds(form, 'fullName', {
      takes: between(2, 50),
      refuses: [
        ['nothing', '', 'Please enter a valid full name'],
        ['1 character', 'A', 'Please enter a valid full name'],
        ['51 characters', long(51), 'Please enter a valid full name'],
      ],
    }))

  describe('email: valid', () => holds(form, 'email', email))

  describe('message: required', () =>
    holds(form, 'message', {
      takes: [['1 character', '?']],
      refuses: [
        ['nothing', '', 'Please write a message'],
        ['spaces', '  ', 'Please write a message'],
      ],
    }))
})
