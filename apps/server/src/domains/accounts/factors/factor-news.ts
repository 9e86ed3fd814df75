import { MAIL_TOPIC } from '../../../core/mail-topic.ts'
import type { Tx } from '../../../db/client.ts'
import type { AccountsDeps } from '../deps.ts'

type FactorNews =
  | 'app_added'
  | 'app_removed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'recovery_used'
  | 'recovery_made'
  | 'codes_guessed'
  | 'all_removed'

/** Informs the owner of an account about changes of its factors. */
export async function mailFactorNews(
  deps: Pick<AccountsDeps, 'outbox'>,
  tx: Tx,
  change: { userId: string; news: FactorNews },
): Promise<void> {
  const { userId, news } = change
  await deps.outbox.add(tx, MAIL_TOPIC, { template: 'factor-news', userId, data: { news } })
}
