import type { ReportReason } from '@parley/contract'
import { t } from './text.ts'

/** The text of a report's reason. */
export function reasonWords(reason: ReportReason): string {
  switch (reason) {
    case 'harassment':
      return t('Insults, threats or hate')
    case 'sexual':
      return t('Sexual behaviour nobody asked for')
    case 'minor':
      return t('Somebody seems to be under 18')
    case 'impersonation':
      return t('They pretend to be somebody else')
    case 'fraud':
      return t('They cheat, or ask for money elsewhere')
    case 'spam':
      return t('Advertising or spam')
    case 'other':
      return t('Something else')
  }
}
