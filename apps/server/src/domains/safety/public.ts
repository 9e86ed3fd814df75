export {
  apartFrom,
  apartFromEach,
  areApart,
  isBlockBetween,
  lockPair,
  mayMeet,
  partedAmong,
  someApartFrom,
} from './blocks/block-store.ts'
export { type BlockPair, type Reportable, SAFETY_TOPICS, type SafetyDeps, type SaidLine } from './deps.ts'
export { CASES_KEPT_MS } from './remove-old-cases.ts'
export { decideReport } from './reports/decide-report.ts'
export {
  countReports,
  findReport,
  hasNotReported,
  hasReported,
  isNoPartyToReport,
  isReported,
  linesOfReport,
  listReports,
  listReportsAbout,
  openReportsBefore,
  type ReportRow,
  reportsApart,
} from './reports/report-store.ts'
export { createSafety } from './safety.ts'
export { decideAppeal } from './suspensions/appeal.ts'
export {
  restorePerson,
  type SuspensionDeps,
  suspendPerson,
  versionOf,
} from './suspensions/suspend-person.ts'
export {
  type AppealRow,
  appealsApart,
  findAppealed,
  lastSuspension,
  listAppeals,
  listSuspensions,
  listUnfinished,
  markFinished,
  openAppealsBefore,
  payoutsWait,
  type SuspensionRow,
  suspendedPeople,
  unfinishedSuspensions,
} from './suspensions/suspension-store.ts'
