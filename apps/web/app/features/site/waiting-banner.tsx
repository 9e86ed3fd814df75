import type { WhoWaits } from '@parley/contract'
import { X } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../language/text.ts'
import { ButtonLink, IconButton } from '../../ui/button.tsx'
import css from './waiting-banner.module.css'

/**
 * Says on every page that a person waits in a call, with a link. It covers the lower edge of the window, so that
 * nothing moves, the heading can be read, and everything else can be scrolled above it.
 */
export function WaitingBanner({ waiting }: Pick<WhoWaits, 'waiting'>) {
  const [dismissed, setDismissed] = useState<readonly string[]>([])
  const next = waiting.find(({ path }) => !dismissed.includes(path))
  return (
    <div role="status">
      {next && (
        <aside className={css.banner}>
          <p className={css.words}>{t('@{name} is waiting for you in a call.', { name: next.username })}</p>
          <ButtonLink variant="primary" to={next.path}>
            {t('Join')}
          </ButtonLink>
          <IconButton label={t('Not now')} onClick={() => setDismissed([...dismissed, next.path])}>
            <X size={20} aria-hidden="true" />
          </IconButton>
        </aside>
      )}
    </div>
  )
}
