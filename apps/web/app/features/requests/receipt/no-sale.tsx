import { messages } from '@parley/contract/messages'
import { ApiError, errorText } from '../../../api/errors.ts'
import { t } from '../../../language/text.ts'
import { LoadFailed } from '../../../ui/alerts/load-failed.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'

/** Instead of a page about one sale: there is none for this reader, or it could not be loaded. */
export function NoSale({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (error instanceof ApiError && error.status === 404)
    return (
      <EmptyState action={<ButtonLink to="/bookings">{t('Your bookings')}</ButtonLink>}>
        {t(messages.noPaidSession)}
      </EmptyState>
    )
  return <LoadFailed problem={errorText(error)} retry={onRetry} />
}
