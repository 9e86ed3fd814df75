import type { AuditCheck } from './audit-check.ts'

/** Photos of two people. */
export const keepsakeChecks: readonly AuditCheck[] = [
  {
    name: 'keepsakes_have_two_yeses',
    invariant: 'no picture of two people is kept without a yes of each of them',
    sql: {
      requests: `select k.id from keepsakes k
          where (k.room_id = any($1) or k.id = any($1)) and k.picture is not null
            and (select count(*) from consents c
                 where c.keepsake_id = k.id and c.person_id in (k.fan_id, k.host_id)) <> 2`,
    },
  },
]
