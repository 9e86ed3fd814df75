import type { ChatRole } from '@parley/contract/in-call/chat'
import { t } from '../../../language/text.ts'
import { Button } from '../../../ui/button.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import type { Chat, ShownLine } from './chat.ts'
import css from './rules/chat-settings.module.css'

export interface LineActionsProps {
  chat: Chat
  /** Null while nothing is chosen. */
  line: ShownLine | null
  role: ChatRole
  /** Left out where nobody is there to report to. */
  onReport?: ((line: ShownLine) => void) | undefined
  onClose: () => void
  /** As of a sheet: the line may have been hidden. */
  focusNext: () => HTMLElement | null
}

/**
 * Whether somebody may hide a line and mute its author: the owner and the moderators, and nobody a line of the owner.
 */
export const mayModerate = (role: ChatRole, line: ShownLine): boolean =>
  role !== 'member' && line.role !== 'owner'

/** What somebody does about a line and its author; each says what it does. */
export function LineActions({ chat, line, role, onReport, onClose, focusNext }: LineActionsProps) {
  const act = (what: Parameters<Chat['moderate']>[0]) => {
    chat.moderate(what)
    onClose()
  }
  const about = { type: 'moderate', line: line?.id ?? '' } as const
  return (
    <Sheet
      open={line !== null}
      onOpenChange={isOpen => !isOpen && onClose()}
      focusNext={focusNext}
      title={t('A line of @{name}', { name: line?.from ?? '' })}
      description={line?.text}
    >
      <div className={css.acts}>
        {line && mayModerate(role, line) && (
          <>
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
                <Button wide variant="danger" onClick={() => act({ ...about, act: 'remove' })}>
                  {t('Remove from the event')}
                </Button>
                <p className={css.hint}>{t('They leave now, and what they have not seen is paid back.')}</p>
              </>
            )}
          </>
        )}
        {line && onReport && (
          <Button wide variant="quiet" onClick={() => onReport(line)}>
            {t('Report this line')}
          </Button>
        )}
      </div>
    </Sheet>
  )
}
