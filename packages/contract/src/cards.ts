import * as z from 'zod/mini'
import { CARD_DATE_MAX, CVV_LENGTH, ZIP_MAX, ZIP_MIN } from './constants.ts'
import { messages } from './messages.ts'

/** Luhn check of a card number (ISO/IEC 7812-1, annex B). */
export function cardNumberIsValid(input: string): boolean {
  const digits = input.replace(/[\s-]/g, '')
  if (!/^\d{12,19}$/.test(digits)) return false
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i])
    const doubled = i % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** The card form of the specification; it never reaches our own server, only the payment provider. */
export const cardFormSchema = z.object({
  cardNumber: z
    .string({ error: messages.cardNumberInvalid })
    .check(z.refine(cardNumberIsValid, messages.cardNumberInvalid)),
  name: z
    .string({ error: messages.cardNameRequired })
    .check(z.trim(), z.minLength(1, messages.cardNameRequired)),
  date: z
    .string({ error: messages.cardDateInvalid })
    .check(
      z.maxLength(CARD_DATE_MAX, messages.cardDateInvalid),
      z.regex(/^(0[1-9]|1[0-2])\/\d{2}$/, messages.cardDateInvalid),
    ),
  zip: z
    .string({ error: messages.zipInvalid })
    .check(z.trim(), z.minLength(ZIP_MIN, messages.zipInvalid), z.maxLength(ZIP_MAX, messages.zipInvalid)),
  cvv: z
    .string({ error: messages.cvvDigits })
    .check(
      z.regex(/^\d+$/, { error: messages.cvvDigits, abort: true }),
      z.length(CVV_LENGTH, messages.cvvLength),
    ),
})
export type CardForm = z.infer<typeof cardFormSchema>
