import { t } from '../../language/text.ts'
import css from './note.module.css'

/** The buyer's text on what to talk about, in a list or on a card. */
export function Note({ note }: { note: string }) {
  return (
    <figure className={css.note}>
      <figcaption>{t('What I would like to talk about')}</figcaption>
      <blockquote>{note}</blockquote>
    </figure>
  )
}
