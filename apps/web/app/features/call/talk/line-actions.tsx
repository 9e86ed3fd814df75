import type { ChatRole } from '@parley/contract/in-call/chat'
import { t } from '../../../language/text.ts'
import { Button } from '../../../ui/button.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import type { Chat, ShownLine } from './chat.ts'
import css from './chat-settings.module.css'

export interface LineActionsProps {
  chat: Chat
  /** Null while nothing is chosen. */
  line: ShownLine | null
  role: ChatRole
  onClose: () => void
}

/** What an owner or a moderator does about a line and its author; each says what it does. */
export function LineActions({ chat, line, role, onClose }: LineActionsProps) {
  const act = (what: Parameters<Chat['moderate']>[0]) => {
    chat.moderate(what)
    onClose()
  }
  const about = { type: 'moderate', line: line?.id ?? '' } as const
  return (
    <Sheet
      open={line !== null}
      onOpenChange={isOpen => !isOpen && onClose()}
      title={t('A line of @{name}', { name: line?.from ?? '' })}
      description={line?.text}
    >
      <div className={css.acts}>
        <Button wide onClick={() => act({ ...about, act: 'hide' })}>
          {t('Hide this line')}
        </Button>
        <Button wide onClick={() => act({ ...about, act: 'mute', until: 'soon' })}>
          {t('Mute for 5 minutes')}
        </Button>
        <Button wide onClick={() => act({ ...about, act: 'mute', until: 'end' })}>
          {t('Mute to the end')}
        </Button>
        <p className={css.hint}>{t('What they wrote before goes as well.')}</p>
        {role === 'owner' && line?.role === 'member' && (
          <Button wide onClick={() => act({ ...about, act: 'add_moderator' })}>
            {t('Make @{name} a moderator', { name: line.from })}
          </Button>
        )}
        {role === 'owner' && (
          <>
            <Button wide look="danger" onClick={() => act({ ...about, act: 'remove' })}>
              {t('Remove from the event')}
            </Button>
            <p className={css.hint}>{t('They leave now, and what they have not seen is paid back.')}</p>
          </>
        )}
      </div>
    </Sheet>
  )
}
