import { dateText } from '../../language/formats.ts'

/** A moment in the past, to the minute. */
export const momentText = (iso: string): string =>
  dateText(new Date(iso), { dateStyle: 'medium', timeStyle: 'short' })

/** A word of the database as people read it. */
export const plainWord = (code: string): string => code.replaceAll('_', ' ')
