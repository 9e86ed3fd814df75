import * as z from 'zod/mini'
import { ownPath, passwordResetLetter } from './account-letters.ts'
import type { NotificationsDeps } from './deps.ts'
import { sendMail } from './send-mail.ts'

const workSchema = z.object({
  template: z.literal('password-reset'),
  userId: z.string(),
  data: z.object({ link: z.string() }),
})

/** Sends the letter that a lower domain asked for by name; once for each piece of work. */
export async function mailAskedFor(
  deps: NotificationsDeps,
  payload: Record<string, unknown>,
  workId: string,
): Promise<void> {
  const { template, userId, data } = workSchema.parse(payload)
  switch (template) {
    case 'password-reset': {
      const letter = passwordResetLetter(ownPath(data.link, deps.publicOrigin))
      return sendMail(deps, { kind: 'password_reset', userId, about: workId, letter })
    }
  }
}
