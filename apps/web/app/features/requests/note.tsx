import type { SessionRequest } from '@parley/contract'
import { t } from '../../language/text.ts'
import css from './note.module.css'

/** The name of the buyer's text: who watches a broadcast does not talk. */
export const noteName = (format: 'broadcast' | 'queue' | undefined): string =>
  format === 'broadcast' ? t('What I would like to hear about') : t('What I would like to talk about')

/** The buyer's text on what to talk about, in a list or on a card. */
export function Note({ request: { note, live_event } }: { request: SessionRequest }) {
  if (note === null) return null
  return (
    <figure className={css.note}>
      <figcaption>{noteName(live_event?.format)}</figcaption>
      <blockquote>{note}</blockquote>
    </figure>
  )
}
