import type { QueueShown } from '@parley/contract/live/queue'
import { Megaphone } from 'lucide-react'
import { t } from '../../../language/text.ts'
import css from './line-note.module.css'
import { noteWords } from './note-words.ts'

/**
 * What the host or an usher said last to everybody in line. The place for it is always there: a screen reader says it
 * when it comes.
 */
export function LineNote({ note }: { note: QueueShown['note'] }) {
  return (
    <div role="status">
      {note && (
        <p className={css.note}>
          <Megaphone size={18} aria-hidden="true" />
          <span>{t(noteWords[note.says])}</span>
        </p>
      )}
    </div>
  )
}
