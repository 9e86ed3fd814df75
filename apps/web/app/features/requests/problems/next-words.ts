import type { ProblemKind } from '@parley/contract'
import { t } from '../../../language/text.ts'

interface Reported {
  isPlace: boolean
  /** Whether our record of who was there can decide. */
  hasRecord: boolean
  /** Whether a person decides in any case. */
  isByStaff: boolean
  /** Until when the reader may report, in words; null if it is 48 hours from the end. */
  until: string | null
}

/** What happens with the report, as text for this kind; until when it may be sent, while no kind is chosen. */
export function nextWords(kind: ProblemKind | null, reported: Reported): string {
  const { isPlace, hasRecord, isByStaff, until } = reported
  if (kind === null) {
    if (until !== null) return t('Say what was wrong until {when}.', { when: until })
    return isPlace
      ? t('Say what was wrong within 48 hours of its end.')
      : t('Say what was wrong within 48 hours of the end of the call.')
  }
  if (hasRecord && !isByStaff && (kind === 'other_absent' || kind === 'cut_short'))
    return t('We decide it now, by our own record of who was there when.')
  return isPlace
    ? t('A person looks at it. What was paid for this place waits until that is decided.')
    : t('A person looks at it. What was paid for this call waits until that is decided.')
}
