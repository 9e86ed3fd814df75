import * as z from 'zod/mini'
import { FULL_NAME_MAX, FULL_NAME_MIN } from './constants.ts'
import { emailField, text } from './fields.ts'
import { messages } from './messages.ts'
import { plainText } from './rules/plain-text.ts'

/** A message to the operator. No page sends it yet; its rules are ready for the first one that does. */
export const contactSchema = z.object({
  fullName: text({
    required: messages.contactNameInvalid,
    invalid: messages.contactNameInvalid,
    min: FULL_NAME_MIN,
    max: FULL_NAME_MAX,
  }),
  email: emailField,
  message: z
    .string({ error: messages.contactMessageRequired })
    .check(z.overwrite(plainText), z.minLength(1, messages.contactMessageRequired)),
})
export type Contact = z.infer<typeof contactSchema>
