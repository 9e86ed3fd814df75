import type { StaffRole } from '@parley/contract'
import { and, eq, isNull } from 'drizzle-orm'
import { MAIL_TOPIC } from '../../../core/mail-topic.ts'
import { withTransaction } from '../../../db/client.ts'
import { users } from '../../accounts/public.ts'
import { requestsOfSide } from '../../requests/public.ts'
import type { StaffDeps } from '../deps.ts'
import { staffRoles } from '../tables.ts'

/**
 * The issuer of a card warns of fraud: a mail to each member of finance who is no party of the sale, or to the admins
 * if there is nobody.
 */
export async function warnOfFraud(
  { db, outbox }: Pick<StaffDeps, 'db' | 'outbox'>,
  warning: { requestId: string; kind: string },
): Promise<void> {
  await withTransaction(db, async tx => {
    const strangersWith = async (role: StaffRole): Promise<string[]> => {
      const staff = await tx
        .select({ userId: staffRoles.userId })
        .from(staffRoles)
        .innerJoin(users, eq(users.id, staffRoles.userId))
        .where(and(eq(staffRoles.role, role), isNull(users.suspendedAt)))
      const strangers: string[] = []
      for (const { userId } of staff)
        if ((await requestsOfSide(tx, [warning.requestId], userId)).length === 0) strangers.push(userId)
      return strangers
    }
    const finance = await strangersWith('finance')
    for (const userId of finance.length > 0 ? finance : await strangersWith('admin'))
      await outbox.add(tx, MAIL_TOPIC, { template: 'fraud-warned', userId, data: warning })
  })
  outbox.nudge()
}
