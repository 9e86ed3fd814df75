import { MAIL_TOPIC } from '../../../core/mail-topic.ts'
import { withTransaction } from '../../../db/client.ts'
import type { AccountsDeps } from '../deps.ts'
import { findUserById } from '../store.ts'

/** People who sign up often log in again at once, perhaps on their phone: that needs no mail. */
const NEW_ACCOUNT_MS = 3600_000

/** Informs the owner of an account about a login in a new browser. */
export async function mailLoginNews(
  deps: Pick<AccountsDeps, 'db' | 'outbox' | 'clock'>,
  { userId, device }: { userId: string; device: string },
): Promise<void> {
  const user = await findUserById(deps.db, userId)
  const now = deps.clock.now()
  if (!user || now.getTime() - user.createdAt.getTime() < NEW_ACCOUNT_MS) return
  const data = { device, at: now.toISOString() }
  await withTransaction(deps.db, tx =>
    deps.outbox.add(tx, MAIL_TOPIC, { template: 'login-news', userId, data }),
  )
  deps.outbox.nudge()
}
