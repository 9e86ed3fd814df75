import { type PersonalData, personalDataOf } from '../../core/domain.ts'
import { eraseBlocks, listBlocked } from './blocks/block-store.ts'
import type { SafetyDeps } from './deps.ts'
import { exportReports } from './reports/report-store.ts'
import { exportSuspensions } from './suspensions/suspension-store.ts'

/** The safety of a person; reports about them and suspensions stay, because staff decide by them. */
export const safetyPersonalData = ({ db }: Pick<SafetyDeps, 'db'>): PersonalData =>
  personalDataOf({
    exported: async userId => ({
      blocked: await listBlocked(db, userId),
      reports: await exportReports(db, userId),
      suspensions: await exportSuspensions(db, userId),
    }),
    erase: eraseBlocks,
  })
