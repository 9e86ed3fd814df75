import { QUEUE_NOTES, type QueueNote, type QueueShown } from '@parley/contract/live/queue'
import { Megaphone } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../../../api/errors.ts'
import { t } from '../../../../language/text.ts'
import { alerts } from '../../../../ui/alerts/alerts.ts'
import { Button } from '../../../../ui/button.tsx'
import { Sheet } from '../../../../ui/sheet.tsx'
import { LineNote } from '../line-note.tsx'
import { noteWords } from '../note-words.ts'
import css from './desk-note.module.css'
import type { LineDesk } from './line-desk.ts'

interface DeskNoteProps {
  desk: LineDesk
  note: QueueShown['note']
  sending: boolean
}

/** What everybody in line reads now, and the sentences that may be said to them. */
export function DeskNote({ desk, note, sending }: DeskNoteProps) {
  const [isOpen, setOpen] = useState(false)
  const say = (says: QueueNote | null) =>
    desk
      .say(says)
      .then(sent => {
        if (sent === 'sent') setOpen(false)
      })
      .catch((error: unknown) => alerts.error(errorText(error)))
  return (
    <div className={css.note}>
      <LineNote note={note} />
      <Button icon={<Megaphone size={18} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t('Tell everybody in line')}
      </Button>
      <Sheet
        open={isOpen}
        onOpenChange={setOpen}
        title={t('What do they read?')}
        description={t('Everybody who waits reads it for 15 minutes, or until you say something else.')}
      >
        <div className={css.choices}>
          {QUEUE_NOTES.map(each => (
            <Button key={each} wide aria-disabled={sending || undefined} onClick={() => void say(each)}>
              {t(noteWords[each])}
            </Button>
          ))}
          {note && (
            <Button wide variant="quiet" busy={sending} onClick={() => void say(null)}>
              {t('Take it away')}
            </Button>
          )}
        </div>
      </Sheet>
    </div>
  )
}
