export { apartFrom, areApart, forgetBlocks, listBlocked, mayMeet } from './blocks/block-store.ts'
export { type BlockPair, type Reportable, SAFETY_TOPICS, type SafetyDeps } from './deps.ts'
export { decideReport } from './reports/decide-report.ts'
export {
  countReports,
  exportReports,
  findReport,
  isReported,
  listReports,
  type ReportRow,
} from './reports/report-store.ts'
export { createSafety } from './safety.ts'
